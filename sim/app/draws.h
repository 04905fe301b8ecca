/*
 * The candidates of each round, drawn once for all buckets of a rank.
 */
#ifndef PCS_APP_DRAWS_H
#define PCS_APP_DRAWS_H

#include <stdint.h>

struct pcs_draws;

/**
 * Collective: no. The caller owns the result. See pcs_candidates_create() for the numbers.
 *
 * @return NULL when there is no memory
 */
struct pcs_draws *pcs_draws_create(uint64_t seed, int ranks, int candidates);
/** NULL is allowed. */
void pcs_draws_destroy(struct pcs_draws *draws);

/**
 * The draw of @p round, for pcoll_spec.draw: each bucket asks for its rounds in order.
 *
 * @param context  a struct pcs_draws
 */
void pcs_draws_get(void *context, uint32_t round, int *candidates);

#endif
