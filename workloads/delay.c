/*
 * Samplers: a delay model bound to one rank and its own stream.
 *
 * A sampler sees no other rank, so a rank's delays are the same in a run of any size. Models
 * without chance draw nothing from their stream.
 */
#include "workloads/delay.h"

#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_randist.h>

struct pcs_delay {
    struct pcs_delay_spec spec;
    int rank;
    gsl_rng *rng;
};

struct pcs_delay *pcs_delay_create(const struct pcs_delay_spec *spec, uint64_t seed,
                                   enum pcs_purpose purpose, int rank)
{
    struct pcs_delay *delay = malloc(sizeof(*delay));

    if (!delay)
        return NULL;
    delay->spec = *spec;
    delay->rank = rank;
    delay->rng = pcs_stream_create(seed, purpose, (uint32_t)rank);
    if (!delay->rng) {
        free(delay);
        return NULL;
    }
    return delay;
}

/* Exact, and at most two draws on average because the mean is not negative. */
static double truncated_draw(gsl_rng *rng, double mean, double sd)
{
    double seconds;

    do
        seconds = mean + gsl_ran_gaussian(rng, sd);
    while (seconds < 0);
    return seconds;
}

double pcs_delay_next(struct pcs_delay *delay)
{
    const double *p = delay->spec.parameters;

    /* Each is written so that no spread gives exactly the point: a factor or a term of 0. */
    switch (delay->spec.distribution) {
    case PCS_CONSTANT:
        return p[0];
    case PCS_LINEAR_SKEW:
        return delay->rank * p[0];
    case PCS_UNIFORM:
        return p[0] + gsl_ran_flat(delay->rng, 0, p[1] - p[0]);
    case PCS_NORMAL:
        return truncated_draw(delay->rng, p[0], p[1]);
    case PCS_LOGNORMAL:
        return p[0] * gsl_ran_lognormal(delay->rng, 0, p[1]);
    case PCS_EXPONENTIAL:
        return gsl_ran_exponential(delay->rng, p[0]);
    case PCS_DISTRIBUTION_LAST:
        break;
    }
    return NAN;
}

void pcs_delay_destroy(struct pcs_delay *delay)
{
    if (!delay)
        return;
    gsl_rng_free(delay->rng);
    free(delay);
}
