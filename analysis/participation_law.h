/*
 * How many ranks have arrived when a round starts: the closed form of each kind.
 *
 * The m candidates of a round are drawn uniformly and without regard to who arrives when. In the
 * order of arrival their places are a uniform subset of 1 to P, whatever the order is made of.
 * Trigger first starts the round at the least of these places, last at the greatest:
 *
 *   first: P(A = a) = C(P - a, m - 1) / C(P, m)    mean (P + 1) / (m + 1)
 *   last:  P(A = a) = C(a - 1, m - 1) / C(P, m)    mean m (P + 1) / (m + 1)
 *
 * Taken for granted: no two ranks arrive at the same time, and the round starts at the moment of
 * the triggering call. solo is m = P and first, majority m = 1, sync m = P and last.
 */
#ifndef PCS_ANALYSIS_PARTICIPATION_LAW_H
#define PCS_ANALYSIS_PARTICIPATION_LAW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pcs_participation_law {
    int ranks;      /**< P */
    int candidates; /**< m, 1 to P */
    bool is_last;   /**< trigger */
};

/** Probability that @p arrived ranks, 1 to P, have arrived. */
double pcs_participation_share(const struct pcs_participation_law *law, int arrived);

double pcs_participation_mean(const struct pcs_participation_law *law);

/** Pearson's chi-square test of rounds against the law. */
struct pcs_chi_square {
    double statistic;
    int degrees;         /**< 0: too few rounds, or there is one possible value alone */
    double p;            /**< probability of a statistic at least this large; NAN without degrees */
    uint64_t impossible; /**< rounds with a value of probability 0 */
};

/**
 * @param counts  of rounds with a - 1 = 0, 1, ..., P - 1 ranks arrived. Neighbouring classes are
 *                joined until at least 5 rounds are expected in each.
 */
struct pcs_chi_square pcs_participation_test(const struct pcs_participation_law *law,
                                             const uint64_t *counts);

#endif
