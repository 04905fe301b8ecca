/*
 * Delay models: closed forms against each other and samples against them.
 *
 * The statistical tests run at fixed seeds, so they do not flicker. Over fresh seeds a
 * Kolmogorov-Smirnov test raises a false alarm with probability 1e-4; there are two for each of
 * the 16 laws, so the set does with less than 4e-3. The bounds of 3 standard errors on means and
 * variances are exceeded by chance with probability 2.7e-3 each, one of the 32 with 8 percent.
 */
#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_integration.h>
#include <gsl/gsl_math.h>
#include <gsl/gsl_statistics_double.h>

#include "workloads/law.h"

#define SPEC(name, ...)                                                                            \
    {                                                                                              \
        .distribution = name, .parameters = { __VA_ARGS__ }                                        \
    }

enum { DRAWS = 20000 };
/* No law here depends on it. */
enum { RANKS = DRAWS };

static const struct pcs_vantage rank_0 = {.ranks = RANKS, .rank = 0};

/* Laws with a spread, each with its variance in closed form; seconds. */
struct law {
    struct pcs_delay_spec spec;
    double variance;
};

/* Variance of a normal distribution given that the value is >= 0. */
static double truncated_variance(double mean, double sd)
{
    const double a = mean / sd;
    const double hazard = exp(-a * a / 2) / sqrt(2 * M_PI) / (0.5 * erfc(-a * M_SQRT1_2));

    return sd * sd * (1 - a * hazard - hazard * hazard);
}

static double lognormal_variance(double median, double sigma)
{
    return median * median * exp(sigma * sigma) * expm1(sigma * sigma);
}

static double weibull_variance(double shape, double scale)
{
    return scale * scale * (tgamma(1 + 2 / shape) - gsl_pow_2(tgamma(1 + 1 / shape)));
}

/* By the moments of the density shape low^shape x^(-shape - 1) / (1 - (low/high)^shape). */
static double pareto_variance(double shape, double low, double high)
{
    const double norm = shape * pow(low, shape) / (1 - pow(low / high, shape));
    const double first = norm * (pow(high, 1 - shape) - pow(low, 1 - shape)) / (1 - shape);
    const double second = norm * (pow(high, 2 - shape) - pow(low, 2 - shape)) / (2 - shape);

    return second - first * first;
}

enum { LAWS = 16 };

static void laws_fill(struct law *laws)
{
    const struct law all[LAWS] = {
        {SPEC(PCS_UNIFORM, 0, 2e-3), 4e-6 / 12},
        {SPEC(PCS_UNIFORM, 5, 6), 1.0 / 12},
        {SPEC(PCS_NORMAL, 1e-3, 1e-4), truncated_variance(1e-3, 1e-4)},
        {SPEC(PCS_NORMAL, 2, 1), truncated_variance(2, 1)},
        {SPEC(PCS_NORMAL, 0.5, 2), truncated_variance(0.5, 2)},
        {SPEC(PCS_NORMAL, 0, 3e-3), truncated_variance(0, 3e-3)},
        {SPEC(PCS_LOGNORMAL, 10e-3, 0.5), lognormal_variance(10e-3, 0.5)},
        {SPEC(PCS_EXPONENTIAL, 2e-3), 4e-6},
        {SPEC(PCS_GAMMA, 0.5, 2e-3), 0.5 * 4e-6},
        {SPEC(PCS_GAMMA, 3, 1), 3},
        {SPEC(PCS_WEIBULL, 0.8, 1e-3), weibull_variance(0.8, 1e-3)},
        {SPEC(PCS_WEIBULL, 2, 3), weibull_variance(2, 3)},
        {SPEC(PCS_PARETO, 1.5, 1e-3, 1e-1), pareto_variance(1.5, 1e-3, 1e-1)},
        {SPEC(PCS_PARETO, 3, 1, 10), pareto_variance(3, 1, 10)},
        {SPEC(PCS_BIMODAL, 1, 3, 0.25, 0.1), 0.01 + 0.25 * 0.75 * 4},
        {SPEC(PCS_BIMODAL, 10e-3, 14e-3, 0.5, 1e-3), 1e-6 + 4e-6},
    };

    memcpy(laws, all, sizeof(all));
}

/* Draws of one rank, step after step. */
static void draw_steps(double *sample, const struct pcs_delay_spec *spec, uint64_t seed, int rank)
{
    struct pcs_delay *delay = pcs_delay_create(spec, seed, PCS_PURPOSE_DELAY, rank, RANKS);

    for (int i = 0; i < DRAWS; i++)
        sample[i] = pcs_delay_next(delay);
    pcs_delay_destroy(delay);
}

static int double_compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* Kolmogorov-Smirnov distance of the sample, which it sorts, from the law of @p spec. */
static double law_distance(double *sample, const struct pcs_delay_spec *spec)
{
    double distance = 0;

    qsort(sample, DRAWS, sizeof(*sample), double_compare);
    for (int i = 0; i < DRAWS; i++) {
        const double p = pcs_delay_cdf(spec, &rank_0, sample[i]);
        distance = fmax(distance, fmax((i + 1.0) / DRAWS - p, p - (double)i / DRAWS));
    }
    return distance;
}

/* 2.2253 solves 2 exp(-2 x^2) = 1e-4; the rest is Stephens' correction for finite n. */
static double critical_distance(void)
{
    return 2.2253 / (sqrt(DRAWS) + 0.12 + 0.11 / sqrt(DRAWS));
}

static double survival(double seconds, void *spec)
{
    return 1 - pcs_delay_cdf(spec, &rank_0, seconds);
}

/* The mean of what is never negative is the integral of 1 - F over [0, infinity); less than 1e-9 of
 * any of these lies beyond 40 standard deviations. */
Test(closed_forms, mean_is_the_integral_of_the_survival_function)
{
    struct law laws[LAWS];
    gsl_integration_workspace *work = gsl_integration_workspace_alloc(1000);

    laws_fill(laws);
    for (int i = 0; i < LAWS; i++) {
        const double mean = pcs_delay_mean(&laws[i].spec, &rank_0);
        const double end = mean + 40 * sqrt(laws[i].variance);
        gsl_function f = {survival, &laws[i].spec};
        double below, above, error;
        gsl_integration_qag(&f, 0, mean, 0, 1e-9, 1000, GSL_INTEG_GAUSS21, work, &below, &error);
        gsl_integration_qag(&f, mean, end, 0, 1e-9, 1000, GSL_INTEG_GAUSS21, work, &above, &error);
        cr_assert(epsilon_eq(dbl, (below + above) / mean, 1, 1e-8), "law %d", i);
    }
    gsl_integration_workspace_free(work);
}

Test(closed_forms, cdf_rises_from_0_to_1)
{
    struct law laws[LAWS];

    laws_fill(laws);
    for (int i = 0; i < LAWS; i++) {
        const double mean = pcs_delay_mean(&laws[i].spec, &rank_0);
        double before = 0;
        cr_assert(eq(dbl, pcs_delay_cdf(&laws[i].spec, &rank_0, -1), 0));
        cr_assert(eq(dbl, pcs_delay_cdf(&laws[i].spec, &rank_0, 0), 0));
        cr_assert(eq(dbl, pcs_delay_cdf(&laws[i].spec, &rank_0, INFINITY), 1));
        for (double x = 0; x < 3 * mean; x += mean / 100) {
            const double p = pcs_delay_cdf(&laws[i].spec, &rank_0, x);
            cr_assert(ge(dbl, p, before), "law %d at %g", i, x);
            before = p;
        }
        cr_assert(gt(dbl, before, 0.9), "law %d", i);
    }
}

Test(samplers, linear_skew_is_exact)
{
    const struct pcs_delay_spec spec = SPEC(PCS_LINEAR_SKEW, 1e-3);

    for (int rank = 0; rank < 64; rank++) {
        const struct pcs_vantage place = {.ranks = 64, .rank = rank};
        struct pcs_delay *delay = pcs_delay_create(&spec, 1, PCS_PURPOSE_DELAY, rank, RANKS);
        for (int step = 0; step < 10; step++)
            cr_assert(eq(dbl, pcs_delay_next(delay), rank * 1e-3));
        cr_assert(eq(dbl, pcs_delay_mean(&spec, &place), rank * 1e-3));
        cr_assert(eq(dbl, pcs_delay_cdf(&spec, &place, rank * 1e-3), 1));
        pcs_delay_destroy(delay);
    }
}

/* Twice the integral of x (1 - F) is the second moment. */
static double survival_moment(double seconds, void *spec)
{
    return 2 * seconds * survival(seconds, spec);
}

Test(closed_forms, variance_is_known_two_ways)
{
    struct law laws[LAWS];
    gsl_integration_workspace *work = gsl_integration_workspace_alloc(1000);

    laws_fill(laws);
    for (int i = 0; i < LAWS; i++) {
        const double mean = pcs_delay_mean(&laws[i].spec, &rank_0);
        const double end = mean + 60 * sqrt(laws[i].variance);
        const double variance = pcs_delay_variance(&laws[i].spec, &rank_0);
        gsl_function f = {survival_moment, &laws[i].spec};
        double below, above, error;
        gsl_integration_qag(&f, 0, mean, 0, 1e-9, 1000, GSL_INTEG_GAUSS21, work, &below, &error);
        gsl_integration_qag(&f, mean, end, 0, 1e-9, 1000, GSL_INTEG_GAUSS21, work, &above, &error);
        cr_assert(epsilon_eq(dbl, (below + above) / (mean * mean + variance), 1, 1e-8), "law %d",
                  i);
        cr_assert(epsilon_eq(dbl, laws[i].variance / variance, 1, 1e-8), "law %d", i);
    }
    gsl_integration_workspace_free(work);
}

/* Quantiles undo the distribution function, from both ends. */
Test(closed_forms, quantiles_are_inverse)
{
    const double levels[] = {1e-9, 1e-3, 0.1, 0.5, 0.9, 0.999};
    struct law laws[LAWS];

    laws_fill(laws);
    for (int i = 0; i < LAWS; i++) {
        struct pcs_law *law;
        cr_assert(eq(int, pcs_law_create(&laws[i].spec, &rank_0, &law), PCS_LAW_GOOD));
        for (size_t k = 0; k < sizeof(levels) / sizeof(levels[0]); k++) {
            const double p = levels[k];
            /* a step between doubles is a step in F */
            const double error = p < 1e-6 ? 1e-5 : 1e-9;
            cr_assert(epsilon_eq(dbl, pcs_law_cdf(law, pcs_law_quantile(law, p)) / p, 1, error),
                      "law %d at %g", i, p);
            cr_assert(
                epsilon_eq(dbl, pcs_law_survival(law, pcs_law_upper_quantile(law, p)) / p, 1, 1e-7),
                "law %d above %g", i, p);
        }
        pcs_law_destroy(law);
    }
}

/* No spread, no chance: every draw is the point, to the last bit, and mean and cdf say so. */
Test(samplers, laws_without_spread_are_exact)
{
    const struct pcs_vantage place = {.ranks = RANKS, .rank = 5};
    const struct {
        struct pcs_delay_spec spec;
        double point;
    } laws[] = {
        {SPEC(PCS_CONSTANT, 0.1), 0.1},       {SPEC(PCS_UNIFORM, 0.1, 0.1), 0.1},
        {SPEC(PCS_NORMAL, 0.1, 0), 0.1},      {SPEC(PCS_NORMAL, 0, 0), 0},
        {SPEC(PCS_LOGNORMAL, 0.1, 0), 0.1},   {SPEC(PCS_EXPONENTIAL, 0), 0},
        {SPEC(PCS_UNIFORM, 1e9, 1e9), 1e9},   {SPEC(PCS_NORMAL, 1e9, 0), 1e9},
        {SPEC(PCS_LOGNORMAL, 1e9, 0), 1e9},   {SPEC(PCS_LOGNORMAL, 1e-300, 0), 1e-300},
        {SPEC(PCS_GAMMA, 2, 0), 0},           {SPEC(PCS_WEIBULL, 2, 0), 0},
        {SPEC(PCS_PARETO, 2, 0.1, 0.1), 0.1}, {SPEC(PCS_BIMODAL, 0.1, 0.1, 0.5, 0), 0.1},
        {SPEC(PCS_BERNOULLI, 0, 1), 0},       {SPEC(PCS_BERNOULLI, 1, 0.1), 0.1},
        {SPEC(PCS_RANDOM_K, 0, 1), 0},        {SPEC(PCS_RANDOM_K, RANKS, 0.1), 0.1},
        {SPEC(PCS_SLOW_RANK, 5, 0.1), 0.1},   {SPEC(PCS_SLOW_RANK, 4, 0.1), 0},
        {SPEC(PCS_MARKOV, 0, 1, 0.1), 0},
    };

    for (size_t i = 0; i < sizeof(laws) / sizeof(laws[0]); i++) {
        const struct pcs_delay_spec *spec = &laws[i].spec;
        const double point = laws[i].point;
        struct pcs_delay *delay = pcs_delay_create(spec, 1, PCS_PURPOSE_DELAY, 5, RANKS);
        for (int step = 0; step < 1000; step++)
            cr_assert(eq(dbl, pcs_delay_next(delay), point), "law %zu", i);
        cr_assert(eq(dbl, pcs_delay_mean(spec, &place), point), "law %zu", i);
        cr_assert(eq(dbl, pcs_delay_cdf(spec, &place, point), 1), "law %zu", i);
        cr_assert(eq(dbl, pcs_delay_cdf(spec, &place, nextafter(point, -1)), 0), "law %zu", i);
        pcs_delay_destroy(delay);
    }
}

Test(samplers, draws_stay_finite_and_not_negative_at_the_limits)
{
    const struct pcs_delay_spec specs[] = {
        SPEC(PCS_UNIFORM, 0, 1e9),          SPEC(PCS_UNIFORM, 1e9 - 1e-6, 1e9),
        SPEC(PCS_NORMAL, 0, 1e9),           SPEC(PCS_NORMAL, 1e9, 1e9),
        SPEC(PCS_NORMAL, 1e-300, 1e9),      SPEC(PCS_NORMAL, 1e9, 1e-300),
        SPEC(PCS_LOGNORMAL, 1e9, 10),       SPEC(PCS_LOGNORMAL, 1e-300, 10),
        SPEC(PCS_EXPONENTIAL, 1e9),         SPEC(PCS_EXPONENTIAL, 1e-300),
        SPEC(PCS_GAMMA, 0.01, 1e9),         SPEC(PCS_GAMMA, 1e4, 1e9),
        SPEC(PCS_WEIBULL, 0.1, 1e9),        SPEC(PCS_WEIBULL, 1e6, 1e-300),
        SPEC(PCS_PARETO, 0.01, 1e-12, 1e9), SPEC(PCS_PARETO, 1e6, 1e-12, 1e9),
        SPEC(PCS_PARETO, 1, 1, 1 + 1e-15),  SPEC(PCS_BIMODAL, 0, 1e9, 0.5, 1e9),
    };

    for (size_t i = 0; i < sizeof(specs) / sizeof(specs[0]); i++) {
        static double sample[DRAWS];
        cr_assert(eq(ptr, (char *)pcs_delay_check(&specs[i]), NULL));
        cr_assert(isfinite(pcs_delay_mean(&specs[i], &rank_0)), "spec %zu", i);
        draw_steps(sample, &specs[i], 2, 0);
        for (int k = 0; k < DRAWS; k++) {
            const double p = pcs_delay_cdf(&specs[i], &rank_0, sample[k]);
            cr_assert(isfinite(sample[k]) && sample[k] >= 0, "spec %zu draws %g", i, sample[k]);
            cr_assert(p >= 0 && p <= 1, "spec %zu has F(%g) = %g", i, sample[k], p);
        }
    }
}

Test(samplers, follow_their_cdf_along_steps)
{
    static double sample[DRAWS];
    struct law laws[LAWS];

    laws_fill(laws);
    for (int i = 0; i < LAWS; i++) {
        draw_steps(sample, &laws[i].spec, 20, i);
        cr_assert(lt(dbl, law_distance(sample, &laws[i].spec), critical_distance()), "law %d", i);
    }
}

Test(samplers, follow_their_cdf_across_ranks)
{
    static double sample[DRAWS];
    struct law laws[LAWS];

    laws_fill(laws);
    for (int i = 0; i < LAWS; i++) {
        for (int rank = 0; rank < DRAWS; rank++) {
            struct pcs_delay *delay =
                pcs_delay_create(&laws[i].spec, 21 + (uint64_t)i, PCS_PURPOSE_DELAY, rank, RANKS);
            sample[rank] = pcs_delay_next(delay);
            pcs_delay_destroy(delay);
        }
        cr_assert(lt(dbl, law_distance(sample, &laws[i].spec), critical_distance()), "law %d", i);
    }
}

/* The distance has power: the same samples are far from laws that differ by 10 percent. */
Test(samplers, do_not_follow_another_cdf)
{
    static double sample[DRAWS];
    struct law laws[LAWS];

    laws_fill(laws);
    for (int i = 0; i < LAWS; i++) {
        struct pcs_delay_spec other = laws[i].spec;
        other.parameters[0] *= 1.1;
        other.parameters[1] *= 1.1;
        draw_steps(sample, &laws[i].spec, 20, i);
        cr_assert(gt(dbl, law_distance(sample, &other), critical_distance()), "law %d", i);
    }
}

Test(samplers, moments_are_within_3_standard_errors)
{
    static double sample[DRAWS];
    struct law laws[LAWS];

    laws_fill(laws);
    for (int i = 0; i < LAWS; i++) {
        const double mean = pcs_delay_mean(&laws[i].spec, &rank_0);
        const double variance = laws[i].variance;
        draw_steps(sample, &laws[i].spec, 40, i);

        const double sample_mean = gsl_stats_mean(sample, 1, DRAWS);
        cr_assert(lt(dbl, fabs(sample_mean - mean) / sqrt(variance / DRAWS), 3), "mean, law %d", i);

        /* The error of a variance is the spread of the squared distances from the mean. */
        for (int k = 0; k < DRAWS; k++)
            sample[k] = gsl_pow_2(sample[k] - mean);
        const double error = gsl_stats_sd(sample, 1, DRAWS) / sqrt(DRAWS);
        const double sample_variance = gsl_stats_mean(sample, 1, DRAWS);
        cr_assert(lt(dbl, fabs(sample_variance - variance) / error, 3), "variance, law %d", i);
    }
}

/* A rank's delays in a run of 2 ranks and of 16, whatever the order in which ranks draw. */
Test(samplers, do_not_depend_on_other_ranks)
{
    enum { STEPS = 50, MANY = 16 };
    struct law laws[LAWS];

    laws_fill(laws);
    for (int i = 0; i < LAWS; i++) {
        double alone[2][STEPS];
        struct pcs_delay *delays[MANY];
        for (int rank = 0; rank < 2; rank++) {
            delays[rank] = pcs_delay_create(&laws[i].spec, 3, PCS_PURPOSE_DELAY, rank, RANKS);
            for (int step = 0; step < STEPS; step++)
                alone[rank][step] = pcs_delay_next(delays[rank]);
            pcs_delay_destroy(delays[rank]);
        }
        for (int rank = MANY - 1; rank >= 0; rank--)
            delays[rank] = pcs_delay_create(&laws[i].spec, 3, PCS_PURPOSE_DELAY, rank, RANKS);
        for (int step = 0; step < STEPS; step++) {
            for (int rank = MANY - 1; rank >= 0; rank--) {
                const double seconds = pcs_delay_next(delays[rank]);
                if (rank < 2)
                    cr_assert(eq(dbl, seconds, alone[rank][step]));
            }
        }
        for (int rank = 0; rank < MANY; rank++)
            pcs_delay_destroy(delays[rank]);
    }
}

static double first_draw(const struct pcs_delay_spec *spec, uint64_t seed, enum pcs_purpose purpose,
                         int rank)
{
    struct pcs_delay *delay = pcs_delay_create(spec, seed, purpose, rank, RANKS);
    const double seconds = pcs_delay_next(delay);

    pcs_delay_destroy(delay);
    return seconds;
}

Test(samplers, depend_on_seed_purpose_and_rank)
{
    struct law laws[LAWS];

    laws_fill(laws);
    for (int i = 0; i < LAWS; i++) {
        const struct pcs_delay_spec *spec = &laws[i].spec;
        const double base = first_draw(spec, 1, PCS_PURPOSE_DELAY, 1);
        cr_assert(eq(dbl, first_draw(spec, 1, PCS_PURPOSE_DELAY, 1), base));
        cr_assert(ne(dbl, first_draw(spec, 2, PCS_PURPOSE_DELAY, 1), base));
        cr_assert(ne(dbl, first_draw(spec, 1 + (1ULL << 32), PCS_PURPOSE_DELAY, 1), base));
        cr_assert(ne(dbl, first_draw(spec, 1, PCS_PURPOSE_COMPUTE, 1), base));
        cr_assert(ne(dbl, first_draw(spec, 1, PCS_PURPOSE_DELAY, 2), base));
    }
}

/* What a seed gives is part of what users publish. */
Test(samplers, draws_stay_what_they_were)
{
    const struct {
        struct pcs_delay_spec spec;
        double draws[3];
    } models[] = {
        {SPEC(PCS_UNIFORM, 1e-3, 2e-3),
         {0.001033576559106543, 0.0015448048556060069, 0.0016870390918414511}},
        {SPEC(PCS_NORMAL, 20e-3, 1e-3),
         {0.020048727553298191, 0.020842559080198837, 0.020564539890520879}},
        {SPEC(PCS_LOGNORMAL, 10e-3, 0.5),
         {0.0077597918999697977, 0.022970519995660795, 0.0046783885223433234}},
        {SPEC(PCS_EXPONENTIAL, 3), {0.10245958861304248, 2.3610871895990488, 3.4850309709121228}},
    };

    for (size_t i = 0; i < sizeof(models) / sizeof(models[0]); i++) {
        struct pcs_delay *delay = pcs_delay_create(&models[i].spec, 9, PCS_PURPOSE_DELAY, 3, RANKS);
        for (int k = 0; k < 3; k++) /* exp() and log() may round differently elsewhere */
            cr_assert(epsilon_eq(dbl, pcs_delay_next(delay) / models[i].draws[k], 1, 1e-14));
        pcs_delay_destroy(delay);
    }
}

/* Uniform times between 0 and 1 second are the numbers of the stream itself. */
Test(samplers, draw_from_the_stream_of_their_triple)
{
    const struct pcs_delay_spec spec = SPEC(PCS_UNIFORM, 0, 1);

    for (int rank = 0; rank < 4; rank++) {
        for (int purpose = PCS_PURPOSE_COMPUTE; purpose <= PCS_PURPOSE_DELAY; purpose++) {
            struct pcs_delay *delay =
                pcs_delay_create(&spec, 9, (enum pcs_purpose)purpose, rank, RANKS);
            gsl_rng *rng = pcs_stream_create(9, (enum pcs_purpose)purpose, (uint32_t)rank);
            for (int step = 0; step < 10; step++)
                cr_assert(eq(dbl, pcs_delay_next(delay), gsl_rng_uniform(rng)));
            gsl_rng_free(rng);
            pcs_delay_destroy(delay);
        }
    }
}

Test(samplers, keep_a_copy_of_the_spec)
{
    struct pcs_delay_spec spec = SPEC(PCS_CONSTANT, 0.25);
    struct pcs_delay *delay = pcs_delay_create(&spec, 1, PCS_PURPOSE_COMPUTE, 0, RANKS);

    spec.parameters[0] = 9;
    cr_assert(eq(dbl, pcs_delay_next(delay), 0.25));
    pcs_delay_destroy(delay);
    pcs_delay_destroy(NULL);
}
