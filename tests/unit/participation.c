/*
 * The closed forms of participation against every draw there is, and the chi-square test.
 */
#include <criterion/criterion.h>
#include <math.h>

#include "analysis/participation_law.h"

/** Count the draws of @p m among @p p places with each least (or greatest) place. */
static void enumerate(int p, int m, bool is_last, double *counts, double *all)
{
    *all = 0;
    for (unsigned set = 0; set < 1u << p; set++) {
        if (__builtin_popcount(set) != m)
            continue;
        int place = is_last ? 32 - __builtin_clz(set) : __builtin_ctz(set) + 1;
        counts[place]++;
        (*all)++;
    }
}

Test(participation, is_that_of_all_draws)
{
    for (int p = 1; p <= 12; p++) {
        for (int m = 1; m <= p; m++) {
            for (int last = 0; last < 2; last++) {
                struct pcs_participation_law law = {.ranks = p, .candidates = m, .is_last = last};
                double counts[16] = {0}, all, mean = 0, sum = 0;

                enumerate(p, m, last, counts, &all);
                for (int a = 1; a <= p; a++) {
                    double share = pcs_participation_share(&law, a);
                    cr_expect(fabs(share - counts[a] / all) < 1e-12, "P=%d m=%d %d: %d", p, m, last,
                              a);
                    mean += a * counts[a] / all;
                    sum += share;
                }
                cr_expect(fabs(sum - 1) < 1e-12);
                cr_expect(fabs(pcs_participation_mean(&law) - mean) < 1e-12, "P=%d m=%d", p, m);
                cr_expect(pcs_participation_share(&law, 0) == 0);
                cr_expect(pcs_participation_share(&law, p + 1) == 0);
            }
        }
    }
}

Test(participation, large_machines_do_not_overflow)
{
    struct pcs_participation_law law = {.ranks = 100000, .candidates = 500, .is_last = true};
    double sum = 0;

    for (int a = 1; a <= law.ranks; a++)
        sum += pcs_participation_share(&law, a);
    cr_expect(fabs(sum - 1) < 1e-6, "%.9f", sum);
}

Test(participation, chi_square_by_hand)
{
    /* majority, P = 4: 10 rounds expected in each class; 4 + 1 + 1 + 4 squared differences / 10 */
    struct pcs_participation_law law = {.ranks = 4, .candidates = 1};
    const uint64_t counts[4] = {12, 9, 11, 8};
    struct pcs_chi_square test = pcs_participation_test(&law, counts);

    cr_expect(fabs(test.statistic - 1) < 1e-12);
    cr_expect_eq(test.degrees, 3);
    cr_expect(fabs(test.p - 0.8012519569) < 1e-9, "%.12f", test.p); /* tables: Q(1, 3) */
    cr_expect_eq(test.impossible, 0);
}

Test(participation, chi_square_joins_small_classes)
{
    /* 2 rounds expected in each of 10 classes: three at a time have 6, what is left goes together
     */
    struct pcs_participation_law law = {.ranks = 10, .candidates = 1};
    const uint64_t counts[10] = {2, 2, 2, 2, 2, 2, 2, 2, 2, 2};
    struct pcs_chi_square test = pcs_participation_test(&law, counts);

    cr_expect_eq(test.degrees, 2);
    cr_expect(test.statistic < 1e-12);
    cr_expect(test.p > 1 - 1e-9);
}

Test(participation, one_possible_value_needs_no_test)
{
    struct pcs_participation_law law = {.ranks = 4, .candidates = 4}; /* solo */
    const uint64_t counts[4] = {50, 1, 0, 2};
    struct pcs_chi_square test = pcs_participation_test(&law, counts);

    cr_expect_eq(test.degrees, 0);
    cr_expect(isnan(test.p));
    cr_expect_eq(test.impossible, 3);
}
