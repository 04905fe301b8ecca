/*
 * Coverage of the intervals, over 2,000 replications each of a process whose truth is known.
 *
 * The share of intervals that hold the truth must be 95 % +- 2 %. If an interval covers 95 %
 * exactly, this share has a standard deviation of 0.49 %: a false alarm is beyond 4.1 of them, 4 in
 * 100,000 seeds. The seeds are fixed, so a test always gives the same answer; the share it found is
 * printed.
 */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <gsl/gsl_statistics_double.h>

#include "analysis/confidence/batch_means.h"
#include "analysis/confidence/block_bootstrap.h"

#define REPLICATIONS 2000
#define STEPS_MAX 2000

static gsl_rng *seeded(unsigned long seed)
{
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);

    cr_assert(rng);
    gsl_rng_set(rng, seed);
    return rng;
}

/** x(t) = r x(t-1) + e, stationary, mean 0, standard deviation 1 / sqrt(1 - r^2). */
static void draw_ar1(gsl_rng *rng, double r, double *values, size_t n)
{
    double x = gsl_ran_gaussian(rng, 1 / sqrt(1 - r * r));

    for (size_t t = 0; t < n; t++) {
        values[t] = x;
        x = r * x + gsl_ran_gaussian(rng, 1);
    }
}

static int holds(const struct pcs_interval *interval, double truth)
{
    return interval->low <= truth && truth <= interval->high;
}

static void expect_coverage(int held, int n, const char *what)
{
    double share = (double)held / n;

    printf("%s: coverage %.2f %% of %d\n", what, 100 * share, n);
    cr_expect(fabs(share - 0.95) <= 0.02, "%s: coverage %.4f of %d", what, share, n);
}

/** An interval that takes the steps of a run for independent. */
static struct pcs_interval naive(const double *values, size_t n)
{
    double mean = gsl_stats_mean(values, 1, n);
    double half = 1.96 * gsl_stats_sd(values, 1, n) / sqrt((double)n);

    return (struct pcs_interval){.low = mean - half, .high = mean + half};
}

Test(intervals, batch_means_of_an_autoregressive_process)
{
    gsl_rng *rng = seeded(1);
    double values[STEPS_MAX];
    int held = 0, given = 0, naive_held = 0;

    for (int i = 0; i < REPLICATIONS; i++) {
        draw_ar1(rng, 0.8, values, STEPS_MAX);
        struct pcs_interval interval = pcs_interval_batch_means(values, NULL, STEPS_MAX);
        struct pcs_interval other = naive(values, STEPS_MAX);
        given += !isnan(interval.low);
        held += holds(&interval, 0);
        naive_held += holds(&other, 0);
    }
    /* nearly all runs are long enough, and those that are not do not choose the good ones */
    cr_expect(given > 0.97 * REPLICATIONS, "%d of %d have an interval", given, REPLICATIONS);
    expect_coverage(held, given, "batch means, correlation 0.8, 2,000 steps");
    /* the naive interval is a third as wide as it should be: 1.96 / 3 standard deviations, 49 % */
    printf("naive: coverage %.2f %%\n", 100.0 * naive_held / REPLICATIONS);
    cr_expect(naive_held < 0.55 * REPLICATIONS, "naive intervals hold the truth: %d", naive_held);
    gsl_rng_free(rng);
}

Test(intervals, batch_means_of_independent_steps)
{
    gsl_rng *rng = seeded(2);
    double values[400];
    int held = 0, given = 0;

    for (int i = 0; i < REPLICATIONS; i++) {
        for (int t = 0; t < 400; t++)
            values[t] = gsl_ran_exponential(rng, 1);
        struct pcs_interval interval = pcs_interval_batch_means(values, NULL, 400);
        given += !isnan(interval.low);
        held += holds(&interval, 1);
    }
    cr_expect(given > 0.97 * REPLICATIONS, "%d of %d have an interval", given, REPLICATIONS);
    expect_coverage(held, given, "batch means, exponential, 400 steps");
    gsl_rng_free(rng);
}

/** At 64 steps and a correlation of 0.8 batch means would cover 82 %: no interval is given. */
Test(intervals, too_short_a_run_has_none)
{
    gsl_rng *rng = seeded(3);
    double values[64];

    for (int i = 0; i < REPLICATIONS; i++) {
        draw_ar1(rng, 0.8, values, 64);
        struct pcs_interval interval = pcs_interval_batch_means(values, NULL, 64);
        cr_assert(isnan(interval.low));
        cr_assert_str_eq(interval.method, "too short for an interval");
    }
    gsl_rng_free(rng);
}

/** Ratios with the logarithm of a normal distribution about log 1.5, of runs paired by seed. */
static void check_ratio(size_t seeds, unsigned long seed, const char *method, const char *what)
{
    gsl_rng *rng = seeded(seed);
    double ratios[64], centre;
    int held = 0;

    for (int i = 0; i < REPLICATIONS; i++) {
        for (size_t s = 0; s < seeds; s++)
            ratios[s] = 1.5 * exp(gsl_ran_gaussian(rng, 0.1));
        struct pcs_interval interval = pcs_interval_ratio(ratios, seeds, &centre);
        cr_assert(interval.low < centre && centre < interval.high);
        cr_assert_str_eq(interval.method, method);
        held += holds(&interval, 1.5);
    }
    expect_coverage(held, REPLICATIONS, what);
    gsl_rng_free(rng);
}

Test(intervals, ratio_at_10_seeds)
{
    check_ratio(10, 4, "paired t of log ratios over 10 runs", "paired t, 10 seeds");
}

Test(intervals, ratio_at_50_seeds, .timeout = 60)
{
    check_ratio(50, 5, "paired bootstrap of log ratios over 50 runs", "bootstrap, 50 seeds");
}

/** The mean of an exponential distribution is skewed: the studentized bootstrap takes it. */
Test(intervals, mean_at_50_seeds, .timeout = 60)
{
    gsl_rng *rng = seeded(6);
    double values[50];
    int held = 0;

    for (int i = 0; i < REPLICATIONS; i++) {
        for (int s = 0; s < 50; s++)
            values[s] = gsl_ran_exponential(rng, 1);
        struct pcs_interval interval = pcs_interval_seeds(values, 50);
        held += holds(&interval, 1);
    }
    expect_coverage(held, REPLICATIONS, "bootstrap of a mean, exponential, 50 seeds");
    gsl_rng_free(rng);
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/** The median of a uniform distribution, by 20 blocks of 20; with 1,000 replications a false alarm
 * is beyond 2.9 standard deviations, 4 in 1,000 seeds. */
Test(intervals, quantile_by_blocks, .timeout = 60)
{
    gsl_rng *rng = seeded(7);
    double values[400];
    size_t starts[PCS_BATCHES + 1];
    int held = 0, n = 1000;

    for (int b = 0; b <= PCS_BATCHES; b++)
        starts[b] = pcs_batch_start(400, b);
    for (int i = 0; i < n; i++) {
        for (int t = 0; t < 400; t++)
            values[t] = gsl_rng_uniform(rng);
        for (int b = 0; b < PCS_BATCHES; b++)
            qsort(values + starts[b], starts[b + 1] - starts[b], sizeof *values, compare);
        struct pcs_interval interval = pcs_interval_quantile(values, starts, PCS_BATCHES, 0.5);
        held += holds(&interval, 0.5);
    }
    expect_coverage(held, n, "block bootstrap of a median, uniform, 400 steps");
    gsl_rng_free(rng);
}

/** Two kinds that do not differ: evidence of a difference is found in 5 % of the comparisons. */
Test(intervals, false_alarms)
{
    gsl_rng *rng = seeded(8);
    double ratios[10], centre;
    int alarms = 0;

    for (int i = 0; i < REPLICATIONS; i++) {
        for (int s = 0; s < 10; s++)
            ratios[s] = exp(gsl_ran_gaussian(rng, 0.1));
        struct pcs_interval interval = pcs_interval_ratio(ratios, 10, &centre);
        alarms += interval.low > 1 || interval.high < 1;
    }
    printf("false alarms: %.2f %%\n", 100.0 * alarms / REPLICATIONS);
    cr_expect(fabs((double)alarms / REPLICATIONS - 0.05) <= 0.02, "%d", alarms);
    gsl_rng_free(rng);
}
