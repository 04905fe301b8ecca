/*
 * See train_set.h for the laws.
 */
#include "sim/train/points.h"

#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_randist.h>

#include "sim/train/uniform.h"
#include "workloads/stream.h"

/* What the points are drawn about: coefficients and their constant, or centres of classes. */
static double *draw_truth(const struct pcs_train_spec *spec, uint64_t seed)
{
    const bool is_plane = spec->model == PCS_TRAIN_HYPERPLANE;
    const size_t dimensions = spec->dimensions;
    const size_t n = is_plane ? dimensions + 1 : dimensions * spec->classes;
    const double size = is_plane ? 1 : 1 / sqrt((double)dimensions);
    gsl_rng *rng = pcs_stream_create(seed, PCS_PURPOSE_TRAIN_TRUTH, 0);
    double *truth = malloc(n * sizeof *truth);
    if (!rng || !truth) {
        free(truth);
        truth = NULL;
    } else {
        for (size_t i = 0; i < n; i++)
            truth[i] = size * pcs_train_uniform(rng);
    }
    if (rng)
        gsl_rng_free(rng);
    return truth;
}

static double draw_on_plane(const struct pcs_train_spec *spec, gsl_rng *rng, const double *truth,
                            float *point)
{
    double target = truth[spec->dimensions];
    for (size_t d = 0; d < spec->dimensions; d++) {
        point[d] = (float)pcs_train_uniform(rng);
        target += truth[d] * (double)point[d];
    }
    return target + gsl_ran_gaussian_ziggurat(rng, spec->noise);
}

static double draw_in_class(const struct pcs_train_spec *spec, gsl_rng *rng, const double *truth,
                            size_t number, float *point)
{
    const size_t label = number % spec->classes;
    const bool is_mirrored = spec->model == PCS_TRAIN_PERCEPTRON && number / spec->classes % 2 == 1;
    const double *centre = truth + label * spec->dimensions;
    for (size_t d = 0; d < spec->dimensions; d++)
        point[d] =
            (float)((is_mirrored ? -centre[d] : centre[d]) + spec->noise * pcs_train_uniform(rng));
    return (double)label;
}

int pcs_train_points_init(struct pcs_train_points *points, const struct pcs_train_spec *spec,
                          uint64_t seed, enum pcs_train_part part)
{
    *points = (struct pcs_train_points){.n = part == PCS_TRAIN_TO_TRAIN ? spec->points
                                                                        : spec->eval_points,
                                        .dimensions = spec->dimensions};
    double *truth = draw_truth(spec, seed);
    gsl_rng *rng = pcs_stream_create(seed, PCS_PURPOSE_TRAIN_POINTS, part);
    points->at = calloc(points->n * points->dimensions, sizeof *points->at);
    points->targets = calloc(points->n, sizeof *points->targets);
    const bool is_good = truth && rng && points->at && points->targets;
    for (size_t i = 0; is_good && i < points->n; i++) {
        float *point = points->at + i * points->dimensions;
        points->targets[i] = spec->model == PCS_TRAIN_HYPERPLANE
                                 ? draw_on_plane(spec, rng, truth, point)
                                 : draw_in_class(spec, rng, truth, i, point);
    }
    free(truth);
    if (rng)
        gsl_rng_free(rng);
    if (!is_good)
        pcs_train_points_fini(points);
    return is_good ? 0 : -1;
}

void pcs_train_points_fini(struct pcs_train_points *points)
{
    free(points->at);
    free(points->targets);
    points->at = NULL;
    points->targets = NULL;
}
