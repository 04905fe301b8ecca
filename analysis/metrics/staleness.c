/*
 * Staleness: how many rounds after its own a gradient was taken, and which were lost.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <gsl/gsl_histogram.h>

#include "analysis/confidence/batch_means.h"
#include "analysis/metrics/metrics.h"
#include "analysis/metrics/series.h"

/* Classes of the histogram: 0 to 62, and all above. */
#define CLASSES 64

struct fates {
    struct pcs_series series; /**< staleness at each step, of gradients that were taken */
    gsl_histogram *histogram;
    double taken, lost, left_over;
};

static void count_rank(const struct pcs_measured *measured, const struct pcs_rank_calls *rank,
                       struct fates *fates)
{
    for (size_t c = pcs_rank_find(rank, measured->warmup); c < rank->n; c++) {
        const struct pcs_call *call = &rank->calls[c];
        size_t t = call->step - measured->warmup;

        fates->lost += call->fate == PCS_TAKEN_LOST;
        fates->left_over += call->fate == PCS_TAKEN_LEFT_OVER;
        if (call->fate < 0)
            continue;
        fates->taken++;
        fates->series.sums[t] += call->fate;
        fates->series.counts[t] += 1;
        gsl_histogram_increment(fates->histogram, call->fate < CLASSES ? call->fate : CLASSES - 1);
    }
}

/** Least staleness that a share @p q of the gradients does not exceed. */
static double quantile(const gsl_histogram *histogram, double taken, double q)
{
    double sum = 0;

    for (size_t s = 0; s < CLASSES; s++) {
        sum += gsl_histogram_get(histogram, s);
        if (sum >= q * taken)
            return s + 1 < CLASSES ? (double)s : (double)NAN; /* the last class has no bound */
    }
    return (double)NAN;
}

static void add_rank(const struct pcs_measured *measured, int i, struct pcs_metrics *metrics)
{
    const struct pcs_rank_calls *rank = &measured->run->ranks[i];
    double sum = 0, taken = 0;

    for (size_t c = pcs_rank_find(rank, measured->warmup); c < rank->n; c++) {
        if (rank->calls[c].fate >= 0) {
            sum += rank->calls[c].fate;
            taken++;
        }
    }
    pcs_metrics_add_part(metrics, "staleness_mean", "rank", i, "rounds", sum / taken);
}

static void add_details(const struct pcs_measured *measured, const struct fates *fates,
                        struct pcs_metrics *metrics)
{
    for (size_t s = 0; s + 1 < CLASSES; s++) {
        double n = gsl_histogram_get(fates->histogram, s);
        if (n > 0)
            pcs_metrics_add_part(metrics, "staleness_share", "rounds", (int64_t)s, "1",
                                 n / fates->taken);
    }
    double above = gsl_histogram_get(fates->histogram, CLASSES - 1);
    if (above > 0)
        pcs_metrics_add_part(metrics, "staleness_share_above", "rounds", CLASSES - 2, "1",
                             above / fates->taken);
    for (int i = 0; i < measured->run->settings.ranks; i++)
        add_rank(measured, i, metrics);
}

static void add_all(const struct pcs_measured *measured, const struct fates *fates,
                    struct pcs_metrics *metrics)
{
    double all = fates->taken + fates->lost + fates->left_over;

    pcs_metrics_add_interval(
        metrics, "staleness_mean", "rounds", measured->figures.staleness_mean,
        pcs_interval_batch_means(fates->series.sums, fates->series.counts, fates->series.n));
    if (fates->taken > 0) {
        pcs_metrics_add(metrics, "staleness_p99", "rounds",
                        quantile(fates->histogram, fates->taken, 0.99),
                        "least that 99 % are within");
        pcs_metrics_over_runs(metrics, PCS_OVER_RUNS_QUANTILE);
    }
    pcs_metrics_add(metrics, "staleness_max", "rounds", measured->figures.staleness_max,
                    "greatest value");
    pcs_metrics_over_runs(metrics, PCS_OVER_RUNS_QUANTILE);
    pcs_metrics_add(metrics, "lost_share", "1", fates->lost / all, "share of gradients");
    pcs_metrics_add(metrics, "left_over_share", "1", fates->left_over / all, "share of gradients");
    if (measured->has_details && fates->taken > 0)
        add_details(measured, fates, metrics);
}

/* How far the rounds have run ahead of a rank when it makes its call. */
static void add_lag(const struct pcs_measured *measured, struct pcs_metrics *metrics)
{
    struct pcs_series series;
    double all = 0, calls = 0, greatest = 0;

    if (pcs_series_init(&series, measured->steps) < 0) {
        metrics->failed = true;
        return;
    }
    for (int i = 0; i < measured->run->settings.ranks; i++) {
        const struct pcs_rank_calls *rank = &measured->run->ranks[i];
        double sum = 0, n = 0;
        for (size_t c = pcs_rank_find(rank, measured->warmup); c < rank->n; c++) {
            const struct pcs_call *call = &rank->calls[c];
            if (call->lag == PCS_UNKNOWN)
                continue;
            sum += call->lag;
            n++;
            greatest = fmax(greatest, call->lag);
            series.sums[call->step - measured->warmup] += call->lag;
            series.counts[call->step - measured->warmup] += 1;
        }
        all += sum;
        calls += n;
        if (measured->has_details && n > 0)
            pcs_metrics_add_part(metrics, "lag_mean", "rank", i, "rounds", sum / n);
    }
    if (calls > 0) {
        pcs_metrics_add_interval(metrics, "lag_mean", "rounds", all / calls,
                                 pcs_interval_batch_means(series.sums, series.counts, series.n));
        pcs_metrics_add(metrics, "lag_max", "rounds", greatest, "greatest value");
        pcs_metrics_over_runs(metrics, PCS_OVER_RUNS_QUANTILE);
    }
    pcs_series_fini(&series);
}

static void add_counts(const struct pcs_summary_figures *figures, struct pcs_metrics *metrics)
{
    if (figures->lost != PCS_UNKNOWN_COUNT)
        pcs_metrics_add(metrics, "lost", "gradients", (double)figures->lost, "whole run");
    if (figures->left_over != PCS_UNKNOWN_COUNT)
        pcs_metrics_add(metrics, "left_over", "gradients", (double)figures->left_over, "whole run");
}

void pcs_metrics_staleness(const struct pcs_measured *measured, struct pcs_metrics *metrics)
{
    const struct pcs_summary_figures *figures = &measured->figures;
    struct fates fates = {0};

    if (!measured->run->has_calls) {
        pcs_metrics_add(metrics, "staleness_mean", "rounds", figures->staleness_mean,
                        "of summary.csv");
        pcs_metrics_add(metrics, "staleness_max", "rounds", figures->staleness_max,
                        "of summary.csv");
        pcs_metrics_over_runs(metrics, PCS_OVER_RUNS_QUANTILE);
        add_counts(figures, metrics);
        return;
    }
    fates.histogram = gsl_histogram_alloc(CLASSES);
    if (!fates.histogram || pcs_series_init(&fates.series, measured->steps) < 0) {
        metrics->failed = true;
    } else {
        gsl_histogram_set_ranges_uniform(fates.histogram, 0, CLASSES);
        for (int i = 0; i < measured->run->settings.ranks; i++)
            count_rank(measured, &measured->run->ranks[i], &fates);
        add_all(measured, &fates, metrics);
        add_lag(measured, metrics);
        add_counts(figures, metrics);
    }
    pcs_series_fini(&fates.series);
    gsl_histogram_free(fates.histogram);
}
