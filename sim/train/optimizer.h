/*
 * Stochastic gradient descent, plain or with momentum, at a rate that is constant or falls in
 * steps.
 */
#ifndef PCS_TRAIN_OPTIMIZER_H
#define PCS_TRAIN_OPTIMIZER_H

#include "sim/train/spec.h"

struct pcs_train_optimizer {
    const struct pcs_train_spec *spec; /**< borrowed */
    size_t n;
    double *velocity; /**< NULL without momentum */
};

/** @return 0, or -1 when there is no memory */
int pcs_train_optimizer_init(struct pcs_train_optimizer *optimizer,
                             const struct pcs_train_spec *spec);
void pcs_train_optimizer_fini(struct pcs_train_optimizer *optimizer);

/** @return the rate of @p step: rate * decay^(step / decay_every) */
double pcs_train_rate(const struct pcs_train_spec *spec, uint32_t step);

/**
 * v = momentum * v + gradient; weights = weights - rate(step) * v.
 *
 * @param gradient  mean over the batch, as many elements as weights
 */
void pcs_train_optimizer_update(struct pcs_train_optimizer *optimizer, uint32_t step,
                                const double *gradient, double *weights);

#endif
