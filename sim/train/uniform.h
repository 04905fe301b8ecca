/*
 * The law of the coordinates of generated points and of first weights: uniform, mean 0,
 * variance 1. One word of the stream a number: data sets have hundreds of millions of them.
 */
#ifndef PCS_TRAIN_UNIFORM_H
#define PCS_TRAIN_UNIFORM_H

#include <gsl/gsl_rng.h>

/** @param rng  a stream of workloads/stream.h, whose words have 32 bits */
static inline double pcs_train_uniform(gsl_rng *rng)
{
    const double sqrt_12 = 3.4641016151377544; /* the uniform law on [0, 1] has variance 1/12 */
    return sqrt_12 * (((double)gsl_rng_get(rng) + 0.5) * 0x1p-32 - 0.5);
}

#endif
