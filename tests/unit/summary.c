/*
 * summary.csv: figures of small runs computed by hand, written to the letter and read back.
 */
#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/summary_reader.h"
#include "tests/unit/trace_text.h"

#define HEADER                                                                                     \
    "name,run_id,seed,ranks,kind,schedule,bytes,steps,latency_mean_s,latency_p50_s,"               \
    "latency_p99_s,active_mean,active_sd,staleness_mean,staleness_max,lost,left_over,"             \
    "throughput_steps_per_s,throughput_fastest,throughput_slowest,idle_fraction,bytes_sent,"       \
    "messages,sim_time_s\n"

/** A sum of rounded terms against its value by hand. */
static void expect_near(double found, double expected, const char *what)
{
    cr_expect(fabs(found - expected) <= 1e-14 * fabs(expected), "%s: %.17g, by hand %.17g", what,
              found, expected);
}

static void expect_none(double found, const char *what)
{
    cr_expect(isnan(found), "%s: %.17g, expected none", what, found);
}

static struct pcs_summary_settings settings_of(int ranks, uint32_t steps, uint32_t warmup)
{
    return (struct pcs_summary_settings){.name = "run",
                                         .run_id = "0123456789abcdef",
                                         .kind = "solo",
                                         .schedule = "ring",
                                         .seed = 7,
                                         .ranks = ranks,
                                         .bytes = 64,
                                         .steps = steps,
                                         .warmup = warmup};
}

/** Times and fate of a call, in bucket 0 unless said otherwise. */
static struct pcs_step_row step_row(int rank, uint32_t step, double compute_s, double arrive_s,
                                    double return_s, int64_t taken_round)
{
    return (struct pcs_step_row){.rank = rank,
                                 .step = step,
                                 .compute_s = compute_s,
                                 .arrive_s = arrive_s,
                                 .return_s = return_s,
                                 .round = step,
                                 .fresh = taken_round == step,
                                 .taken_round = taken_round,
                                 .active = 1,
                                 .loss = (double)NAN};
}

static void add(struct pcs_summary *summary, struct pcs_step_row row)
{
    cr_assert(eq(int, pcs_summary_add_step(summary, &row), 0));
}

static void add_round(struct pcs_summary *summary, uint32_t round, int active, double end_s,
                      int64_t bytes, int64_t messages)
{
    struct pcs_round_row row = {.round = round,
                                .initiator = PCS_NO_INITIATOR,
                                .end_s = end_s,
                                .active = active,
                                .bytes = bytes,
                                .messages = messages};

    cr_assert(eq(int, pcs_summary_add_round(summary, &row), 0));
}

/**
 * Three ranks, three steps, and a closing round. Seconds:
 *
 *   rank 0: works 1, calls at 1, back at 2; works 1, 3 to 4; works 1, 5 to 6
 *   rank 1: works 2, calls at 2, back at 2; works 2, 4 to 4.5; works 2, 6.5 to 7
 *   rank 2: works 5, calls at 5, back at 5; works 1, 6 to 6; works 1, 7 to 9
 */
static void add_three_ranks(struct pcs_summary *summary)
{
    add(summary, step_row(0, 0, 1, 1, 2, 0));
    add(summary, step_row(0, 1, 1, 3, 4, 1));
    add(summary, step_row(1, 0, 2, 2, 2, 1));
    add(summary, step_row(2, 0, 5, 5, 5, PCS_TAKEN_LOST));
    add(summary, step_row(0, 2, 1, 5, 6, 2));
    add(summary, step_row(1, 1, 2, 4, 4.5, 2));
    add(summary, step_row(1, 2, 2, 6.5, 7, PCS_TAKEN_LEFT_OVER));
    add(summary, step_row(2, 1, 1, 6, 6, 3));
    add(summary, step_row(2, 2, 1, 7, 9, PCS_TAKEN_LOST));
    add_round(summary, 0, 1, 2.5, 100, 5);
    add_round(summary, 1, 2, 4.5, 200, 6);
    add_round(summary, 2, 4, 9, 300, 7);
    add_round(summary, 3, 3, 10, 400, 8); /* closing */
}

Test(summary, three_ranks)
{
    struct pcs_summary_settings settings = settings_of(3, 3, 0);
    struct pcs_summary *summary = pcs_summary_create(&settings);
    struct pcs_summary_figures figures;

    add_three_ranks(summary);
    pcs_summary_figures(summary, &figures);
    /* latencies in order: 0 0 0 0.5 0.5 1 1 1 2 */
    expect_near(figures.latency_mean_s, 6.0 / 9, "mean");
    expect_near(figures.latency_p50_s, 0.5, "median");
    expect_near(figures.latency_p99_s, 1.92, "p99"); /* at 0.99 of 8 intervals: 7.92 */
    expect_near(figures.active_mean, 7.0 / 3, "active");
    expect_near(figures.active_sd, sqrt(7.0 / 3), "sd"); /* (16/9 + 1/9 + 25/9) / 2 */
    /* taken - step: 0 0 0 1 1 2 */
    expect_near(figures.staleness_mean, 4.0 / 6, "staleness");
    expect_near(figures.staleness_max, 2, "staleness");
    cr_expect(eq(u64, figures.lost, 2));
    cr_expect(eq(u64, figures.left_over, 1));
    /* each from 0: to 6, 7, 9 */
    expect_near(figures.throughput_fastest, 3.0 / 6, "fastest");
    expect_near(figures.throughput_steps_per_s, 3.0 / 7, "median");
    expect_near(figures.throughput_slowest, 3.0 / 9, "slowest");
    expect_near(figures.idle_fraction, 6.0 / 22, "idle");
    cr_expect(eq(i64, figures.bytes_sent, 1000));
    cr_expect(eq(i64, figures.messages, 26));
    expect_near(figures.sim_time_s, 10, "time");
    pcs_summary_destroy(summary);
}

Test(summary, warm_up)
{
    struct pcs_summary_settings settings = settings_of(3, 3, 1);
    struct pcs_summary *summary = pcs_summary_create(&settings);
    struct pcs_summary_figures figures;

    add_three_ranks(summary);
    pcs_summary_figures(summary, &figures);
    /* latencies from step 1 on: 0 0.5 0.5 1 1 2 */
    expect_near(figures.latency_mean_s, 5.0 / 6, "mean");
    expect_near(figures.latency_p50_s, 0.75, "median");
    expect_near(figures.latency_p99_s, 1.95, "p99");
    expect_near(figures.active_mean, 3, "active");
    expect_near(figures.active_sd, sqrt(2), "sd");
    expect_near(figures.staleness_mean, 3.0 / 4, "staleness"); /* 0 0 1 2 */
    expect_near(figures.staleness_max, 2, "staleness");
    /* step 1 starts at 2, 2 and 5 */
    expect_near(figures.throughput_fastest, 2.0 / 4, "fastest");
    expect_near(figures.throughput_steps_per_s, 2.0 / 4, "median");
    expect_near(figures.throughput_slowest, 2.0 / 5, "slowest");
    expect_near(figures.idle_fraction, 5.0 / 13, "idle");
    /* of the whole run */
    cr_expect(eq(u64, figures.lost, 2));
    cr_expect(eq(u64, figures.left_over, 1));
    cr_expect(eq(i64, figures.bytes_sent, 1000));
    cr_expect(eq(i64, figures.messages, 26));
    expect_near(figures.sim_time_s, 10, "time");
    pcs_summary_destroy(summary);
}

Test(summary, only_old_gradients_are_stale_after_warm_up)
{
    struct pcs_summary_settings settings = settings_of(1, 3, 1);
    struct pcs_summary *summary = pcs_summary_create(&settings);
    struct pcs_summary_figures figures;

    add(summary, step_row(0, 0, 1, 1, 2, 2));
    add(summary, step_row(0, 1, 1, 3, 4, PCS_TAKEN_LOST));
    add(summary, step_row(0, 2, 1, 5, 20, PCS_TAKEN_LEFT_OVER));
    add_round(summary, 1, 0, 4, 0, 0);
    pcs_summary_figures(summary, &figures);
    expect_none(figures.staleness_mean, "staleness");
    expect_none(figures.staleness_max, "staleness");
    expect_near(figures.active_mean, 0, "active");
    expect_near(figures.active_sd, 0, "sd of one round");
    expect_near(figures.sim_time_s, 20, "a return after the last round");
    pcs_summary_destroy(summary);
}

Test(summary, buckets_of_a_step_are_idle_together)
{
    struct pcs_summary_settings settings = settings_of(1, 2, 0);
    struct pcs_summary *summary = pcs_summary_create(&settings);
    struct pcs_summary_figures figures;
    struct pcs_step_row row;

    /* from the start at 1 to 10; bucket 1 is brought after half a second of more work: of the 3 s
       from the first call to the last return 2.5 are idle */
    row = step_row(0, 0, 1.5, 3, 5, 0);
    row.bucket = 1;
    add(summary, row);
    row = step_row(0, 0, 1, 2, 4, 0);
    add(summary, row);
    row = step_row(0, 1, 1, 9, 10, 0);
    add(summary, row);
    row = step_row(0, 1, 1, 9.25, 9.5, 0);
    row.bucket = 1;
    add(summary, row);
    pcs_summary_figures(summary, &figures);
    expect_near(figures.latency_mean_s, (2.5 + 1) / 2, "mean");
    expect_near(figures.latency_p50_s, (2.5 + 1) / 2, "median");
    expect_near(figures.idle_fraction, (2.5 + 1) / 9, "idle");
    expect_near(figures.throughput_steps_per_s, 2.0 / 9, "throughput");
    pcs_summary_destroy(summary);
}

Test(summary, one_rank_without_time)
{
    struct pcs_summary_settings settings = settings_of(1, 2, 0);
    struct pcs_summary *summary = pcs_summary_create(&settings);
    struct pcs_summary_figures figures;
    struct text text;

    add(summary, step_row(0, 0, 0, 0, 0, 0));
    add(summary, step_row(0, 1, 0, 0, 0, 1));
    add_round(summary, 0, 1, 0, 0, 0);
    add_round(summary, 1, 1, 0, 0, 0);
    pcs_summary_figures(summary, &figures);
    text_open(&text);
    cr_assert(eq(int, pcs_summary_csv(&settings, &figures, text.out), 0));
    cr_expect(eq(str, text_close(&text),
                 HEADER "run,0123456789abcdef,7,1,solo,ring,64,2,0,0,0,1,0,0,0,0,0,,,,,0,0,0\n"));
    free(text.bytes);
    pcs_summary_destroy(summary);
}

Test(summary, a_rank_without_time_is_infinitely_fast)
{
    struct pcs_summary_settings settings = settings_of(3, 1, 0);
    struct pcs_summary *summary = pcs_summary_create(&settings);
    struct pcs_summary_figures figures;

    add(summary, step_row(0, 0, 0, 0, 0, 0));
    add(summary, step_row(1, 0, 1, 1, 2, 0));
    add(summary, step_row(2, 0, 1, 1, 4, 0));
    pcs_summary_figures(summary, &figures);
    expect_none(figures.throughput_fastest, "fastest");
    expect_near(figures.throughput_steps_per_s, 0.5, "median");
    expect_near(figures.throughput_slowest, 0.25, "slowest");
    expect_near(figures.idle_fraction, 4.0 / 6, "idle");
    pcs_summary_destroy(summary);
}

Test(summary, one_unknown_traffic_makes_the_sum_unknown)
{
    for (int unknown = 0; unknown < 3; unknown++) {
        struct pcs_summary_settings settings = settings_of(2, 3, 0);
        struct pcs_summary *summary = pcs_summary_create(&settings);
        struct pcs_summary_figures figures;

        for (uint32_t round = 0; round < 3; round++)
            add_round(summary, round, 1, 1, round == (uint32_t)unknown ? PCS_UNKNOWN : 10, 2);
        pcs_summary_figures(summary, &figures);
        cr_expect(eq(i64, figures.bytes_sent, PCS_UNKNOWN), "round %d", unknown);
        cr_expect(eq(i64, figures.messages, 6));
        pcs_summary_destroy(summary);
    }
}

Test(summary, a_sum_that_is_too_large_is_unknown)
{
    struct pcs_summary_settings settings = settings_of(2, 3, 0);
    struct pcs_summary *summary = pcs_summary_create(&settings);
    struct pcs_summary_figures figures;

    add_round(summary, 0, 1, 1, INT64_MAX, 1);
    add_round(summary, 1, 1, 1, INT64_MAX, INT64_MAX - 1);
    add_round(summary, 2, 1, 1, 3, 0);
    pcs_summary_figures(summary, &figures);
    cr_expect(eq(i64, figures.bytes_sent, PCS_UNKNOWN));
    cr_expect(eq(i64, figures.messages, INT64_MAX));
    pcs_summary_destroy(summary);
}

Test(summary, without_step_rows)
{
    struct pcs_summary_settings settings = settings_of(2, 2, 0);
    struct pcs_summary *summary = pcs_summary_create(&settings);
    struct pcs_summary_figures figures;
    struct text text;

    add_round(summary, 0, 1, 0.5, 10, 1);
    add_round(summary, 1, 2, 1.5, 20, 3);
    pcs_summary_figures(summary, &figures);
    text_open(&text);
    cr_assert(eq(int, pcs_summary_csv(&settings, &figures, text.out), 0));
    cr_expect(eq(str, text_close(&text),
                 HEADER "run,0123456789abcdef,7,2,solo,ring,64,2,,,,1.5,0.7071067811865476,,,,,,,"
                        ",,30,4,1.5\n"));
    free(text.bytes);
    pcs_summary_destroy(summary);
}

Test(summary, without_rows)
{
    struct pcs_summary_settings settings = settings_of(2, 2, 0);
    struct pcs_summary *summary = pcs_summary_create(&settings);
    struct pcs_summary_figures figures;
    struct text text;

    pcs_summary_figures(summary, &figures);
    text_open(&text);
    cr_assert(eq(int, pcs_summary_csv(&settings, &figures, text.out), 0));
    cr_expect(eq(str, text_close(&text),
                 HEADER "run,0123456789abcdef,7,2,solo,ring,64,2,,,,,,,,,,,,,,,,\n"));
    free(text.bytes);
    pcs_summary_destroy(summary);
    pcs_summary_destroy(NULL);
}

Test(summary, the_order_of_ranks_does_not_matter)
{
    enum { RANKS = 7, STEPS = 500 };
    struct pcs_summary_settings settings = settings_of(RANKS, STEPS, 3);
    struct pcs_summary *by_rank = pcs_summary_create(&settings);
    struct pcs_summary *by_step = pcs_summary_create(&settings);
    struct pcs_summary_figures first, second;

    for (int i = 0; i < RANKS * STEPS; i++) {
        int pairs[2][2] = {{i / STEPS, i % STEPS}, {RANKS - 1 - i % RANKS, i / RANKS}};

        for (int order = 0; order < 2; order++) {
            int rank = pairs[order][0], step = pairs[order][1];
            double arrive_s = step + 0.1 * sin(rank * 31 + step * 17);

            add(order ? by_step : by_rank,
                step_row(rank, (uint32_t)step, 0.01, arrive_s,
                         arrive_s + 0.3 + 0.1 * cos(rank + step), step + (rank + step) % 3));
        }
    }
    pcs_summary_figures(by_rank, &first);
    pcs_summary_figures(by_step, &second);
    cr_expect(eq(int, memcmp(&first, &second, sizeof first), 0));
    pcs_summary_destroy(by_rank);
    pcs_summary_destroy(by_step);
}

Test(summary, impossible_rows_are_refused)
{
    struct pcs_summary_settings settings = settings_of(2, 5, 0);
    struct pcs_summary *summary = pcs_summary_create(&settings);
    struct pcs_step_row row = step_row(2, 0, 1, 1, 2, 0);

    errno = 0;
    cr_expect(eq(int, pcs_summary_add_step(summary, &row), -1));
    cr_expect(eq(int, errno, ERANGE));
    errno = 0;
    row.rank = -1;
    cr_expect(eq(int, pcs_summary_add_step(summary, &row), -1));
    cr_expect(eq(int, errno, ERANGE));
    add(summary, step_row(1, 3, 1, 1, 2, 3));
    errno = 0;
    row = step_row(1, 2, 1, 1, 2, 2);
    cr_expect(eq(int, pcs_summary_add_step(summary, &row), -1));
    cr_expect(eq(int, errno, EINVAL));
    pcs_summary_destroy(summary);
}

/* ---- file --------------------------------------------------------------------------------- */

Test(summary, names_that_csv_cannot_hold_and_a_full_disk_are_told)
{
    static const char *const bad[] = {"a,b", "a\"b", "a\nb", "a\rb"};
    struct pcs_summary_settings settings = settings_of(1, 1, 0);
    struct pcs_summary_figures figures = {0};
    FILE *out = tmpfile();
    FILE *full = fopen("/dev/full", "w");

    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        settings.name = bad[i];
        errno = 0;
        cr_expect(eq(int, pcs_summary_csv(&settings, &figures, out), -1), "%s", bad[i]);
        cr_expect(eq(int, errno, EINVAL));
    }
    fclose(out);
    settings.name = "good";
    setvbuf(full, NULL, _IONBF, 0);
    errno = 0;
    cr_expect(eq(int, pcs_summary_csv(&settings, &figures, full), -1));
    cr_expect(eq(int, errno, ENOSPC));
    fclose(full);
}

static void expect_row(const struct pcs_summary_row *row,
                       const struct pcs_summary_settings *settings,
                       const struct pcs_summary_figures *figures)
{
    struct pcs_summary_settings again = {.name = row->name,
                                         .run_id = row->run_id,
                                         .kind = row->kind,
                                         .schedule = row->schedule,
                                         .seed = row->seed,
                                         .ranks = row->ranks,
                                         .bytes = row->bytes,
                                         .steps = row->steps};
    struct text first, second;

    text_open(&first);
    text_open(&second);
    cr_assert(eq(int, pcs_summary_csv(settings, figures, first.out), 0));
    cr_assert(eq(int, pcs_summary_csv(&again, &row->figures, second.out), 0));
    cr_expect(eq(str, text_close(&first), text_close(&second)));
    free(first.bytes);
    free(second.bytes);
}

Test(summary, a_row_reads_back)
{
    struct pcs_summary_settings settings = settings_of(3, 4000000000, 0);
    struct pcs_summary_figures figures = {
        .latency_mean_s = 0.1,
        .latency_p50_s = 1.0 / 3,
        .latency_p99_s = 3,
        .active_mean = 4.5,
        .active_sd = 5.25,
        .staleness_mean = 6.125,
        .staleness_max = 7,
        .lost = 8,
        .left_over = UINT64_MAX - 1,
        .throughput_steps_per_s = 9.5,
        .throughput_fastest = 10.5,
        .throughput_slowest = 11.5,
        .idle_fraction = 0.75,
        .bytes_sent = INT64_MAX,
        .messages = 12,
        .sim_time_s = 1e-7,
    };
    struct pcs_summary_row row;
    struct pcs_read_error error = {"(none)"};
    struct text text;

    settings.seed = UINT64_MAX;
    settings.bytes = UINT64_MAX - 1;
    text_open(&text);
    cr_assert(eq(int, pcs_summary_csv(&settings, &figures, text.out), 0));
    FILE *in = text_reopen(&text);
    cr_assert(eq(int, pcs_summary_row_read(in, "s.csv", &row, &error), 0), "%s", error.text);
    cr_expect(eq(str, row.name, "run"));
    cr_expect(eq(str, row.run_id, "0123456789abcdef"));
    cr_expect(eq(str, row.kind, "solo"));
    cr_expect(eq(str, row.schedule, "ring"));
    cr_expect(eq(u64, row.seed, UINT64_MAX));
    cr_expect(eq(int, row.ranks, 3));
    cr_expect(eq(u64, row.bytes, UINT64_MAX - 1));
    cr_expect(eq(u32, row.steps, 4000000000));
    cr_expect(eq(int, memcmp(&row.figures, &figures, sizeof figures), 0));
    expect_row(&row, &settings, &figures);
    pcs_summary_row_fini(&row);
    fclose(in);
    free(text.bytes);
}

Test(summary, empty_figures_read_back)
{
    struct pcs_summary_row row;
    struct pcs_read_error error = {"(none)"};
    FILE *in = text_in(HEADER "n,id,1,2,mpi,auto,3,4,,,,,,,,,,,,,,,,\n");

    cr_assert(eq(int, pcs_summary_row_read(in, "s.csv", &row, &error), 0), "%s", error.text);
    expect_none(row.figures.latency_mean_s, "mean");
    expect_none(row.figures.sim_time_s, "time");
    cr_expect(eq(u64, row.figures.lost, PCS_UNKNOWN_COUNT));
    cr_expect(eq(u64, row.figures.left_over, PCS_UNKNOWN_COUNT));
    cr_expect(eq(i64, row.figures.bytes_sent, PCS_UNKNOWN));
    cr_expect(eq(i64, row.figures.messages, PCS_UNKNOWN));
    pcs_summary_row_fini(&row);
    fclose(in);
}

Test(summary, bad_files_are_refused)
{
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"", "s.csv:1:1: empty file, expected a header line"},
        {"name\n", "s.csv:1:5: no column run_id in the header"},
        {HEADER, "s.csv:2:1: no row, expected one"},
        {HEADER "n,id,1,2,mpi,auto,3,4,,,,,,,,,,,,,,,,\n"
                "n,id,1,2,mpi,auto,3,4,,,,,,,,,,,,,,,,\n",
         "s.csv:3:1: a second row, expected one"},
        {HEADER "n,id,1,2,mpi,auto,3,4,,,,,,,,,,,,,,,,\n\n",
         "s.csv:3:1: 1 field, expected 24 as in the header"},
        {HEADER "n,id,1,2,mpi,auto,3,4,,,,,,,,,,,,,,,,",
         "s.csv:2:38: cut off: the last line has no line feed, expected a complete file"},
        {HEADER ",id,1,2,mpi,auto,3,4,,,,,,,,,,,,,,,,\n",
         "s.csv:2:1: name is empty, expected a name"},
        {HEADER "n,id,-1,2,mpi,auto,3,4,,,,,,,,,,,,,,,,\n",
         "s.csv:2:6: seed is \"-1\", expected 0 to 18446744073709551615"},
        {HEADER "n,id,1,0,mpi,auto,3,4,,,,,,,,,,,,,,,,\n",
         "s.csv:2:8: ranks is \"0\", expected 1 to 2147483647"},
        {HEADER "n,id,1,2,mpi,,3,4,,,,,,,,,,,,,,,,\n",
         "s.csv:2:14: schedule is empty, expected a name"},
        {HEADER "n,id,1,2,mpi,auto,x,4,,,,,,,,,,,,,,,,\n",
         "s.csv:2:19: bytes is \"x\", expected a whole number"},
        {HEADER "n,id,1,2,mpi,auto,3,4294967296,,,,,,,,,,,,,,,,\n",
         "s.csv:2:21: steps is \"4294967296\", expected 0 to 4294967295"},
        {HEADER "n,id,1,2,mpi,auto,3,4,nan,,,,,,,,,,,,,,,\n",
         "s.csv:2:23: latency_mean_s is \"nan\", expected a number"},
        {HEADER "n,id,1,2,mpi,auto,3,4,,,,,,,,,,,,,,,,-1\n",
         "s.csv:2:38: sim_time_s is \"-1\", expected a number that is not negative"},
        {HEADER "n,id,1,2,mpi,auto,3,4,,,,,,,,1.5,,,,,,,,\n",
         "s.csv:2:30: lost is \"1.5\", expected a whole number"},
        {HEADER "n,id,1,2,mpi,auto,3,4,,,,,,,,,,,,,,,-1,\n",
         "s.csv:2:37: messages is \"-1\", expected 0 to 9223372036854775807"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct pcs_summary_row row = {.name = NULL};
        struct pcs_read_error error = {"(none)"};
        FILE *in = text_in(cases[i].text);

        cr_expect(eq(int, pcs_summary_row_read(in, "s.csv", &row, &error), -1), "accepted: %s",
                  cases[i].text);
        cr_expect(eq(str, error.text, (char *)cases[i].message), "for %s", cases[i].text);
        cr_expect(eq(ptr, row.name, NULL), "touched on failure");
        fclose(in);
    }
}
