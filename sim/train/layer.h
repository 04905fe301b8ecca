/*
 * A layer of units over some rows of inputs. Weights: units x inputs, a row a unit, then a bias
 * for each unit.
 */
#ifndef PCS_TRAIN_LAYER_H
#define PCS_TRAIN_LAYER_H

#include <gsl/gsl_matrix.h>

struct pcs_train_layer {
    size_t inputs, units;
};

static inline size_t pcs_train_layer_elements(const struct pcs_train_layer *layer)
{
    return layer->units * (layer->inputs + 1);
}

/** @param out  rows x units: in . weights' + biases */
void pcs_train_layer_forward(const struct pcs_train_layer *layer, const double *weights,
                             const gsl_matrix *in, gsl_matrix *out);

/**
 * @param slopes    rows x units: derivatives of the loss with respect to what forward() gave
 * @param gradient  of the layer's weights; added to
 */
void pcs_train_layer_gradient(const struct pcs_train_layer *layer, const gsl_matrix *in,
                              const gsl_matrix *slopes, double *gradient);

/** @param in_slopes  rows x inputs: derivatives of the loss with respect to the inputs */
void pcs_train_layer_backward(const struct pcs_train_layer *layer, const double *weights,
                              const gsl_matrix *slopes, gsl_matrix *in_slopes);

/**
 * Softmax and cross-entropy.
 *
 * @param scores  rows x classes; becomes the slopes of the loss: probability - (class is right)
 * @param labels  the right class of each row
 * @return the sum over rows of -log(probability of the right class)
 */
double pcs_train_cross_entropy(gsl_matrix *scores, const double *labels);

#endif
