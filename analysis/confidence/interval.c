/*
 * Intervals over independent values: one value a seed.
 */
#include "analysis/confidence/interval.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_statistics_double.h>

struct pcs_interval pcs_interval_none(const char *why)
{
    struct pcs_interval interval = {.low = (double)NAN, .high = (double)NAN};

    snprintf(interval.method, sizeof interval.method, "%s", why);
    return interval;
}

double pcs_student(double degrees)
{
    return gsl_cdf_tdist_Pinv((1 + PCS_CONFIDENCE) / 2, degrees);
}

struct pcs_interval pcs_interval_t(const double *values, size_t n)
{
    struct pcs_interval interval;

    if (n < 2)
        return pcs_interval_none("one run: no interval");
    double mean = gsl_stats_mean(values, 1, n);
    double half = pcs_student((double)n - 1) * gsl_stats_sd(values, 1, n) / sqrt((double)n);

    interval.low = mean - half;
    interval.high = mean + half;
    snprintf(interval.method, sizeof interval.method, "t over %zu runs", n);
    return interval;
}

struct pcs_interval pcs_interval_seeds(const double *values, size_t n)
{
    return n < PCS_SEEDS_BOOTSTRAP ? pcs_interval_t(values, n)
                                   : pcs_interval_bootstrap(values, n, 1);
}

struct pcs_interval pcs_interval_seeds_quantile(const double *values, size_t n)
{
    return n < PCS_SEEDS_QUANTILE ? pcs_interval_none("too few runs")
                                  : pcs_interval_bootstrap(values, n, 1);
}

struct pcs_interval pcs_interval_ratio(double *ratios, size_t n, double *centre)
{
    struct pcs_interval interval;

    for (size_t i = 0; i < n; i++)
        ratios[i] = log(ratios[i]);
    interval = pcs_interval_seeds(ratios, n);
    interval.low = exp(interval.low);
    interval.high = exp(interval.high);
    *centre = exp(gsl_stats_mean(ratios, 1, n));
    if (n >= 2)
        snprintf(interval.method, sizeof interval.method, "paired %s of log ratios over %zu runs",
                 n < PCS_SEEDS_BOOTSTRAP ? "t" : "bootstrap", n);
    return interval;
}
