/*
 * Gradients in buckets, values and all: what every rank gets back, element by element, is what the
 * ranks' gradients put in, whatever the buckets, with overlap, with rounds that wait for all and
 * with bounds on staleness; and what the records say of each bucket adds up to it.
 */
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include "sim/app/buckets.h"
#include "sim/app/draws.h"
#include "sim/app/mapping.h"
#include "tests/helpers/smpi_world.h"
#include "workloads/delay.h"

#define ELEMENTS 29
#define STEPS 150

static void check(enum pcoll_status status)
{
    cr_assert(eq(int, status, PCOLL_OK), "%s", pcoll_status_text(status));
}

static int64_t value_of(int rank, uint32_t step, int element)
{
    return (int64_t)(rank + 1) * 1000000 + (int64_t)step * 1000 + element;
}

/* Everything of a rank. */
struct world {
    int rank, ranks;
    struct pcs_scenario scenario;
    struct pcoll_host *host;
    struct pcs_record record;
    MPI_Comm comm;
    struct pcoll_engine *engine;
    struct pcs_draws *draws;
    struct pcs_buckets *buckets;
    struct pcs_delay *delay;
    int64_t sums[ELEMENTS]; /* of all results */
};

static void create(struct world *w, const char *text)
{
    char ranks[32];
    const char *overrides[] = {ranks};
    struct pcs_error error;
    const struct pcoll_costs costs = {.reduce_s_per_byte = 1e-9, .notice_s = 1e-7, .call_s = 1e-7};

    MPI_Comm_rank(MPI_COMM_WORLD, &w->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &w->ranks);
    snprintf(ranks, sizeof ranks, "ranks=%d", w->ranks);
    cr_assert(eq(int, pcs_scenario_parse("s", text, overrides, 1, &w->scenario, &error), 0), "%s",
              error.text);
    const struct pcs_scenario *s = &w->scenario;
    w->host = pcoll_host_create();
    w->delay = pcs_delay_create(&s->delay, s->seed, PCS_PURPOSE_DELAY, w->rank, w->ranks);
    cr_assert(
        eq(int, pcs_record_init(&w->record, STEPS, STEPS + 1, s->collective.buckets, w->host), 0));
    struct pcoll_spec spec = pcs_map_collective(s, 0);
    if (spec.core.trigger != PCOLL_TRIGGER_ALL)
        w->draws = pcs_draws_create(s->seed, w->ranks, spec.core.candidates_n);
    spec.draw = pcs_draws_get;
    spec.draw_context = w->draws;
    MPI_Comm_dup(MPI_COMM_WORLD, &w->comm);
    check(pcoll_engine_create(w->comm, s->collective.buckets, &costs, &w->engine));
    check(pcs_buckets_create(s, w->host, &w->record, w->engine, &spec, &w->buckets));
    check(pcoll_engine_start(w->engine));
}

static void destroy(struct world *w)
{
    check(pcoll_engine_finish(w->engine));
    MPI_Comm_free(&w->comm);
    pcs_buckets_destroy(w->buckets);
    pcs_draws_destroy(w->draws);
    pcs_record_fini(&w->record);
    pcs_delay_destroy(w->delay);
    pcs_scenario_fini(&w->scenario);
    pcoll_host_destroy(w->host);
}

static void take_in(struct world *w, const int64_t *result)
{
    for (int e = 0; e < ELEMENTS; e++)
        w->sums[e] += result[e];
}

static void do_step(struct world *w, uint32_t step)
{
    const struct pcs_collective_spec *c = &w->scenario.collective;
    const double work_s = pcs_delay_next(w->delay);
    int64_t gradient[ELEMENTS], result[ELEMENTS];
    struct pcoll_outcome outcome;

    for (int e = 0; e < ELEMENTS; e++)
        gradient[e] = value_of(w->rank, step, e);
    if (!c->overlap) {
        pcoll_host_charge(w->host, work_s);
        check(pcs_buckets_call(w->buckets, step, work_s, gradient, result, &outcome));
    } else {
        for (int i = c->buckets - 1; i >= 0; i--) {
            pcoll_host_charge(w->host, work_s / c->buckets);
            check(pcs_buckets_post(w->buckets, step, i, work_s, gradient));
        }
        memset(gradient, 0x55, sizeof gradient); /* it was copied */
        check(pcs_buckets_wait(w->buckets, step, result, &outcome));
    }
    cr_assert(outcome.newest_round >= step);
    take_in(w, result);
}

/* Taken, by the records, of this rank's gradients; and whether each has one place. */
static int64_t taken_of(const struct world *w, int element, uint32_t *lost)
{
    const struct pcs_collective_spec *c = &w->scenario.collective;
    int64_t taken = 0;
    int bucket = 0;

    while ((uint64_t)element >= pcs_bucket_of(c, bucket).first + pcs_bucket_of(c, bucket).elements)
        bucket++;
    for (uint32_t t = 0; t < STEPS; t++) {
        const struct pcs_call_record *call = pcs_record_call(&w->record, t, bucket);
        cr_assert(call->taken_round >= (int64_t)t || call->taken_round == -1, "step %u", t);
        if (c->max_staleness != PCS_NO_STALENESS_BOUND && call->taken_round >= 0)
            cr_assert(call->taken_round - (int64_t)t <= c->max_staleness);
        if (call->taken_round >= 0)
            taken += value_of(w->rank, t, element);
        else
            ++*lost;
    }
    return taken;
}

static void run(void *argument)
{
    struct world w = {0};
    int64_t result[ELEMENTS], taken[ELEMENTS], all[ELEMENTS];
    struct pcoll_outcome outcome;
    uint32_t lost = 0, lost_of_all = 0;

    create(&w, argument);
    for (uint32_t t = 0; t < STEPS; t++)
        do_step(&w, t);
    check(pcs_buckets_flush(w.buckets, result, &outcome));
    take_in(&w, result);
    for (int e = 0; e < ELEMENTS; e++)
        taken[e] = taken_of(&w, e, &lost);
    MPI_Allreduce(taken, all, ELEMENTS, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allreduce(&lost, &lost_of_all, 1, MPI_UINT32_T, MPI_SUM, MPI_COMM_WORLD);
    for (int e = 0; e < ELEMENTS; e++)
        cr_assert(eq(i64, w.sums[e], all[e]), "rank %d, element %d", w.rank, e);
    if (w.scenario.collective.late == PCS_LATE_ACCUMULATE)
        cr_assert(eq(u32, lost_of_all, 0));
    else
        cr_assert(lost_of_all > 0, "nobody was late: the test shows nothing");
    destroy(&w);
}

#define WORKLOAD                                                                                   \
    "steps: 150\nworkload: {delay: {distribution: lognormal, median: 100us, sigma: 1}}\n"
#define COMMON "type: int64, payload: real, result: cumulative, flush: true, elements: 29"

#define CONSERVES(name, n, keys)                                                                   \
    Test(buckets, name)                                                                            \
    {                                                                                              \
        char text[] = WORKLOAD "collective: {" COMMON ", " keys "}\nranks: 1\n";                   \
        smpi_world_run(n, run, text);                                                              \
    }

CONSERVES(one, 7, "kind: solo")
CONSERVES(solo, 7, "kind: solo, buckets: 5")
CONSERVES(more_buckets_than_elements, 3, "kind: solo, buckets: 31")
CONSERVES(solo_overlapped, 7, "kind: solo, buckets: 5, overlap: true")
CONSERVES(solo_on_one_rank, 1, "kind: solo, buckets: 5, overlap: true")
CONSERVES(solo_on_two_ranks, 2, "kind: solo, buckets: 5, overlap: true")
CONSERVES(majority_overlapped, 12, "kind: majority, buckets: 4, overlap: true")
CONSERVES(quorum_overlapped, 5,
          "kind: quorum, candidates: 3, trigger: last, buckets: 4, overlap: true")
CONSERVES(with_sync_period, 5, "kind: solo, buckets: 4, overlap: true, sync_period: 7")
CONSERVES(with_staleness_bound, 5, "kind: solo, buckets: 4, overlap: true, max_staleness: 2")
CONSERVES(with_both, 8,
          "kind: majority, bucket_bytes: 48, overlap: true, max_staleness: 1, sync_period: 5")
CONSERVES(replaces, 5, "kind: solo, buckets: 4, overlap: true, late: replace")
CONSERVES(drops, 5, "kind: solo, buckets: 4, overlap: true, late: drop")
CONSERVES(sync_overlapped, 5, "kind: sync, buckets: 4, overlap: true")
CONSERVES(dense_ovlp, 6, "kind: dense-ovlp, bucket_bytes: 40")
CONSERVES(dense_ovlp_ring, 5, "kind: dense-ovlp, buckets: 3, schedule: ring")
