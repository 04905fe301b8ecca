/*
 * Sparse allreduce under SMPI: against dense sums and exact top-k, the same bits everywhere,
 * conservation with error feedback, bad values.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include "sim/pcoll/sparse/residual.h"
#include "tests/helpers/smpi_world.h"
#include "tests/helpers/sparse_ranks.h"

/* Vectors of one size that a check works with. */
struct scratch {
    int rank, ranks;
    uint32_t n;
    float *own, *expected, *got, *root;
    struct pcoll_entry *entries;
};

static struct scratch scratch_create(uint32_t n)
{
    struct scratch s = {.n = n};
    MPI_Comm_rank(MPI_COMM_WORLD, &s.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &s.ranks);
    s.own = calloc(n + 1, sizeof *s.own);
    s.expected = calloc(n + 1, sizeof *s.expected);
    s.got = calloc(n + 1, sizeof *s.got);
    s.root = calloc(n + 1, sizeof *s.root);
    s.entries = calloc(n + 1, sizeof *s.entries);
    return s;
}

static void scratch_destroy(struct scratch *s)
{
    free(s->own);
    free(s->expected);
    free(s->got);
    free(s->root);
    free(s->entries);
}

/* The vector as it is, or as entries. */
static struct pcoll_sparse_view view_of(const struct scratch *s, bool is_dense)
{
    if (is_dense)
        return pcoll_view_of_dense(s->own, s->n);
    return pcoll_view_of_entries(s->entries, sparse_entries_of(s->own, s->n, s->entries), s->n);
}

static void assert_same_everywhere(const struct scratch *s, const char *name)
{
    memcpy(s->root, s->got, s->n * sizeof *s->root);
    MPI_Bcast(s->root, (int)s->n, MPI_FLOAT, 0, MPI_COMM_WORLD);
    cr_assert(memcmp(s->root, s->got, s->n * sizeof *s->got) == 0, "%s: P=%d n=%u rank %d differs",
              name, s->ranks, s->n, s->rank);
}

static size_t sizes_of(int ranks, uint32_t sizes[6])
{
    const uint32_t p = (uint32_t)ranks;
    const uint32_t all[6] = {0, 1, p - 1, p, p + 1, 200};
    memcpy(sizes, all, sizeof all);
    return 6;
}

/* ---- k = n is the dense sum -------------------------------------------------------------------
 */

static void full_density(const struct pcoll_sparse_row *row, uint32_t n, bool is_dense)
{
    struct pcoll_host *host = pcoll_host_create();
    struct scratch s = scratch_create(n);
    const struct pcoll_sparse_spec spec = sparse_spec(row->kind, n, n);
    struct pcoll_sparse *sparse;
    struct pcoll_sparse_result result;
    sparse_check(pcoll_sparse_create(MPI_COMM_WORLD, host, &spec, &sparse));
    for (uint32_t step = 0; step < 4; step++) {
        for (uint32_t i = 0; i < n; i++)
            s.own[i] = (float)((int)(sparse_hash((uint32_t)s.rank, step, i) % 199) - 99);
        const struct pcoll_sparse_view vector = view_of(&s, is_dense);
        sparse_check(pcoll_sparse_call(sparse, &vector, &result));
        sparse_densify(&result.sum, s.got);
        MPI_Allreduce(s.own, s.expected, (int)n, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
        for (uint32_t i = 0; i < n; i++)
            cr_assert(s.got[i] == s.expected[i], "%s: P=%d n=%u step %u element %u: %g not %g",
                      row->name, s.ranks, n, step, i, (double)s.got[i], (double)s.expected[i]);
    }
    pcoll_sparse_destroy(sparse);
    scratch_destroy(&s);
    pcoll_host_destroy(host);
}

/* ---- ranks that agree -------------------------------------------------------------------------
 */

/* The exact top-k by sorting: magnitudes down, then indices up. */
static int by_magnitude(const void *a, const void *b)
{
    const struct pcoll_entry *x = a, *y = b;
    const float mx = fabsf(x->value), my = fabsf(y->value);
    if (mx != my)
        return mx < my ? 1 : -1;
    return x->index > y->index ? 1 : -1;
}

static void expect_top(const struct scratch *s, uint32_t k)
{
    size_t stored = sparse_entries_of(s->own, s->n, s->entries);
    qsort(s->entries, stored, sizeof *s->entries, by_magnitude);
    memset(s->expected, 0, s->n * sizeof *s->expected);
    for (size_t i = 0; i < stored && i < k; i++)
        s->expected[s->entries[i].index] = s->entries[i].value * (float)s->ranks;
}

/* Values 0 to 7 with signs: many ties, many zeros. All ranks have the same. */
static void agreeing(const struct pcoll_sparse_row *row, uint32_t n, uint32_t k, uint32_t levels)
{
    struct pcoll_host *host = pcoll_host_create();
    struct scratch s = scratch_create(n);
    struct pcoll_sparse_spec spec = sparse_spec(row->kind, n, k);
    struct pcoll_sparse *sparse;
    struct pcoll_sparse_result result;
    spec.threshold_period = 1;
    sparse_check(pcoll_sparse_create(MPI_COMM_WORLD, host, &spec, &sparse));
    for (uint32_t step = 0; step < 3; step++) {
        for (uint32_t i = 0; i < n; i++) {
            const uint32_t h = sparse_hash(7, step, i);
            s.own[i] = (float)(h % levels) * (h >> 16 & 1 ? 1.0f : -1.0f);
        }
        expect_top(&s, k);
        const struct pcoll_sparse_view vector = pcoll_view_of_dense(s.own, n);
        sparse_check(pcoll_sparse_call(sparse, &vector, &result));
        sparse_densify(&result.sum, s.got);
        for (uint32_t i = 0; i < n; i++)
            cr_assert(s.got[i] == s.expected[i], "%s: P=%d n=%u k=%u step %u element %u: %g not %g",
                      row->name, s.ranks, n, k, step, i, (double)s.got[i], (double)s.expected[i]);
    }
    pcoll_sparse_destroy(sparse);
    scratch_destroy(&s);
    pcoll_host_destroy(host);
}

static bool is_exact(enum pcoll_sparse_kind kind)
{
    return kind != PCOLL_DENSE && kind != PCOLL_GAUSSIANK;
}

/* ---- conservation -----------------------------------------------------------------------------
 */

/* Mostly zeros; magnitudes from 1 to 40 with few above 30; some steps bring nothing at all. */
static float gradient_at(uint32_t rank, uint32_t step, uint32_t i)
{
    const uint32_t h = sparse_hash(rank + 1, step, i);
    if (step % 5 == 3 || h % 3)
        return 0;
    const float size = (float)(h % 30 + (h >> 8 & 31 ? 0 : 10) + 1);
    return h >> 20 & 1 ? size : -size;
}

static void conserve(const struct pcoll_sparse_spec *spec, const char *name, bool is_dense)
{
    struct pcoll_host *host = pcoll_host_create();
    struct scratch s = scratch_create(spec->n);
    struct pcoll_residual residual;
    struct pcoll_sparse *sparse;
    struct pcoll_sparse_result result;
    float *applied = calloc(spec->n + 1, sizeof *applied);
    sparse_check(pcoll_residual_init(&residual, spec->n, is_dense));
    sparse_check(pcoll_sparse_create(MPI_COMM_WORLD, host, spec, &sparse));
    for (uint32_t step = 0; step < 12; step++) {
        for (uint32_t i = 0; i < spec->n; i++) {
            s.own[i] = gradient_at((uint32_t)s.rank, step, i);
            for (uint32_t r = 0; r < (uint32_t)s.ranks; r++)
                s.expected[i] += gradient_at(r, step, i);
        }
        const struct pcoll_sparse_view gradient = view_of(&s, is_dense);
        sparse_check(pcoll_residual_add(&residual, &gradient));
        const struct pcoll_sparse_view vector = pcoll_residual_view(&residual);
        sparse_check(pcoll_sparse_call(sparse, &vector, &result));
        sparse_check(pcoll_residual_settle(&residual, &result));
        sparse_densify(&result.sum, s.got);
        assert_same_everywhere(&s, name);
        for (uint32_t i = 0; i < spec->n; i++)
            applied[i] += s.got[i];
    }
    const struct pcoll_sparse_view left = pcoll_residual_view(&residual);
    sparse_densify(&left, s.own);
    MPI_Allreduce(s.own, s.got, (int)spec->n, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
    for (uint32_t i = 0; i < spec->n; i++)
        cr_assert(s.got[i] + applied[i] == s.expected[i],
                  "%s: P=%d n=%u k=%u element %u: residuals %g + applied %g, brought %g", name,
                  s.ranks, spec->n, spec->k, i, (double)s.got[i], (double)applied[i],
                  (double)s.expected[i]);
    pcoll_sparse_destroy(sparse);
    pcoll_residual_fini(&residual);
    free(applied);
    scratch_destroy(&s);
    pcoll_host_destroy(host);
}

static void conserve_variants(const struct pcoll_sparse_row *row, uint32_t n)
{
    struct pcoll_sparse_spec spec = sparse_spec(row->kind, n, n / 10);
    conserve(&spec, row->name, true);
    spec.k = n / 3;
    spec.bucket = 1;
    conserve(&spec, row->name, false);
    if (row->kind == PCOLL_GAUSSIANK || row->kind == PCOLL_OKTOPK) {
        for (int a = 0; a < PCOLL_ADAPT_LAST; a++) {
            spec.adaptation = (enum pcoll_adaptation)a;
            conserve(&spec, row->name, false);
        }
    }
    if (row->kind == PCOLL_OKTOPK) {
        spec.balancing = false;
        conserve(&spec, "oktopk without balancing", true);
        spec.repartition = false;
        conserve(&spec, "oktopk without balancing and repartition", false);
    }
}

/* ---- all of it, for each number of ranks ------------------------------------------------------
 */

static void all_checks(void *argument)
{
    (void)argument;
    int ranks;
    uint32_t sizes[6];
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const size_t sizes_n = sizes_of(ranks, sizes);
    for (const struct pcoll_sparse_row *row = pcoll_sparse_algorithms(); row->name; row++) {
        for (size_t i = 0; i < sizes_n; i++) {
            full_density(row, sizes[i], i % 2 == 0);
            full_density(row, sizes[i], i % 2 != 0);
            if (!is_exact(row->kind))
                continue;
            agreeing(row, sizes[i], sizes[i] / 2, 8);
            agreeing(row, sizes[i], 0, 8);
            agreeing(row, sizes[i], (sizes[i] + 2) / 3, 1); /* zeros only */
        }
        conserve_variants(row, 200);
        conserve_variants(row, (uint32_t)ranks - 1);
    }
}

#define CHECKS(p)                                                                                  \
    Test(sparse, sums_and_conserves_##p)                                                           \
    {                                                                                              \
        smpi_world_run(p, all_checks, NULL);                                                       \
    }
CHECKS(1)
CHECKS(2)
CHECKS(3)
CHECKS(5)
CHECKS(7)
CHECKS(8)
CHECKS(12)
CHECKS(16)
CHECKS(33)

/* ---- bad values -------------------------------------------------------------------------------
 */

static void bad_values(void *argument)
{
    (void)argument;
    const float bad[] = {NAN, -NAN, INFINITY, -INFINITY};
    struct pcoll_host *host = pcoll_host_create();
    for (const struct pcoll_sparse_row *row = pcoll_sparse_algorithms(); row->name; row++) {
        const struct pcoll_sparse_spec spec = sparse_spec(row->kind, 10, 3);
        struct pcoll_sparse *sparse;
        struct pcoll_sparse_result result;
        sparse_check(pcoll_sparse_create(MPI_COMM_WORLD, host, &spec, &sparse));
        for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
            float values[10] = {1, 2, 3};
            values[9 - i] = bad[i];
            const struct pcoll_sparse_view vector = pcoll_view_of_dense(values, 10);
            cr_assert(eq(int, pcoll_sparse_call(sparse, &vector, &result), PCOLL_EVALUE));
        }
        /* Good on each rank, but not their sum. */
        const float large[10] = {2e38f};
        const struct pcoll_sparse_view vector = pcoll_view_of_dense(large, 10);
        cr_assert(eq(int, pcoll_sparse_call(sparse, &vector, &result), PCOLL_EVALUE), "%s",
                  row->name);
        pcoll_sparse_destroy(sparse);
    }
    pcoll_host_destroy(host);
}

Test(sparse, refuses_what_is_no_number)
{
    smpi_world_run(3, bad_values, NULL);
}
