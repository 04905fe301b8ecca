/*
 * Latency: time of a step that is no work; of a single bucket, from the call to its return.
 */
#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_sort_double.h>
#include <gsl/gsl_statistics_double.h>

#include "analysis/confidence/batch_means.h"
#include "analysis/confidence/block_bootstrap.h"
#include "analysis/metrics/metrics.h"
#include "analysis/metrics/series.h"

/** The latencies, block after block of neighbouring steps, each block sorted. */
struct blocks {
    double *values;
    size_t starts[PCS_BATCHES + 1];
};

static size_t block_of(const struct pcs_measured *measured, uint32_t step)
{
    size_t n = measured->steps, t = step - measured->warmup;
    size_t block = t * PCS_BATCHES / n;

    while (block + 1 < PCS_BATCHES && pcs_batch_start(n, (int)block + 1) <= t)
        block++;
    return block;
}

/** Step by step: count it (values NULL), or put it in its block. */
static void sweep(const struct pcs_measured *measured, double *values, size_t at[PCS_BATCHES])
{
    for (int i = 0; i < measured->run->settings.ranks; i++) {
        const struct pcs_rank_calls *rank = &measured->run->ranks[i];
        struct pcs_rank_step step;
        for (size_t c = pcs_rank_find(rank, measured->warmup); pcs_rank_step(rank, c, &step);
             c = step.next) {
            size_t block = block_of(measured, step.times.step);
            if (values)
                values[at[block]] = pcs_step_latency(&step.times);
            at[block]++;
        }
    }
}

/** @return 0, or -1 when there is no memory */
static int gather(const struct pcs_measured *measured, struct blocks *blocks)
{
    size_t at[PCS_BATCHES] = {0};

    sweep(measured, NULL, at);
    blocks->starts[0] = 0;
    for (int b = 0; b < PCS_BATCHES; b++) {
        blocks->starts[b + 1] = blocks->starts[b] + at[b];
        at[b] = blocks->starts[b];
    }
    blocks->values = malloc((blocks->starts[PCS_BATCHES] + 1) * sizeof *blocks->values);
    if (!blocks->values)
        return -1;
    sweep(measured, blocks->values, at);
    return 0;
}

static void add_mean(const struct pcs_measured *measured, struct pcs_metrics *metrics,
                     bool *is_long)
{
    struct pcs_series series;

    if (pcs_series_latency(measured->run, measured->warmup, &series) < 0) {
        metrics->failed = true;
        return;
    }
    pcs_metrics_add_interval(metrics, "latency_mean", "s", measured->figures.latency_mean_s,
                             pcs_interval_batch_means(series.sums, series.counts, series.n));
    for (size_t t = 0; measured->has_details && t < series.n; t++) {
        if (series.counts[t] > 0)
            pcs_metrics_add_part(metrics, "latency_mean", "step", (int64_t)t + measured->warmup,
                                 "s", series.sums[t] / series.counts[t]);
    }
    *is_long = pcs_is_long_enough(series.sums, pcs_series_divide(&series));
    pcs_series_fini(&series);
}

static void add_quantiles(const struct pcs_measured *measured, bool is_long,
                          struct pcs_metrics *metrics)
{
    static const struct {
        const char *name;
        double q;
    } quantiles[] = {{"latency_p50", 0.5}, {"latency_p90", 0.9}, {"latency_p99", 0.99}};
    struct pcs_interval intervals[3];
    struct blocks blocks;

    if (gather(measured, &blocks) < 0) {
        metrics->failed = true;
        return;
    }
    size_t n = blocks.starts[PCS_BATCHES];
    for (int i = 0; i < 3; i++)
        intervals[i] = pcs_interval_none("too short for an interval");
    if (is_long) {
        for (int b = 0; b < PCS_BATCHES; b++)
            gsl_sort(blocks.values + blocks.starts[b], 1, blocks.starts[b + 1] - blocks.starts[b]);
        for (int i = 0; i < 3; i++)
            intervals[i] =
                pcs_interval_quantile(blocks.values, blocks.starts, PCS_BATCHES, quantiles[i].q);
    }
    gsl_sort(blocks.values, 1, n);
    for (int i = 0; i < 3; i++) {
        pcs_metrics_add_interval(
            metrics, quantiles[i].name, "s",
            gsl_stats_quantile_from_sorted_data(blocks.values, 1, n, quantiles[i].q), intervals[i]);
        pcs_metrics_over_runs(metrics, PCS_OVER_RUNS_QUANTILE);
    }
    pcs_metrics_add(metrics, "latency_max", "s", blocks.values[n - 1], "greatest value");
    pcs_metrics_over_runs(metrics, PCS_OVER_RUNS_QUANTILE);
    free(blocks.values);
}

static void add_ranks(const struct pcs_measured *measured, struct pcs_metrics *metrics)
{
    for (int i = 0; i < measured->run->settings.ranks; i++) {
        const struct pcs_rank_calls *rank = &measured->run->ranks[i];
        struct pcs_rank_step step;
        double sum = 0, greatest = 0, n = 0;

        for (size_t c = pcs_rank_find(rank, measured->warmup); pcs_rank_step(rank, c, &step);
             c = step.next) {
            double latency = pcs_step_latency(&step.times);
            sum += latency;
            greatest = fmax(greatest, latency);
            n++;
        }
        if (n == 0)
            continue;
        pcs_metrics_add_part(metrics, "latency_mean", "rank", i, "s", sum / n);
        pcs_metrics_add_part(metrics, "latency_max", "rank", i, "s", greatest);
    }
}

void pcs_metrics_latency(const struct pcs_measured *measured, struct pcs_metrics *metrics)
{
    const struct pcs_summary_figures *figures = &measured->figures;
    bool is_long = false;

    if (!measured->run->has_calls) {
        pcs_metrics_add(metrics, "latency_mean", "s", figures->latency_mean_s, "of summary.csv");
        pcs_metrics_add(metrics, "latency_p50", "s", figures->latency_p50_s, "of summary.csv");
        pcs_metrics_over_runs(metrics, PCS_OVER_RUNS_QUANTILE);
        pcs_metrics_add(metrics, "latency_p99", "s", figures->latency_p99_s, "of summary.csv");
        pcs_metrics_over_runs(metrics, PCS_OVER_RUNS_QUANTILE);
        return;
    }
    if (measured->steps == 0 || isnan(figures->latency_mean_s))
        return;
    add_mean(measured, metrics, &is_long);
    add_quantiles(measured, is_long, metrics);
    if (measured->has_details)
        add_ranks(measured, metrics);
}
