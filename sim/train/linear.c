/*
 * Hyperplane regression: y = w . x + b, squared error. Weights: w, then b.
 */
#include <gsl/gsl_blas.h>

#include "sim/train/model.h"

static uint64_t elements(const struct pcs_train_spec *spec)
{
    return (uint64_t)spec->dimensions + 1;
}

static size_t work_size(const struct pcs_train_spec *spec)
{
    (void)spec;
    return PCS_TRAIN_ROWS_MAX;
}

static void init(const struct pcs_train_spec *spec, gsl_rng *rng, double *weights)
{
    pcs_train_init_layer(rng, weights, spec->dimensions, spec->dimensions);
    weights[spec->dimensions] = 0;
}

/* d/dw (w . x + b - y)^2 = 2 (w . x + b - y) x */
static double add(const struct pcs_train_spec *spec, const double *weights,
                  const struct pcs_train_rows *rows, double *gradient)
{
    const size_t dimensions = spec->dimensions, n = rows->points->size1;
    const gsl_vector_const_view w = gsl_vector_const_view_array(weights, dimensions);
    gsl_vector_view errors = gsl_vector_view_array(rows->work, n);
    double loss = 0, sum = 0;

    for (size_t i = 0; i < n; i++)
        rows->work[i] = weights[dimensions] - rows->targets[i];
    gsl_blas_dgemv(CblasNoTrans, 1, rows->points, &w.vector, 1, &errors.vector);
    for (size_t i = 0; i < n; i++) {
        loss += rows->work[i] * rows->work[i];
        sum += rows->work[i];
    }
    if (gradient) {
        gsl_vector_view g = gsl_vector_view_array(gradient, dimensions);
        gsl_blas_dgemv(CblasTrans, 2, rows->points, &errors.vector, 1, &g.vector);
        gradient[dimensions] += 2 * sum;
    }
    return loss;
}

const struct pcs_train_model pcs_train_linear = {elements, work_size, init, add};
