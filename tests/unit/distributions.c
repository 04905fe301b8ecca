/*
 * The table of distributions, what is refused as a spec, and closed forms against known values.
 */
#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include <math.h>
#include <string.h>

#include "workloads/law.h"

Test(distributions, table_is_in_the_order_of_the_enum)
{
    const char *const names[] = {"constant",    "linear-skew", "uniform", "normal",    "lognormal",
                                 "exponential", "gamma",       "weibull", "pareto",    "bimodal",
                                 "bernoulli",   "random-k",    "shifted", "slow-rank", "markov",
                                 "noise",       "empirical",   "trace",   "sum",       "scale"};
    const char *const parameters[][5] = {{"value"},
                                         {"step"},
                                         {"low", "high"},
                                         {"mean", "sd"},
                                         {"median", "sigma"},
                                         {"mean"},
                                         {"shape", "scale"},
                                         {"shape", "scale"},
                                         {"shape", "low", "high"},
                                         {"low", "high", "probability", "sd"},
                                         {"probability", "value"},
                                         {"k", "value"},
                                         {"amounts"},
                                         {"rank", "value"},
                                         {"enter", "leave", "value"},
                                         {"period", "duration", "phase"},
                                         {"file", "unit", "order"},
                                         {"file"},
                                         {"of"},
                                         {"factor", "of"}};
    const char *const no_times[] = {"sigma", "shape", "probability", "k",  "rank",  "enter",
                                    "leave", "file",  "order",       "of", "factor"};
    const struct pcs_distribution_row *rows = pcs_distributions();

    for (int i = 0; i < PCS_DISTRIBUTION_LAST; i++) {
        int n = 0;
        cr_assert(eq(int, (int)rows[i].distribution, i));
        cr_assert(eq(str, (char *)rows[i].name, (char *)names[i]));
        cr_assert(gt(sz, strlen(rows[i].help), 0));
        for (; parameters[i][n]; n++) {
            cr_assert(eq(str, (char *)rows[i].parameters[n].name, (char *)parameters[i][n]));
            cr_assert(gt(sz, strlen(rows[i].parameters[n].help), 0));
            bool is_time = true;
            for (size_t k = 0; k < sizeof(no_times) / sizeof(no_times[0]); k++)
                is_time = is_time && strcmp(parameters[i][n], no_times[k]) != 0;
            cr_assert(eq(int, rows[i].parameters[n].is_time, is_time), "%s", parameters[i][n]);
        }
        cr_assert(eq(ptr, (char *)rows[i].parameters[n].name, NULL));
    }
    cr_assert(eq(ptr, (char *)rows[PCS_DISTRIBUTION_LAST].name, NULL));
}

/* @return whether the spec is refused with a sentence that contains @p word */
static bool is_refused(enum pcs_distribution distribution, double a, double b, const char *word)
{
    const struct pcs_delay_spec spec = {.distribution = distribution, .parameters = {a, b}};
    const char *wrong = pcs_delay_check(&spec);

    return wrong && strstr(wrong, word);
}

static bool is_good(enum pcs_distribution distribution, double a, double b)
{
    const struct pcs_delay_spec spec = {.distribution = distribution, .parameters = {a, b}};

    return !pcs_delay_check(&spec);
}

Test(check, accepts_good_specs_up_to_the_limits)
{
    cr_assert(is_good(PCS_CONSTANT, 0, 0));
    cr_assert(is_good(PCS_CONSTANT, 1e9, 0));
    cr_assert(is_good(PCS_LINEAR_SKEW, 0, 0));
    cr_assert(is_good(PCS_LINEAR_SKEW, 1e-3, 0));
    cr_assert(is_good(PCS_UNIFORM, 0, 0));
    cr_assert(is_good(PCS_UNIFORM, 1, 1));
    cr_assert(is_good(PCS_UNIFORM, 1, 2));
    cr_assert(is_good(PCS_NORMAL, 0, 0));
    cr_assert(is_good(PCS_NORMAL, 0, 1));
    cr_assert(is_good(PCS_LOGNORMAL, 1e-3, 0));
    cr_assert(is_good(PCS_LOGNORMAL, 1e9, 10));
    cr_assert(is_good(PCS_EXPONENTIAL, 0, 0));
    cr_assert(is_good(PCS_EXPONENTIAL, 1e9, 0));
}

Test(check, refuses_bad_parameters)
{
    const struct pcs_distribution_row *rows = pcs_distributions();

    for (int d = 0; d < PCS_SHIFTED; d++) {
        for (int i = 0; rows[d].parameters[i].name; i++) {
            struct pcs_delay_spec spec = {.distribution = (enum pcs_distribution)d,
                                          .parameters = {1, 1, 1, 1}};
            const double bad[] = {-1e-300, -1, NAN, INFINITY, -INFINITY, 1.1e9};
            cr_assert(eq(ptr, (char *)pcs_delay_check(&spec), NULL));
            for (size_t k = 0; k < sizeof(bad) / sizeof(bad[0]); k++) {
                spec.parameters[i] = bad[k];
                cr_assert(ne(ptr, (char *)pcs_delay_check(&spec), NULL), "%s %s %g", rows[d].name,
                          rows[d].parameters[i].name, bad[k]);
            }
        }
    }
}

Test(check, says_what_is_wrong)
{
    cr_assert(is_refused(PCS_UNIFORM, 2, 1, "low"));
    cr_assert(is_refused(PCS_UNIFORM, -1, 1, "negative"));
    cr_assert(is_refused(PCS_NORMAL, 1, -1, "negative"));
    cr_assert(is_refused(PCS_NORMAL, NAN, 1, "finite"));
    cr_assert(is_refused(PCS_LOGNORMAL, 0, 1, "positive"));
    cr_assert(is_refused(PCS_LOGNORMAL, 1, 10.5, "sigma"));
    cr_assert(is_refused(PCS_CONSTANT, 2e9, 0, "1e9"));
    cr_assert(is_refused(PCS_DISTRIBUTION_LAST, 1, 1, "no such"));
    cr_assert(is_refused((enum pcs_distribution)(-1), 1, 1, "no such"));
}

static const struct pcs_vantage rank_3 = {.ranks = 8, .rank = 3};

static double mean_of(enum pcs_distribution distribution, double a, double b)
{
    const struct pcs_delay_spec spec = {.distribution = distribution, .parameters = {a, b}};

    return pcs_delay_mean(&spec, &rank_3);
}

static double cdf_of(enum pcs_distribution distribution, double a, double b, double seconds)
{
    const struct pcs_delay_spec spec = {.distribution = distribution, .parameters = {a, b}};

    return pcs_delay_cdf(&spec, &rank_3, seconds);
}

/* Numbers that follow from the definitions without the library's formulas. */
Test(closed_forms, agree_with_known_values)
{
    cr_assert(eq(dbl, mean_of(PCS_CONSTANT, 7, 0), 7));
    cr_assert(eq(dbl, mean_of(PCS_LINEAR_SKEW, 0.5, 0), 1.5));
    cr_assert(eq(dbl, mean_of(PCS_UNIFORM, 1, 4), 2.5));
    cr_assert(epsilon_eq(dbl, mean_of(PCS_NORMAL, 0, 3), 3 * sqrt(2 / M_PI), 1e-14));
    cr_assert(epsilon_eq(dbl, mean_of(PCS_NORMAL, 100, 1), 100, 1e-14));
    cr_assert(epsilon_eq(dbl, mean_of(PCS_LOGNORMAL, 2, 0.5), 2 * exp(0.125), 1e-14));
    cr_assert(eq(dbl, mean_of(PCS_EXPONENTIAL, 4, 0), 4));

    cr_assert(eq(dbl, cdf_of(PCS_CONSTANT, 7, 0, 6.9), 0));
    cr_assert(eq(dbl, cdf_of(PCS_CONSTANT, 7, 0, 7), 1));
    cr_assert(eq(dbl, cdf_of(PCS_LINEAR_SKEW, 0.5, 0, 1.4), 0));
    cr_assert(eq(dbl, cdf_of(PCS_LINEAR_SKEW, 0.5, 0, 1.5), 1));
    cr_assert(epsilon_eq(dbl, cdf_of(PCS_UNIFORM, 1, 5, 2), 0.25, 1e-15));
    cr_assert(epsilon_eq(dbl, cdf_of(PCS_NORMAL, 0, 3, 3), erf(M_SQRT1_2), 1e-14));
    cr_assert(epsilon_eq(dbl, cdf_of(PCS_NORMAL, 100, 1, 100), 0.5, 1e-14));
    cr_assert(epsilon_eq(dbl, cdf_of(PCS_LOGNORMAL, 2, 0.5, 2), 0.5, 1e-14));
    cr_assert(epsilon_eq(dbl, cdf_of(PCS_EXPONENTIAL, 4, 0, 4 * M_LN2), 0.5, 1e-14));
}
