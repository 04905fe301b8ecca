/*
 * What each rank gave to each round.
 */
#ifndef PCS_ANALYSIS_RANK_PARTS_H
#define PCS_ANALYSIS_RANK_PARTS_H

#include "analysis/run.h"

enum pcs_part {
    PCS_PART_NULL,  /**< nothing was taken: zeros */
    PCS_PART_STALE, /**< only gradients of earlier steps */
    PCS_PART_FRESH, /**< the gradient of the same step, perhaps with earlier ones */
};

/**
 * Fill in the parts of @p rank.
 *
 * @param parts  run->rounds_n of them, each an enum pcs_part, in the order of run->rounds
 */
void pcs_rank_parts(const struct pcs_run *run, int rank, unsigned char *parts);

/** @return the bucket of call number @p i of a rank: calls of a step stand in their order */
int pcs_call_bucket(const struct pcs_rank_calls *calls, size_t i);

#endif
