/*
 * The candidates of each round of a partial collective, drawn alike on every rank.
 *
 * All ranks draw from the stream (seed, PCS_PURPOSE_CANDIDATES, 0), one draw a round, in order, so
 * they agree on every round's candidates without a message. Pure: no state outside the object.
 */
#ifndef PCS_WORKLOADS_CANDIDATES_H
#define PCS_WORKLOADS_CANDIDATES_H

#include <stdint.h>

struct pcs_candidates; /* a position in the sequence of draws */

/**
 * Start the sequence of draws of @p m distinct ranks out of 0 .. @p ranks - 1.
 *
 * Collective: no, but every rank has to use the same numbers. Blocks: no. The caller owns the
 * result. It holds nothing that grows with @p ranks while m * m <= ranks, 4 bytes a rank otherwise.
 *
 * @return the sequence at round 0; NULL when there is no memory or m is not in 1 .. ranks
 */
struct pcs_candidates *pcs_candidates_create(uint64_t seed, int ranks, int m);

/**
 * Draw the next round. Every ordered choice of m distinct ranks is equally likely.
 *
 * Collective: no. Blocks: no. Allocates nothing.
 *
 * @param candidates m ranks in the order of the draw
 */
void pcs_candidates_next(struct pcs_candidates *sequence, int *candidates);

/** Release a sequence; NULL is allowed. */
void pcs_candidates_destroy(struct pcs_candidates *sequence);

#endif
