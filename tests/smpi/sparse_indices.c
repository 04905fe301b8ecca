/*
 * Sparse allreduces of vectors of 2^32 - 1 elements, so that P n does not fit 32 bits: the same
 * entries on all ranks, conservation for each index, regions that stay balanced.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include "sim/pcoll/sparse/residual.h"
#include "tests/helpers/smpi_world.h"
#include "tests/helpers/sparse_ranks.h"

#define N UINT32_MAX
#define STORED 64u
#define K 16u
#define STEPS 6u

/* One entry in each of STORED equal parts of the space, every second one where all ranks have it,
   the last one at the very end. */
static size_t gradient_of(uint32_t rank, uint32_t step, struct pcoll_entry *entries)
{
    const uint32_t part = N / STORED;
    for (uint32_t i = 0; i < STORED; i++) {
        const uint32_t h = sparse_hash(rank + 1, step, i);
        const uint32_t place = i % 2 ? sparse_hash(0, 0, i) : h;
        entries[i].index = i == STORED - 1 ? N - 1 : part * i + place % part;
        entries[i].value = (float)(h % 63) - 31.5f; /* never 0; sums are exact */
    }
    return STORED;
}

/* Sums by index, in no order. */
struct sums {
    struct pcoll_entry *at;
    size_t n;
};

static void add(struct sums *sums, const struct pcoll_entry *entries, size_t n, float factor)
{
    for (size_t i = 0; i < n; i++) {
        size_t j = 0;
        while (j < sums->n && sums->at[j].index != entries[i].index)
            j++;
        if (j == sums->n)
            sums->at[sums->n++] = (struct pcoll_entry){entries[i].index, 0};
        sums->at[j].value += factor * entries[i].value;
    }
}

static void assert_same_everywhere(const struct pcoll_sparse_view *sum, const char *name)
{
    uint64_t n = sum->stored;
    MPI_Bcast(&n, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
    cr_assert(eq(u64, n, sum->stored), "%s", name);
    struct pcoll_entry *root = calloc(n + 1, sizeof *root);
    memcpy(root, sum->entries, n * sizeof *root);
    MPI_Bcast(root, (int)(PCOLL_ENTRY_WORDS * n), MPI_UINT32_T, 0, MPI_COMM_WORLD);
    cr_assert(memcmp(root, sum->entries, n * sizeof *root) == 0, "%s: sums differ", name);
    free(root);
}

/* Positions are spread evenly: no region has more than thrice the mean. */
static void assert_balanced(const struct pcoll_sparse_result *result, int ranks)
{
    uint64_t most, all, region = result->region;
    MPI_Allreduce(&region, &most, 1, MPI_UINT64_T, MPI_MAX, MPI_COMM_WORLD);
    MPI_Allreduce(&region, &all, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    cr_assert(most * (uint64_t)ranks <= 3 * all, "P=%d: a region has %u of %u entries", ranks,
              (unsigned)most, (unsigned)all);
}

/* Everybody adds up everybody's residual, with the opposite sign. */
static void add_residuals(struct sums *sums, const struct pcoll_residual *residual, int ranks)
{
    const struct pcoll_sparse_view left = pcoll_residual_view(residual);
    struct pcoll_entry *block = calloc(STEPS * STORED, sizeof *block);
    for (int r = 0, rank; r < ranks; r++) {
        uint64_t n = left.stored;
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        MPI_Bcast(&n, 1, MPI_UINT64_T, r, MPI_COMM_WORLD);
        if (rank == r && n)
            memcpy(block, left.entries, n * sizeof *block);
        MPI_Bcast(block, (int)(PCOLL_ENTRY_WORDS * n), MPI_UINT32_T, r, MPI_COMM_WORLD);
        add(sums, block, n, -1);
    }
    free(block);
}

static void conserve(const struct pcoll_sparse_row *row, int rank, int ranks)
{
    struct pcoll_host *host = pcoll_host_create();
    const struct pcoll_sparse_spec spec = sparse_spec(row->kind, N, K);
    struct pcoll_residual residual;
    struct pcoll_sparse *sparse;
    struct pcoll_sparse_result result;
    struct pcoll_entry own[STORED];
    struct sums sums = {calloc((size_t)ranks * STEPS * STORED, sizeof *sums.at), 0};
    sparse_check(pcoll_residual_init(&residual, N, false));
    sparse_check(pcoll_sparse_create(MPI_COMM_WORLD, host, &spec, &sparse));
    for (uint32_t step = 0; step < STEPS; step++) {
        for (uint32_t r = 0; r < (uint32_t)ranks; r++)
            add(&sums, own, gradient_of(r, step, own), 1);
        const size_t n = gradient_of((uint32_t)rank, step, own);
        const struct pcoll_sparse_view gradient = pcoll_view_of_entries(own, n, N);
        sparse_check(pcoll_residual_add(&residual, &gradient));
        const struct pcoll_sparse_view vector = pcoll_residual_view(&residual);
        sparse_check(pcoll_sparse_call(sparse, &vector, &result));
        sparse_check(pcoll_residual_settle(&residual, &result));
        cr_assert(result.sum.dense == NULL && result.sum.stored > 0, "%s", row->name);
        assert_same_everywhere(&result.sum, row->name);
        if (row->kind == PCOLL_OKTOPK || row->kind == PCOLL_TOPKDSA)
            assert_balanced(&result, ranks);
        add(&sums, result.sum.entries, result.sum.stored, -1);
    }
    add_residuals(&sums, &residual, ranks);
    for (size_t i = 0; i < sums.n; i++)
        cr_assert(sums.at[i].value == 0, "%s: P=%d element %u: %g lost", row->name, ranks,
                  (unsigned)sums.at[i].index, (double)sums.at[i].value);
    pcoll_sparse_destroy(sparse);
    pcoll_residual_fini(&residual);
    free(sums.at);
    pcoll_host_destroy(host);
}

static void all_kinds(void *argument)
{
    (void)argument;
    int rank, ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (const struct pcoll_sparse_row *row = pcoll_sparse_algorithms(); row->name; row++) {
        if (row->kind != PCOLL_DENSE) /* it allocates all elements */
            conserve(row, rank, ranks);
    }
}

#define LONG(p)                                                                                    \
    Test(sparse_indices, long_vectors_##p)                                                         \
    {                                                                                              \
        smpi_world_run(p, all_kinds, NULL);                                                        \
    }
LONG(1)
LONG(2)
LONG(5)
LONG(8)
LONG(16)
