/*
 * Generated points and what belongs to them, before a model looks at them.
 */
#ifndef PCS_TRAIN_POINTS_H
#define PCS_TRAIN_POINTS_H

#include "sim/train/spec.h"

struct pcs_train_points {
    size_t n, dimensions;
    float *at;       /**< n x dimensions: half the memory of doubles */
    double *targets; /**< n */
};

/** Which of the two disjoint sets of points; the value is the stream's number. */
enum pcs_train_part { PCS_TRAIN_TO_TRAIN, PCS_TRAIN_TO_EVALUATE };

/** @return 0, or -1 when there is no memory; then nothing is held */
int pcs_train_points_init(struct pcs_train_points *points, const struct pcs_train_spec *spec,
                          uint64_t seed, enum pcs_train_part part);
void pcs_train_points_fini(struct pcs_train_points *points);

#endif
