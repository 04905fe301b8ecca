/*
 * Delay models with memory, with draws common to all ranks, from files, and made of others.
 *
 * Statistical tests run at fixed seeds, so they do not flicker. Over fresh seeds a chi-square or
 * Kolmogorov-Smirnov test raises a false alarm with probability 1e-4, a bound of 3 standard errors
 * with 2.7e-3; there are 17 of the first and 7 of the second kind, so the set does with less than
 * 2.1 percent.
 */
#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>

#include "workloads/law.h"
#include "workloads/table.h"

enum { DRAWS = 20000, RANKS = 8 };

static const double false_alarm = 1e-4;

static struct pcs_delay_spec spec_of(enum pcs_distribution distribution, double a, double b,
                                     double c)
{
    return (struct pcs_delay_spec){.distribution = distribution, .parameters = {a, b, c}};
}

static struct pcs_delay *sampler(const struct pcs_delay_spec *spec, uint64_t seed, int rank,
                                 int ranks)
{
    struct pcs_delay *delay = pcs_delay_create(spec, seed, PCS_PURPOSE_DELAY, rank, ranks);

    cr_assert(ne(ptr, delay, NULL));
    return delay;
}

static void draw(double *sample, const struct pcs_delay_spec *spec, uint64_t seed, int n)
{
    struct pcs_delay *delay = sampler(spec, seed, 0, RANKS);

    for (int i = 0; i < n; i++)
        sample[i] = pcs_delay_next(delay);
    pcs_delay_destroy(delay);
}

/* Sum of (seen - expected)^2 / expected against its quantile, which it exceeds by chance only. */
static void assert_chi_square(const double *seen, const double *expected, int n, const char *what)
{
    double sum = 0;

    for (int i = 0; i < n; i++) {
        cr_assert(ge(dbl, expected[i], 5), "%s: cell %d is too small for the test", what, i);
        sum += (seen[i] - expected[i]) * (seen[i] - expected[i]) / expected[i];
    }
    cr_assert(lt(dbl, sum, gsl_cdf_chisq_Qinv(false_alarm, n - 1)), "%s: chi-square %g of %d cells",
              what, sum, n);
}

/* ---- discrete ----------------------------------------------------------------------------------
 */

static void assert_two_points(const struct pcs_delay_spec *spec, double value, double p,
                              const char *what)
{
    const struct pcs_vantage at = {.ranks = RANKS, .rank = 0};
    static double sample[DRAWS];
    double seen[2] = {0, 0};
    const double expected[2] = {DRAWS * (1 - p), DRAWS * p};

    draw(sample, spec, 1, DRAWS);
    for (int i = 0; i < DRAWS; i++) {
        cr_assert(sample[i] == 0 || sample[i] == value, "%s draws %g", what, sample[i]);
        seen[sample[i] > 0]++;
    }
    assert_chi_square(seen, expected, 2, what);
    cr_assert(epsilon_eq(dbl, pcs_delay_mean(spec, &at), p * value, 1e-15));
    cr_assert(epsilon_eq(dbl, pcs_delay_variance(spec, &at), p * (1 - p) * value * value, 1e-12));
    cr_assert(epsilon_eq(dbl, pcs_delay_cdf(spec, &at, 0), 1 - p, 1e-15));
    cr_assert(eq(dbl, pcs_delay_cdf(spec, &at, value), 1));
}

Test(discrete, bernoulli_has_its_probability)
{
    const struct pcs_delay_spec spec = spec_of(PCS_BERNOULLI, 0.1, 0.3, 0);

    assert_two_points(&spec, 0.3, 0.1, "bernoulli");
}

Test(discrete, random_k_has_its_share_at_a_rank)
{
    const struct pcs_delay_spec few = spec_of(PCS_RANDOM_K, 2, 0.3, 0);
    const struct pcs_delay_spec many = spec_of(PCS_RANDOM_K, 7, 0.3, 0);

    assert_two_points(&few, 0.3, 2.0 / RANKS, "2 of 8");
    assert_two_points(&many, 0.3, 7.0 / RANKS, "7 of 8");
}

/* The ranks that are slow in a step, as bits. */
static unsigned slow_ranks(struct pcs_delay **delays)
{
    unsigned slow = 0;

    for (int rank = 0; rank < RANKS; rank++)
        slow |= (unsigned)(pcs_delay_next(delays[rank]) > 0) << rank;
    return slow;
}

/* All subsets of k are equally likely, and every step has exactly k slow ranks. */
Test(discrete, random_k_draws_every_subset)
{
    for (int k = 0; k <= RANKS; k++) {
        const struct pcs_delay_spec spec = spec_of(PCS_RANDOM_K, k, 1, 0);
        struct pcs_delay *delays[RANKS];
        double seen[1 << RANKS] = {0}, cells[70], expected[70];
        int n = 0;
        for (int rank = 0; rank < RANKS; rank++)
            delays[rank] = sampler(&spec, 5, rank, RANKS);
        for (int step = 0; step < DRAWS; step++) {
            const unsigned slow = slow_ranks(delays);
            cr_assert(eq(int, __builtin_popcount(slow), k));
            seen[slow]++;
        }
        for (unsigned i = 0; i < 1 << RANKS; i++) {
            if (__builtin_popcount(i) == k)
                cells[n++] = seen[i];
        }
        for (int i = 0; i < n; i++)
            expected[i] = (double)DRAWS / n;
        if (n > 1)
            assert_chi_square(cells, expected, n, "subsets");
        for (int rank = 0; rank < RANKS; rank++)
            pcs_delay_destroy(delays[rank]);
    }
}

/* Two of them in a sum are drawn apart: 4 of 64 pairs of chosen ranks fall together for k = 2. */
Test(discrete, random_k_twice_is_drawn_twice)
{
    struct pcs_delay_spec terms[] = {spec_of(PCS_RANDOM_K, 2, 1, 0),
                                     spec_of(PCS_RANDOM_K, 2, 2, 0)};
    const struct pcs_delay_spec spec = {.distribution = PCS_SUM, .of = terms, .of_n = 2};
    static double sample[DRAWS];
    double seen[4] = {0};
    const double expected[4] = {DRAWS * 9.0 / 16, DRAWS * 3.0 / 16, DRAWS * 3.0 / 16,
                                DRAWS * 1.0 / 16};

    draw(sample, &spec, 3, DRAWS);
    for (int i = 0; i < DRAWS; i++)
        seen[(int)sample[i]]++;
    assert_chi_square(seen, expected, 4, "sums of two");
}

Test(discrete, shifted_hands_amounts_round)
{
    double amounts[] = {1, 2, 3, 4};
    const struct pcs_delay_spec spec = {
        .distribution = PCS_SHIFTED, .amounts = amounts, .amounts_n = 4};

    for (int rank = 0; rank < 4; rank++) {
        struct pcs_delay *delay = sampler(&spec, 1, rank, 4);
        for (int step = 0; step < 9; step++)
            cr_assert(eq(dbl, pcs_delay_next(delay), 1 + (rank - step + 12) % 4), "rank %d step %d",
                      rank, step);
        pcs_delay_destroy(delay);
    }
    const struct pcs_vantage at = {.ranks = 4, .rank = 2};
    cr_assert(eq(dbl, pcs_delay_mean(&spec, &at), 2.5));
    cr_assert(eq(dbl, pcs_delay_cdf(&spec, &at, 2), 0.5));
}

Test(discrete, slow_rank_is_one_rank)
{
    const struct pcs_delay_spec spec = spec_of(PCS_SLOW_RANK, 3, 0.5, 0);

    for (int rank = 0; rank < RANKS; rank++) {
        struct pcs_delay *delay = sampler(&spec, 1, rank, RANKS);
        const struct pcs_vantage at = {.ranks = RANKS, .rank = rank};
        cr_assert(eq(dbl, pcs_delay_next(delay), rank == 3 ? 0.5 : 0));
        cr_assert(eq(dbl, pcs_delay_mean(&spec, &at), rank == 3 ? 0.5 : 0));
        pcs_delay_destroy(delay);
    }
}

/* ---- with memory -------------------------------------------------------------------------------
 */

/* Slow and fast stretches are geometric; the first, which may have begun before, is not counted. */
Test(markov, stretches_are_geometric)
{
    enum { CELLS = 8, STEPS = 200000 };
    const double enter = 0.2, leave = 0.4;
    const struct pcs_delay_spec spec = spec_of(PCS_MARKOV, enter, leave, 1);
    struct pcs_delay *delay = sampler(&spec, 11, 0, RANKS);
    double seen[2][CELLS] = {{0}}, n[2] = {0};
    int length = 0, stretches = 0;
    bool is_slow = pcs_delay_next(delay) > 0;

    for (int step = 0; step < STEPS; step++) {
        const bool is_next = pcs_delay_next(delay) > 0;
        length++;
        if (is_next == is_slow)
            continue;
        if (stretches++ > 0) {
            seen[is_slow][length < CELLS ? length - 1 : CELLS - 1]++;
            n[is_slow]++;
        }
        is_slow = is_next;
        length = 0;
    }
    for (int slow = 0; slow < 2; slow++) {
        const double end = slow ? leave : enter;
        double expected[CELLS];
        for (int i = 0; i < CELLS; i++)
            expected[i] = n[slow] * pow(1 - end, i) * (i < CELLS - 1 ? end : 1);
        assert_chi_square(seen[slow], expected, CELLS, slow ? "slow" : "fast");
    }
    pcs_delay_destroy(delay);
}

static double sample_mean(const struct pcs_delay_spec *spec, uint64_t seed, int steps,
                          double work_s)
{
    struct pcs_delay *delay = sampler(spec, seed, 0, RANKS);
    double clock = 0, sum = 0;

    for (int step = 0; step < steps; step++) {
        const double seconds = pcs_delay_next_at(delay, clock, work_s);
        clock += work_s + seconds;
        sum += seconds;
    }
    pcs_delay_destroy(delay);
    return sum / steps;
}

/* The spread of means over seeds is what the formula says, also where it is far from independent:
 * the sum of squares of 400 means in standard errors is chi-square. */
static void assert_mean_error(const struct pcs_delay_spec *spec, int steps, double work_s,
                              bool is_normal, const char *what)
{
    enum { SEEDS = 400 };
    const struct pcs_vantage at = {.ranks = RANKS, .rank = 0, .work_s = work_s};
    const double mean = pcs_delay_mean(spec, &at);
    const double error = pcs_delay_mean_error(spec, &at, steps);
    double sum = 0, squares = 0;

    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        const double away = (sample_mean(spec, seed, steps, work_s) - mean) / error;
        sum += away;
        squares += away * away;
    }
    cr_assert(lt(dbl, fabs(sum) / sqrt(SEEDS), 3), "%s: mean off by %g errors", what,
              sum / sqrt(SEEDS));
    if (is_normal)
        cr_assert(lt(dbl, fabs(squares - SEEDS) / sqrt(2 * SEEDS), 3), "%s: %g", what, squares);
    else /* two values: the squares have less spread than that */
        cr_assert(epsilon_eq(dbl, squares / SEEDS, 1, 0.2), "%s: %g", what, squares);
}

Test(markov, error_of_the_mean_knows_of_correlation)
{
    const struct pcs_delay_spec sticky = spec_of(PCS_MARKOV, 0.01, 0.02, 1);
    const struct pcs_delay_spec jumpy = spec_of(PCS_MARKOV, 0.9, 0.8, 1);
    const struct pcs_delay_spec independent = spec_of(PCS_MARKOV, 0.25, 0.75, 2);
    const struct pcs_vantage at = {.ranks = RANKS, .rank = 0};

    assert_mean_error(&sticky, 5000, 0, true, "sticky");
    assert_mean_error(&jumpy, 1000, 0, true, "jumpy");
    cr_assert(epsilon_eq(dbl, pcs_delay_mean_error(&independent, &at, 100),
                         2 * sqrt(0.25 * 0.75 / 100), 1e-12));
    /* With draws taken as independent the first would be wrong by a factor of 8. */
    cr_assert(gt(dbl, pcs_delay_mean_error(&sticky, &at, 5000),
                 7 * sqrt(pcs_delay_variance(&sticky, &at) / 5000)));
    assert_two_points(&independent, 2, 0.25, "markov without memory");
}

Test(noise, meets_what_the_clock_says)
{
    struct pcs_delay_spec spec = spec_of(PCS_NOISE, 10, 2, 5); /* busy in 5..7, 15..17, ... */
    struct pcs_delay *delay = sampler(&spec, 1, 0, RANKS);

    cr_assert(eq(dbl, pcs_delay_next_at(delay, 0, 5), 0)); /* done when it begins */
    cr_assert(eq(dbl, pcs_delay_next_at(delay, 0, 6), 2));
    cr_assert(eq(dbl, pcs_delay_next_at(delay, 0, 13), 2)); /* work goes on in 7..15 */
    cr_assert(eq(dbl, pcs_delay_next_at(delay, 0, 14), 4));
    cr_assert(eq(dbl, pcs_delay_next_at(delay, 16, 1), 1)); /* starts in an interruption */
    cr_assert(eq(dbl, pcs_delay_next_at(delay, 16, 9), 3));
    cr_assert(eq(dbl, pcs_delay_next_at(delay, 17, 0), 0));
    cr_assert(eq(dbl, pcs_delay_next_at(delay, 26, 0), 1));
    pcs_delay_destroy(delay);
}

Test(noise, error_of_the_mean_knows_of_correlation)
{
    const struct pcs_delay_spec spec = spec_of(PCS_NOISE, 1, 0.1, PCS_NOISE_PHASE_DRAWN);
    const struct pcs_vantage at = {.ranks = RANKS, .rank = 0, .work_s = 0.7717};

    cr_assert(epsilon_eq(dbl, pcs_delay_mean(&spec, &at), 0.7717 / 9, 1e-12));
    assert_mean_error(&spec, 1001, 0.7717, false, "noise");
    /* the means of steps that knew nothing of each other would be off by 30 times that */
    cr_assert(lt(dbl, pcs_delay_mean_error(&spec, &at, 1001),
                 sqrt(pcs_delay_variance(&spec, &at) / 1001) / 20));
}

/* ---- from files --------------------------------------------------------------------------------
 */

static struct pcs_delay_table *table_of(const char *text, bool is_trace)
{
    struct pcs_delay_table *table = NULL;
    struct pcs_table_error error = {0};

    cr_assert(eq(int,
                 (is_trace ? pcs_delay_table_parse_trace
                           : pcs_delay_table_parse_values)(text, strlen(text), &table, &error),
                 0),
              "%d:%d: %s", error.line, error.column, error.text);
    return table;
}

static int double_compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static void assert_follows_law(const struct pcs_delay_spec *spec, const char *what)
{
    const struct pcs_vantage at = {.ranks = RANKS, .rank = 0};
    static double sample[DRAWS];
    struct pcs_law *law;
    double distance = 0, sum = 0;

    cr_assert(eq(int, pcs_law_create(spec, &at, &law), PCS_LAW_GOOD), "%s", what);
    draw(sample, spec, 9, DRAWS);
    qsort(sample, DRAWS, sizeof *sample, double_compare);
    for (int i = 0; i < DRAWS; i++) {
        /* just below a point F jumps: the draws at the point must not count as above it */
        const double p = pcs_law_cdf(law, sample[i]);
        const double below = pcs_law_cdf(law, nextafter(sample[i], -1));
        if (i + 1 == DRAWS || sample[i + 1] > sample[i])
            distance = fmax(distance, fabs((i + 1.0) / DRAWS - p));
        if (i == 0 || sample[i - 1] < sample[i])
            distance = fmax(distance, fabs((double)i / DRAWS - below));
        sum += sample[i];
    }
    cr_assert(lt(dbl, distance, 2.2253 / sqrt(DRAWS)), "%s: distance %g", what, distance);
    const double error = pcs_delay_mean_error(spec, &at, DRAWS);
    cr_assert(lt(dbl, fabs(sum / DRAWS - pcs_law_mean(law)) / error, 3), "%s", what);
    pcs_law_destroy(law);
}

static const char histogram[] = "# ms\nbin_lo,bin_hi,count\n1,2,10\n2,4,0\n4,5,30.5\n9,10,1\n";

Test(files, histogram_is_followed)
{
    struct pcs_delay_table *table = table_of(histogram, false);
    const struct pcs_delay_spec spec = {
        .distribution = PCS_EMPIRICAL, .parameters = {0, 1e-3}, .table = table};
    const struct pcs_vantage at = {.ranks = RANKS, .rank = 0};

    cr_assert(eq(ptr, (char *)pcs_delay_check(&spec), NULL));
    cr_assert(
        epsilon_eq(dbl, pcs_delay_mean(&spec, &at), 1e-3 * (15 + 137.25 + 9.5) / 41.5, 1e-15));
    cr_assert(epsilon_eq(dbl, pcs_delay_cdf(&spec, &at, 3e-3), 10 / 41.5, 1e-15));
    cr_assert(epsilon_eq(dbl, pcs_delay_cdf(&spec, &at, 4.5e-3), 25.25 / 41.5, 1e-12));
    assert_follows_law(&spec, "histogram");
    pcs_delay_table_destroy(table);
}

Test(files, column_is_sampled_or_replayed)
{
    struct pcs_delay_table *table = table_of("value\n3\n1\n\n# more\n2\n8\n", false);
    struct pcs_delay_spec spec = {
        .distribution = PCS_EMPIRICAL, .parameters = {0, 0.5}, .table = table};
    static double sample[DRAWS];
    double seen[9] = {0};

    draw(sample, &spec, 4, DRAWS);
    for (int i = 0; i < DRAWS; i++)
        seen[(int)(2 * sample[i])]++;
    const double cells[] = {seen[1], seen[2], seen[3], seen[8]};
    const double expected[] = {DRAWS / 4.0, DRAWS / 4.0, DRAWS / 4.0, DRAWS / 4.0};
    assert_chi_square(cells, expected, 4, "column");

    spec.parameters[2] = PCS_ORDER_REPLAYED;
    for (int rank = 0; rank < 2; rank++) {
        const double values[] = {1.5, 0.5, 1, 4};
        struct pcs_delay *delay = sampler(&spec, 1, rank, 2);
        for (int step = 0; step < 9; step++) /* rank 1 of 2 starts in the middle */
            cr_assert(eq(dbl, pcs_delay_next(delay), values[(step + 2 * rank) % 4]));
        pcs_delay_destroy(delay);
    }
    pcs_delay_table_destroy(table);
}

Test(files, trace_is_replayed)
{
    struct pcs_delay_table *table =
        table_of("rank,step,seconds\n1,1,4\n0,0,1\n0,1,2\n1,0,3\n", true);
    const struct pcs_delay_spec spec = {.distribution = PCS_TRACE_REPLAY, .table = table};

    for (int rank = 0; rank < 2; rank++) {
        struct pcs_delay *delay = sampler(&spec, 1, rank, 2);
        for (int step = 0; step < 2; step++)
            cr_assert(eq(dbl, pcs_delay_next(delay), 2 * rank + step + 1));
        pcs_delay_destroy(delay);
    }
    cr_assert(eq(ptr, (char *)pcs_delay_check_run(&spec, 2, 2, NULL), NULL));
    cr_assert(ne(ptr, (char *)pcs_delay_check_run(&spec, 3, 2, NULL), NULL));
    cr_assert(ne(ptr, (char *)pcs_delay_check_run(&spec, 2, 3, NULL), NULL));
    pcs_delay_table_destroy(table);
}

/* ---- made of others ----------------------------------------------------------------------------
 */

Test(made_of_others, sum_and_scale_follow_their_law)
{
    struct pcs_delay_spec inner[] = {spec_of(PCS_BERNOULLI, 0.2, 3, 0), spec_of(PCS_GAMMA, 2, 1, 0),
                                     spec_of(PCS_CONSTANT, 0.5, 0, 0)};
    struct pcs_delay_spec sum = {.distribution = PCS_SUM, .of = inner, .of_n = 3};
    const struct pcs_delay_spec scale = {
        .distribution = PCS_SCALE, .parameters = {1.5}, .of = &sum, .of_n = 1};
    const struct pcs_vantage at = {.ranks = RANKS, .rank = 0};

    cr_assert(epsilon_eq(dbl, pcs_delay_mean(&scale, &at), 1.5 * (0.6 + 2 + 0.5), 1e-12));
    cr_assert(epsilon_eq(dbl, pcs_delay_variance(&scale, &at), 2.25 * (0.16 * 9 + 2), 1e-12));
    cr_assert(epsilon_eq(dbl, pcs_delay_cdf(&scale, &at, 1.5 * 4),
                         0.8 * gsl_cdf_gamma_P(3.5, 2, 1) + 0.2 * gsl_cdf_gamma_P(0.5, 2, 1),
                         1e-12));
    assert_follows_law(&scale, "scale of a sum");
}

Test(made_of_others, sum_of_smooth_laws_has_moments_but_no_law)
{
    struct pcs_delay_spec inner[] = {spec_of(PCS_EXPONENTIAL, 1, 0, 0),
                                     spec_of(PCS_GAMMA, 2, 1, 0)};
    const struct pcs_delay_spec sum = {.distribution = PCS_SUM, .of = inner, .of_n = 2};
    const struct pcs_vantage at = {.ranks = RANKS, .rank = 0};

    cr_assert(epsilon_eq(dbl, pcs_delay_mean(&sum, &at), 3, 1e-12));
    cr_assert(epsilon_eq(dbl, pcs_delay_variance(&sum, &at), 3, 1e-12));
    cr_assert(isnan(pcs_delay_cdf(&sum, &at, 1)));
}

/* A rank at random of a linear skew is uniform over the multiples of the step. */
Test(made_of_others, any_rank_is_a_mixture)
{
    const struct pcs_delay_spec skew = spec_of(PCS_LINEAR_SKEW, 2, 0, 0);
    const struct pcs_vantage any = {.ranks = 5, .rank = PCS_ANY_RANK};

    cr_assert(epsilon_eq(dbl, pcs_delay_mean(&skew, &any), 4, 1e-12));
    cr_assert(epsilon_eq(dbl, pcs_delay_variance(&skew, &any), 8, 1e-12));
    cr_assert(epsilon_eq(dbl, pcs_delay_cdf(&skew, &any, 5), 0.6, 1e-12));
}
