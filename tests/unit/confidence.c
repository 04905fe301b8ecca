/*
 * Intervals and shares by hand. Their coverage is tests/stat/intervals.c.
 */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_randist.h>

#include "analysis/confidence/batch_means.h"
#include "analysis/confidence/block_bootstrap.h"
#include "analysis/fairness.h"

static void expect_near(double found, double expected, double tolerance)
{
    cr_expect(fabs(found - expected) <= tolerance, "%.12g, expected %.12g", found, expected);
}

Test(confidence, t_by_hand)
{
    const double values[] = {1, 2, 3, 4, 5};
    struct pcs_interval interval = pcs_interval_t(values, 5);

    /* t of 4 degrees is 2.776445, sd sqrt(2.5) */
    expect_near(interval.low, 3 - 2.776445105 * sqrt(2.5 / 5), 1e-8);
    expect_near(interval.high, 3 + 2.776445105 * sqrt(2.5 / 5), 1e-8);
    cr_expect_str_eq(interval.method, "t over 5 runs");
    interval = pcs_interval_t(values, 1);
    cr_expect(isnan(interval.low) && isnan(interval.high));
}

Test(confidence, methods_by_number_of_seeds)
{
    double values[40];
    double centre;

    for (int i = 0; i < 40; i++)
        values[i] = 1 + i % 7;
    cr_expect_str_eq(pcs_interval_seeds(values, 29).method, "t over 29 runs");
    cr_expect_str_eq(pcs_interval_seeds(values, 30).method, "bootstrap over 30 runs");
    cr_expect_str_eq(pcs_interval_seeds_quantile(values, 9).method, "too few runs");
    cr_expect_str_eq(pcs_interval_seeds_quantile(values, 10).method, "bootstrap over 10 runs");
    cr_expect_str_eq(pcs_interval_ratio(values, 40, &centre).method,
                     "paired bootstrap of log ratios over 40 runs");
}

Test(confidence, the_bootstrap_repeats)
{
    double values[50];

    for (int i = 0; i < 50; i++)
        values[i] = sqrt(i);
    struct pcs_interval first = pcs_interval_bootstrap(values, 50, 3);
    struct pcs_interval again = pcs_interval_bootstrap(values, 50, 3);
    struct pcs_interval other = pcs_interval_bootstrap(values, 50, 4);

    cr_expect(first.low == again.low && first.high == again.high);
    cr_expect(first.low != other.low);
}

Test(confidence, equal_values_are_sure)
{
    double values[200];
    double centre;

    for (int i = 0; i < 200; i++)
        values[i] = 2;
    cr_expect(pcs_interval_bootstrap(values, 50, 1).low == 2);
    cr_expect(pcs_interval_bootstrap(values, 50, 1).high == 2);
    struct pcs_interval interval = pcs_interval_batch_means(values, NULL, 200);
    cr_expect(interval.low == 2 && interval.high == 2);
    interval = pcs_interval_ratio(values, 5, &centre);
    expect_near(interval.low, 2, 1e-12);
    expect_near(centre, 2, 1e-12);
}

Test(confidence, batch_means_by_hand)
{
    /* 20 batches of 10, whose means are 0 and 1 in turn: mean 1/2, variance 20 (1/4) / 19 */
    double values[200];

    for (int i = 0; i < 200; i++)
        values[i] = (i % 2 ? 1 : -1) + (double)(i / 10 % 2); /* neighbours are not alike */
    struct pcs_interval interval = pcs_interval_batch_means(values, NULL, 200);
    double half = 2.093024054 * sqrt(5.0 / 19 / 20);

    expect_near(interval.low, 0.5 - half, 1e-8);
    expect_near(interval.high, 0.5 + half, 1e-8);
    cr_expect_str_eq(interval.method, "batch means of 20");
}

Test(confidence, batch_means_of_a_ratio_take_the_ratio_of_sums)
{
    double sums[400], counts[400];

    for (int i = 0; i < 400; i++) {
        counts[i] = i % 2 ? 3 : 1;
        sums[i] = i % 2 ? 3 : 5; /* 8 of 4, not the mean of 5 and 1 */
    }
    struct pcs_interval interval = pcs_interval_batch_means(sums, counts, 400);
    expect_near(interval.low, 2, 1e-12);
    expect_near(interval.high, 2, 1e-12);
}

Test(confidence, how_long_a_run_must_be)
{
    double values[4000];
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);

    for (int i = 0; i < 4000; i++)
        values[i] = i % 2;
    cr_expect(!pcs_is_long_enough(values, 179));
    cr_expect(pcs_is_long_enough(values, 180));
    values[0] = 0; /* correlation 0.8: 9 times as long */
    for (int i = 1; i < 4000; i++)
        values[i] = 0.8 * values[i - 1] + gsl_ran_gaussian(rng, 1);
    cr_expect(!pcs_is_long_enough(values, 1000));
    cr_expect(pcs_is_long_enough(values, 4000));
    for (int i = 0; i < 4000; i++)
        values[i] = i; /* a trend never is */
    cr_expect(!pcs_is_long_enough(values, 4000));
    gsl_rng_free(rng);
}

Test(confidence, mser_cuts_the_start)
{
    double values[400];
    size_t steps = 0;

    for (int i = 0; i < 400; i++)
        values[i] = (i < 40 ? 10 : 1) + (i % 5 == 0 ? 0.1 : 0) + (i % 15 == 0 ? 0.1 : 0);
    cr_assert(pcs_mser5(values, 400, &steps));
    cr_expect_eq(steps, 40);
    for (int i = 0; i < 400; i++)
        values[i] = 1;
    cr_assert(pcs_mser5(values, 400, &steps));
    cr_expect_eq(steps, 0, "%zu", steps);
    for (int i = 0; i < 400; i++)
        values[i] = exp(-i / 100.0);
    cr_expect(!pcs_mser5(values, 400, &steps), "it still falls");
    cr_expect(!pcs_mser5(values, 19, &steps), "too short");
}

/** The rule as it is defined, without shortcuts. */
static size_t mser5_by_definition(const double *values, size_t n)
{
    size_t m = n / 5, best = 0;
    double least = INFINITY;

    for (size_t d = 0; d <= m / 2; d++) {
        double mean = 0, sum = 0;
        for (size_t i = 5 * d; i < 5 * m; i++)
            mean += values[i] / (double)(5 * (m - d));
        for (size_t i = d; i < m; i++) {
            double z = 0;
            for (int k = 0; k < 5; k++)
                z += values[5 * i + (size_t)k] / 5;
            sum += (z - mean) * (z - mean);
        }
        sum /= (double)((m - d) * (m - d));
        if (sum < least) {
            least = sum;
            best = d;
        }
    }
    return 5 * best;
}

Test(confidence, mser_is_its_definition)
{
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    double values[500];
    size_t steps;

    for (int i = 0; i < 50; i++) {
        size_t n = 100 + 8 * (size_t)i;
        for (size_t t = 0; t < n; t++)
            values[t] = gsl_ran_gaussian(rng, 1) + 10 * exp(-(double)t / (i + 1));
        bool is_found = pcs_mser5(values, n, &steps);
        cr_expect_eq(steps, mser5_by_definition(values, n), "%zu of %zu", steps, n);
        cr_expect_eq(is_found, steps / 5 < n / 5 / 2);
    }
    gsl_rng_free(rng);
}

Test(confidence, quantile_of_blocks_is_one_of_the_values)
{
    double values[200];
    size_t starts[PCS_BATCHES + 1];

    for (int b = 0; b <= PCS_BATCHES; b++)
        starts[b] = (size_t)b * 10;
    for (int i = 0; i < 200; i++)
        values[i] = i % 10; /* all blocks alike: whatever is resampled, it is the same */
    struct pcs_interval interval = pcs_interval_quantile(values, starts, PCS_BATCHES, 0.5);
    cr_expect(interval.low == 4 && interval.high == 4, "%g %g", interval.low, interval.high);
    interval = pcs_interval_quantile(values, starts, PCS_BATCHES, 0.99);
    cr_expect(interval.low == 9 && interval.high == 9);
    starts[1] = 0; /* an empty block */
    cr_expect(isnan(pcs_interval_quantile(values, starts, PCS_BATCHES, 0.5).low));
}

Test(fairness, of_all_and_of_one)
{
    double same[4] = {3, 3, 3, 3}, one[4] = {0, 8, 0, 0}, line[4] = {4, 1, 3, 2};
    double none[2] = {0, 0};

    expect_near(pcs_jain(same, 4), 1, 1e-15);
    expect_near(pcs_jain(one, 4), 0.25, 1e-15);
    expect_near(pcs_jain(line, 4), 100.0 / 120, 1e-15);
    expect_near(pcs_gini(same, 4), 0, 1e-15);
    expect_near(pcs_gini(one, 4), 0.75, 1e-15);
    expect_near(pcs_gini(line, 4), 0.25, 1e-15); /* mean difference 20 / 16, over 2 * 2.5 */
    cr_expect(isnan(pcs_jain(none, 2)));
    cr_expect(isnan(pcs_gini(none, 2)));
}
