/*
 * Candidates: distinct, alike on all instances, and every ordered choice equally likely.
 *
 * All P = 1..12 with all m = 1..P are tried. The chi-square tests run at a fixed seed, so they do
 * not flicker; over fresh seeds each raises a false alarm with probability 1e-6, the fewer than
 * 300 of them together with less than 3e-4.
 */
#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include <string.h>

#include <gsl/gsl_cdf.h>

#include "workloads/candidates.h"
#include "workloads/stream.h"

enum { RANKS_MAX = 12, ROUNDS = 6000 };

static const double alpha = 1e-6;

/* Probability of a greater chi-square than that of @p n equally likely counts. */
static double uniform_p_value(const int *counts, int n)
{
    double total = 0, chi_square = 0;

    for (int i = 0; i < n; i++)
        total += counts[i];
    for (int i = 0; i < n; i++)
        chi_square += (counts[i] - total / n) * (counts[i] - total / n) / (total / n);
    return gsl_cdf_chisq_Q(chi_square, n - 1);
}

Test(candidates, are_distinct_ranks)
{
    for (int ranks = 1; ranks <= RANKS_MAX; ranks++) {
        for (int m = 1; m <= ranks; m++) {
            struct pcs_candidates *sequence = pcs_candidates_create(1, ranks, m);
            for (int round = 0; round < 200; round++) {
                int drawn[RANKS_MAX + 1], seen[RANKS_MAX] = {0};
                drawn[m] = -7;
                pcs_candidates_next(sequence, drawn);
                for (int i = 0; i < m; i++) {
                    cr_assert(drawn[i] >= 0 && drawn[i] < ranks);
                    cr_assert(eq(int, seen[drawn[i]]++, 0));
                }
                cr_assert(eq(int, drawn[m], -7)); /* nothing written behind the m */
            }
            pcs_candidates_destroy(sequence);
        }
    }
}

/*
 * In the position of the draw that is first, and in the last, each rank equally often; and with
 * two candidates or more each ordered pair of the first two. Rounds are independent, so these
 * counts are multinomial.
 */
Test(candidates, are_equally_likely_in_first_and_last_position_and_as_pairs)
{
    for (int ranks = 2; ranks <= RANKS_MAX; ranks++) {
        for (int m = 1; m <= ranks; m++) {
            int first[RANKS_MAX] = {0}, last[RANKS_MAX] = {0};
            int pairs[RANKS_MAX * (RANKS_MAX - 1)] = {0};
            struct pcs_candidates *sequence = pcs_candidates_create(2, ranks, m);
            for (int round = 0; round < ROUNDS; round++) {
                int drawn[RANKS_MAX];
                pcs_candidates_next(sequence, drawn);
                first[drawn[0]]++;
                last[drawn[m - 1]]++;
                if (m > 1)
                    pairs[drawn[0] * (ranks - 1) + drawn[1] - (drawn[1] > drawn[0])]++;
            }
            pcs_candidates_destroy(sequence);
            cr_assert(gt(dbl, uniform_p_value(first, ranks), alpha), "P %d, m %d", ranks, m);
            cr_assert(gt(dbl, uniform_p_value(last, ranks), alpha), "P %d, m %d", ranks, m);
            if (m > 1 && ranks > 2)
                cr_assert(gt(dbl, uniform_p_value(pairs, ranks * (ranks - 1)), alpha), "P %d, m %d",
                          ranks, m);
        }
    }
}

/* The ranks of one round exclude each other, so the counts vary less than independent ones: their
 * chi-square is (P - m) / (P - 1) of the usual one. */
Test(candidates, draw_each_rank_equally_often)
{
    for (int ranks = 2; ranks <= RANKS_MAX; ranks++) {
        for (int m = 1; m < ranks; m++) {
            const double expected = (double)ROUNDS * m / ranks;
            double chi_square = 0;
            int counts[RANKS_MAX] = {0};
            struct pcs_candidates *sequence = pcs_candidates_create(3, ranks, m);
            for (int round = 0; round < ROUNDS; round++) {
                int drawn[RANKS_MAX];
                pcs_candidates_next(sequence, drawn);
                for (int i = 0; i < m; i++)
                    counts[drawn[i]]++;
            }
            pcs_candidates_destroy(sequence);
            for (int rank = 0; rank < ranks; rank++)
                chi_square += (counts[rank] - expected) * (counts[rank] - expected) / expected;
            chi_square *= (ranks - 1.0) / (ranks - m);
            cr_assert(gt(dbl, gsl_cdf_chisq_Q(chi_square, ranks - 1), alpha), "P %d, m %d", ranks,
                      m);
        }
    }
}

/* All 24 orders of 4 candidates of 4, and all 24 of 3 of 4. */
Test(candidates, come_in_every_order_equally_often)
{
    for (int m = 3; m <= 4; m++) {
        int codes[256] = {0}, counts[24], n = 0;
        struct pcs_candidates *sequence = pcs_candidates_create(4, 4, m);
        for (int round = 0; round < ROUNDS; round++) {
            int drawn[4] = {0};
            pcs_candidates_next(sequence, drawn);
            codes[drawn[0] + 4 * drawn[1] + 16 * drawn[2] + 64 * drawn[3]]++;
        }
        pcs_candidates_destroy(sequence);
        for (int code = 0; code < 256; code++) {
            if (codes[code] > 0)
                counts[n++] = codes[code];
            cr_assert(le(int, n, 24));
        }
        cr_assert(eq(int, n, 24));
        cr_assert(gt(dbl, uniform_p_value(counts, n), alpha), "m %d", m);
    }
}

Test(candidates, are_alike_on_all_instances)
{
    for (int ranks = 1; ranks <= RANKS_MAX; ranks++) {
        for (int m = 1; m <= ranks; m++) {
            struct pcs_candidates *ours = pcs_candidates_create(5, ranks, m);
            struct pcs_candidates *theirs = pcs_candidates_create(5, ranks, m);
            for (int round = 0; round < 100; round++) {
                int a[RANKS_MAX], b[RANKS_MAX];
                pcs_candidates_next(ours, a);
                pcs_candidates_next(theirs, b);
                cr_assert(eq(int, memcmp(a, b, (size_t)m * sizeof(*a)), 0));
            }
            pcs_candidates_destroy(theirs);
            pcs_candidates_destroy(ours);
        }
    }
}

static int same_rounds(uint64_t seed, uint64_t other_seed)
{
    struct pcs_candidates *a = pcs_candidates_create(seed, 1000, 1);
    struct pcs_candidates *b = pcs_candidates_create(other_seed, 1000, 1);
    int same = 0;

    for (int round = 0; round < 100; round++) {
        int x, y;
        pcs_candidates_next(a, &x);
        pcs_candidates_next(b, &y);
        same += x == y;
    }
    pcs_candidates_destroy(b);
    pcs_candidates_destroy(a);
    return same;
}

Test(candidates, depend_on_the_seed)
{
    cr_assert(eq(int, same_rounds(6, 6), 100));
    cr_assert(lt(int, same_rounds(6, 7), 5));
    cr_assert(lt(int, same_rounds(6, 6 + (1ULL << 32)), 5));
}

/* One candidate is one uniform integer of the stream that the header names. */
Test(candidates, come_from_the_stream_of_candidates)
{
    struct pcs_candidates *sequence = pcs_candidates_create(8, 100, 1);
    gsl_rng *rng = pcs_stream_create(8, PCS_PURPOSE_CANDIDATES, 0);

    for (int round = 0; round < 100; round++) {
        int drawn;
        pcs_candidates_next(sequence, &drawn);
        cr_assert(eq(int, drawn, (int)gsl_rng_uniform_int(rng, 100)));
    }
    gsl_rng_free(rng);
    pcs_candidates_destroy(sequence);
}

Test(candidates, are_refused_when_there_are_none_or_too_many)
{
    cr_assert(eq(ptr, pcs_candidates_create(1, 4, 0), NULL));
    cr_assert(eq(ptr, pcs_candidates_create(1, 4, -1), NULL));
    cr_assert(eq(ptr, pcs_candidates_create(1, 4, 5), NULL));
    cr_assert(eq(ptr, pcs_candidates_create(1, 0, 0), NULL));
    pcs_candidates_destroy(NULL);
}
