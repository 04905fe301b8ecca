#include "sim/train/train_set.h"

#include <stdlib.h>
#include <string.h>

#include "sim/train/model.h"
#include "sim/train/points.h"
#include "sim/train/sampling.h"
#include "workloads/stream.h"

struct pcs_train_set {
    struct pcs_train_spec spec;
    uint64_t seed;
    const struct pcs_train_model *model;
    struct pcs_train_points to_train, to_evaluate;
    struct pcs_train_sampling sampling;
    double *rows; /* PCS_TRAIN_ROWS_MAX points as the model wants them */
    double targets[PCS_TRAIN_ROWS_MAX];
    double *work; /* the model's */
};

struct pcs_train_set *pcs_train_set_create(const struct pcs_train_spec *spec, uint64_t seed)
{
    struct pcs_train_set *set = calloc(1, sizeof *set);
    if (!set)
        return NULL;
    set->spec = *spec;
    set->seed = seed;
    set->model = pcs_train_model(spec->model);
    set->rows = malloc(sizeof(double) * PCS_TRAIN_ROWS_MAX * spec->dimensions);
    set->work = malloc(sizeof(double) * set->model->work_size(spec));
    if (set->rows && set->work &&
        pcs_train_points_init(&set->to_train, spec, seed, PCS_TRAIN_TO_TRAIN) == 0 &&
        pcs_train_points_init(&set->to_evaluate, spec, seed, PCS_TRAIN_TO_EVALUATE) == 0 &&
        pcs_train_sampling_init(&set->sampling, &set->spec, seed) == 0)
        return set;
    pcs_train_set_destroy(set);
    return NULL;
}

void pcs_train_set_destroy(struct pcs_train_set *set)
{
    if (!set)
        return;
    pcs_train_points_fini(&set->to_train);
    pcs_train_points_fini(&set->to_evaluate);
    pcs_train_sampling_fini(&set->sampling);
    free(set->rows);
    free(set->work);
    free(set);
}

int pcs_train_first_weights(const struct pcs_train_set *set, double *weights)
{
    gsl_rng *rng = pcs_stream_create(set->seed, PCS_PURPOSE_TRAIN_WEIGHTS, 0);
    if (!rng)
        return -1;
    set->model->init(&set->spec, rng, weights);
    gsl_rng_free(rng);
    return 0;
}

/* The sum of the losses of points numbers[0..n), or of points 0..n when there are no numbers. */
static double add_points(struct pcs_train_set *set, const struct pcs_train_points *points,
                         const uint32_t *numbers, size_t n, const double *weights, double *gradient)
{
    const size_t dimensions = points->dimensions;
    double loss = 0;
    for (size_t at = 0; at < n; at += PCS_TRAIN_ROWS_MAX) {
        const size_t rows_n = n - at < PCS_TRAIN_ROWS_MAX ? n - at : PCS_TRAIN_ROWS_MAX;
        for (size_t i = 0; i < rows_n; i++) {
            const size_t number = numbers ? numbers[at + i] : at + i;
            const float *point = points->at + number * dimensions;
            for (size_t d = 0; d < dimensions; d++)
                set->rows[i * dimensions + d] = (double)point[d];
            set->targets[i] = points->targets[number];
        }
        gsl_matrix_view view = gsl_matrix_view_array(set->rows, rows_n, dimensions);
        const struct pcs_train_rows rows = {&view.matrix, set->targets, set->work};
        loss += set->model->add(&set->spec, weights, &rows, gradient);
    }
    return loss;
}

int pcs_train_gradient(struct pcs_train_set *set, const double *weights, uint32_t step, int rank,
                       int ranks, double *gradient)
{
    const size_t n = (size_t)pcs_train_elements(&set->spec);
    const uint64_t batch = set->spec.batch;
    const size_t first = (size_t)(batch * (uint64_t)rank / (uint64_t)ranks);
    const size_t end = (size_t)(batch * ((uint64_t)rank + 1) / (uint64_t)ranks);
    const double scale = (double)ranks / (double)batch;
    const uint32_t *numbers = pcs_train_sampling_batch(&set->sampling, step);
    if (!numbers)
        return -1;
    memset(gradient, 0, n * sizeof *gradient);
    add_points(set, &set->to_train, numbers + first, end - first, weights, gradient);
    for (size_t i = 0; i < n; i++)
        gradient[i] *= scale;
    return 0;
}

double pcs_train_loss(struct pcs_train_set *set, const double *weights)
{
    const size_t n = set->to_evaluate.n;
    return add_points(set, &set->to_evaluate, NULL, n, weights, NULL) / (double)n;
}
