#include "sim/train/model.h"

#include <math.h>

#include "sim/train/uniform.h"

const struct pcs_train_model *pcs_train_model(enum pcs_train_model_kind kind)
{
    switch (kind) {
    case PCS_TRAIN_HYPERPLANE:
        return &pcs_train_linear;
    case PCS_TRAIN_SOFTMAX:
        return &pcs_train_softmax;
    case PCS_TRAIN_PERCEPTRON:
        return &pcs_train_perceptron;
    case PCS_TRAIN_NONE:
        break;
    }
    return NULL;
}

void pcs_train_init_layer(gsl_rng *rng, double *weights, size_t n, size_t inputs)
{
    const double sd = 1 / sqrt((double)inputs);
    for (size_t i = 0; i < n; i++)
        weights[i] = sd * pcs_train_uniform(rng);
}
