/*
 * The studentized bootstrap (Efron, Tibshirani: An Introduction to the Bootstrap, 1993, 12.5).
 *
 * The percentile bootstrap is too narrow for 30 to 100 values; dividing by the standard error of
 * each resample mends that, as Student's t does for normal values.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <gsl/gsl_rng.h>
#include <gsl/gsl_sort_double.h>
#include <gsl/gsl_statistics_double.h>

#include "analysis/confidence/interval.h"

#define RESAMPLES 999

/** Fill @p t with the studentized means of resamples. @return how many have a spread */
static size_t resample(const double *values, size_t n, gsl_rng *rng, double *scratch, double *t)
{
    double mean = gsl_stats_mean(values, 1, n);
    size_t kept = 0;

    for (int i = 0; i < RESAMPLES; i++) {
        for (size_t j = 0; j < n; j++)
            scratch[j] = values[gsl_rng_uniform_int(rng, n)];
        double resampled = gsl_stats_mean(scratch, 1, n);
        double error = gsl_stats_sd_m(scratch, 1, n, resampled) / sqrt((double)n);
        if (error > 0)
            t[kept++] = (resampled - mean) / error;
    }
    return kept;
}

static struct pcs_interval from_resamples(const double *values, size_t n, double *t, size_t t_n)
{
    struct pcs_interval interval;
    double mean = gsl_stats_mean(values, 1, n);
    double error = gsl_stats_sd(values, 1, n) / sqrt((double)n);
    double tail = (1 - PCS_CONFIDENCE) / 2;

    interval.low = interval.high = mean; /* all values equal */
    if (t_n > 0) {
        gsl_sort(t, 1, t_n);
        interval.low = mean - gsl_stats_quantile_from_sorted_data(t, 1, t_n, 1 - tail) * error;
        interval.high = mean - gsl_stats_quantile_from_sorted_data(t, 1, t_n, tail) * error;
    }
    snprintf(interval.method, sizeof interval.method, "bootstrap over %zu runs", n);
    return interval;
}

struct pcs_interval pcs_interval_bootstrap(const double *values, size_t n, unsigned long seed)
{
    double *scratch = malloc((n + RESAMPLES) * sizeof *scratch);
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    struct pcs_interval interval = pcs_interval_none("out of memory");

    if (n < 2) {
        interval = pcs_interval_none("one run: no interval");
    } else if (scratch && rng) {
        double *t = scratch + n;
        gsl_rng_set(rng, seed);
        interval = from_resamples(values, n, t, resample(values, n, rng, scratch, t));
    }
    gsl_rng_free(rng);
    free(scratch);
    return interval;
}
