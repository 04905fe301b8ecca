/*
 * Means and distribution functions of the delay models, in closed form.
 *
 * Parameters stand in the order of their table row. A distribution of no spread (sd, sigma or mean
 * 0, low = high) is a point mass; GSL's functions divide by the spread, so that case is ours.
 */
#include <math.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>

#include "workloads/delay.h"

static double point_cdf(double point, double seconds)
{
    return seconds >= point ? 1 : 0;
}

static double uniform_cdf(double low, double high, double seconds)
{
    if (low == high)
        return point_cdf(low, seconds);
    return gsl_cdf_flat_P(seconds, low, high);
}

static double lognormal_cdf(double median, double sigma, double seconds)
{
    if (sigma == 0)
        return point_cdf(median, seconds);
    return seconds <= 0 ? 0 : gsl_cdf_lognormal_P(seconds / median, 0, sigma);
}

static double exponential_cdf(double mean, double seconds)
{
    if (mean == 0)
        return point_cdf(0, seconds);
    return gsl_cdf_exponential_P(seconds, mean);
}

/* The normal distribution given that the value is >= 0. With mean >= 0 the condition has
 * probability Phi(mean/sd) >= 1/2, so nothing cancels. */
static double truncated_mean(double mean, double sd)
{
    if (sd == 0)
        return mean;
    return mean + sd * gsl_ran_ugaussian_pdf(mean / sd) / gsl_cdf_ugaussian_P(mean / sd);
}

static double truncated_cdf(double mean, double sd, double seconds)
{
    if (sd == 0)
        return point_cdf(mean, seconds);
    if (seconds <= 0)
        return 0;

    const double below = gsl_cdf_ugaussian_P(-mean / sd);
    const double reached = gsl_cdf_ugaussian_P((seconds - mean) / sd);
    return fmin(fmax((reached - below) / gsl_cdf_ugaussian_P(mean / sd), 0), 1);
}

double pcs_delay_mean(const struct pcs_delay_spec *spec, int rank)
{
    const double *p = spec->parameters;

    switch (spec->distribution) {
    case PCS_CONSTANT:
        return p[0];
    case PCS_LINEAR_SKEW:
        return rank * p[0];
    case PCS_UNIFORM:
        return p[0] + (p[1] - p[0]) / 2;
    case PCS_NORMAL:
        return truncated_mean(p[0], p[1]);
    case PCS_LOGNORMAL:
        return p[0] * exp(p[1] * p[1] / 2);
    case PCS_EXPONENTIAL:
        return p[0];
    case PCS_DISTRIBUTION_LAST:
        break;
    }
    return NAN;
}

double pcs_delay_cdf(const struct pcs_delay_spec *spec, int rank, double seconds)
{
    const double *p = spec->parameters;

    switch (spec->distribution) {
    case PCS_CONSTANT:
        return point_cdf(p[0], seconds);
    case PCS_LINEAR_SKEW:
        return point_cdf(rank * p[0], seconds);
    case PCS_UNIFORM:
        return uniform_cdf(p[0], p[1], seconds);
    case PCS_NORMAL:
        return truncated_cdf(p[0], p[1], seconds);
    case PCS_LOGNORMAL:
        return lognormal_cdf(p[0], p[1], seconds);
    case PCS_EXPONENTIAL:
        return exponential_cdf(p[0], seconds);
    case PCS_DISTRIBUTION_LAST:
        break;
    }
    return NAN;
}
