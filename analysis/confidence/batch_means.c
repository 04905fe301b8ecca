/*
 * Batch means (Law, Kelton: Simulation Modeling and Analysis, 9.5.3) and MSER-5.
 */
#include "analysis/confidence/batch_means.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <gsl/gsl_statistics_double.h>

/* A batch is this many times the steps that are worth one independent step. */
#define BATCH_LENGTHS 9.0
/* Above this correlation of neighbouring batches they are not independent: about 1 in 100 runs
   whose batches are independent is above it. */
#define BATCH_CORRELATION_MAX 0.5
#define MSER_BATCH 5
#define MSER_STEPS_MIN 20

size_t pcs_batch_start(size_t n, int i)
{
    return n * (size_t)i / PCS_BATCHES;
}

/** Correlation of neighbours; 0 when all are equal. */
static double correlation(const double *values, size_t n)
{
    double r = gsl_stats_lag1_autocorrelation(values, 1, n);

    return isfinite(r) ? r : 0;
}

bool pcs_is_long_enough(const double *values, size_t n)
{
    if (n < PCS_BATCHES)
        return false;
    double r = correlation(values, n);
    double worth = r > 0 ? (1 + r) / (1 - r) : 1; /* steps worth one that is independent */

    return (double)n >= PCS_BATCHES * BATCH_LENGTHS * worth;
}

/** @return false when a batch has no count */
static bool sum_batches(const double *sums, const double *counts, size_t n, double *batches)
{
    for (int i = 0; i < PCS_BATCHES; i++) {
        double sum = 0, count = 0;

        for (size_t t = pcs_batch_start(n, i); t < pcs_batch_start(n, i + 1); t++) {
            sum += sums[t];
            count += counts ? counts[t] : 1;
        }
        if (!(count > 0))
            return false;
        batches[i] = sum / count;
    }
    return true;
}

/** Values of the steps that have one. @return how many */
static size_t divide(const double *sums, const double *counts, size_t n, double *values)
{
    size_t kept = 0;

    for (size_t t = 0; t < n; t++) {
        if (!counts || counts[t] > 0)
            values[kept++] = counts ? sums[t] / counts[t] : sums[t];
    }
    return kept;
}

static double ratio(const double *sums, const double *counts, size_t n)
{
    double sum = 0, count = 0;

    for (size_t t = 0; t < n; t++) {
        sum += sums[t];
        count += counts ? counts[t] : 1;
    }
    return sum / count;
}

struct pcs_interval pcs_interval_batch_means(const double *sums, const double *counts, size_t n)
{
    double *values = n ? malloc(n * sizeof *values) : NULL;
    double batches[PCS_BATCHES];
    struct pcs_interval interval = pcs_interval_none("too short for an interval");

    if (!values)
        return interval;
    if (pcs_is_long_enough(values, divide(sums, counts, n, values)) &&
        sum_batches(sums, counts, n, batches) &&
        correlation(batches, PCS_BATCHES) <= BATCH_CORRELATION_MAX) {
        double centre = ratio(sums, counts, n);
        double half = pcs_student(PCS_BATCHES - 1) * gsl_stats_sd(batches, 1, PCS_BATCHES) /
                      sqrt(PCS_BATCHES);

        interval.low = centre - half;
        interval.high = centre + half;
        snprintf(interval.method, sizeof interval.method, "batch means of %d", PCS_BATCHES);
    }
    free(values);
    return interval;
}

/* ---- warm-up ------------------------------------------------------------------------------ */

/** @return the best cut among the means: the least of MSER over the first half */
static size_t best_cut(const double *means, size_t m)
{
    size_t best = 0;
    double mean = 0, squares = 0; /* of the means from d on, one more each turn */
    double least = (double)INFINITY;

    for (size_t d = m; d-- > 0;) {
        double left = (double)(m - d);
        double difference = means[d] - mean;

        mean += difference / left;
        squares += difference * (means[d] - mean);
        /* of equal cuts the earliest: nothing is dropped without need */
        if (d <= m / 2 && squares / (left * left) <= least) {
            least = squares / (left * left);
            best = d;
        }
    }
    return best;
}

bool pcs_mser5(const double *values, size_t n, size_t *steps)
{
    size_t m = n / MSER_BATCH;
    double *means;

    if (n < MSER_STEPS_MIN || !(means = malloc(m * sizeof *means)))
        return false;
    for (size_t i = 0; i < m; i++)
        means[i] = gsl_stats_mean(values + i * MSER_BATCH, 1, MSER_BATCH);
    size_t best = best_cut(means, m);
    free(means);
    *steps = best * MSER_BATCH;
    return best < m / 2;
}
