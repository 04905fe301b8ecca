/*
 * steps.csv and rounds.csv: written to the letter, read back exactly, refused with their place.
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

#define STEPS_HEADER                                                                               \
    "rank,step,bucket,compute_s,arrive_s,return_s,round,fresh,taken_round,staleness,active,"       \
    "bytes_sent,messages_sent,loss\n"
#define STEP "0,0,0,0.25,0.25,0.5,0,1,0,0,2,80,3,\n"
#define ROUNDS_HEADER "round,bucket,initiator,start_s,end_s,active,stale,null,bytes,messages\n"
#define ROUND "0,0,1,0.25,0.5,2,1,0,160,6\n"

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
                 STEPS_HEADER "3,17,1,0.1,0.3333333333333333,2.5,19,0,19,2,4,65552,9,-0.5\n"
                              "3,17,1,0.1,0.3333333333333333,2.5,19,0,-1,,4,,,\n"
                              "3,17,1,0.1,0.3333333333333333,2.5,19,0,-2,,4,,,inf\n"
                              "0,17,0,0,0.3333333333333333,2.5,19,1,17,0,4,,,inf\n"));
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

/* ---- numbers ------------------------------------------------------------------------------ */

/** The definition: the shortest of the three that reads back. */
static void reference(char *text, double value)
{
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, PCS_NUMBER_SIZE, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            return;
    }
}

static void check_number(double value)
{
    char expected[PCS_NUMBER_SIZE], found[PCS_NUMBER_SIZE];

    reference(expected, value);
    int length = pcs_number_write(found, value);
    if (strcmp(found, expected) != 0 || (size_t)length != strlen(found))
        cr_assert(eq(str, found, expected), "%a, length %d", value, length);
    double back = strtod(found, NULL);
    if (memcmp(&back, &value, sizeof value) != 0)
        cr_assert(false, "%a was written as %s", value, found);
}

/** 64 bits that pass for random (Knuth's multiplier): a test needs no statistics. */
static uint64_t next_bits(uint64_t *state)
{
    *state = *state * 6364136223846793005U + 1442695040888963407U;
    return *state ^ *state >> 29;
}

static double from_bits(uint64_t bits)
{
    double value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

Test(trace, every_double_is_short_and_reads_back)
{
    uint64_t state = 1;

    for (int i = 0; i < 50000; i++) {
        double value = from_bits(next_bits(&state));

        if (isfinite(value))
            check_number(value);
    }
}

Test(trace, usual_doubles_are_short_and_read_back)
{
    uint64_t state = 2;

    for (int i = 0; i < 50000; i++) {
        uint64_t mantissa = next_bits(&state) >> 12;
        uint64_t exponent = 1023 - 60 + next_bits(&state) % 120; /* 2^-60 .. 2^59 */

        check_number(from_bits(exponent << 52 | mantissa));
        check_number(from_bits(exponent << 52 | (mantissa >> 40) << 40)); /* few bits */
        check_number((double)(mantissa % 1000000) / 1e6);                 /* few digits */
        check_number((double)(mantissa % 1000000) * 1e-9);                /* nearly so */
    }
}

Test(trace, edges_of_doubles_read_back)
{
    for (int e = -1074; e <= 1023; e++) {
        double power = ldexp(1, e);

        check_number(power);
        check_number(nextafter(power, 0));
        check_number(nextafter(power, INFINITY));
    }
    for (int e = -30; e <= 30; e++) {
        double power = pow(10, e);

        check_number(power);
        check_number(nextafter(power, 0));
        check_number(nextafter(power, INFINITY));
        check_number(-power);
    }
    check_number(0.0);
    check_number(-0.0);
    check_number(1.7976931348623157e308);
    check_number(INFINITY);
}

Test(trace, numbers_to_the_letter)
{
    static const struct {
        double value;
        const char *text;
    } cases[] = {
        {0, "0"},
        {1, "1"},
        {0.001, "0.001"},
        {0.0001, "0.0001"},
        {0.00001, "1e-05"},
        {123456789, "123456789"},
        {1e14, "100000000000000"},
        {1e15, "1e+15"},
        {0.1 + 0.2, "0.30000000000000004"},
        {1.0 / 3, "0.3333333333333333"},
        {5e-324, "4.94065645841247e-324"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[PCS_NUMBER_SIZE];

        pcs_number_write(text, cases[i].value);
        cr_expect(eq(str, text, (char *)cases[i].text));
    }
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

/* ---- errors ------------------------------------------------------------------------------- */

/** Read until the end or an error. @return the error, to free(); NULL if there is none */
static char *read_steps(FILE *in, const char *name)
{
    struct pcs_steps_reader *reader = pcs_steps_reader_open(in, name);
    struct pcs_step_row row;
    int rc;

    while ((rc = pcs_steps_reader_next(reader, &row)) > 0)
        ;
    char *error = rc < 0 ? strdup(pcs_steps_reader_error(reader)) : NULL;
    pcs_steps_reader_close(reader);
    fclose(in);
    return error;
}

static char *read_rounds(FILE *in, const char *name)
{
    struct pcs_rounds_reader *reader = pcs_rounds_reader_open(in, name);
    struct pcs_round_row row;
    int rc;

    while ((rc = pcs_rounds_reader_next(reader, &row)) > 0)
        ;
    char *error = rc < 0 ? strdup(pcs_rounds_reader_error(reader)) : NULL;
    pcs_rounds_reader_close(reader);
    fclose(in);
    return error;
}

static void expect_error(char *error, const char *expected, const char *text)
{
    cr_expect(ne(ptr, error, NULL), "accepted: %s", text);
    if (error)
        cr_expect(eq(str, error, (char *)expected), "for %s", text);
    free(error);
}

/** A bad line after a header and a good one, and its message after "t.csv:3:". */
struct bad_line {
    const char *line, *message;
};

static void expect_bad(const struct bad_line *bad, const char *before,
                       char *(*read)(FILE *, const char *))
{
    char *text, *message;

    cr_assert(gt(int, asprintf(&text, "%s%s\n", before, bad->line), 0));
    cr_assert(gt(int, asprintf(&message, "t.csv:3:%s", bad->message), 0));
    expect_error(read(text_in(text), "t.csv"), message, bad->line);
    free(text);
    free(message);
}

Test(trace, bad_steps_are_refused)
{
    static const struct bad_line cases[] = {
        {"x,0,0,0.25,0.25,0.5,0,1,0,0,2,80,3,", "1: rank is \"x\", expected a whole number"},
        {",0,0,0.25,0.25,0.5,0,1,0,0,2,80,3,", "1: rank is empty, expected a whole number"},
        {"-1,0,0,0.25,0.25,0.5,0,1,0,0,2,80,3,", "1: rank is \"-1\", expected 0 to 2147483647"},
        {"2147483648,0,0,0.25,0.25,0.5,0,1,0,0,2,80,3,",
         "1: rank is \"2147483648\", expected 0 to 2147483647"},
        {"99999999999999999999,0,0,0.25,0.25,0.5,0,1,0,0,2,80,3,",
         "1: rank is \"99999999999999999999\", expected 0 to 2147483647"},
        {"1.0,0,0,0.25,0.25,0.5,0,1,0,0,2,80,3,", "1: rank is \"1.0\", expected a whole number"},
        {" 1,0,0,0.25,0.25,0.5,0,1,0,0,2,80,3,", "1: rank is \" 1\", expected a whole number"},
        {"+1,0,0,0.25,0.25,0.5,0,1,0,0,2,80,3,", "1: rank is \"+1\", expected a whole number"},
        {"-,0,0,0.25,0.25,0.5,0,1,0,0,2,80,3,", "1: rank is \"-\", expected a whole number"},
        {"0,-2,0,0.25,0.25,0.5,0,1,0,0,2,80,3,", "3: step is \"-2\", expected 0 to 4294967295"},
        {"0,4294967296,0,0.25,0.25,0.5,0,1,0,0,2,80,3,",
         "3: step is \"4294967296\", expected 0 to 4294967295"},
        {"0,18446744073709551616,0,0.25,0.25,0.5,0,1,0,0,2,80,3,",
         "3: step is \"18446744073709551616\", expected 0 to 4294967295"},
        {"0,0,-1,0.25,0.25,0.5,0,1,0,0,2,80,3,", "5: bucket is \"-1\", expected 0 to 2147483647"},
        {"0,0,0,,0.25,0.5,0,1,0,0,2,80,3,", "7: compute_s is empty, expected a number"},
        {"0,0,0,-0.25,0.25,0.5,0,1,0,0,2,80,3,",
         "7: compute_s is \"-0.25\", expected a number that is not negative"},
        {"0,0,0,nan,0.25,0.5,0,1,0,0,2,80,3,", "7: compute_s is \"nan\", expected a number"},
        {"0,0,0,NaN,0.25,0.5,0,1,0,0,2,80,3,", "7: compute_s is \"NaN\", expected a number"},
        {"0,0,0,inf,0.25,0.5,0,1,0,0,2,80,3,", "7: compute_s is \"inf\", expected a number"},
        {"0,0,0,1e999,0.25,0.5,0,1,0,0,2,80,3,",
         "7: compute_s is \"1e999\", expected a smaller number"},
        {"0,0,0,0x1p3,0.25,0.5,0,1,0,0,2,80,3,", "7: compute_s is \"0x1p3\", expected a number"},
        {"0,0,0,1.,0.25,0.5,0,1,0,0,2,80,3,", "7: compute_s is \"1.\", expected a number"},
        {"0,0,0,.5,0.25,0.5,0,1,0,0,2,80,3,", "7: compute_s is \".5\", expected a number"},
        {"0,0,0,1e,0.25,0.5,0,1,0,0,2,80,3,", "7: compute_s is \"1e\", expected a number"},
        {"0,0,0,1e+,0.25,0.5,0,1,0,0,2,80,3,", "7: compute_s is \"1e+\", expected a number"},
        {"0,0,0,1s,0.25,0.5,0,1,0,0,2,80,3,", "7: compute_s is \"1s\", expected a number"},
        {"0,0,0,0.25,x,0.5,0,1,0,0,2,80,3,", "12: arrive_s is \"x\", expected a number"},
        {"0,0,0,0.25,0.25,-1,0,1,0,0,2,80,3,",
         "17: return_s is \"-1\", expected a number that is not negative"},
        {"0,0,0,0.25,0.25,0.2,0,1,0,0,2,80,3,",
         "17: return_s is \"0.2\", expected at least arrive_s, which is 0.25"},
        {"0,0,0,0.25,0.25,0.5,?,1,0,0,2,80,3,", "21: round is \"?\", expected a whole number"},
        {"0,0,0,0.25,0.25,0.5,0,2,0,0,2,80,3,", "23: fresh is \"2\", expected 0 to 1"},
        {"0,0,0,0.25,0.25,0.5,0,true,0,0,2,80,3,",
         "23: fresh is \"true\", expected a whole number"},
        {"0,0,0,0.25,0.25,0.5,0,1,-3,0,2,80,3,",
         "25: taken_round is \"-3\", expected -2 to 4294967295"},
        {"0,0,0,0.25,0.25,0.5,0,0,18446744073709551615,,2,80,3,",
         "25: taken_round is \"18446744073709551615\", expected -2 to 4294967295"},
        {"0,4,0,0.25,0.25,0.5,0,0,3,,2,80,3,",
         "25: taken_round is \"3\", expected -2, -1, or at least 4 as the step"},
        {"0,0,0,0.25,0.25,0.5,0,0,-1,0,2,80,3,",
         "28: staleness is \"0\", expected nothing for a gradient that was not taken"},
        {"0,0,0,0.25,0.25,0.5,0,0,5,4,2,80,3,",
         "27: staleness is \"4\", expected 5, taken_round less step"},
        {"0,0,0,0.25,0.25,0.5,0,0,5,,2,80,3,", "27: staleness is empty, expected a whole number"},
        {"0,0,0,0.25,0.25,0.5,0,1,5,5,2,80,3,",
         "23: fresh is \"1\", expected 1 if taken_round is the step, otherwise 0"},
        {"0,0,0,0.25,0.25,0.5,0,0,0,0,2,80,3,",
         "23: fresh is \"0\", expected 1 if taken_round is the step, otherwise 0"},
        {"0,0,0,0.25,0.25,0.5,0,1,0,0,-1,80,3,", "29: active is \"-1\", expected 0 to 2147483647"},
        {"0,0,0,0.25,0.25,0.5,0,1,0,0,2,-1,3,",
         "31: bytes_sent is \"-1\", expected 0 to 9223372036854775807"},
        {"0,0,0,0.25,0.25,0.5,0,1,0,0,2,80,z,",
         "34: messages_sent is \"z\", expected a whole number"},
        {"0,0,0,0.25,0.25,0.5,0,1,0,0,2,80,3,nan", "36: loss is \"nan\", expected a number"},
        {"0,0,0,0.25,0.25,0.5,0,1,0,0,2,80,3,infinity",
         "36: loss is \"infinity\", expected a number"},
        {"0,0,0,0.25,0.25,0.5,0,1,0,0,2,80,3", "35: 13 fields, expected 14 as in the header"},
        {"", "1: 1 field, expected 14 as in the header"},
        {"0,0,0,0.25,0.25,0.5,0,1,0,0,2,80,3,,",
         "37: more fields than the header has columns, expected 14"},
        {"0,0,0,0.25,0.25,0.5,0,1,0,0,2,80,3,\r",
         "36: carriage return, expected lines that end in a line feed alone"},
        {"0,0,0,0.25,0.25,0.5,0,1,0,0,2,\t80,3,", "31: control character, expected a text file"},
        {"ä,0,0,é,0.25,0.5,0,1,0,0,2,80,3,", "1: rank is \"ä\", expected a whole number"},
        {"0,0,0,é,0.25,0.5,0,1,0,0,2,80,3,", "7: compute_s is \"é\", expected a number"},
        {"0,0,0,123456789012345678901234567890123456789012345678901234567890é,,,,,,,,,,",
         "7: compute_s is \"123456789012345678901234567890123456789012345678901234567890...\", "
         "expected a number"},
        {"0,0,0,12345678901234567890123456789012345678901234567890123456789é,,,,,,,,,,",
         "7: compute_s is \"12345678901234567890123456789012345678901234567890123456789...\", "
         "expected a number"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        expect_bad(&cases[i], STEPS_HEADER STEP, read_steps);
}

Test(trace, bad_rounds_are_refused)
{
    static const struct bad_line cases[] = {
        {"-1,0,1,0.25,0.5,2,1,0,160,6", "1: round is \"-1\", expected 0 to 4294967295"},
        {"0,-1,1,0.25,0.5,2,1,0,160,6", "3: bucket is \"-1\", expected 0 to 2147483647"},
        {"0,0,-2,0.25,0.5,2,1,0,160,6", "5: initiator is \"-2\", expected -1 to 2147483647"},
        {"0,0,,0.25,0.5,2,1,0,160,6", "5: initiator is empty, expected a whole number"},
        {"0,0,1,-0.25,0.5,2,1,0,160,6",
         "7: start_s is \"-0.25\", expected a number that is not negative"},
        {"0,0,1,0.25,nan,2,1,0,160,6", "12: end_s is \"nan\", expected a number"},
        {"0,0,1,0.25,0.125,2,1,0,160,6",
         "12: end_s is \"0.125\", expected at least start_s, which is 0.25"},
        {"0,0,1,0.25,0.5,-1,1,0,160,6", "16: active is \"-1\", expected 0 to 2147483647"},
        {"0,0,1,0.25,0.5,2,-1,0,160,6", "18: stale is \"-1\", expected 0 to 2147483647"},
        {"0,0,1,0.25,0.5,2,1,x,160,6", "20: null is \"x\", expected a whole number"},
        {"0,0,1,0.25,0.5,2,1,0,9223372036854775808,6",
         "22: bytes is \"9223372036854775808\", expected 0 to 9223372036854775807"},
        {"0,0,1,0.25,0.5,2,1,0,160,-6",
         "26: messages is \"-6\", expected 0 to 9223372036854775807"},
        {"0,0,1,0.25,0.5,2,1,0,160", "25: 9 fields, expected 10 as in the header"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        expect_bad(&cases[i], ROUNDS_HEADER ROUND, read_rounds);
}

Test(trace, bad_files_are_refused)
{
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"", "t.csv:1:1: empty file, expected a header line"},
        {"\n", "t.csv:1:1: no column round in the header"},
        {"round,bucket\n", "t.csv:1:13: no column initiator in the header"},
        {"größe,bucket,initiator,start_s,end_s,active,stale,null,bytes,messages\n",
         "t.csv:1:70: no column round in the header"},
        {"Round,bucket,initiator,start_s,end_s,active,stale,null,bytes,messages\n",
         "t.csv:1:70: no column round in the header"},
        {"round,bucket,initiator,start_s,end_s,active,stale,null,bytes,messages,null\n",
         "t.csv:1:71: second column null, expected one"},
        {"round,bucket,initiator,start_s,end_s,active,stale,null,bytes,messages",
         "t.csv:1:70: cut off: the last line has no line feed, expected a complete file"},
        {"round,bucket,initiator,start_s,end_s,active,stale,null,bytes,messages\r\n",
         "t.csv:1:70: carriage return, expected lines that end in a line feed alone"},
        {ROUNDS_HEADER ROUND "1,0,1,0.25,0.5,2,1,0,160,6",
         "t.csv:3:27: cut off: the last line has no line feed, expected a complete file"},
        {ROUNDS_HEADER "1", /* cut where the rest would be a smaller number */
         "t.csv:2:2: cut off: the last line has no line feed, expected a complete file"},
        {ROUNDS_HEADER ROUND "\n" ROUND, "t.csv:3:1: 1 field, expected 10 as in the header"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        expect_error(read_rounds(text_in(cases[i].text), "t.csv"), cases[i].message, cases[i].text);
}

Test(trace, a_zero_byte_is_refused)
{
    static const char bytes[] = ROUNDS_HEADER "0,\0000,1,0.25,0.5,2,1,0,160,6\n";
    FILE *in = fmemopen((void *)(uintptr_t)bytes, sizeof bytes - 1, "r");

    expect_error(read_rounds(in, "t.csv"), "t.csv:2:3: control character, expected a text file",
                 "zero byte");
}

/** A header, and a line of @p n times @p piece. */
static FILE *long_line(const char *header, const char *piece, int n)
{
    FILE *file = tmpfile();

    cr_assert(ne(ptr, file, NULL));
    fputs(header, file);
    for (int i = 0; i < n; i++)
        fputs(piece, file);
    fputc('\n', file);
    rewind(file);
    return file;
}

Test(trace, long_lines_and_many_columns_are_refused)
{
    expect_error(read_rounds(long_line(ROUNDS_HEADER, "1", 16385), "t.csv"),
                 "t.csv:2:16385: line too long, expected at most 16384 bytes", "16385 digits");
    expect_error(read_rounds(long_line(ROUNDS_HEADER, "1", 16384), "t.csv"),
                 "t.csv:2:16385: 1 field, expected 10 as in the header", "16384 digits");
    expect_error(read_rounds(long_line("", "a,", 256), "t.csv"),
                 "t.csv:1:513: too many columns, expected at most 256", "257 columns");
    expect_error(read_rounds(long_line("", "a,", 255), "t.csv"),
                 "t.csv:1:511: no column round in the header", "256 columns");
}

Test(trace, a_file_that_cannot_be_read_is_told)
{
    FILE *folder = fopen("/", "r");

    cr_assert(ne(ptr, folder, NULL));
    expect_error(read_rounds(folder, "some/folder"), "some/folder: Is a directory", "a folder");
}

Test(trace, names_of_files_are_shown_on_one_line_and_cut)
{
    char name[1001], expected[1101];

    expect_error(read_rounds(text_in(""), "a\nb"), "a?b:1:1: empty file, expected a header line",
                 "a line feed in a name");
    memset(name, 'x', 1000);
    name[1000] = '\0';
    memset(name + 600, 'y', 400);
    snprintf(expected, sizeof expected, "...%s:1:1: empty file, expected a header line",
             name + 600);
    expect_error(read_rounds(text_in(""), name), expected, "a long name");
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
