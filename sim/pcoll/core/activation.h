/*
 * Who tells whom that a round has started.
 *
 * Activation is a broadcast in which any rank can be the root: to rank (i + d) mod P for each power
 * of two d < P. A rank that hears through distance d passes on through every larger distance that
 * it has not used in this round. Sets of distances are bit masks: bit k stands for d = 2^k.
 * From: eager-SGD (PPoPP'20), section 4.1, where a rank acts on its first token only; acting on
 * every token is what makes it right for P that is no power of two (docs/design.md).
 *
 * Reports (trigger `last`) climb a binomial tree over the candidates in the order of the draw.
 */
#ifndef PCOLL_CORE_ACTIVATION_H
#define PCOLL_CORE_ACTIVATION_H

#include <stdint.h>

#include "sim/pcoll/schedule/schedule.h"

/** @return number of powers of two below @p ranks */
int pcoll_distances_n(int ranks);

/** @return the set of all distances for @p ranks */
uint32_t pcoll_distances(int ranks);

/** @return those of pcoll_distances() that are larger than 2^@p k */
uint32_t pcoll_distances_above(int ranks, int k);

/** @return the rank at distance 2^@p k after @p rank */
int pcoll_rank_after(int rank, int k, int ranks);

/** @return the rank at distance 2^@p k before @p rank */
int pcoll_rank_before(int rank, int k, int ranks);

/** A rank's part in the start of one round. */
struct pcoll_role {
    int is_candidate;
    int parent;     /**< the candidate it reports to; PCOLL_NOBODY at the root and outside */
    int children_n; /**< candidates that report to it */
};

/** @return the role of @p rank when @p candidates (@p n of them, in draw order) were drawn */
struct pcoll_role pcoll_role_of(int rank, const int *candidates, int n);

#endif
