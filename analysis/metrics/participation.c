/*
 * Participation: how many ranks had arrived when a round started, and how many were fresh in it.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "analysis/confidence/batch_means.h"
#include "analysis/metrics/metrics.h"
#include "analysis/metrics/series.h"
#include "analysis/participation_law.h"
#include "analysis/rank_parts.h"

/** What the rounds are asked for. */
typedef double round_value(const struct pcs_run_round *round);

static double value_active(const struct pcs_run_round *round)
{
    return round->row.active;
}

static double value_arrived(const struct pcs_run_round *round)
{
    return round->arrived;
}

/** Rounds that are measured, sync rounds left out if asked. @return 0, or -1 without memory */
static int series_of(const struct pcs_measured *measured, round_value *value, bool has_sync,
                     struct pcs_series *series)
{
    const struct pcs_run *run = measured->run;

    if (pcs_series_init(series, measured->steps) < 0)
        return -1;
    for (size_t i = 0; i < run->rounds_n; i++) {
        const struct pcs_run_round *round = &run->rounds[i];
        uint32_t r = round->row.round;
        if (r < measured->warmup || r >= run->settings.steps ||
            (!has_sync && pcs_run_round_is_sync(run, round)))
            continue;
        series->sums[r - measured->warmup] += value(round);
        series->counts[r - measured->warmup] += 1;
    }
    return 0;
}

static struct pcs_interval interval_of(const struct pcs_series *series)
{
    return pcs_interval_batch_means(series->sums, series->counts, series->n);
}

static double mean_of(const struct pcs_series *series)
{
    double sum = 0, count = 0;

    for (size_t t = 0; t < series->n; t++) {
        sum += series->sums[t];
        count += series->counts[t];
    }
    return sum / count; /* NAN without rounds: no such figure */
}

static void add_active(const struct pcs_measured *measured, struct pcs_metrics *metrics)
{
    struct pcs_series series;

    if (series_of(measured, value_active, true, &series) < 0) {
        metrics->failed = true;
        return;
    }
    pcs_metrics_add_interval(metrics, "active_mean", "ranks", measured->figures.active_mean,
                             interval_of(&series));
    pcs_metrics_add(metrics, "active_sd", "ranks", measured->figures.active_sd,
                    "standard deviation");
    pcs_series_fini(&series);
}

/** @return whether the law of the run's kind is known */
static bool find_law(const struct pcs_run *run, struct pcs_participation_law *law)
{
    const struct pcs_run_settings *settings = &run->settings;

    *law = (struct pcs_participation_law){.ranks = settings->ranks,
                                          .candidates = settings->candidates,
                                          .is_last = settings->is_trigger_last};
    return settings->candidates >= 1 && settings->candidates <= settings->ranks;
}

static void add_test(const struct pcs_measured *measured, const struct pcs_participation_law *law,
                     const uint64_t *counts, struct pcs_metrics *metrics)
{
    struct pcs_chi_square test = pcs_participation_test(law, counts);
    char method[PCS_METHOD_SIZE];
    uint64_t rounds = 0;

    for (int a = 0; a < law->ranks; a++)
        rounds += counts[a];
    pcs_metrics_add(metrics, "arrived_expected", "ranks", pcs_participation_mean(law),
                    "closed form of the kind");
    pcs_metrics_over_runs(metrics, PCS_OVER_RUNS_SAME);
    if (test.degrees > 0) {
        snprintf(method, sizeof method, "chi-square with %d degrees", test.degrees);
        pcs_metrics_add(metrics, "arrived_chi_square", "1", test.statistic, "Pearson");
        pcs_metrics_over_runs(metrics, PCS_OVER_RUNS_NONE);
        pcs_metrics_add(metrics, "arrived_degrees", "1", test.degrees, "classes less 1");
        pcs_metrics_over_runs(metrics, PCS_OVER_RUNS_NONE);
        pcs_metrics_add(metrics, "arrived_p_value", "1", test.p, method);
        pcs_metrics_over_runs(metrics, PCS_OVER_RUNS_NONE);
    }
    pcs_metrics_add(metrics, "arrived_impossible", "1", (double)test.impossible / (double)rounds,
                    "share of rounds");
    for (int a = 1; measured->has_details && a <= law->ranks; a++) {
        double share = pcs_participation_share(law, a);
        if (counts[a - 1] == 0 && share < 1e-6)
            continue;
        pcs_metrics_add_part(metrics, "arrived_share", "arrived", a, "1",
                             (double)counts[a - 1] / (double)rounds);
        pcs_metrics_add_part(metrics, "arrived_expected", "arrived", a, "1", share);
    }
}

/** The rounds that did not wait for all, by the number of ranks that had arrived. */
static void add_arrived(const struct pcs_measured *measured, struct pcs_metrics *metrics)
{
    const struct pcs_run *run = measured->run;
    struct pcs_participation_law law;
    struct pcs_series series;
    uint64_t *counts = calloc((size_t)run->settings.ranks + 1, sizeof *counts);

    if (!counts || series_of(measured, value_arrived, false, &series) < 0) {
        free(counts);
        metrics->failed = true;
        return;
    }
    double mean = mean_of(&series);
    pcs_metrics_add_interval(metrics, "arrived_mean", "ranks", mean, interval_of(&series));
    for (size_t i = 0; i < run->rounds_n; i++) {
        const struct pcs_run_round *round = &run->rounds[i];
        if (round->row.round >= measured->warmup && !pcs_run_round_is_sync(run, round) &&
            round->arrived > 0)
            counts[round->arrived - 1]++;
    }
    if (!isnan(mean) && find_law(run, &law))
        add_test(measured, &law, counts, metrics);
    pcs_series_fini(&series);
    free(counts);
}

/** Shares of the rounds that do not wait for all, by the number of fresh ranks. */
static void add_fresh_shares(const struct pcs_measured *measured, struct pcs_metrics *metrics)
{
    const struct pcs_run *run = measured->run;
    uint64_t *counts = calloc((size_t)run->settings.ranks + 1, sizeof *counts);
    double all = 0;

    if (!counts) {
        metrics->failed = true;
        return;
    }
    for (size_t i = 0; i < run->rounds_n; i++) {
        const struct pcs_run_round *round = &run->rounds[i];
        if (round->row.round < measured->warmup || pcs_run_round_is_sync(run, round) ||
            round->row.active > run->settings.ranks)
            continue;
        counts[round->row.active]++;
        all++;
    }
    for (int a = 0; a <= run->settings.ranks; a++) {
        if (counts[a] > 0)
            pcs_metrics_add_part(metrics, "fresh_share", "fresh", a, "1", (double)counts[a] / all);
    }
    free(counts);
}

static void add_fresh(const struct pcs_measured *measured, struct pcs_metrics *metrics)
{
    struct pcs_series series;

    if (series_of(measured, value_active, false, &series) < 0) {
        metrics->failed = true;
        return;
    }
    pcs_metrics_add_interval(metrics, "fresh_mean", "ranks", mean_of(&series),
                             interval_of(&series));
    pcs_series_fini(&series);
}

/** Shares of ranks and rounds: with a gradient of the step, with older ones, with nothing. */
static void add_shares(const struct pcs_measured *measured, struct pcs_metrics *metrics)
{
    const struct pcs_run *run = measured->run;
    double active = 0, stale = 0, null = 0;

    for (size_t i = 0; i < run->rounds_n; i++) {
        const struct pcs_round_row *row = &run->rounds[i].row;
        if (row->round < measured->warmup || row->round >= run->settings.steps)
            continue;
        active += row->active;
        stale += row->stale;
        null += row->null;
    }
    double all = active + stale + null;
    pcs_metrics_add(metrics, "active_share", "1", active / all, "share of ranks and rounds");
    pcs_metrics_add(metrics, "stale_share", "1", stale / all, "share of ranks and rounds");
    pcs_metrics_add(metrics, "null_share", "1", null / all, "share of ranks and rounds");
}

/** The same of each rank, from the fates of its gradients. */
static void add_shares_of_ranks(const struct pcs_measured *measured, struct pcs_metrics *metrics)
{
    const struct pcs_run *run = measured->run;
    unsigned char *parts = malloc(run->rounds_n + 1);

    if (!parts) {
        metrics->failed = true;
        return;
    }
    for (int i = 0; i < run->settings.ranks; i++) {
        double counts[] = {[PCS_PART_NULL] = 0, [PCS_PART_STALE] = 0, [PCS_PART_FRESH] = 0};
        pcs_rank_parts(run, i, parts);
        for (size_t r = 0; r < run->rounds_n; r++) {
            const uint32_t round = run->rounds[r].row.round;
            if (round >= measured->warmup && round < run->settings.steps)
                counts[parts[r]]++;
        }
        double all = counts[PCS_PART_NULL] + counts[PCS_PART_STALE] + counts[PCS_PART_FRESH];
        pcs_metrics_add_part(metrics, "stale_share", "rank", i, "1", counts[PCS_PART_STALE] / all);
        pcs_metrics_add_part(metrics, "null_share", "rank", i, "1", counts[PCS_PART_NULL] / all);
    }
    free(parts);
}

void pcs_metrics_participation(const struct pcs_measured *measured, struct pcs_metrics *metrics)
{
    const struct pcs_summary_figures *figures = &measured->figures;

    if (!measured->run->has_rounds) {
        pcs_metrics_add(metrics, "active_mean", "ranks", figures->active_mean, "of summary.csv");
        pcs_metrics_add(metrics, "active_sd", "ranks", figures->active_sd, "of summary.csv");
        return;
    }
    add_active(measured, metrics);
    if (measured->run->has_calls)
        add_arrived(measured, metrics);
    add_fresh(measured, metrics);
    if (measured->has_details)
        add_fresh_shares(measured, metrics);
    add_shares(measured, metrics);
    if (measured->has_details && measured->run->has_calls)
        add_shares_of_ranks(measured, metrics);
}
