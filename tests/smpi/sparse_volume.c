/*
 * Words that sparse collectives send, against the published formulas: the sum over rounds of the
 * maximum over ranks of max(sent, received). k in the formulas is what was selected.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include "sim/pcoll/sparse/sparse.h"
#include "tests/helpers/smpi_world.h"
#include "tests/helpers/sparse_ranks.h"

#define N 20000u
#define K 200u
#define STEPS 6u

/* Where the large elements of a rank are. */
enum layout { UNIFORM, SHARED_SKEW, TWO_CLUSTERS };

struct volume {
    double reduce, bookkeeping, threshold, rest; /* words; all = their sum */
    double selected;                             /* largest number selected or gathered */
    double sums, gathering; /* entries of all regions, and words of gathering them */
};

/* Blocks of @p n ranks from @p first on, round the end. */
static double span_of(const double *blocks, int ranks, int first, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += blocks[(first + i) % ranks];
    return sum;
}

/* Entries of all regions, which are of unequal length, and the words of an allgather of them, by
   definition: in each round as many words as the longest message has. A message holds the blocks of
   2^j neighbours (of an aligned group when P is a power of two), and never one that its receiver
   has. */
static void gathering_of(const struct pcoll_sparse_result *result, struct volume *v)
{
    double blocks[64];
    const double own = (double)result->region;
    int ranks;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Allgather(&own, 1, MPI_DOUBLE, blocks, 1, MPI_DOUBLE, MPI_COMM_WORLD);
    const bool is_power = (ranks & (ranks - 1)) == 0;
    for (int distance = 1; distance < ranks; distance *= 2) {
        const int n = distance < ranks - distance ? distance : ranks - distance;
        double longest = 0;
        for (int r = 0; r < ranks; r += is_power ? distance : 1)
            longest = fmax(longest, span_of(blocks, ranks, r, n));
        v->gathering += PCOLL_ENTRY_WORDS * longest;
    }
    v->sums = span_of(blocks, ranks, 0, ranks);
}

/* What the rounds of the last call cost over all ranks. */
static struct volume volume_of(const struct pcoll_sparse *sparse,
                               const struct pcoll_sparse_result *result)
{
    const struct pcoll_account *account = pcoll_sparse_account(sparse);
    struct volume v = {0};
    for (size_t i = 0; i < account->rounds_n; i++) {
        const struct pcoll_account_round *round = &account->rounds[i];
        double words = (double)(round->sent > round->received ? round->sent : round->received);
        double most;
        MPI_Allreduce(&words, &most, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        if (round->phase == PCOLL_PHASE_SIZES || round->phase == PCOLL_PHASE_BOUNDARIES)
            v.bookkeeping += most;
        else if (round->phase == PCOLL_PHASE_REDUCE)
            v.reduce += most;
        else if (round->phase == PCOLL_PHASE_THRESHOLD)
            v.threshold += most;
        else
            v.rest += most;
    }
    double selected = (double)result->selected;
    MPI_Allreduce(&selected, &v.selected, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    if (result->global_threshold > 0)
        v.selected = fmax(v.selected, (double)result->sum.stored);
    gathering_of(result, &v);
    return v;
}

static double all_of(const struct volume *v)
{
    return v->reduce + v->threshold + v->rest;
}

static double uniform_at(uint32_t a, uint32_t b, uint32_t c)
{
    return (sparse_hash(a, b, c) + 0.5) / 4294967296.0;
}

/* 5K large elements of magnitude above 1, so that threshold and positions mean something; with a
   skew most of them are near the beginning: index ~ N u^6. */
static void fill(float *values, enum layout layout, int rank, int ranks, uint32_t step)
{
    memset(values, 0, N * sizeof *values);
    for (uint32_t j = 0; j < 5 * K; j++) {
        const double u = uniform_at((uint32_t)rank, step, 2 * j);
        const double size = 1 - log(uniform_at((uint32_t)rank, step, 2 * j + 1));
        double place = u;
        if (layout == SHARED_SKEW)
            place = pow(u, 6);
        else if (layout == TWO_CLUSTERS)
            place = (rank < ranks / 2 ? 0.0 : 0.9) + 0.1 * u;
        values[(uint32_t)(place * N)] = (float)size;
    }
}

static struct pcoll_sparse_spec volume_spec(enum pcoll_sparse_kind kind)
{
    struct pcoll_sparse_spec spec = sparse_spec(kind, N, K);
    spec.threshold_period = STEPS;
    spec.region_period = 1;
    return spec;
}

/* Call of each step: @p check gets its volume; the first one is fresh. */
static void run(const struct pcoll_sparse_spec *spec, enum layout layout,
                void (*check)(const struct volume *v, int ranks, bool is_fresh, void *context),
                void *context)
{
    struct pcoll_host *host = pcoll_host_create();
    float *values = malloc(N * sizeof *values);
    struct pcoll_sparse *sparse;
    struct pcoll_sparse_result result;
    int rank, ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    sparse_check(pcoll_sparse_create(MPI_COMM_WORLD, host, spec, &sparse));
    for (uint32_t step = 0; step < STEPS; step++) {
        fill(values, layout, rank, ranks, step);
        const struct pcoll_sparse_view vector = pcoll_view_of_dense(values, N);
        sparse_check(pcoll_sparse_call(sparse, &vector, &result));
        const struct volume v = volume_of(sparse, &result);
        check(&v, ranks, result.is_fresh, context);
    }
    pcoll_sparse_destroy(sparse);
    free(values);
    pcoll_host_destroy(host);
}

/* ---- uniform positions ------------------------------------------------------------------------
 */

static double log2_up(int ranks)
{
    return ceil(log2(ranks));
}

static double bound(enum pcoll_sparse_kind kind, double k, int ranks)
{
    const double share = (ranks - 1.0) / ranks;
    switch (kind) {
    case PCOLL_DENSE:
        return 2.0 * N * share + 2 * log2_up(ranks); /* blocks differ by an element */
    case PCOLL_TOPKA:
    case PCOLL_GAUSSIANK:
        return 2 * k * (ranks - 1);
    case PCOLL_TOPKDSA:
        return (2 * k + N) * share;
    case PCOLL_GTOPK:
        return 4 * k * log2_up(ranks);
    case PCOLL_OKTOPK:
    case PCOLL_SPARSE_LAST:
        break;
    }
    return 6 * k * share + 2 * log2_up(ranks); /* shares differ by an entry */
}

/* The published lower ends; of oktopk and gaussiank less, as ranks select different numbers. */
static double least(enum pcoll_sparse_kind kind, double k, int ranks)
{
    const double share = (ranks - 1.0) / ranks;
    switch (kind) {
    case PCOLL_DENSE:
        return 2.0 * N * share;
    case PCOLL_TOPKA:
    case PCOLL_GTOPK:
        return bound(kind, k, ranks); /* both ends are the same */
    case PCOLL_GAUSSIANK:
        return 0.7 * bound(kind, k, ranks);
    case PCOLL_TOPKDSA:
        return 4 * k * share;
    case PCOLL_OKTOPK:
    case PCOLL_SPARSE_LAST:
        break;
    }
    return 0.7 * 2 * k * share;
}

static double bookkeeping(enum pcoll_sparse_kind kind, int ranks)
{
    const double p = ranks;
    switch (kind) {
    case PCOLL_DENSE:
    case PCOLL_GTOPK:
        return 0;
    case PCOLL_TOPKA:
    case PCOLL_GAUSSIANK:
        return p - 1;
    case PCOLL_TOPKDSA:
        return 2 * (p - 1);
    case PCOLL_OKTOPK:
    case PCOLL_SPARSE_LAST:
        break;
    }
    return 2 * (p - 1) + 4 * (p - 1) * (p - 1) / p + 4 * log2_up(ranks);
}

static void assert_within(const struct volume *v, int ranks, bool is_fresh, void *context)
{
    const struct pcoll_sparse_row *row = context;
    const double most = bound(row->kind, v->selected, ranks);
    cr_assert(v->bookkeeping <= bookkeeping(row->kind, ranks), "%s: P=%d bookkeeping %g > %g",
              row->name, ranks, v->bookkeeping, bookkeeping(row->kind, ranks));
    if (is_fresh && row->kind == PCOLL_OKTOPK) { /* all sums are gathered instead */
        cr_assert(v->sums <= fmin(v->selected * ranks, N), "P=%d %g sums", ranks, v->sums);
        cr_assert(v->threshold == v->gathering, "P=%d %g words, not %g", ranks, v->threshold,
                  v->gathering);
        cr_assert(v->reduce <= most, "P=%d %g words > %g", ranks, v->reduce, most);
        cr_assert(v->rest == 0);
        return;
    }
    cr_assert(v->threshold == 0, "%s: P=%d", row->name, ranks);
    cr_assert(all_of(v) <= most, "%s: P=%d %g words > %g", row->name, ranks, all_of(v), most);
    cr_assert(all_of(v) >= least(row->kind, v->selected, ranks), "%s: P=%d %g words < %g",
              row->name, ranks, all_of(v), least(row->kind, v->selected, ranks));
}

static void uniform(void *argument)
{
    (void)argument;
    for (const struct pcoll_sparse_row *row = pcoll_sparse_algorithms(); row->name; row++) {
        const struct pcoll_sparse_spec spec = volume_spec(row->kind);
        struct pcoll_sparse_row context = *row;
        run(&spec, UNIFORM, assert_within, &context);
    }
}

/* ---- skews ------------------------------------------------------------------------------------
 */

static void assert_oktopk_within(const struct volume *v, int ranks, bool is_fresh, void *context)
{
    (void)context;
    if (!is_fresh)
        cr_assert(all_of(v) <= bound(PCOLL_OKTOPK, v->selected, ranks), "P=%d %g words > %g", ranks,
                  all_of(v), bound(PCOLL_OKTOPK, v->selected, ranks));
}

static void assert_oktopk_beyond(const struct volume *v, int ranks, bool is_fresh, void *context)
{
    const double *times = context;
    if (!is_fresh)
        cr_assert(all_of(v) > *times * bound(PCOLL_OKTOPK, v->selected, ranks),
                  "P=%d %g words are within %g times %g", ranks, all_of(v), *times,
                  bound(PCOLL_OKTOPK, v->selected, ranks));
}

static void shared_skew(void *argument)
{
    (void)argument;
    struct pcoll_sparse_spec spec = volume_spec(PCOLL_OKTOPK);
    int ranks;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    run(&spec, SHARED_SKEW, assert_oktopk_within, NULL);
    if (ranks < 8)
        return; /* of few ranks the worst is not much worse than the bound */
    double times = 1;
    spec.repartition = false;
    spec.balancing = false;
    run(&spec, SHARED_SKEW, assert_oktopk_beyond, &times);
}

/* Half of the ranks have theirs at one end, half at the other: averaged boundaries fall between. */
static void two_clusters(void *argument)
{
    (void)argument;
    const struct pcoll_sparse_spec spec = volume_spec(PCOLL_OKTOPK);
    double times = 1;
    run(&spec, TWO_CLUSTERS, assert_oktopk_beyond, &times);
}

#define VOLUMES(p)                                                                                 \
    Test(sparse_volume, uniform_##p)                                                               \
    {                                                                                              \
        smpi_world_run(p, uniform, NULL);                                                          \
    }                                                                                              \
    Test(sparse_volume, shared_skew_##p)                                                           \
    {                                                                                              \
        smpi_world_run(p, shared_skew, NULL);                                                      \
    }
VOLUMES(1)
VOLUMES(2)
VOLUMES(3)
VOLUMES(5)
VOLUMES(7)
VOLUMES(8)
VOLUMES(12)
VOLUMES(16)
VOLUMES(33)

Test(sparse_volume, two_clusters)
{
    smpi_world_run(16, two_clusters, NULL);
}
