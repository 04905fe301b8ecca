/*
 * A generated data set, and the model's loss and gradient on it.
 *
 * A function of (spec, seed). It is large, and the ranks of a run live in one process: one of them
 * creates it, all use it. Not thread-safe: functions that compute use memory of the set's own.
 *
 *   hyperplane  coordinates uniform, mean 0 and variance 1; target = c . x + c0 + noise * z with
 *               coefficients c of the same law and z normal
 *   softmax     each class has a centre whose distance from 0 is about 1; a point is the centre of
 *               its class + noise * u, coordinates of u as above; classes in turn
 *   perceptron  the same, but every other point of a class lies about the centre's mirror image:
 *               classes have the same mean, which no single layer can tell apart
 */
#ifndef PCS_TRAIN_TRAIN_SET_H
#define PCS_TRAIN_TRAIN_SET_H

#include "sim/train/spec.h"

struct pcs_train_set;

/** @return a data set, or NULL when there is no memory. The caller owns it. */
struct pcs_train_set *pcs_train_set_create(const struct pcs_train_spec *spec, uint64_t seed);
/** NULL is allowed. */
void pcs_train_set_destroy(struct pcs_train_set *set);

/** Write the weights that training starts from: the same on all ranks. @return 0; -1: no memory */
int pcs_train_first_weights(const struct pcs_train_set *set, double *weights);

/**
 * One rank's share of the gradient of @p step: of the step's batch it takes a part of its own.
 *
 * Batches are the points in an order drawn anew each epoch; what is left of an epoch behind the
 * last whole batch is not used in it. Summed over all ranks and divided by their number, the
 * shares are the gradient of the mean loss over the whole batch, however many ranks there are
 * and also where their parts differ in size.
 *
 * @param gradient  written
 * @return 0; -1 when there is no memory
 */
int pcs_train_gradient(struct pcs_train_set *set, const double *weights, uint32_t step, int rank,
                       int ranks, double *gradient);

/** @return the mean loss over the points that are not trained on */
double pcs_train_loss(struct pcs_train_set *set, const double *weights);

#endif
