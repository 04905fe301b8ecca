/*
 * Models that are trained: gradients are those of the loss, shares of ranks add up to the whole
 * batch, the loss falls, and everything is a function of the seed.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include "sim/train/model.h"
#include "sim/train/optimizer.h"
#include "sim/train/points.h"
#include "sim/train/sampling.h"
#include "sim/train/train_set.h"

static struct pcs_train_spec spec_of(enum pcs_train_model_kind model)
{
    return (struct pcs_train_spec){.model = model,
                                   .dimensions = 12,
                                   .classes = 4,
                                   .hidden = 7,
                                   .points = 640,
                                   .eval_points = 400,
                                   .batch = 64,
                                   .noise = 0.3,
                                   .rate = 0.05,
                                   .decay = 1,
                                   .eval_every = 10};
}

static const enum pcs_train_model_kind MODELS[] = {PCS_TRAIN_HYPERPLANE, PCS_TRAIN_SOFTMAX,
                                                   PCS_TRAIN_PERCEPTRON};

/* ---- a model, on rows of its own --------------------------------------------------------------
 */

#define ROWS 9
#define ELEMENTS_MAX 200

static double loss_at(const struct pcs_train_spec *spec, const double *weights, double *gradient)
{
    static double work[PCS_TRAIN_ROWS_MAX * 32];
    static double points[ROWS * 12], targets[ROWS];
    const struct pcs_train_model *model = pcs_train_model(spec->model);
    cr_assert(le(sz, model->work_size(spec), sizeof work / sizeof *work));
    for (size_t i = 0; i < ROWS * 12; i++)
        points[i] = cos(1.7 * (double)(i + 1) * (double)(i + 3));
    for (size_t i = 0; i < ROWS; i++)
        targets[i] = (double)(i % spec->classes);
    gsl_matrix_view view = gsl_matrix_view_array(points, ROWS, 12);
    const struct pcs_train_rows rows = {&view.matrix, targets, work};
    return model->add(spec, weights, &rows, gradient);
}

static void check_gradient(const struct pcs_train_spec *spec)
{
    double weights[ELEMENTS_MAX], gradient[ELEMENTS_MAX] = {0};
    const size_t n = (size_t)pcs_train_elements(spec);
    cr_assert(le(sz, n, ELEMENTS_MAX));
    for (size_t i = 0; i < n; i++)
        weights[i] = 0.4 * sin(2.3 * (double)(i + 1));
    loss_at(spec, weights, gradient);
    for (size_t i = 0; i < n; i++) {
        const double h = 1e-5, at = weights[i];
        weights[i] = at + h;
        const double above = loss_at(spec, weights, NULL);
        weights[i] = at - h;
        const double below = loss_at(spec, weights, NULL);
        weights[i] = at;
        const double slope = (above - below) / (2 * h);
        cr_assert(fabs(slope - gradient[i]) < 1e-7 * (1 + fabs(slope)),
                  "model %d, element %zu: %.12g, finite difference %.12g", (int)spec->model, i,
                  gradient[i], slope);
    }
}

Test(train, gradients_are_finite_differences)
{
    for (size_t m = 0; m < 3; m++) {
        struct pcs_train_spec spec = spec_of(MODELS[m]);
        check_gradient(&spec);
        spec.activation = PCS_TRAIN_RELU;
        check_gradient(&spec);
    }
}

Test(train, a_gradient_is_added_to_what_is_there)
{
    for (size_t m = 0; m < 3; m++) {
        const struct pcs_train_spec spec = spec_of(MODELS[m]);
        double weights[ELEMENTS_MAX], once[ELEMENTS_MAX] = {0}, twice[ELEMENTS_MAX] = {0};
        for (size_t i = 0; i < ELEMENTS_MAX; i++)
            weights[i] = 0.1 * cos((double)i);
        loss_at(&spec, weights, once);
        loss_at(&spec, weights, twice);
        loss_at(&spec, weights, twice);
        for (size_t i = 0; i < pcs_train_elements(&spec); i++)
            cr_assert(fabs(twice[i] - 2 * once[i]) < 1e-12);
    }
}

Test(train, numbers_of_weights)
{
    struct pcs_train_spec spec = spec_of(PCS_TRAIN_HYPERPLANE);
    spec.dimensions = 8192;
    cr_assert(eq(u64, pcs_train_elements(&spec), 8193)); /* as published */
    spec.model = PCS_TRAIN_SOFTMAX;
    spec.classes = 10;
    cr_assert(eq(u64, pcs_train_elements(&spec), 81930));
    spec.model = PCS_TRAIN_PERCEPTRON;
    spec.hidden = 5;
    cr_assert(eq(u64, pcs_train_elements(&spec), 5 * 8193 + 10 * 6));
    spec.model = PCS_TRAIN_NONE;
    cr_assert(eq(u64, pcs_train_elements(&spec), 0));
}

Test(train, cross_entropy_of_large_scores_does_not_overflow)
{
    struct pcs_train_spec spec = spec_of(PCS_TRAIN_SOFTMAX);
    double weights[ELEMENTS_MAX], gradient[ELEMENTS_MAX] = {0};
    for (size_t i = 0; i < ELEMENTS_MAX; i++)
        weights[i] = i % 2 ? 1e4 : -1e4;
    cr_assert(isfinite(loss_at(&spec, weights, gradient)));
    for (size_t i = 0; i < pcs_train_elements(&spec); i++)
        cr_assert(isfinite(gradient[i]));
}

/* ---- data -------------------------------------------------------------------------------------
 */

Test(train, every_epoch_uses_every_point_once)
{
    struct pcs_train_spec spec = spec_of(PCS_TRAIN_SOFTMAX);
    spec.points = 650; /* ten points are left over */
    struct pcs_train_sampling sampling;
    cr_assert(eq(int, pcs_train_sampling_init(&sampling, &spec, 3), 0));
    cr_assert(eq(u32, pcs_train_epoch_steps(&spec), 10));
    uint32_t first_of_epoch[2];
    for (uint32_t epoch = 0; epoch < 2; epoch++) {
        int used[650] = {0}, used_n = 0;
        for (uint32_t step = epoch * 10; step < epoch * 10 + 10; step++) {
            const uint32_t *batch = pcs_train_sampling_batch(&sampling, step);
            for (uint32_t i = 0; i < spec.batch; i++) {
                cr_assert(lt(u32, batch[i], spec.points));
                used_n += ++used[batch[i]] == 1;
            }
        }
        cr_assert(eq(int, used_n, 640));
        first_of_epoch[epoch] = pcs_train_sampling_batch(&sampling, epoch * 10)[0];
    }
    cr_assert(ne(u32, first_of_epoch[0], first_of_epoch[1]));
    /* A rank that is two epochs behind gets the same batch as the others did. */
    const uint32_t late = pcs_train_sampling_batch(&sampling, 3)[5];
    pcs_train_sampling_batch(&sampling, 23);
    cr_assert(eq(u32, pcs_train_sampling_batch(&sampling, 3)[5], late));
    pcs_train_sampling_fini(&sampling);
}

Test(train, points_follow_their_laws)
{
    struct pcs_train_spec spec = spec_of(PCS_TRAIN_HYPERPLANE);
    struct pcs_train_points points;
    spec.points = 20000;
    cr_assert(eq(int, pcs_train_points_init(&points, &spec, 5, PCS_TRAIN_TO_TRAIN), 0));
    const size_t n = points.n * points.dimensions;
    double sum = 0, squares = 0;
    for (size_t i = 0; i < n; i++) {
        sum += (double)points.at[i];
        squares += (double)points.at[i] * (double)points.at[i];
    }
    /* Standard errors: 1 / sqrt(n) of the mean, sqrt(0.8 / n) of the variance (uniform law). */
    cr_assert(fabs(sum / (double)n) < 4 / sqrt((double)n));
    cr_assert(fabs(squares / (double)n - 1) < 4 * sqrt(0.8 / (double)n));
    pcs_train_points_fini(&points);

    spec.model = PCS_TRAIN_PERCEPTRON;
    spec.noise = 0;
    cr_assert(eq(int, pcs_train_points_init(&points, &spec, 5, PCS_TRAIN_TO_TRAIN), 0));
    for (size_t d = 0; d < points.dimensions; d++) /* points 1 and 5: both of class 1 */
        cr_assert(
            eq(flt, points.at[1 * points.dimensions + d], -points.at[5 * points.dimensions + d]));
    cr_assert(eq(dbl, points.targets[1], 1));
    cr_assert(eq(dbl, points.targets[5], 1));
    pcs_train_points_fini(&points);
}

/* ---- training ---------------------------------------------------------------------------------
 */

/* Train @p ranks ranks that all wait for each other, and give the weights. */
static double train(const struct pcs_train_spec *spec, uint64_t seed, int ranks, uint32_t steps,
                    double *weights)
{
    const size_t n = (size_t)pcs_train_elements(spec);
    double share[ELEMENTS_MAX], sum[ELEMENTS_MAX];
    struct pcs_train_optimizer optimizer;
    struct pcs_train_set *set = pcs_train_set_create(spec, seed);
    cr_assert(ne(ptr, set, NULL));
    cr_assert(eq(int, pcs_train_optimizer_init(&optimizer, spec), 0));
    cr_assert(eq(int, pcs_train_first_weights(set, weights), 0));
    for (uint32_t step = 0; step < steps; step++) {
        memset(sum, 0, sizeof sum);
        for (int rank = 0; rank < ranks; rank++) {
            cr_assert(eq(int, pcs_train_gradient(set, weights, step, rank, ranks, share), 0));
            for (size_t i = 0; i < n; i++)
                sum[i] += share[i] / ranks;
        }
        pcs_train_optimizer_update(&optimizer, step, sum, weights);
    }
    const double loss = pcs_train_loss(set, weights);
    pcs_train_optimizer_fini(&optimizer);
    pcs_train_set_destroy(set);
    return loss;
}

Test(train, ranks_together_are_one_rank_with_the_whole_batch)
{
    const int ranks[] = {2, 3, 5, 64};
    for (size_t m = 0; m < 3; m++) {
        struct pcs_train_spec spec = spec_of(MODELS[m]);
        double one[ELEMENTS_MAX], several[ELEMENTS_MAX];
        spec.momentum = 0.5;
        spec.rate = 0.02;
        train(&spec, 11, 1, 30, one);
        for (size_t p = 0; p < sizeof ranks / sizeof *ranks; p++) {
            train(&spec, 11, ranks[p], 30, several);
            for (size_t i = 0; i < pcs_train_elements(&spec); i++)
                cr_assert(fabs(one[i] - several[i]) < 1e-12, "model %d, %d ranks, element %zu",
                          (int)spec.model, ranks[p], i);
        }
    }
}

Test(train, loss_falls)
{
    for (size_t m = 0; m < 3; m++) {
        struct pcs_train_spec spec = spec_of(MODELS[m]);
        double weights[ELEMENTS_MAX];
        spec.rate = spec.model == PCS_TRAIN_HYPERPLANE ? 0.02 : 0.5;
        const double first = train(&spec, 2, 1, 0, weights);
        const double last = train(&spec, 2, 1, 300, weights);
        cr_assert(last < first / 2, "model %d: %g, then %g", (int)spec.model, first, last);
    }
}

Test(train, loss_of_a_plane_comes_down_to_the_noise)
{
    struct pcs_train_spec spec = spec_of(PCS_TRAIN_HYPERPLANE);
    double weights[ELEMENTS_MAX];
    spec.rate = 0.01;
    spec.points = 6400;
    spec.eval_points = 20000;
    const double loss = train(&spec, 4, 1, 1000, weights);
    /* Variance of the noise 0.09; its estimate has a relative standard error of sqrt(2 / 20000);
       the batches' own noise adds rate * dimensions / batch to it, 0.2 %. */
    cr_assert(fabs(loss / 0.09 - 1) < 4 * 0.01 + 0.004, "%g", loss);
}

Test(train, everything_is_a_function_of_the_seed)
{
    for (size_t m = 0; m < 3; m++) {
        const struct pcs_train_spec spec = spec_of(MODELS[m]);
        double a[ELEMENTS_MAX], b[ELEMENTS_MAX];
        const double first = train(&spec, 7, 2, 20, a), again = train(&spec, 7, 2, 20, b);
        cr_assert(eq(dbl, first, again));
        cr_assert(eq(int, memcmp(a, b, pcs_train_elements(&spec) * sizeof *a), 0));
        cr_assert(ne(dbl, train(&spec, 8, 2, 20, b), first));
    }
}

Test(train, rates_fall_in_steps)
{
    struct pcs_train_spec spec = spec_of(PCS_TRAIN_SOFTMAX);
    cr_assert(eq(dbl, pcs_train_rate(&spec, 1000), 0.05));
    spec.decay = 0.5;
    spec.decay_every = 10;
    cr_assert(eq(dbl, pcs_train_rate(&spec, 9), 0.05));
    cr_assert(eq(dbl, pcs_train_rate(&spec, 10), 0.025));
    cr_assert(eq(dbl, pcs_train_rate(&spec, 39), 0.05 / 8));
}

Test(train, momentum_sums_what_went_before)
{
    struct pcs_train_spec spec = spec_of(PCS_TRAIN_HYPERPLANE);
    struct pcs_train_optimizer optimizer;
    double gradient[13], weights[13] = {0};
    spec.momentum = 0.5;
    spec.rate = 0.25;
    for (size_t i = 0; i < 13; i++)
        gradient[i] = 1;
    cr_assert(eq(int, pcs_train_optimizer_init(&optimizer, &spec), 0));
    for (uint32_t step = 0; step < 3; step++)
        pcs_train_optimizer_update(&optimizer, step, gradient, weights);
    cr_assert(eq(dbl, weights[12], -0.25 * (1 + 1.5 + 1.75)));
    pcs_train_optimizer_fini(&optimizer);
}
