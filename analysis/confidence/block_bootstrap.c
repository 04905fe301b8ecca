/*
 * The block bootstrap of a quantile (Kuensch 1989; non-overlapping blocks: Carlstein 1986).
 *
 * A resample is a weight for each block. Its quantile is found by bisection over the values: with
 * sorted blocks, counting what is below takes as many binary searches as there are blocks.
 */
#include "analysis/confidence/block_bootstrap.h"

#include <math.h>
#include <stdio.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_rng.h>
#include <gsl/gsl_sort_double.h>
#include <gsl/gsl_statistics_double.h>

#define RESAMPLES 999
#define BLOCKS_MAX 64
#define SEED 1
/* Halvings of the range of the values: to the last digits that a report shows. */
#define HALVINGS 40

/** @return how many of the sorted values are at most @p limit */
static size_t count_to(const double *sorted, size_t n, double limit)
{
    size_t low = 0, high = n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (sorted[middle] <= limit)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/** @return the largest of all values that is at most @p limit */
static double largest_to(const double *values, const size_t *starts, int blocks_n, double limit)
{
    double largest = -(double)INFINITY;

    for (int b = 0; b < blocks_n; b++) {
        size_t n = count_to(values + starts[b], starts[b + 1] - starts[b], limit);
        if (n > 0)
            largest = fmax(largest, values[starts[b] + n - 1]);
    }
    return largest;
}

static double weighted_quantile(const double *values, const size_t *starts, int blocks_n,
                                const int *weights, double q, double low, double high)
{
    double all = 0;

    for (int b = 0; b < blocks_n; b++)
        all += weights[b] * (double)(starts[b + 1] - starts[b]);
    for (int i = 0; i < HALVINGS && low < high; i++) {
        double middle = low + (high - low) / 2;
        double below = 0;

        for (int b = 0; b < blocks_n; b++) {
            if (weights[b] > 0)
                below += weights[b] *
                         (double)count_to(values + starts[b], starts[b + 1] - starts[b], middle);
        }
        if (below >= q * all)
            high = middle;
        else
            low = middle;
    }
    return largest_to(values, starts, blocks_n, high);
}

/**
 * Percentiles that are a little further out make up for the few blocks: by Student's t in place of
 * the normal distribution, and n in place of n - 1 (Hesterberg: What teachers should know about the
 * bootstrap, The American Statistician 69, 2015, 5.3).
 */
static double expanded_tail(int blocks_n)
{
    double n = blocks_n;

    return gsl_cdf_ugaussian_P(-sqrt(n / (n - 1)) * pcs_student(n - 1));
}

struct pcs_interval pcs_interval_quantile(const double *values, const size_t *starts, int blocks_n,
                                          double q)
{
    double quantiles[RESAMPLES];
    double low = (double)INFINITY, high = -(double)INFINITY;
    double tail = expanded_tail(blocks_n);
    struct pcs_interval interval;
    gsl_rng *rng;

    if (blocks_n > BLOCKS_MAX)
        return pcs_interval_none("too many blocks");
    for (int b = 0; b < blocks_n; b++) {
        if (starts[b] == starts[b + 1])
            return pcs_interval_none("too short for an interval");
        low = fmin(low, values[starts[b]]);
        high = fmax(high, values[starts[b + 1] - 1]);
    }
    rng = gsl_rng_alloc(gsl_rng_mt19937);
    if (!rng)
        return pcs_interval_none("out of memory");
    gsl_rng_set(rng, SEED);
    for (int i = 0; i < RESAMPLES; i++) {
        int weights[BLOCKS_MAX] = {0};
        for (int b = 0; b < blocks_n; b++)
            weights[gsl_rng_uniform_int(rng, (unsigned long)blocks_n)]++;
        quantiles[i] = weighted_quantile(values, starts, blocks_n, weights, q, low, high);
    }
    gsl_rng_free(rng);
    gsl_sort(quantiles, 1, RESAMPLES);
    interval.low = gsl_stats_quantile_from_sorted_data(quantiles, 1, RESAMPLES, tail);
    interval.high = gsl_stats_quantile_from_sorted_data(quantiles, 1, RESAMPLES, 1 - tail);
    snprintf(interval.method, sizeof interval.method, "block bootstrap of %d", blocks_n);
    return interval;
}
