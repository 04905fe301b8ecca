/*
 * Multinomial logistic regression: one layer, softmax, cross-entropy.
 */
#include "sim/train/layer.h"
#include "sim/train/model.h"

static struct pcs_train_layer layer_of(const struct pcs_train_spec *spec)
{
    return (struct pcs_train_layer){spec->dimensions, spec->classes};
}

static uint64_t elements(const struct pcs_train_spec *spec)
{
    const struct pcs_train_layer layer = layer_of(spec);
    return pcs_train_layer_elements(&layer);
}

static size_t work_size(const struct pcs_train_spec *spec)
{
    return (size_t)PCS_TRAIN_ROWS_MAX * spec->classes;
}

/* The problem is convex: 0 is as good as any, and all classes are alike there. */
static void init(const struct pcs_train_spec *spec, gsl_rng *rng, double *weights)
{
    (void)rng;
    for (uint64_t i = 0; i < elements(spec); i++)
        weights[i] = 0;
}

static double add(const struct pcs_train_spec *spec, const double *weights,
                  const struct pcs_train_rows *rows, double *gradient)
{
    const struct pcs_train_layer layer = layer_of(spec);
    gsl_matrix_view scores = gsl_matrix_view_array(rows->work, rows->points->size1, spec->classes);

    pcs_train_layer_forward(&layer, weights, rows->points, &scores.matrix);
    const double loss = pcs_train_cross_entropy(&scores.matrix, rows->targets);
    if (gradient)
        pcs_train_layer_gradient(&layer, rows->points, &scores.matrix, gradient);
    return loss;
}

const struct pcs_train_model pcs_train_softmax = {elements, work_size, init, add};
