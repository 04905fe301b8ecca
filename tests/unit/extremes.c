/*
 * E[max of P] and E[min of P] against closed forms, published figures and draws.
 *
 * Draws are at fixed seeds; by chance a bound of 4 standard errors is exceeded with probability
 * 6.4e-5, the 22 of them with less than 1.5e-3.
 */
#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "workloads/extremes.h"
#include "workloads/table.h"

static struct pcs_extremes exact(const struct pcs_delay_spec *spec, int ranks, double work_s)
{
    struct pcs_extremes extremes = {NAN, NAN};

    cr_assert(eq(int, pcs_extremes_exact(spec, ranks, work_s, &extremes), PCS_LAW_GOOD));
    return extremes;
}

static struct pcs_delay_spec spec_of(enum pcs_distribution distribution, double a, double b,
                                     double c)
{
    return (struct pcs_delay_spec){.distribution = distribution, .parameters = {a, b, c}};
}

static void assert_both(const struct pcs_delay_spec *spec, int ranks, double max, double min)
{
    const struct pcs_extremes extremes = exact(spec, ranks, 0);

    cr_assert(epsilon_eq(dbl, extremes.max / max, 1, 1e-8), "P = %d: %.17g", ranks, extremes.max);
    cr_assert(epsilon_eq(dbl, extremes.min, min, 1e-8 * max), "P = %d: %.17g", ranks, extremes.min);
}

Test(extremes, of_exponential_are_harmonic_sums)
{
    const struct pcs_delay_spec spec = spec_of(PCS_EXPONENTIAL, 3, 0, 0);
    double harmonic = 0;

    for (int ranks = 1; ranks <= 4096; ranks++) {
        harmonic += 1.0 / ranks;
        if ((ranks & (ranks - 1)) == 0 || ranks == 7)
            assert_both(&spec, ranks, 3 * harmonic, 3.0 / ranks);
    }
}

Test(extremes, of_uniform_split_the_range)
{
    const struct pcs_delay_spec spec = spec_of(PCS_UNIFORM, 1, 3, 0);

    for (int ranks = 1; ranks <= 1024; ranks *= 2)
        assert_both(&spec, ranks, 3 - 2.0 / (ranks + 1), 1 + 2.0 / (ranks + 1));
}

/* The least of P Weibull times is Weibull; the greatest is an alternating sum. */
Test(extremes, of_weibull)
{
    const struct pcs_delay_spec spec = spec_of(PCS_WEIBULL, 0.5, 1, 0);

    assert_both(&spec, 3, 2 * (3 - 3.0 / 4 + 1.0 / 9), 2.0 / 9);
}

/* With sigma = 10 nearly all of the mean lies where 1 - F is 1e-24. */
Test(extremes, of_one_rank_are_the_mean_also_in_heavy_tails)
{
    const struct pcs_delay_spec specs[] = {
        spec_of(PCS_LOGNORMAL, 1e-3, 1, 0), spec_of(PCS_LOGNORMAL, 1e-3, 4, 0),
        spec_of(PCS_LOGNORMAL, 1, 10, 0),   spec_of(PCS_PARETO, 1.1, 1e-6, 1e6),
        spec_of(PCS_WEIBULL, 0.1, 1, 0),    spec_of(PCS_GAMMA, 0.02, 1, 0),
        spec_of(PCS_NORMAL, 0, 1, 0),       spec_of(PCS_NORMAL, 1e3, 1e-3, 0)};

    for (size_t i = 0; i < sizeof(specs) / sizeof(specs[0]); i++) {
        const struct pcs_vantage at = {.ranks = 1};
        const double mean = pcs_delay_mean(&specs[i], &at);
        assert_both(&specs[i], 1, mean, mean);
    }
}

Test(extremes, of_points)
{
    const struct pcs_delay_spec bernoulli = spec_of(PCS_BERNOULLI, 0.1, 2, 0);
    const struct pcs_delay_spec markov = spec_of(PCS_MARKOV, 0.1, 0.4, 2);
    const struct pcs_delay_spec skew = spec_of(PCS_LINEAR_SKEW, 0.5, 0, 0);
    const struct pcs_delay_spec slow = spec_of(PCS_SLOW_RANK, 2, 3, 0);
    const struct pcs_delay_spec constant = spec_of(PCS_CONSTANT, 7, 0, 0);

    assert_both(&bernoulli, 8, 2 * (1 - pow(0.9, 8)), 2e-8);
    assert_both(&markov, 3, 2 * (1 - pow(0.8, 3)), 2 * pow(0.2, 3));
    assert_both(&skew, 9, 4, 0);
    assert_both(&slow, 8, 3, 0);
    assert_both(&constant, 8, 7, 7);
}

/* k ranks are slow, whichever: the greatest of k slow and P - k other times. */
Test(extremes, of_random_k)
{
    const struct pcs_delay_spec alone = spec_of(PCS_RANDOM_K, 4, 0.3, 0);
    struct pcs_delay_spec terms[] = {spec_of(PCS_RANDOM_K, 1, 10, 0),
                                     spec_of(PCS_UNIFORM, 0, 1, 0)};
    const struct pcs_delay_spec sum = {.distribution = PCS_SUM, .of = terms, .of_n = 2};

    assert_both(&alone, 64, 0.3, 0);
    assert_both(&alone, 4, 0.3, 0.3);
    assert_both(&sum, 4, 10.5, 0.25);
}

Test(extremes, of_models_without_chance)
{
    double amounts[] = {1, 2, 3};
    struct pcs_delay_spec terms[] = {
        {.distribution = PCS_SHIFTED, .amounts = amounts, .amounts_n = 3},
        {.distribution = PCS_LINEAR_SKEW, .parameters = {2}}};
    const struct pcs_delay_spec sum = {.distribution = PCS_SUM, .of = terms, .of_n = 2};

    assert_both(&terms[0], 3, 3, 1);
    /* steps: 1 4 7; 3 3 6; 2 5 5 */
    assert_both(&sum, 3, (7 + 6 + 5) / 3.0, (1 + 3 + 2) / 3.0);
}

/* ---- against draws -----------------------------------------------------------------------------
 */

enum { STEPS = 4000 };

static double standard_error(double sum, double squares)
{
    return sqrt((squares / STEPS - sum / STEPS * (sum / STEPS)) / STEPS);
}

/* @param near  0, or how near the averages have to be, relative */
static void assert_draws(const struct pcs_delay_spec *spec, int ranks, double near,
                         const char *what)
{
    const struct pcs_extremes extremes = exact(spec, ranks, 0);
    struct pcs_delay **delays = calloc((size_t)ranks, sizeof(struct pcs_delay *));
    double max_sum = 0, max_squares = 0, min_sum = 0, min_squares = 0;

    for (int rank = 0; rank < ranks; rank++)
        delays[rank] = pcs_delay_create(spec, 6, PCS_PURPOSE_DELAY, rank, ranks);
    for (int step = 0; step < STEPS; step++) {
        double max = 0, min = INFINITY;
        for (int rank = 0; rank < ranks; rank++) {
            const double seconds = pcs_delay_next(delays[rank]);
            max = fmax(max, seconds);
            min = fmin(min, seconds);
        }
        max_sum += max;
        max_squares += max * max;
        min_sum += min;
        min_squares += min * min;
    }
    for (int rank = 0; rank < ranks; rank++)
        pcs_delay_destroy(delays[rank]);
    free(delays);
    cr_assert(lt(dbl, fabs(max_sum / STEPS - extremes.max),
                 4 * standard_error(max_sum, max_squares) + 1e-12),
              "max, %s", what);
    cr_assert(lt(dbl, fabs(min_sum / STEPS - extremes.min),
                 4 * standard_error(min_sum, min_squares) + 1e-12),
              "min, %s", what);
    if (near > 0) {
        cr_assert(epsilon_eq(dbl, max_sum / STEPS / extremes.max, 1, near), "max, %s", what);
        cr_assert(epsilon_eq(dbl, min_sum / STEPS / extremes.min, 1, near), "min, %s", what);
    }
}

Test(extremes, agree_with_draws)
{
    struct pcs_delay_spec terms[] = {spec_of(PCS_LINEAR_SKEW, 0.5, 0, 0),
                                     spec_of(PCS_LOGNORMAL, 1, 0.5, 0),
                                     spec_of(PCS_BERNOULLI, 0.1, 4, 0)};
    const struct pcs_delay_spec sum = {.distribution = PCS_SUM, .of = terms, .of_n = 3};
    const struct pcs_delay_spec bimodal = {.distribution = PCS_BIMODAL,
                                           .parameters = {1, 3, 0.1, 0.2}};
    const struct pcs_delay_spec gamma = spec_of(PCS_GAMMA, 2, 1, 0);

    assert_draws(&sum, 6, 0, "sum");
    assert_draws(&bimodal, 8, 0, "bimodal");
    assert_draws(&gamma, 64, 0, "gamma");
}

/* ---- the measured histograms -------------------------------------------------------------------
 */

static struct pcs_delay_table *read_table(const char *name)
{
    char path[1024], text[16384];
    struct pcs_delay_table *table = NULL;
    struct pcs_table_error error = {0};

    snprintf(path, sizeof path, "%s/workloads/data/%s", PCS_SOURCE_DIR, name);
    FILE *file = fopen(path, "r");
    cr_assert(ne(ptr, file, NULL), "%s", path);
    const size_t length = fread(text, 1, sizeof text - 1, file);
    text[length] = '\0';
    fclose(file);
    cr_assert(eq(int, pcs_delay_table_parse_values(text, length, &table, &error), 0), "%s",
              error.text);
    return table;
}

/* Mean, standard deviation and extremes of the files, in their unit, with one digit behind the
 * point: computed from the bins by other means when the files were made. */
Test(measured, histograms_have_their_figures)
{
    const struct {
        const char *name;
        double mean, sd, max_8, min_8, max_64;
    } files[] = {
        {"ucf101_frames_hist.csv", 186.2, 96.9, 343.0, 82.4, 519.6},
        {"lstm_ucf101_batch_ms_hist.csv", 1232.8, 706.5, 2314.3, 369.5, 2973.9},
        {"transformer_wmt16_batch_ms_hist.csv", 474.4, 146.5, 713.4, 346.2, 1054.2},
        {"resnet50_cloud_batch_ms_hist.csv", 461.8, 113.3, 659.3, 402.7, 891.5},
    };

    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
        struct pcs_delay_table *table = read_table(files[i].name);
        const struct pcs_delay_spec spec = {
            .distribution = PCS_EMPIRICAL, .parameters = {0, 1}, .table = table};
        const struct pcs_vantage at = {.ranks = 8};
        const double half = 0.0501;
        cr_assert(epsilon_eq(dbl, pcs_delay_mean(&spec, &at), files[i].mean, half));
        cr_assert(epsilon_eq(dbl, sqrt(pcs_delay_variance(&spec, &at)), files[i].sd, half));
        cr_assert(epsilon_eq(dbl, exact(&spec, 8, 0).max, files[i].max_8, half));
        cr_assert(epsilon_eq(dbl, exact(&spec, 8, 0).min, files[i].min_8, half));
        cr_assert(epsilon_eq(dbl, exact(&spec, 64, 0).max, files[i].max_64, half));
        assert_draws(&spec, 8, 0.01, files[i].name);
        assert_draws(&spec, 64, 0.01, files[i].name);
        pcs_delay_table_destroy(table);
    }
}
