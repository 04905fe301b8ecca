#include "sim/train/layer.h"

#include <math.h>

#include <gsl/gsl_blas.h>

void pcs_train_layer_forward(const struct pcs_train_layer *layer, const double *weights,
                             const gsl_matrix *in, gsl_matrix *out)
{
    const gsl_matrix_const_view w =
        gsl_matrix_const_view_array(weights, layer->units, layer->inputs);
    const double *biases = weights + layer->units * layer->inputs;

    for (size_t i = 0; i < out->size1; i++) {
        for (size_t u = 0; u < layer->units; u++)
            gsl_matrix_set(out, i, u, biases[u]);
    }
    gsl_blas_dgemm(CblasNoTrans, CblasTrans, 1, in, &w.matrix, 1, out);
}

void pcs_train_layer_gradient(const struct pcs_train_layer *layer, const gsl_matrix *in,
                              const gsl_matrix *slopes, double *gradient)
{
    gsl_matrix_view g = gsl_matrix_view_array(gradient, layer->units, layer->inputs);
    double *biases = gradient + layer->units * layer->inputs;

    gsl_blas_dgemm(CblasTrans, CblasNoTrans, 1, slopes, in, 1, &g.matrix);
    for (size_t i = 0; i < slopes->size1; i++) {
        for (size_t u = 0; u < layer->units; u++)
            biases[u] += gsl_matrix_get(slopes, i, u);
    }
}

void pcs_train_layer_backward(const struct pcs_train_layer *layer, const double *weights,
                              const gsl_matrix *slopes, gsl_matrix *in_slopes)
{
    const gsl_matrix_const_view w =
        gsl_matrix_const_view_array(weights, layer->units, layer->inputs);

    gsl_blas_dgemm(CblasNoTrans, CblasNoTrans, 1, slopes, &w.matrix, 0, in_slopes);
}

double pcs_train_cross_entropy(gsl_matrix *scores, const double *labels)
{
    const size_t classes = scores->size2;
    double loss = 0;

    for (size_t i = 0; i < scores->size1; i++) {
        double *row = gsl_matrix_ptr(scores, i, 0);
        const size_t label = (size_t)labels[i];
        double most = row[0], sum = 0;
        for (size_t c = 1; c < classes; c++)
            most = fmax(most, row[c]);
        for (size_t c = 0; c < classes; c++)
            sum += exp(row[c] - most); /* no overflow */
        loss += most + log(sum) - row[label];
        for (size_t c = 0; c < classes; c++)
            row[c] = exp(row[c] - most) / sum;
        row[label] -= 1;
    }
    return loss;
}
