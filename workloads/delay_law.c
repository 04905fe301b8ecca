/*
 * What is known of a delay model without its whole law: what decides its draws, mean, variance.
 */
#include <math.h>

#include "workloads/law.h"
#include "workloads/table.h"

static unsigned own_nature(const struct pcs_delay_spec *spec)
{
    switch (spec->distribution) {
    case PCS_LINEAR_SKEW:
    case PCS_SLOW_RANK:
        return PCS_NATURE_RANK;
    case PCS_RANDOM_K:
        return PCS_NATURE_COMMON;
    case PCS_SHIFTED:
        return PCS_NATURE_STEP;
    case PCS_TRACE_REPLAY:
        return PCS_NATURE_STEP | PCS_NATURE_RANK;
    case PCS_NOISE:
        return spec->parameters[2] == PCS_NOISE_PHASE_DRAWN ? PCS_NATURE_CLOCK
                                                            : PCS_NATURE_CLOCK | PCS_NATURE_LOCKED;
    case PCS_EMPIRICAL:
        return spec->parameters[2] > 0 ? PCS_NATURE_STEP : PCS_NATURE_RANDOM;
    case PCS_CONSTANT:
    case PCS_SUM:
    case PCS_SCALE:
    case PCS_DISTRIBUTION_LAST:
        return 0;
    default:
        return PCS_NATURE_RANDOM;
    }
}

unsigned pcs_delay_nature(const struct pcs_delay_spec *spec)
{
    unsigned nature = own_nature(spec);

    for (int i = 0; i < spec->of_n; i++)
        nature |= pcs_delay_nature(&spec->of[i]);
    return nature;
}

int pcs_delay_count(const struct pcs_delay_spec *spec, enum pcs_distribution distribution)
{
    int n = spec->distribution == distribution;

    for (int i = 0; i < spec->of_n; i++)
        n += pcs_delay_count(&spec->of[i], distribution);
    return n;
}

static bool is_at_any_rank(const struct pcs_delay_spec *spec, const struct pcs_vantage *place)
{
    return place->rank == PCS_ANY_RANK && (pcs_delay_nature(spec) & PCS_NATURE_RANK);
}

static double own_moment(const struct pcs_delay_spec *spec, const struct pcs_vantage *place,
                         double (*moment)(const struct pcs_law *law))
{
    struct pcs_law *law;
    double value = NAN;

    if (pcs_law_create(spec, place, &law) == PCS_LAW_GOOD)
        value = moment(law);
    pcs_law_destroy(law);
    return value;
}

double pcs_delay_mean(const struct pcs_delay_spec *spec, const struct pcs_vantage *place)
{
    double sum = 0;

    if (spec->of_n == 0)
        return own_moment(spec, place, pcs_law_mean);
    for (int i = 0; i < spec->of_n; i++)
        sum += pcs_delay_mean(&spec->of[i], place);
    return spec->distribution == PCS_SCALE ? spec->parameters[0] * sum : sum;
}

static double variance_at_rank(const struct pcs_delay_spec *spec, const struct pcs_vantage *place)
{
    const double factor = spec->distribution == PCS_SCALE ? spec->parameters[0] : 1;
    double sum = 0;
    int by_step = 0;

    if (spec->of_n == 0)
        return own_moment(spec, place, pcs_law_variance);
    for (int i = 0; i < spec->of_n; i++) {
        by_step += (pcs_delay_nature(&spec->of[i]) & (PCS_NATURE_STEP | PCS_NATURE_CLOCK)) != 0;
        sum += variance_at_rank(&spec->of[i], place);
    }
    return by_step > 1 ? NAN : factor * factor * sum;
}

double pcs_delay_variance(const struct pcs_delay_spec *spec, const struct pcs_vantage *place)
{
    struct pcs_vantage one = *place;
    double within = 0, between = 0;

    if (!is_at_any_rank(spec, place))
        return variance_at_rank(spec, place);
    const double mean = pcs_delay_mean(spec, place);
    for (one.rank = 0; one.rank < place->ranks; one.rank++) {
        const double away = pcs_delay_mean(spec, &one) - mean;
        within += variance_at_rank(spec, &one) / place->ranks;
        between += away * away / place->ranks;
    }
    return within + between;
}

/* Whether a rank is slow in step i and in step i + k is correlated with (1 - enter - leave)^k; the
 * sum of (n - k) r^k over k = 1 .. n - 1 is r (n (1 - r) - (1 - r^n)) / (1 - r)^2. */
static double markov_error(const double *p, double n)
{
    const double change = p[0] + p[1], r = 1 - change, slow = p[0] / change;
    const double pairs = r * (n * change - (1 - pow(r, n))) / (change * change);

    return p[2] * sqrt(fmax(slow * (1 - slow) * (n + 2 * pairs), 0)) / n;
}

/* The interruptions met in n steps are again one of two neighbouring numbers. */
static double noise_error(const double *p, double work_s, double n)
{
    const double met = n * work_s / (p[0] - p[1]), more = met - floor(met);

    return p[2] == PCS_NOISE_PHASE_DRAWN ? p[1] * sqrt(more * (1 - more)) / n : 0;
}

double pcs_delay_mean_error(const struct pcs_delay_spec *spec, const struct pcs_vantage *place,
                            double steps)
{
    const double factor = spec->distribution == PCS_SCALE ? spec->parameters[0] : 1;
    double sum = 0;

    if (spec->distribution == PCS_MARKOV)
        return markov_error(spec->parameters, steps);
    if (spec->distribution == PCS_NOISE)
        return noise_error(spec->parameters, place->work_s, steps);
    if (spec->of_n == 0)
        return own_nature(spec) & PCS_NATURE_STEP ? 0 : sqrt(variance_at_rank(spec, place) / steps);
    for (int i = 0; i < spec->of_n; i++) {
        const double error = pcs_delay_mean_error(&spec->of[i], place, steps);
        sum += error * error;
    }
    return factor * sqrt(sum);
}

double pcs_delay_cdf(const struct pcs_delay_spec *spec, const struct pcs_vantage *place,
                     double seconds)
{
    struct pcs_law *law;
    double p = NAN;

    if (pcs_law_create(spec, place, &law) == PCS_LAW_GOOD)
        p = pcs_law_cdf(law, seconds);
    pcs_law_destroy(law);
    return p;
}
