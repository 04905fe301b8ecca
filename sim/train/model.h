/*
 * What the models have in common: a loss for each point, and its gradient.
 */
#ifndef PCS_TRAIN_MODEL_H
#define PCS_TRAIN_MODEL_H

#include <gsl/gsl_matrix.h>
#include <gsl/gsl_rng.h>

#include "sim/train/spec.h"

/** Rows that a model is given at once: so many that the overhead of a call is small. */
#define PCS_TRAIN_ROWS_MAX 256

/** Some points, one a row, and what belongs to them. */
struct pcs_train_rows {
    const gsl_matrix *points; /**< rows x dimensions */
    const double *targets;    /**< hyperplane: the value; others: the class, a whole number */
    double *work;             /**< work_size() doubles of the caller's */
};

struct pcs_train_model {
    uint64_t (*elements)(const struct pcs_train_spec *spec);

    /** @return doubles of work memory for PCS_TRAIN_ROWS_MAX rows */
    size_t (*work_size)(const struct pcs_train_spec *spec);

    /** Draw the weights that training starts from. */
    void (*init)(const struct pcs_train_spec *spec, gsl_rng *rng, double *weights);

    /**
     * @param gradient  the gradient of the sum below is added to it; NULL: not wanted
     * @return the sum of the losses of all rows
     */
    double (*add)(const struct pcs_train_spec *spec, const double *weights,
                  const struct pcs_train_rows *rows, double *gradient);
};

/** @return the model, a constant; NULL for PCS_TRAIN_NONE */
const struct pcs_train_model *pcs_train_model(enum pcs_train_model_kind kind);

extern const struct pcs_train_model pcs_train_linear, pcs_train_softmax, pcs_train_perceptron;

/** Fill @p n weights uniformly, mean 0 and variance 1 / @p inputs: sums of as many inputs of
 * variance 1 then have variance 1, whatever their number. */
void pcs_train_init_layer(gsl_rng *rng, double *weights, size_t n, size_t inputs);

#endif
