/*
 * steps.csv and rounds.csv: written to the letter and read back exactly, however long they are.
 */
#define _GNU_SOURCE /* fopencookie(), fmemopen() */

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "analysis/number.h"
#include "analysis/trace_reader.h"
#include "tests/unit/trace_text.h"

static const struct pcs_step_row late_step = {
    .rank = 3,
    .step = 17,
    .bucket = 1,
    .compute_s = 0.1,
    .arrive_s = 1.0 / 3,
    .return_s = 2.5,
    .round = 19,
    .taken_round = 19,
    .active = 4,
    .bytes_sent = 65552,
    .messages_sent = 9,
    .loss = -0.5,
    .lag = 7,
};

static const struct pcs_round_row some_round = {
    .round = UINT32_MAX,
    .bucket = INT_MAX,
    .initiator = 2,
    .start_s = 1e-9,
    .end_s = 0.7,
    .active = 4,
    .stale = 1,
    .null = 3,
    .bytes = INT64_MAX,
    .messages = 0,
};

/* ---- writing ------------------------------------------------------------------------------ */

Test(trace, steps_are_written_to_the_letter)
{
    struct text text;
    struct pcs_step_row row = late_step;

    text_open(&text);
    cr_assert(eq(int, pcs_steps_csv_header(text.out), 0));
    cr_assert(eq(int, pcs_steps_csv_row(text.out, &row), 0));
    row.bytes_sent = row.messages_sent = PCS_UNKNOWN;
    row.loss = (double)NAN;
    row.lag = PCS_UNKNOWN;
    row.taken_round = PCS_TAKEN_LOST;
    cr_assert(eq(int, pcs_steps_csv_row(text.out, &row), 0));
    row.taken_round = PCS_TAKEN_LEFT_OVER;
    row.loss = (double)INFINITY;
    cr_assert(eq(int, pcs_steps_csv_row(text.out, &row), 0));
    row.taken_round = 17;
    row.fresh = true;
    row.rank = row.bucket = 0;
    row.compute_s = 0;
    cr_assert(eq(int, pcs_steps_csv_row(text.out, &row), 0));
    cr_expect(eq(str, text_close(&text),
                 "rank,step,bucket,compute_s,arrive_s,return_s,round,fresh,taken_round,staleness,"
                 "active,bytes_sent,messages_sent,loss,lag\n"
                 "3,17,1,0.1,0.3333333333333333,2.5,19,0,19,2,4,65552,9,-0.5,7\n"
                 "3,17,1,0.1,0.3333333333333333,2.5,19,0,-1,,4,,,,\n"
                 "3,17,1,0.1,0.3333333333333333,2.5,19,0,-2,,4,,,inf,\n"
                 "0,17,0,0,0.3333333333333333,2.5,19,1,17,0,4,,,inf,\n"));
    free(text.bytes);
}

Test(trace, rounds_are_written_to_the_letter)
{
    struct text text;
    struct pcs_round_row row = some_round;

    text_open(&text);
    cr_assert(eq(int, pcs_rounds_csv_header(text.out), 0));
    cr_assert(eq(int, pcs_rounds_csv_row(text.out, &row), 0));
    row.initiator = PCS_NO_INITIATOR;
    row.bytes = row.messages = PCS_UNKNOWN;
    cr_assert(eq(int, pcs_rounds_csv_row(text.out, &row), 0));
    cr_expect(eq(str, text_close(&text),
                 ROUNDS_HEADER "4294967295,2147483647,2,1e-09,0.7,4,1,3,9223372036854775807,0\n"
                               "4294967295,2147483647,-1,1e-09,0.7,4,1,3,,\n"));
    free(text.bytes);
}

Test(trace, a_full_disk_is_told)
{
    FILE *full = fopen("/dev/full", "w");

    cr_assert(ne(ptr, full, NULL));
    setvbuf(full, NULL, _IONBF, 0);
    errno = 0;
    cr_expect(eq(int, pcs_steps_csv_header(full), -1));
    cr_expect(eq(int, errno, ENOSPC));
    errno = 0;
    cr_expect(eq(int, pcs_steps_csv_row(full, &late_step), -1));
    cr_expect(eq(int, errno, ENOSPC));
    errno = 0;
    cr_expect(eq(int, pcs_rounds_csv_row(full, &some_round), -1));
    cr_expect(eq(int, errno, ENOSPC));
    cr_expect(eq(int, pcs_rounds_csv_header(full), -1));
    fclose(full);
}

/* ---- reading back ------------------------------------------------------------------------- */

static void expect_same_double(double found, double expected)
{
    cr_expect(memcmp(&found, &expected, sizeof found) == 0, "%a is not %a", found, expected);
}

static void expect_same_step(const struct pcs_step_row *found, const struct pcs_step_row *expected)
{
    cr_expect(eq(int, found->rank, expected->rank));
    cr_expect(eq(u32, found->step, expected->step));
    cr_expect(eq(int, found->bucket, expected->bucket));
    expect_same_double(found->compute_s, expected->compute_s);
    expect_same_double(found->arrive_s, expected->arrive_s);
    expect_same_double(found->return_s, expected->return_s);
    cr_expect(eq(u32, found->round, expected->round));
    cr_expect(eq(int, found->fresh, expected->fresh));
    cr_expect(eq(i64, found->taken_round, expected->taken_round));
    cr_expect(eq(int, found->active, expected->active));
    cr_expect(eq(i64, found->bytes_sent, expected->bytes_sent));
    cr_expect(eq(i64, found->messages_sent, expected->messages_sent));
    cr_expect(eq(i64, found->lag, expected->lag));
    if (isnan(expected->loss))
        cr_expect(isnan(found->loss));
    else
        expect_same_double(found->loss, expected->loss);
}

Test(trace, steps_read_back)
{
    struct pcs_step_row rows[200], found;
    struct text text;
    uint64_t state = 3;

    text_open(&text);
    pcs_steps_csv_header(text.out);
    for (int i = 0; i < 200; i++) {
        uint32_t step = (uint32_t)next_bits(&state);
        double arrive_s = (double)next_bits(&state) * 1e-15;

        rows[i] = (struct pcs_step_row){
            .rank = (int)(next_bits(&state) & INT_MAX),
            .step = step,
            .bucket = (int)(next_bits(&state) & INT_MAX),
            .compute_s = (double)next_bits(&state) * 1e-18,
            .arrive_s = arrive_s,
            .return_s = arrive_s + (double)(next_bits(&state) % 1000) * 1e-7,
            .round = (uint32_t)next_bits(&state),
            .fresh = i % 3 == 0,
            .taken_round = i % 3 == 0   ? step
                           : i % 3 == 1 ? -1 - i % 2
                                        : INT64_C(1) + step % 1000000 + step,
            .active = (int)(next_bits(&state) & INT_MAX),
            .bytes_sent = i % 5 ? (int64_t)(next_bits(&state) >> 1) : PCS_UNKNOWN,
            .messages_sent = i % 7 ? (int64_t)(next_bits(&state) >> 1) : PCS_UNKNOWN,
            .loss = i % 11 == 0  ? (double)NAN
                    : i % 11 < 3 ? copysign(INFINITY, i % 11 - 1.5)
                                 : sin(i),
        };
        if (rows[i].taken_round > UINT32_MAX)
            rows[i].taken_round = PCS_TAKEN_LEFT_OVER;
        cr_assert(eq(int, pcs_steps_csv_row(text.out, &rows[i]), 0));
    }
    FILE *in = text_reopen(&text);
    struct pcs_steps_reader *reader = pcs_steps_reader_open(in, "t.csv");
    for (int i = 0; i < 200; i++) {
        cr_assert(eq(int, pcs_steps_reader_next(reader, &found), 1), "%s",
                  pcs_steps_reader_error(reader));
        expect_same_step(&found, &rows[i]);
    }
    cr_expect(eq(int, pcs_steps_reader_next(reader, &found), 0));
    pcs_steps_reader_close(reader);
    fclose(in);
    free(text.bytes);
}

Test(trace, rounds_read_back)
{
    struct pcs_round_row rows[2] = {some_round, some_round}, found;
    struct text text;

    rows[1].initiator = PCS_NO_INITIATOR;
    rows[1].bytes = PCS_UNKNOWN;
    rows[1].messages = PCS_UNKNOWN;
    text_open(&text);
    pcs_rounds_csv_header(text.out);
    for (int i = 0; i < 2; i++)
        cr_assert(eq(int, pcs_rounds_csv_row(text.out, &rows[i]), 0));
    FILE *in = text_reopen(&text);
    struct pcs_rounds_reader *reader = pcs_rounds_reader_open(in, "t.csv");
    for (int i = 0; i < 2; i++) {
        cr_assert(eq(int, pcs_rounds_reader_next(reader, &found), 1), "%s",
                  pcs_rounds_reader_error(reader));
        cr_expect(eq(u32, found.round, rows[i].round));
        cr_expect(eq(int, found.bucket, rows[i].bucket));
        cr_expect(eq(int, found.initiator, rows[i].initiator));
        expect_same_double(found.start_s, rows[i].start_s);
        expect_same_double(found.end_s, rows[i].end_s);
        cr_expect(eq(int, found.active, rows[i].active));
        cr_expect(eq(int, found.stale, rows[i].stale));
        cr_expect(eq(int, found.null, rows[i].null));
        cr_expect(eq(i64, found.bytes, rows[i].bytes));
        cr_expect(eq(i64, found.messages, rows[i].messages));
    }
    cr_expect(eq(int, pcs_rounds_reader_next(reader, &found), 0));
    pcs_rounds_reader_close(reader);
    fclose(in);
    free(text.bytes);
}

Test(trace, columns_are_found_by_name)
{
    struct pcs_round_row row;
    FILE *in =
        text_in("messages,höhe,bytes,null,stale,active,end_s,start_s,initiator,bucket,round,\n"
                "6,1 m,160,0,1,2,0.5,0.25,-1,4,7,extra\n");
    struct pcs_rounds_reader *reader = pcs_rounds_reader_open(in, "t.csv");

    cr_assert(eq(int, pcs_rounds_reader_next(reader, &row), 1), "%s",
              pcs_rounds_reader_error(reader));
    cr_expect(eq(u32, row.round, 7));
    cr_expect(eq(int, row.bucket, 4));
    cr_expect(eq(int, row.initiator, PCS_NO_INITIATOR));
    cr_expect(eq(dbl, row.start_s, 0.25));
    cr_expect(eq(dbl, row.end_s, 0.5));
    cr_expect(eq(int, row.active, 2));
    cr_expect(eq(int, row.stale, 1));
    cr_expect(eq(int, row.null, 0));
    cr_expect(eq(i64, row.bytes, 160));
    cr_expect(eq(i64, row.messages, 6));
    cr_expect(eq(int, pcs_rounds_reader_next(reader, &row), 0));
    pcs_rounds_reader_close(reader);
    fclose(in);
}

Test(trace, a_file_without_rows_is_good)
{
    struct pcs_step_row row;
    FILE *in = text_in(STEPS_HEADER);
    struct pcs_steps_reader *reader = pcs_steps_reader_open(in, "t.csv");

    cr_expect(eq(int, pcs_steps_reader_next(reader, &row), 0));
    pcs_steps_reader_close(reader);
    fclose(in);
}

/* ---- size --------------------------------------------------------------------------------- */

#define MILLION 1000000

/** A file of a million rows that is nowhere. */
struct endless {
    int row; /**< next; -1 for the header */
    int length, at;
    char line[256];
};

static ssize_t endless_read(void *cookie, char *out, size_t size)
{
    struct endless *file = cookie;
    size_t filled = 0;

    while (filled < size) {
        if (file->at == file->length) {
            if (file->row == MILLION)
                break;
            file->length = file->row < 0 ? snprintf(file->line, sizeof file->line, STEPS_HEADER)
                                         : snprintf(file->line, sizeof file->line,
                                                    "%d,%d,0,0.25,%d.25,%d.5,%d,1,%d,0,2,80,3,\n",
                                                    file->row % 10, file->row / 10, file->row / 10,
                                                    file->row / 10, file->row / 10, file->row / 10);
            file->at = 0;
            file->row++;
        }
        out[filled++] = file->line[file->at++];
    }
    return (ssize_t)filled;
}

static long peak_kib(void)
{
    struct rusage usage;

    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

Test(trace, a_million_rows_take_no_memory, .timeout = 50)
{
    struct endless file = {.row = -1};
    FILE *in = fopencookie(&file, "r", (cookie_io_functions_t){.read = endless_read});
    struct pcs_steps_reader *reader = pcs_steps_reader_open(in, "t.csv");
    struct pcs_step_row row;
    double sum_s = 0;
    long before_kib = 0;
    int rc, n = 0;

    while ((rc = pcs_steps_reader_next(reader, &row)) > 0) {
        if (n++ == 1000)
            before_kib = peak_kib();
        sum_s += row.return_s - row.arrive_s;
    }
    cr_assert(eq(int, rc, 0), "%s", pcs_steps_reader_error(reader));
    cr_expect(eq(int, n, MILLION));
    cr_expect(eq(dbl, sum_s, MILLION * 0.25));
    cr_expect(eq(u32, row.step, MILLION / 10 - 1));
    /* a kibibyte for a thousand rows would be 1,000 KiB */
    cr_expect(lt(long, peak_kib() - before_kib, 1000));
    pcs_steps_reader_close(reader);
    fclose(in);
}
