/*
 * Figures of a run of three ranks by hand.
 */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/metrics/metrics.h"

static void expect(const struct pcs_metrics *metrics, const char *name, double expected)
{
    const struct pcs_metric *metric = pcs_metrics_find(metrics, name);

    cr_assert(metric, "no %s", name);
    cr_expect(fabs(metric->value - expected) <= 1e-12 * fmax(1, fabs(expected)),
              "%s: %.17g, by hand %.17g", name, metric->value, expected);
}

static void expect_none(const struct pcs_metrics *metrics, const char *name)
{
    cr_expect_null(pcs_metrics_find(metrics, name), "%s is there", name);
}

static void add(struct pcs_run *run, int rank, uint32_t step, double compute_s, double arrive_s,
                double return_s, int64_t taken_round)
{
    struct pcs_step_row row = {.rank = rank,
                               .step = step,
                               .compute_s = compute_s,
                               .arrive_s = arrive_s,
                               .return_s = return_s,
                               .round = step,
                               .fresh = taken_round == step,
                               .taken_round = taken_round,
                               .bytes_sent = 10 * (rank + 1),
                               .messages_sent = rank == 2 ? 4 : 1,
                               .loss = rank + 10 * step,
                               .lag = rank == 2 ? 2 - (int64_t)step : 0};

    cr_assert_eq(pcs_run_add_call(run, &row), 0);
}

static void add_round(struct pcs_run *run, uint32_t round, int initiator, double start_s,
                      int active, int stale, double end_s)
{
    struct pcs_round_row row = {.round = round,
                                .initiator = initiator,
                                .start_s = start_s,
                                .end_s = end_s,
                                .active = active,
                                .stale = stale,
                                .null = 3 - active - stale,
                                .bytes = 60,
                                .messages = 6};

    cr_assert_eq(pcs_run_add_round(run, &row), 0);
}

/**
 * Majority, three ranks, three steps; round 2 waits for all. Seconds:
 *
 *   rank 0: works 1, calls at 1, back at 2; works 1, 3 to 4; works 1, 5 to 6
 *   rank 1: works 2, calls at 2, back at 2; works 2, 4 to 4.5; works 2, 6.5 to 7
 *   rank 2: works 5, calls at 5, back at 5; works 1, 6 to 6; works 1, 7 to 9
 */
static struct pcs_run *three_ranks(void)
{
    struct pcs_run *run = pcs_run_create("three");

    cr_assert(run);
    run->settings.ranks = 3;
    run->settings.steps = 3;
    run->settings.kind = "majority";
    run->settings.candidates = 1;
    run->ranks = calloc(3, sizeof *run->ranks);
    add_round(run, 0, 1, 2, 1, 0, 2.5);
    add_round(run, 1, 0, 3, 1, 1, 4.5);
    add_round(run, 2, PCS_NO_INITIATOR, 7, 2, 1, 9);
    add(run, 0, 0, 1, 1, 2, 0);
    add(run, 0, 1, 1, 3, 4, 1);
    add(run, 0, 2, 1, 5, 6, 2);
    add(run, 1, 0, 2, 2, 2, 1);
    add(run, 1, 1, 2, 4, 4.5, 2);
    add(run, 1, 2, 2, 6.5, 7, PCS_TAKEN_LEFT_OVER);
    add(run, 2, 0, 5, 5, 5, PCS_TAKEN_LOST);
    add(run, 2, 1, 1, 6, 6, 2);
    add(run, 2, 2, 1, 7, 9, 2);
    return run;
}

Test(metrics, three_ranks)
{
    struct pcs_run *run = three_ranks();
    struct pcs_metrics_options options = {.has_details = true};
    struct pcs_metrics metrics;

    cr_assert_eq(pcs_metrics_of_run(run, &options, &metrics), 0);
    /* latencies in order: 0 0 0 0.5 0.5 1 1 1 2 */
    expect(&metrics, "latency_mean", 6.0 / 9);
    expect(&metrics, "latency_p50", 0.5);
    expect(&metrics, "latency_p90", 1.2); /* at 0.9 of 8 intervals: 7.2 */
    expect(&metrics, "latency_max", 2);
    expect(&metrics, "latency_mean[rank=1]", 1.0 / 3);
    expect(&metrics, "latency_max[rank=2]", 2);
    expect(&metrics, "latency_mean[step=2]", 3.5 / 3);
    /* all rounds, and those that do not wait for all */
    expect(&metrics, "active_mean", 4.0 / 3);
    expect(&metrics, "fresh_mean", 1);
    /* round 0 starts at 2: ranks 0 and 1 are there; round 1 at 3: rank 0 */
    expect(&metrics, "arrived_mean", 1.5);
    expect(&metrics, "arrived_expected", 2);
    expect(&metrics, "arrived_share[arrived=1]", 0.5);
    expect(&metrics, "arrived_expected[arrived=3]", 1.0 / 3);
    expect(&metrics, "fresh_share[fresh=1]", 1);
    expect_none(&metrics, "fresh_share[fresh=2]"); /* that round waited for all */
    expect(&metrics, "active_share", 4.0 / 9);
    expect(&metrics, "stale_share", 2.0 / 9);
    expect(&metrics, "null_share", 3.0 / 9);
    /* rank 1: nothing in round 0, step 0 in round 1, step 1 in round 2; rank 2: steps 1 and 2 in 2
     */
    expect(&metrics, "null_share[rank=1]", 1.0 / 3);
    expect(&metrics, "stale_share[rank=1]", 2.0 / 3);
    expect(&metrics, "null_share[rank=2]", 2.0 / 3);
    expect(&metrics, "stale_share[rank=2]", 0);
    expect(&metrics, "lag_mean", 3.0 / 9);
    expect(&metrics, "lag_max", 2);
    expect(&metrics, "lag_mean[rank=2]", 1);
    /* 0 0 0 | 1 1 - | - 1 0 */
    expect(&metrics, "staleness_mean", 3.0 / 7);
    expect(&metrics, "staleness_p99", 1);
    expect(&metrics, "staleness_max", 1);
    expect(&metrics, "staleness_share[rounds=0]", 4.0 / 7);
    expect(&metrics, "staleness_mean[rank=2]", 0.5);
    expect(&metrics, "lost_share", 1.0 / 9);
    expect(&metrics, "left_over_share", 1.0 / 9);
    /* each from 0: to 6, 7, 9 */
    expect(&metrics, "throughput_slowest", 3.0 / 9);
    expect(&metrics, "throughput_steps_per_s", 3.0 / 7);
    expect(&metrics, "throughput_aggregate", 3.0 / 6 + 3.0 / 7 + 3.0 / 9);
    expect(&metrics, "throughput_mean", 1.0 / 6 + 1.0 / 7 + 1.0 / 9);
    expect(&metrics, "throughput[rank=0]", 0.5);
    expect(&metrics, "idle_fraction", 6.0 / 22);
    expect(&metrics, "idle_fraction[rank=0]", 0.5);
    expect(&metrics, "bytes_sent", 180);
    expect(&metrics, "bytes_per_rank_round", 20);
    expect(&metrics, "messages_per_rank_round", 2);
    expect(&metrics, "bytes_sent[round=1]", 60);
    expect(&metrics, "messages[round=2]", 6);
    expect(&metrics, "bytes_balance", 90 * 3 / 180.0);
    expect(&metrics, "messages_balance", 12 * 3 / 18.0);
    expect(&metrics, "bytes_sent[rank=2]", 90);
    /* fresh: 3, 0, 1 */
    expect(&metrics, "fairness_jain", 16.0 / 30);
    expect(&metrics, "fairness_gini", 0.5);
    expect(&metrics, "loss_last", 21);
    expect(&metrics, "loss_least", 1);
    expect(&metrics, "loss_last_time", 9);
    expect(&metrics, "sim_time", 9);
    expect(&metrics, "warmup", 0);
    cr_expect_str_eq(pcs_metrics_find(&metrics, "latency_mean")->interval.method,
                     "too short for an interval");
    pcs_metrics_fini(&metrics);
    pcs_run_destroy(run);
}

Test(metrics, warm_up)
{
    struct pcs_run *run = three_ranks();
    struct pcs_metrics_options options = {.warmup_rule = PCS_WARMUP_GIVEN, .warmup = 1};
    struct pcs_metrics metrics;

    cr_assert_eq(pcs_metrics_of_run(run, &options, &metrics), 0);
    expect(&metrics, "latency_mean", 5.0 / 6);
    expect(&metrics, "active_mean", 1.5);
    expect(&metrics, "arrived_mean", 1);
    expect(&metrics, "staleness_mean", 2.0 / 5);
    expect(&metrics, "lost_share", 0);
    /* step 1 starts at 2, 2 and 5 */
    expect(&metrics, "throughput_slowest", 2.0 / 5);
    expect(&metrics, "throughput_fastest", 2.0 / 4);
    expect(&metrics, "idle_fraction", 5.0 / 13);
    expect(&metrics, "lost", 1); /* of the whole run */
    expect(&metrics, "warmup", 1);
    expect_none(&metrics, "latency_mean[rank=0]");
    pcs_metrics_fini(&metrics);
    pcs_run_destroy(run);
}

Test(metrics, unknown_traffic_is_no_figure)
{
    struct pcs_run *run = three_ranks();
    struct pcs_metrics_options options = {0};
    struct pcs_metrics metrics;

    run->ranks[1].messages = PCS_UNKNOWN;
    run->rounds[1].row.bytes = PCS_UNKNOWN;
    cr_assert_eq(pcs_metrics_of_run(run, &options, &metrics), 0);
    expect_none(&metrics, "bytes_sent");
    expect_none(&metrics, "bytes_per_rank_round");
    expect_none(&metrics, "messages_balance");
    expect(&metrics, "messages", 18);
    pcs_metrics_fini(&metrics);
    pcs_run_destroy(run);
}

/** A long run of independent steps, with intervals; the truth is known. */
Test(metrics, intervals_of_a_long_run)
{
    struct pcs_run *run = pcs_run_create("long");
    struct pcs_metrics_options options = {0};
    struct pcs_metrics metrics;

    run->settings.ranks = 1;
    run->settings.steps = 1000;
    run->ranks = calloc(1, sizeof *run->ranks);
    for (uint32_t t = 0; t < 1000; t++)
        add(run, 0, t, 1, 3.0 * t + 1, 3.0 * t + 1 + (t % 3 ? 1 : 2),
            t); /* works 1, waits 1 or 2 */
    cr_assert_eq(pcs_metrics_of_run(run, &options, &metrics), 0);
    const char *names[] = {"latency_mean",           "latency_p50",   "latency_p90",
                           "throughput_steps_per_s", "idle_fraction", "staleness_mean"};
    for (int i = 0; i < 6; i++) {
        const struct pcs_metric *metric = pcs_metrics_find(&metrics, names[i]);
        cr_assert(metric, "%s", names[i]);
        cr_expect(metric->interval.low <= metric->value * (1 + 1e-9) &&
                      metric->value * (1 - 1e-9) <= metric->interval.high,
                  "%s: %g in %g to %g by %s", names[i], metric->value, metric->interval.low,
                  metric->interval.high, metric->interval.method);
    }
    expect(&metrics, "latency_mean", 1.334);
    pcs_metrics_fini(&metrics);
    pcs_run_destroy(run);
}
