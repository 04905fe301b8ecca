/*
 * Synthetic gradients: sorted, distinct, in range; tails, skew, overlap, clusters, movement and
 * drift are what they say; tables replay and refuse.
 */
#include "workloads/gradients.h"

#include <math.h>
#include <string.h>

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#define N 100000u
#define K 1000u

static struct pcs_gradient_spec plain(void)
{
    return (struct pcs_gradient_spec){.freedom = 3, .skew = 1, .support = 4, .clusters = 1};
}

/* One step of a rank, copied. */
struct step {
    size_t n;
    struct pcs_gradient_entry at[2000 + 4 * K];
};

static void draw(const struct pcs_gradient_spec *spec, int rank, int ranks, uint32_t n, uint32_t k,
                 int steps, struct step *last)
{
    struct pcs_gradients *g = pcs_gradients_create(spec, 1, rank, ranks, n, k);
    const struct pcs_gradient_entry *entries = NULL;
    cr_assert(ne(ptr, g, NULL));
    for (int t = 0; t < steps; t++) {
        entries = pcs_gradients_next(g, &last->n);
        cr_assert(le(sz, last->n, sizeof last->at / sizeof *last->at));
        for (size_t i = 0; i < last->n; i++) {
            cr_assert(lt(u32, entries[i].index, n));
            cr_assert(i == 0 || entries[i].index > entries[i - 1].index, "entry %zu", i);
            cr_assert(isfinite(entries[i].value));
        }
    }
    memcpy(last->at, entries, last->n * sizeof *entries);
    pcs_gradients_destroy(g);
}

static size_t above(const struct step *s, double size)
{
    size_t n = 0;
    for (size_t i = 0; i < s->n; i++)
        n += fabs((double)s->at[i].value) > size;
    return n;
}

static size_t below(const struct step *s, uint32_t index)
{
    size_t n = 0;
    for (size_t i = 0; i < s->n; i++)
        n += s->at[i].index < index;
    return n;
}

/* Binomial counts: 5 standard deviations. */
static void assert_about(size_t n, double expected, const char *what)
{
    cr_assert(fabs((double)n - expected) < 5 * sqrt(expected) + 1, "%s: %zu, expected about %g",
              what, n, expected);
}

/* Two-sided 1 % of the normal, Laplace (ln 100) and t(3) laws: any table. */
Test(gradients, tails_are_those_of_the_law)
{
    static const double percent[] = {2.575829, 4.605170, 5.840909};
    static struct step s;
    for (int values = 0; values < 3; values++) {
        struct pcs_gradient_spec spec = plain();
        spec.values = (enum pcs_gradient_values)values;
        draw(&spec, 0, 1, N, K, 1, &s);
        cr_assert(eq(sz, s.n, 4 * K));
        assert_about(above(&s, percent[values]), K, "above the 1 % point");
        cr_assert(eq(sz, above(&s, pcs_gradient_quantile(&spec, 0.04)), 4 * K));
        assert_about(below(&s, N / 4), K, "first quarter");
        size_t positive = 0;
        for (size_t i = 0; i < s.n; i++)
            positive += s.at[i].value > 0;
        assert_about(positive, 2 * K, "positive");
    }
}

Test(gradients, skew_is_a_power)
{
    static struct step s;
    struct pcs_gradient_spec spec = plain();
    spec.skew = 3;
    draw(&spec, 0, 1, N, K, 1, &s);
    assert_about(below(&s, N / 8), 2 * K, "x^3 < 1/8"); /* x < 1/2 */
}

Test(gradients, overlap_is_common_and_the_rest_is_not)
{
    static struct step a, b;
    struct pcs_gradient_spec spec = plain();
    for (int tenths = 0; tenths <= 10; tenths += 5) {
        spec.overlap = tenths / 10.0;
        draw(&spec, 0, 4, N, K, 2, &a);
        draw(&spec, 3, 4, N, K, 2, &b);
        size_t same = 0, same_index = 0, j = 0;
        for (size_t i = 0; i < a.n; i++) {
            while (j < b.n && b.at[j].index < a.at[i].index)
                j++;
            if (j < b.n && b.at[j].index == a.at[i].index) {
                same_index++;
                same += b.at[j].value == a.at[i].value;
            }
        }
        const double common = spec.overlap * 4 * K;
        /* A few are pushed aside by own ones; a few own ones meet by chance. */
        cr_assert(fabs((double)same - common) <= 0.1 * common, "overlap %g: %zu same", spec.overlap,
                  same);
        cr_assert(lt(dbl, (double)same_index - common, 400), "overlap %g: %zu indices",
                  spec.overlap, same_index);
    }
}

Test(gradients, clusters_are_apart)
{
    static struct step s;
    struct pcs_gradient_spec spec = plain();
    spec.clusters = 2;
    spec.support = 2; /* a tenth of a half is 5 K elements */
    draw(&spec, 1, 4, N, K, 1, &s);
    cr_assert(lt(u32, s.at[s.n - 1].index, N / 20 + 10)); /* the last may be pushed on */
    draw(&spec, 2, 4, N, K, 1, &s);
    cr_assert(ge(u32, s.at[0].index, N / 2));
    cr_assert(lt(u32, s.at[s.n - 1].index, N / 2 + N / 20 + 10));
}

Test(gradients, move_and_shrink)
{
    static struct step still, moved;
    struct pcs_gradient_spec spec = plain();
    draw(&spec, 0, 1, N, K, 3, &still);
    spec.movement = 0.25;
    spec.drift = 0.5;
    draw(&spec, 0, 1, N, K, 3, &moved); /* the third step has moved twice: half way round */
    cr_assert(eq(sz, still.n, moved.n));
    const size_t first = below(&still, N / 2);
    for (size_t i = 0; i < still.n; i++) {
        const struct pcs_gradient_entry *to = &moved.at[(i + still.n - first) % still.n];
        cr_assert(eq(u32, to->index, (still.at[i].index + N / 2) % N));
        cr_assert(fabs((double)(to->value - still.at[i].value * (float)exp(-1))) < 1e-5);
    }
}

/* All elements exist, at places that leave no choice; nothing exists. */
Test(gradients, small_and_full_vectors)
{
    static struct step s;
    struct pcs_gradient_spec spec = plain();
    spec.skew = 9;
    spec.overlap = 0.5;
    draw(&spec, 0, 2, 50, 50, 3, &s);
    cr_assert(eq(sz, s.n, 50));
    draw(&spec, 0, 2, 50, 0, 3, &s);
    cr_assert(eq(sz, s.n, 0));
    draw(&spec, 0, 2, 0, 0, 3, &s);
    cr_assert(eq(sz, s.n, 0));
    draw(&spec, 0, 2, 1, 1, 3, &s);
    cr_assert(eq(sz, s.n, 1));
}

/* ---- tables -----------------------------------------------------------------------------------
 */

Test(gradients, tables_replay_round_the_end)
{
    struct pcs_gradient_table_error error;
    struct pcs_gradient_spec spec = plain();
    const char *text = "# two steps\nstep,rank,index,value\n0,0,3,1.5\n0,0,7,-2\r\n\n1,1,0,1e-3\n";
    cr_assert(eq(int, pcs_gradient_table_parse(text, &spec.table, &error), 0));
    cr_assert(eq(u32, spec.table->index_max, 7));
    static struct step s;
    draw(&spec, 2, 4, 8, 1, 3, &s); /* rank 2 is rank 0, step 2 is step 0 */
    cr_assert(eq(sz, s.n, 2));
    cr_assert(eq(u32, s.at[1].index, 7));
    cr_assert(eq(flt, s.at[1].value, -2));
    draw(&spec, 1, 4, 8, 1, 1, &s);
    cr_assert(eq(sz, s.n, 0));
    draw(&spec, 1, 4, 8, 1, 2, &s);
    cr_assert(eq(flt, s.at[0].value, 1e-3f));
    pcs_gradient_table_destroy(spec.table);
}

Test(gradients, bad_tables_are_refused_with_their_line)
{
    static const struct {
        const char *text;
        int line, column;
        const char *start;
    } bad[] = {
        {"", 1, 1, "no row"},
        {"step,rank,index,value\n", 1, 1, "no row"},
        {"0,0,1,2\n0,0,1,3\n", 2, 1, "not in order"},
        {"0,1,1,2\n0,0,5,3\n", 2, 1, "not in order"},
        {"0,0,1\n", 1, 5, "not a row"},
        {"0,0,1,nan\n", 1, 7, "a value that is no finite"},
        {"0,0,1,-1e99\n", 1, 7, "a value that is no finite"},
        {"0,0,1, 1\n", 1, 7, "not a row"},
        {"0,0,1,\n0,0,2,1\n", 1, 7, "not a row"},
        {"0,0,-1,1\n", 1, 5, "not a row"},
        {"0,0,4294967295,1\n", 1, 5, "not a row"},
        {"0,0,1,1,1\n", 1, 7, "not a row"},
        {"900000000,900000000,1,1\n", 1, 1, "too many"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct pcs_gradient_table *table = NULL;
        struct pcs_gradient_table_error error;
        cr_assert(eq(int, pcs_gradient_table_parse(bad[i].text, &table, &error), -1), "%zu", i);
        cr_assert(eq(int, error.line, bad[i].line), "%zu", i);
        cr_assert(eq(int, error.column, bad[i].column), "%zu", i);
        cr_assert(strncmp(error.text, bad[i].start, strlen(bad[i].start)) == 0, "%zu: %s", i,
                  error.text);
    }
}
