/*
 * Sparse and partial together: residuals + sums = gradients exactly, the same sum on all ranks, and
 * late ranks are late.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include "sim/pcoll/sparse/partial.h"
#include "tests/helpers/smpi_world.h"
#include "tests/helpers/sparse_ranks.h"

#define N 60u
#define STEPS 30u

/* One way to start rounds. */
struct variant {
    const char *name;
    enum pcoll_trigger trigger;
    int candidates; /* of more ranks: all; 0: all */
    uint32_t sync_period, max_staleness;
    uint32_t k;
};

static const struct variant variants[] = {
    {"solo", PCOLL_TRIGGER_FIRST, 0, 0, PCOLL_UNBOUNDED, 6},
    {"majority", PCOLL_TRIGGER_FIRST, 1, 0, PCOLL_UNBOUNDED, 6},
    {"quorum", PCOLL_TRIGGER_LAST, 3, 0, PCOLL_UNBOUNDED, 3},
    {"sync", PCOLL_TRIGGER_ALL, 0, 0, PCOLL_UNBOUNDED, 6},
    {"solo, period", PCOLL_TRIGGER_FIRST, 0, 4, PCOLL_UNBOUNDED, 1},
    {"majority, bound", PCOLL_TRIGGER_FIRST, 1, 0, 2, 60},
    {"nothing", PCOLL_TRIGGER_FIRST, 1, 0, PCOLL_UNBOUNDED, 0},
};

struct draw {
    int ranks, candidates;
};

static void draw(void *context, uint32_t round, int *candidates)
{
    const struct draw *d = context;
    for (int i = 0; i < d->candidates; i++)
        candidates[i] = (int)((sparse_hash(9, 9, round) + (uint32_t)i) % (uint32_t)d->ranks);
}

static float gradient_at(uint32_t rank, uint32_t step, uint32_t i)
{
    const uint32_t h = sparse_hash(rank + 1, step, i);
    return h % 2 ? 0 : (float)((int)(h >> 8 & 63) - 31);
}

struct tally {
    float brought[N], applied[N], sum[N], root[N], own[N];
    struct pcoll_entry entries[N];
    uint64_t fresh;
};

static struct pcoll_sparse_view gradient_of(struct tally *t, int rank, int ranks, uint32_t step)
{
    for (uint32_t i = 0; i < N; i++) {
        t->own[i] = gradient_at((uint32_t)rank, step, i);
        for (uint32_t r = 0; r < (uint32_t)ranks; r++)
            t->brought[i] += gradient_at(r, step, i);
    }
    return pcoll_view_of_entries(t->entries, sparse_entries_of(t->own, N, t->entries), N);
}

static void apply(struct tally *t, const struct pcoll_sparse_view *sum, const char *name)
{
    sparse_densify(sum, t->sum);
    memcpy(t->root, t->sum, sizeof t->root);
    MPI_Bcast(t->root, (int)N, MPI_FLOAT, 0, MPI_COMM_WORLD);
    cr_assert(memcmp(t->root, t->sum, sizeof t->sum) == 0, "%s: sums differ", name);
    for (uint32_t i = 0; i < N; i++)
        t->applied[i] += t->sum[i];
}

static struct pcoll_partial_spec spec_of(const struct variant *v, struct draw *d)
{
    d->candidates = v->candidates && v->candidates < d->ranks ? v->candidates : d->ranks;
    return (struct pcoll_partial_spec){.core = {.trigger = v->trigger,
                                                .candidates_n = d->candidates,
                                                .late = PCOLL_LATE_REPLACE,
                                                .sync_period = v->sync_period,
                                                .max_staleness = v->max_staleness,
                                                .steps = STEPS,
                                                .flush = true},
                                       .n = N,
                                       .k = v->k,
                                       .costs = {.select_s_per_element = 1e-7},
                                       .draw = draw,
                                       .draw_context = d};
}

/* A barrier between steps: every rank gets the sum of every round. */
static void conserve(const struct variant *v)
{
    static const struct pcoll_costs costs = {.call_s = 1e-6, .notice_s = 1e-6};
    struct draw d;
    int rank;
    MPI_Comm comm;
    struct pcoll_engine *engine;
    struct pcoll_partial *partial;
    struct pcoll_sparse_view sum;
    struct pcoll_outcome outcome;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &d.ranks);
    struct tally *t = calloc(1, sizeof *t);
    struct pcoll_host *host = pcoll_host_create();
    const struct pcoll_partial_spec spec = spec_of(v, &d);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    sparse_check(pcoll_engine_create(comm, 1, &costs, &engine));
    sparse_check(pcoll_partial_create(engine, host, rank, d.ranks, &spec, &partial));
    sparse_check(pcoll_engine_start(engine));
    for (uint32_t step = 0; step < STEPS; step++) {
        MPI_Barrier(MPI_COMM_WORLD);
        pcoll_host_charge(host, 1e-6 * (sparse_hash((uint32_t)rank, step, 77) % 200));
        const struct pcoll_sparse_view gradient = gradient_of(t, rank, d.ranks, step);
        sparse_check(pcoll_partial_call(partial, &gradient, &sum, &outcome));
        cr_assert(eq(u32, outcome.newest_round, step));
        t->fresh += outcome.fresh;
        apply(t, &sum, v->name);
    }
    sparse_check(pcoll_partial_flush(partial, &sum, &outcome));
    apply(t, &sum, v->name);
    sparse_check(pcoll_engine_finish(engine));
    MPI_Comm_free(&comm);
    const struct pcoll_sparse_view left = pcoll_partial_residual(partial);
    sparse_densify(&left, t->own);
    MPI_Allreduce(t->own, t->sum, (int)N, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
    for (uint32_t i = 0; i < N; i++)
        cr_assert(t->sum[i] + t->applied[i] == t->brought[i],
                  "%s P=%d element %u: residuals %g + applied %g, brought %g", v->name, d.ranks, i,
                  (double)t->sum[i], (double)t->applied[i], (double)t->brought[i]);
    /* Somebody was late where that can be, and nobody where not. */
    const bool waits = v->trigger == PCOLL_TRIGGER_ALL || d.ranks == 1;
    cr_assert(waits == (t->fresh == STEPS * (uint64_t)d.ranks) ||
                  (v->trigger == PCOLL_TRIGGER_LAST && d.candidates == d.ranks),
              "%s P=%d: %u fresh", v->name, d.ranks, (unsigned)t->fresh);
    pcoll_partial_destroy(partial);
    pcoll_host_destroy(host);
    free(t);
}

static void all_variants(void *argument)
{
    (void)argument;
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++)
        conserve(&variants[i]);
}

/* ---- a rank that is late ----------------------------------------------------------------------
 */

#define LATE_RANK 1
#define LATE_STEPS 8u
#define LATE_K 5u

/* All but one rank are the quorum. */
static void draw_others(void *context, uint32_t round, int *candidates)
{
    const struct draw *d = context;
    (void)round;
    for (int i = 0, r = 0; r < d->ranks; r++) {
        if (r != LATE_RANK)
            candidates[i++] = r;
    }
}

/* The k largest of @p vector, ties by index. */
static void select_largest(const float *vector, float *selection)
{
    memset(selection, 0, N * sizeof *selection);
    for (uint32_t j = 0; j < LATE_K; j++) {
        uint32_t largest = 0;
        for (uint32_t i = 1; i < N; i++) {
            if (fabsf(vector[i] - selection[i]) > fabsf(vector[largest] - selection[largest]))
                largest = i;
        }
        selection[largest] = vector[largest];
    }
}

static void move(float *from, float *to, const float *values)
{
    for (uint32_t i = 0; i < N; i++) {
        from[i] -= values[i];
        to[i] += values[i];
    }
}

/* What all ranks have in their residuals; what the late one has selected and nobody has taken. */
struct model {
    float residuals[64][N], waiting[N];
    float sum[N];
};

/* A round that starts without the late rank takes what waits of it, which is nothing after a step
   in which it was in time: then its block is empty. */
static void expect(struct model *m, int ranks, uint32_t step, bool is_late)
{
    float selection[N];
    memset(m->sum, 0, sizeof m->sum);
    if (is_late)
        move(m->residuals[LATE_RANK], m->sum, m->waiting);
    memset(m->waiting, 0, sizeof m->waiting);
    for (int r = 0; r < ranks; r++) {
        for (uint32_t i = 0; i < N; i++)
            m->residuals[r][i] += gradient_at((uint32_t)r, step, i);
        select_largest(m->residuals[r], selection);
        if (is_late && r == LATE_RANK)
            memcpy(m->waiting, selection, sizeof selection);
        else
            move(m->residuals[r], m->sum, selection);
    }
}

/* In two steps of three one rank comes a second after the round has started. */
static void one_is_late(void *argument)
{
    (void)argument;
    static const struct pcoll_costs costs = {.call_s = 1e-6, .notice_s = 1e-6};
    struct draw d;
    int rank;
    MPI_Comm comm;
    struct pcoll_engine *engine;
    struct pcoll_partial *partial;
    struct pcoll_sparse_view sum;
    struct pcoll_outcome outcome;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &d.ranks);
    struct tally *t = calloc(1, sizeof *t);
    struct model *m = calloc(1, sizeof *m);
    struct pcoll_host *host = pcoll_host_create();
    const struct pcoll_partial_spec spec = {.core = {.trigger = PCOLL_TRIGGER_LAST,
                                                     .candidates_n = d.ranks - 1,
                                                     .late = PCOLL_LATE_REPLACE,
                                                     .max_staleness = PCOLL_UNBOUNDED,
                                                     .steps = LATE_STEPS},
                                            .n = N,
                                            .k = LATE_K,
                                            .draw = draw_others,
                                            .draw_context = &d};
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    sparse_check(pcoll_engine_create(comm, 1, &costs, &engine));
    sparse_check(pcoll_partial_create(engine, host, rank, d.ranks, &spec, &partial));
    sparse_check(pcoll_engine_start(engine));
    for (uint32_t step = 0; step < LATE_STEPS; step++) {
        const bool is_late = step % 3 != 2;
        MPI_Barrier(MPI_COMM_WORLD);
        const bool waits = is_late == (rank == LATE_RANK); /* the late one, or all others */
        pcoll_host_charge(host, waits ? 1 : 0);
        const struct pcoll_sparse_view gradient = gradient_of(t, rank, d.ranks, step);
        sparse_check(pcoll_partial_call(partial, &gradient, &sum, &outcome));
        expect(m, d.ranks, step, is_late);
        cr_assert(eq(u32, outcome.fresh, (uint32_t)d.ranks - is_late), "step %u", step);
        sparse_densify(&sum, t->sum);
        const struct pcoll_sparse_view left = pcoll_partial_residual(partial);
        sparse_densify(&left, t->own);
        for (uint32_t i = 0; i < N; i++) {
            cr_assert(t->sum[i] == m->sum[i], "P=%d step %u element %u: sum %g, not %g", d.ranks,
                      step, i, (double)t->sum[i], (double)m->sum[i]);
            cr_assert(t->own[i] == m->residuals[rank][i],
                      "P=%d step %u rank %d element %u: residual %g, not %g", d.ranks, step, rank,
                      i, (double)t->own[i], (double)m->residuals[rank][i]);
        }
    }
    sparse_check(pcoll_engine_finish(engine));
    MPI_Comm_free(&comm);
    pcoll_partial_destroy(partial);
    pcoll_host_destroy(host);
    free(t);
    free(m);
}

Test(sparse_partial, late_rank_sends_nothing_and_keeps_all_3)
{
    smpi_world_run(3, one_is_late, NULL);
}

Test(sparse_partial, late_rank_sends_nothing_and_keeps_all_8)
{
    smpi_world_run(8, one_is_late, NULL);
}

/* ---- numbers of ranks -------------------------------------------------------------------------
 */

#define CONSERVES(p)                                                                               \
    Test(sparse_partial, conserves_##p)                                                            \
    {                                                                                              \
        smpi_world_run(p, all_variants, NULL);                                                     \
    }
CONSERVES(1)
CONSERVES(2)
CONSERVES(3)
CONSERVES(5)
CONSERVES(8)
CONSERVES(12)
CONSERVES(24)
