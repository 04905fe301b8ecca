/*
 * k ranks of P, drawn anew each step and alike on every rank.
 */
#ifndef PCS_WORKLOADS_RANDOM_K_H
#define PCS_WORKLOADS_RANDOM_K_H

#include <stdbool.h>
#include <stdint.h>

#include "workloads/stream.h"

struct pcs_random_k; /* a rank's view of the sequence of draws */

/**
 * Start the sequence of the stream (@p seed, @p purpose, @p number), which all ranks share.
 *
 * The caller owns the result; it holds one bit for each of @p ranks.
 *
 * @param number  tells several such models of one scenario apart
 * @return the sequence at step 0, or NULL when there is no memory
 */
struct pcs_random_k *pcs_random_k_create(uint64_t seed, enum pcs_purpose purpose, uint32_t number,
                                         int ranks, int k);

/** Draw the next step. Every choice of k ranks is equally likely. @return whether @p rank is one */
bool pcs_random_k_next(struct pcs_random_k *sequence, int rank);

/** Release a sequence; NULL is allowed. */
void pcs_random_k_destroy(struct pcs_random_k *sequence);

#endif
