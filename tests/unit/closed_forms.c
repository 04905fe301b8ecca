/*
 * Closed forms against sums done by hand and against a little simulation of the same calls.
 */
#include <math.h>

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include "analysis/closed_forms.h"

#define NEAR(actual, expected) cr_assert(ieee_ulp_eq(dbl, actual, expected, 64))

/* Four ranks at 0, 1, 2, 3 s; the round of rank 1 starts at 1 and ends at 2.5. */
Test(closed_forms, by_hand)
{
    const struct pcs_skewed_calls calls = {.ranks = 4, .skew_s = 1, .round_s = 1.5, .call_s = 0.25};

    /* 0 waits 2.5, 1 waits 1.5, 2 finds 0.5 left, 3 finds it over. */
    NEAR(pcs_skewed_latency(&calls, 1), (2.5 + 1.5 + 0.5 + 0.25) / 4);
    NEAR(pcs_skewed_latency(&calls, 0), (1.5 + 0.5 + 0.25 + 0.25) / 4);
    NEAR(pcs_skewed_latency(&calls, 3), (4.5 + 3.5 + 2.5 + 1.5) / 4);
}

/* A call costs its overhead however little is left of the round. */
Test(closed_forms, overhead_hides_the_end_of_a_round)
{
    const struct pcs_skewed_calls calls = {.ranks = 2, .skew_s = 1, .round_s = 1.5, .call_s = 0.75};

    NEAR(pcs_skewed_latency(&calls, 0), (1.5 + 0.75) / 2);
}

Test(closed_forms, copying_out_is_paid_by_every_call)
{
    struct pcs_skewed_calls calls = {.ranks = 8, .skew_s = 0.5, .round_s = 1, .call_s = 0.125};
    const double without = pcs_skewed_latency(&calls, 2);

    calls.out_s = 0.0625;
    NEAR(pcs_skewed_latency(&calls, 2), without + 0.0625);
    NEAR(pcs_skewed_latency_mean(&calls),
         pcs_skewed_latency_mean(&(struct pcs_skewed_calls){8, 0.5, 1, 0.125, 0}) + 0.0625);
}

Test(closed_forms, one_rank)
{
    const struct pcs_skewed_calls calls = {.ranks = 1, .skew_s = 1, .round_s = 2, .call_s = 0.5};

    NEAR(pcs_skewed_latency(&calls, 0), 2.0);
    NEAR(pcs_skewed_latency_mean(&calls), 2.0);
    NEAR(pcs_skewed_latency_sd(&calls), 0.0);
    NEAR(pcs_skewed_wait_uniform(1, 1), 0.0);
    NEAR(pcs_active_mean_uniform(1), 1.0);
}

/* Without a round's own time only the waiting is left. */
Test(closed_forms, waiting_alone)
{
    for (int p = 1; p <= 70; p++) {
        const struct pcs_skewed_calls calls = {.ranks = p, .skew_s = 0.001};
        double mean = 0;
        double square = 0;
        double active = 0;

        for (int j = 0; j < p; j++) {
            mean += (double)j / p;
            square += (double)j * j / p;
            active += (j + 1.0) / p;
        }
        const double wait = pcs_skewed_wait_uniform(p, 0.001);
        const double variance = fmax(square - mean * mean, 0);
        cr_assert(epsilon_eq(dbl, pcs_skewed_latency_mean(&calls), wait, 1e-15));
        cr_assert(
            epsilon_eq(dbl, pcs_skewed_wait_of_draws(p, 0.001, mean, sqrt(variance)), wait, 1e-15));
        /* All wait for the last: half of the spread. */
        cr_assert(epsilon_eq(dbl, pcs_skewed_latency(&calls, p - 1), (p - 1) * 0.001 / 2, 1e-15));
        cr_assert(epsilon_eq(dbl, pcs_active_mean_uniform(p), active, 1e-12));
    }
}

/* The published micro-benchmark: 32 ranks, 1 ms apart. */
Test(closed_forms, figures_of_the_micro_benchmark)
{
    const struct pcs_skewed_calls calls = {.ranks = 32, .skew_s = 1};

    cr_assert(epsilon_eq(dbl, pcs_skewed_latency(&calls, 31), 15.5, 1e-12));
    cr_assert(epsilon_eq(dbl, pcs_skewed_latency_mean(&calls), 5.328125, 1e-12));
    cr_assert(epsilon_eq(dbl, pcs_skewed_latency_sd(&calls), 4.767366, 1e-6));
    cr_assert(epsilon_eq(dbl, pcs_skewed_wait_of_draws(32, 1, 17.265625, 8.68951), 6.10742, 1e-4));
    cr_assert(epsilon_eq(dbl, pcs_active_mean_uniform(32), 16.5, 0));
}
