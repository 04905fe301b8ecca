/*
 * A perceptron with one hidden layer, softmax, cross-entropy. Weights: hidden layer, output layer.
 */
#include <math.h>

#include "sim/train/layer.h"
#include "sim/train/model.h"

static struct pcs_train_layer hidden_of(const struct pcs_train_spec *spec)
{
    return (struct pcs_train_layer){spec->dimensions, spec->hidden};
}

static struct pcs_train_layer output_of(const struct pcs_train_spec *spec)
{
    return (struct pcs_train_layer){spec->hidden, spec->classes};
}

static uint64_t elements(const struct pcs_train_spec *spec)
{
    const struct pcs_train_layer hidden = hidden_of(spec), output = output_of(spec);
    return (uint64_t)pcs_train_layer_elements(&hidden) + pcs_train_layer_elements(&output);
}

static size_t work_size(const struct pcs_train_spec *spec)
{
    return (size_t)PCS_TRAIN_ROWS_MAX * (2 * (size_t)spec->hidden + spec->classes);
}

static void init(const struct pcs_train_spec *spec, gsl_rng *rng, double *weights)
{
    const struct pcs_train_layer layers[] = {hidden_of(spec), output_of(spec)};
    for (int l = 0; l < 2; l++) {
        const size_t n = layers[l].units * layers[l].inputs;
        pcs_train_init_layer(rng, weights, n, layers[l].inputs);
        for (size_t u = 0; u < layers[l].units; u++)
            weights[n + u] = 0;
        weights += pcs_train_layer_elements(&layers[l]);
    }
}

static void activate(enum pcs_train_activation activation, gsl_matrix *values)
{
    double *v = values->data;
    for (size_t i = 0; i < values->size1 * values->size2; i++)
        v[i] = activation == PCS_TRAIN_TANH ? tanh(v[i]) : fmax(v[i], 0);
}

/* Both activations have slopes that follow from their values. */
static void multiply_slopes(enum pcs_train_activation activation, const gsl_matrix *values,
                            gsl_matrix *slopes)
{
    const double *v = values->data;
    double *s = slopes->data;
    for (size_t i = 0; i < values->size1 * values->size2; i++)
        s[i] *= activation == PCS_TRAIN_TANH ? 1 - v[i] * v[i] : v[i] > 0;
}

static double add(const struct pcs_train_spec *spec, const double *weights,
                  const struct pcs_train_rows *rows, double *gradient)
{
    const struct pcs_train_layer hidden = hidden_of(spec), output = output_of(spec);
    const size_t n = rows->points->size1, first = pcs_train_layer_elements(&hidden);
    gsl_matrix_view values = gsl_matrix_view_array(rows->work, n, hidden.units);
    gsl_matrix_view slopes = gsl_matrix_view_array(rows->work + n * hidden.units, n, hidden.units);
    gsl_matrix_view scores =
        gsl_matrix_view_array(rows->work + 2 * n * hidden.units, n, output.units);

    pcs_train_layer_forward(&hidden, weights, rows->points, &values.matrix);
    activate(spec->activation, &values.matrix);
    pcs_train_layer_forward(&output, weights + first, &values.matrix, &scores.matrix);
    const double loss = pcs_train_cross_entropy(&scores.matrix, rows->targets);
    if (!gradient)
        return loss;
    pcs_train_layer_gradient(&output, &values.matrix, &scores.matrix, gradient + first);
    pcs_train_layer_backward(&output, weights + first, &scores.matrix, &slopes.matrix);
    multiply_slopes(spec->activation, &values.matrix, &slopes.matrix);
    pcs_train_layer_gradient(&hidden, rows->points, &slopes.matrix, gradient);
    return loss;
}

const struct pcs_train_model pcs_train_perceptron = {elements, work_size, init, add};
