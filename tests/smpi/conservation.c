/*
 * Nothing is counted twice or forgotten: the values that come back are the values that went in,
 * for every kind and late policy, under lognormal delays, and with a closing round.
 */
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include "sim/pcoll/net/host.h"
#include "sim/pcoll/pcoll.h"
#include "tests/helpers/smpi_world.h"
#include "workloads/candidates.h"
#include "workloads/delay.h"

struct setting {
    enum pcoll_trigger trigger;
    int candidates_n;
    enum pcoll_late late;
    enum pcoll_result result;
    uint32_t steps;
    uint32_t sync_period, max_staleness;
    bool in_two_calls; /* post and wait, so that the helper does everything */
};

/* What the observer saw on one rank. */
struct account {
    int64_t taken, lost; /* sums of values */
    uint32_t taken_n, lost_n;
    uint32_t rounds, oldest; /* completed; largest staleness taken */
};

static int64_t value_of(int rank, uint32_t step)
{
    return (int64_t)(rank + 1) * 1000000 + step;
}

struct observed {
    struct account account;
    int rank;
};

static void taken(void *context, uint32_t round, uint32_t first, uint32_t end)
{
    struct observed *o = context;
    for (uint32_t t = first; t < end; t++) {
        o->account.taken += value_of(o->rank, t);
        o->account.taken_n++;
        if (round - t > o->account.oldest)
            o->account.oldest = round - t;
    }
}

static void lost(void *context, uint32_t step)
{
    struct observed *o = context;
    o->account.lost += value_of(o->rank, step);
    o->account.lost_n++;
}

static void completed(void *context, uint32_t round, uint32_t fresh, uint32_t stale)
{
    struct observed *o = context;
    cr_assert(eq(u32, round, o->account.rounds));
    cr_assert(fresh + stale <= 24);
    o->account.rounds++;
}

static void draw(void *context, uint32_t round, int *candidates)
{
    (void)round;
    pcs_candidates_next(context, candidates);
}

static void check(enum pcoll_status status)
{
    cr_assert(eq(int, status, PCOLL_OK), "%s", pcoll_status_text(status));
}

#define ELEMENTS 3

static void run(void *argument)
{
    const struct setting *s = argument;
    const struct pcoll_costs costs = {.reduce_s_per_byte = 1e-9, .notice_s = 1e-7};
    const struct pcs_delay_spec law = {.distribution = PCS_LOGNORMAL, .parameters = {1e-3, 1.0}};
    struct observed observed = {0};
    int rank, ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    observed.rank = rank;
    struct pcoll_host *host = pcoll_host_create();
    struct pcs_delay *delay = pcs_delay_create(&law, 7, PCS_PURPOSE_DELAY, rank, ranks);
    struct pcs_candidates *candidates = pcs_candidates_create(7, ranks, s->candidates_n);
    MPI_Comm comm;
    struct pcoll_engine *engine;
    struct pcoll_allreduce *c;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    check(pcoll_engine_create(comm, 1, &costs, &engine));
    const struct pcoll_spec spec = {
        .core = {.trigger = s->trigger,
                 .candidates_n = s->candidates_n,
                 .late = s->late,
                 .sync_period = s->sync_period,
                 .max_staleness = s->max_staleness,
                 .steps = s->steps,
                 .flush = true},
        .schedule = PCOLL_RECURSIVE_DOUBLING,
        .count = ELEMENTS,
        .type = PCOLL_INT64,
        .result = s->result,
        .draw = draw,
        .draw_context = candidates,
        .observer = {.context = &observed, .taken = taken, .lost = lost, .completed = completed}};
    check(pcoll_engine_add(engine, &spec, &c));
    check(pcoll_engine_start(engine));
    int64_t in[ELEMENTS], out[ELEMENTS], sum = 0, produced = 0;
    struct pcoll_outcome outcome;
    uint32_t covered = 0;
    for (uint32_t t = 0; t < s->steps; t++) {
        pcoll_host_charge(host, pcs_delay_next(delay));
        for (int i = 0; i < ELEMENTS; i++)
            in[i] = value_of(rank, t) * (i + 1);
        produced += in[0];
        if (s->in_two_calls) {
            check(pcoll_allreduce_post(c, in));
            memset(in, 0x55, sizeof in); /* it was copied */
            check(pcoll_allreduce_wait(c, out, &outcome));
        } else {
            check(pcoll_allreduce_call(c, in, out, &outcome));
        }
        cr_assert(eq(u32, outcome.first_round, covered));
        cr_assert(outcome.end_round >= t + 1);
        covered = outcome.end_round;
        for (int i = 1; i < ELEMENTS; i++)
            cr_assert(eq(i64, out[i], out[0] * (i + 1)));
        sum += out[0];
    }
    check(pcoll_allreduce_flush(c, out, &outcome));
    sum += out[0];
    uint32_t first, end;
    pcoll_allreduce_pending(c, &first, &end);
    cr_assert(eq(u32, first, end), "something is left after the closing round");
    check(pcoll_engine_finish(engine));
    MPI_Comm_free(&comm);

    cr_assert(eq(u32, observed.account.rounds, s->steps + 1));
    cr_assert(eq(u32, observed.account.taken_n + observed.account.lost_n, s->steps));
    cr_assert(eq(i64, observed.account.taken + observed.account.lost, produced));
    if (s->late == PCOLL_LATE_ACCUMULATE)
        cr_assert(eq(u32, observed.account.lost_n, 0));
    if (s->late == PCOLL_LATE_DROP)
        cr_assert(eq(u32, observed.account.oldest, 0));
    if (s->max_staleness != PCOLL_UNBOUNDED)
        cr_assert(observed.account.oldest <= s->max_staleness);

    int64_t all_taken = 0;
    uint32_t all_lost = 0;
    MPI_Allreduce(&observed.account.taken, &all_taken, 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allreduce(&observed.account.lost_n, &all_lost, 1, MPI_UINT32_T, MPI_SUM, MPI_COMM_WORLD);
    if (s->result == PCOLL_RESULT_CUMULATIVE)
        cr_assert(eq(i64, sum, all_taken), "rank %d: returned sums are not what was taken", rank);
    if (s->late != PCOLL_LATE_ACCUMULATE && s->trigger == PCOLL_TRIGGER_FIRST)
        cr_assert(all_lost > 0, "nobody was late: the test shows nothing");
    pcs_candidates_destroy(candidates);
    pcs_delay_destroy(delay);
    pcoll_host_destroy(host);
}

static const struct setting SOLO = {.trigger = PCOLL_TRIGGER_FIRST,
                                    .candidates_n = 24,
                                    .result = PCOLL_RESULT_CUMULATIVE,
                                    .steps = 500,
                                    .max_staleness = PCOLL_UNBOUNDED};

#define CONSERVES(name, ...)                                                                       \
    Test(conservation, name)                                                                       \
    {                                                                                              \
        struct setting s = SOLO;                                                                   \
        __VA_ARGS__;                                                                               \
        smpi_world_run(24, run, &s);                                                               \
    }                                                                                              \
    Test(conservation, name##_in_two_calls)                                                        \
    {                                                                                              \
        struct setting s = SOLO;                                                                   \
        __VA_ARGS__;                                                                               \
        s.in_two_calls = true;                                                                     \
        s.steps /= 2;                                                                              \
        smpi_world_run(24, run, &s);                                                               \
    }

CONSERVES(solo_accumulates, (void)s)
CONSERVES(solo_replaces, s.late = PCOLL_LATE_REPLACE)
CONSERVES(solo_drops, s.late = PCOLL_LATE_DROP)
CONSERVES(solo_latest, s.result = PCOLL_RESULT_LATEST)
CONSERVES(solo_with_sync_period, s.sync_period = 7)
CONSERVES(solo_with_staleness_bound, s.max_staleness = 2)
CONSERVES(majority_accumulates, s.candidates_n = 1)
CONSERVES(majority_drops, s.candidates_n = 1; s.late = PCOLL_LATE_DROP)
CONSERVES(quorum_first, s.candidates_n = 5)
CONSERVES(quorum_last, s.candidates_n = 5; s.trigger = PCOLL_TRIGGER_LAST)
CONSERVES(quorum_last_of_all, s.trigger = PCOLL_TRIGGER_LAST; s.steps = 100)
CONSERVES(sync, s.trigger = PCOLL_TRIGGER_ALL; s.steps = 100)
