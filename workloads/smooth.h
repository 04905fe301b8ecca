/*
 * Distributions without points of positive probability: what laws are put together from.
 *
 * Both tails have functions of their own, so that 1 - F is exact where F is 1 to rounding.
 */
#ifndef PCS_WORKLOADS_SMOOTH_H
#define PCS_WORKLOADS_SMOOTH_H

#include "workloads/delay.h"

/** Functions of x in seconds with the parameters p of a spec, for a spread above 0. */
struct pcs_smooth {
    double (*mean)(const double *p);
    double (*variance)(const double *p);
    double (*lower)(const double *p, double x);         /**< F(x) */
    double (*upper)(const double *p, double x);         /**< 1 - F(x) */
    double (*lower_inverse)(const double *p, double u); /**< NULL: not in closed form */
    double (*upper_inverse)(const double *p, double q);
};

/** @return the functions of a spec's own distribution, NULL if it is not one of these */
const struct pcs_smooth *pcs_smooth_of(enum pcs_distribution distribution);

#endif
