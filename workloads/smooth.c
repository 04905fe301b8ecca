/*
 * Closed forms of the distributions without points of positive probability.
 *
 * Parameters stand in the order of their table row. GSL's functions divide by the spread, so it
 * has to be above 0.
 */
#include "workloads/smooth.h"

#include <math.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>

/* ---- uniform: low, high -----------------------------------------------------------------------
 */

static double uniform_mean(const double *p)
{
    return p[0] + (p[1] - p[0]) / 2;
}

static double uniform_variance(const double *p)
{
    return (p[1] - p[0]) * (p[1] - p[0]) / 12;
}

static double uniform_lower(const double *p, double x)
{
    return gsl_cdf_flat_P(x, p[0], p[1]);
}

static double uniform_upper(const double *p, double x)
{
    return gsl_cdf_flat_Q(x, p[0], p[1]);
}

static double uniform_lower_inverse(const double *p, double u)
{
    return p[0] + u * (p[1] - p[0]);
}

static double uniform_upper_inverse(const double *p, double q)
{
    return p[1] - q * (p[1] - p[0]);
}

/* ---- normal, given that it is >= 0: mean, sd ---------------------------------------------------
 */

/* With mean >= 0 the condition has probability Phi(mean/sd) >= 1/2, so nothing cancels. */
static double kept(const double *p)
{
    return gsl_cdf_ugaussian_P(p[0] / p[1]);
}

static double hazard(const double *p)
{
    return gsl_ran_ugaussian_pdf(p[0] / p[1]) / kept(p);
}

static double normal_mean(const double *p)
{
    return p[0] + p[1] * hazard(p);
}

static double normal_variance(const double *p)
{
    const double h = hazard(p);

    return p[1] * p[1] * (1 - p[0] / p[1] * h - h * h);
}

static double normal_lower(const double *p, double x)
{
    if (x <= 0)
        return 0;
    const double below = gsl_cdf_ugaussian_P(-p[0] / p[1]);
    const double reached = gsl_cdf_ugaussian_P((x - p[0]) / p[1]);
    return fmin(fmax((reached - below) / kept(p), 0), 1);
}

static double normal_upper(const double *p, double x)
{
    return x <= 0 ? 1 : fmin(gsl_cdf_ugaussian_Q((x - p[0]) / p[1]) / kept(p), 1);
}

static double normal_lower_inverse(const double *p, double u)
{
    const double below = gsl_cdf_ugaussian_P(-p[0] / p[1]);

    return fmax(p[0] + p[1] * gsl_cdf_ugaussian_Pinv(below + u * kept(p)), 0);
}

static double normal_upper_inverse(const double *p, double q)
{
    return fmax(p[0] + p[1] * gsl_cdf_ugaussian_Qinv(q * kept(p)), 0);
}

/* ---- lognormal: median, sigma ------------------------------------------------------------------
 */

static double lognormal_mean(const double *p)
{
    return p[0] * exp(p[1] * p[1] / 2);
}

static double lognormal_variance(const double *p)
{
    return p[0] * p[0] * exp(p[1] * p[1]) * expm1(p[1] * p[1]);
}

static double lognormal_lower(const double *p, double x)
{
    return x <= 0 ? 0 : gsl_cdf_lognormal_P(x / p[0], 0, p[1]);
}

static double lognormal_upper(const double *p, double x)
{
    return x <= 0 ? 1 : gsl_cdf_lognormal_Q(x / p[0], 0, p[1]);
}

static double lognormal_lower_inverse(const double *p, double u)
{
    return p[0] * exp(p[1] * gsl_cdf_ugaussian_Pinv(u));
}

static double lognormal_upper_inverse(const double *p, double q)
{
    return p[0] * exp(p[1] * gsl_cdf_ugaussian_Qinv(q));
}

/* ---- exponential: mean -------------------------------------------------------------------------
 */

static double exponential_mean(const double *p)
{
    return p[0];
}

static double exponential_variance(const double *p)
{
    return p[0] * p[0];
}

static double exponential_lower(const double *p, double x)
{
    return gsl_cdf_exponential_P(x, p[0]);
}

static double exponential_upper(const double *p, double x)
{
    return gsl_cdf_exponential_Q(x, p[0]);
}

static double exponential_lower_inverse(const double *p, double u)
{
    return -p[0] * log1p(-u);
}

static double exponential_upper_inverse(const double *p, double q)
{
    return -p[0] * log(q);
}

/* ---- gamma: shape, scale -----------------------------------------------------------------------
 */

static double gamma_mean(const double *p)
{
    return p[0] * p[1];
}

static double gamma_variance(const double *p)
{
    return p[0] * p[1] * p[1];
}

/* More than that has a probability below 1e-300, and GSL's series are not made for it. */
static bool is_beyond(const double *p, double x)
{
    return x / p[1] > 10 * p[0] + 2000;
}

static double gamma_lower(const double *p, double x)
{
    if (is_beyond(p, x))
        return 1;
    return x <= 0 ? 0 : gsl_cdf_gamma_P(x, p[0], p[1]);
}

static double gamma_upper(const double *p, double x)
{
    if (is_beyond(p, x))
        return 0;
    return x <= 0 ? 1 : gsl_cdf_gamma_Q(x, p[0], p[1]);
}

/* ---- Weibull: shape, scale ---------------------------------------------------------------------
 */

static double weibull_mean(const double *p)
{
    return p[1] * tgamma(1 + 1 / p[0]);
}

static double weibull_variance(const double *p)
{
    const double first = lgamma(1 + 1 / p[0]), second = lgamma(1 + 2 / p[0]);

    return p[1] * p[1] * exp(2 * first) * expm1(second - 2 * first);
}

static double weibull_lower(const double *p, double x)
{
    return x <= 0 ? 0 : -expm1(-pow(x / p[1], p[0]));
}

static double weibull_upper(const double *p, double x)
{
    return x <= 0 ? 1 : exp(-pow(x / p[1], p[0]));
}

static double weibull_lower_inverse(const double *p, double u)
{
    return p[1] * pow(-log1p(-u), 1 / p[0]);
}

static double weibull_upper_inverse(const double *p, double q)
{
    return p[1] * pow(-log(q), 1 / p[0]);
}

/* ---- Pareto between bounds: shape, low, high ---------------------------------------------------
 */

/* 1 - (low/high)^shape */
static double pareto_part(const double *p)
{
    return -expm1(p[0] * log(p[1] / p[2]));
}

/* (1 - r^c) / c, with its limit at c = 0; r = low/high */
static double pareto_term(const double *p, double c)
{
    const double log_ratio = log(p[1] / p[2]);

    return c == 0 ? -log_ratio : -expm1(c * log_ratio) / c;
}

/* The k-th moment in units of low. */
static double pareto_moment(const double *p, int k)
{
    return p[0] * pareto_term(p, p[0] - k) / pareto_part(p);
}

static double pareto_mean(const double *p)
{
    return p[1] * pareto_moment(p, 1);
}

static double pareto_variance(const double *p)
{
    const double mean = pareto_moment(p, 1);

    return p[1] * p[1] * fmax(pareto_moment(p, 2) - mean * mean, 0);
}

static double pareto_lower(const double *p, double x)
{
    if (x <= p[1] || x >= p[2])
        return x >= p[2];
    return -expm1(p[0] * log(p[1] / x)) / pareto_part(p);
}

static double pareto_upper(const double *p, double x)
{
    if (x <= p[1] || x >= p[2])
        return x <= p[1];
    /* x^-a - high^-a, taken as a product, so that nothing cancels near high */
    return exp(p[0] * log(p[1] / x)) * -expm1(p[0] * log(x / p[2])) / pareto_part(p);
}

static double pareto_lower_inverse(const double *p, double u)
{
    return fmin(fmax(p[1] * exp(-log1p(-u * pareto_part(p)) / p[0]), p[1]), p[2]);
}

static double pareto_upper_inverse(const double *p, double q)
{
    const double rest = exp(p[0] * log(p[1] / p[2]));

    return fmin(fmax(p[1] * exp(-log(q * pareto_part(p) + rest) / p[0]), p[1]), p[2]);
}

#define ALL(name)                                                                                  \
    {                                                                                              \
        name##_mean, name##_variance, name##_lower, name##_upper, name##_lower_inverse,            \
            name##_upper_inverse                                                                   \
    }

const struct pcs_smooth *pcs_smooth_of(enum pcs_distribution distribution)
{
    static const struct pcs_smooth all[PCS_DISTRIBUTION_LAST] = {
        [PCS_UNIFORM] = ALL(uniform),
        [PCS_NORMAL] = ALL(normal),
        [PCS_LOGNORMAL] = ALL(lognormal),
        [PCS_EXPONENTIAL] = ALL(exponential),
        [PCS_GAMMA] = {gamma_mean, gamma_variance, gamma_lower, gamma_upper, NULL, NULL},
        [PCS_WEIBULL] = ALL(weibull),
        [PCS_PARETO] = ALL(pareto),
    };

    return all[distribution].mean ? &all[distribution] : NULL;
}
