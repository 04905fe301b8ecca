/*
 * The table of distributions and what makes a spec good.
 *
 * The table is what a scenario's keys, the help and the checks are read from, so a distribution is
 * described once.
 */
#include <math.h>

#include "workloads/delay.h"

static const struct pcs_distribution_row rows[] = {
    {PCS_CONSTANT, "constant", "the same time at every step", {{"value", true, false, "the time"}}},
    {PCS_LINEAR_SKEW,
     "linear-skew",
     "rank i takes i times the step, at every step",
     {{"step", true, false, "what each rank takes more than the one before it"}}},
    {PCS_UNIFORM,
     "uniform",
     "any time between two bounds, all equally likely",
     {{"low", true, false, "least time"}, {"high", true, false, "greatest time, at least low"}}},
    {PCS_NORMAL,
     "normal",
     "normal, given that it is not negative",
     {{"mean", true, false, "mean before negative times are excluded"},
      {"sd", true, false, "standard deviation before negative times are excluded"}}},
    {PCS_LOGNORMAL,
     "lognormal",
     "the logarithm of the time is normal",
     {{"median", true, true, "median time"},
      {"sigma", false, false, "standard deviation of the natural logarithm, at most 10"}}},
    {PCS_EXPONENTIAL, "exponential", "memoryless times", {{"mean", true, false, "mean time"}}},
    {PCS_DISTRIBUTION_LAST, NULL, NULL, {{NULL, false, false, NULL}}},
};

const struct pcs_distribution_row *pcs_distributions(void)
{
    return rows;
}

static const char *parameter_check(const struct pcs_delay_parameter *parameter, double value)
{
    if (!isfinite(value))
        return "A parameter is not a finite number.";
    if (value < 0)
        return "A parameter is negative.";
    if (parameter->is_positive && value == 0)
        return "A parameter that has to be positive is zero.";
    if (parameter->is_time && value > PCS_DELAY_SECONDS_MAX)
        return "A time is longer than 1e9 seconds.";
    return NULL;
}

const char *pcs_delay_check(const struct pcs_delay_spec *spec)
{
    const double *p = spec->parameters;

    if ((unsigned)spec->distribution >= PCS_DISTRIBUTION_LAST)
        return "There is no such distribution.";

    const struct pcs_delay_parameter *parameter = rows[spec->distribution].parameters;
    for (int i = 0; i < PCS_DELAY_PARAMETERS_MAX && parameter[i].name; i++) {
        const char *wrong = parameter_check(&parameter[i], p[i]);
        if (wrong)
            return wrong;
    }

    if (spec->distribution == PCS_UNIFORM && p[0] > p[1])
        return "The low of a uniform distribution is above its high.";
    if (spec->distribution == PCS_LOGNORMAL && p[1] > PCS_DELAY_SIGMA_MAX)
        return "The sigma of a lognormal distribution is above 10.";
    return NULL;
}
