/*
 * Which points belong to which step: an order of all points for each epoch.
 */
#ifndef PCS_TRAIN_SAMPLING_H
#define PCS_TRAIN_SAMPLING_H

#include "sim/train/spec.h"

/** Late ranks are in the epoch before: the orders of two epochs are kept. */
#define PCS_TRAIN_ORDERS 2

struct pcs_train_sampling {
    const struct pcs_train_spec *spec; /**< borrowed */
    uint64_t seed;
    uint32_t *orders[PCS_TRAIN_ORDERS];
    int64_t epochs[PCS_TRAIN_ORDERS]; /**< -1: none yet */
};

/** @return 0, or -1 when there is no memory; then nothing is held */
int pcs_train_sampling_init(struct pcs_train_sampling *sampling, const struct pcs_train_spec *spec,
                            uint64_t seed);
void pcs_train_sampling_fini(struct pcs_train_sampling *sampling);

/**
 * @return the numbers of the points of @p step's batch, good until the next call; NULL when there
 *         is no memory
 */
const uint32_t *pcs_train_sampling_batch(struct pcs_train_sampling *sampling, uint32_t step);

#endif
