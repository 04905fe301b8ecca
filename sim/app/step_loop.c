#include "sim/app/step_loop.h"

#include <stdlib.h>

#include "sim/app/baseline.h"
#include "sim/app/mapping.h"
#include "sim/app/memory_use.h"
#include "sim/app/sparse.h"
#include "sim/app/sparse_partial.h"
#include "workloads/candidates.h"

/* Everything of one rank's run. */
struct run {
    const struct pcs_scenario *scenario;
    struct pcoll_host *host;
    struct pcs_record *record;
    int rank;
    struct pcs_delay *compute, *delay;
    struct pcs_candidates *candidates;
    struct pcoll_engine *engine; /* partial kinds and sync */
    struct pcoll_allreduce *allreduce;
    struct pcs_baseline *baseline;             /* kind mpi */
    struct pcs_sparse *sparse;                 /* sparse kinds */
    struct pcs_sparse_partial *sparse_partial; /* sparse contributions to the engine */
    void *gradient, *result;                   /* payload real */
    double slowdown;                           /* of this rank's host */
};

static void draw(void *context, uint32_t round, int *candidates)
{
    (void)round; /* asked for in order */
    pcs_candidates_next(context, candidates);
}

/* ---- setting up -------------------------------------------------------------------------------
 */

static enum pcoll_status create_collective(struct run *run)
{
    const struct pcs_scenario *s = run->scenario;
    if (s->collective.kind == PCS_KIND_MPI) {
        run->baseline = pcs_baseline_create(s, run->host);
        return run->baseline ? PCOLL_OK : PCOLL_EMEMORY;
    }
    if (pcs_kind_is_sparse(s->collective.kind)) {
        run->sparse = pcs_sparse_create(s, run->host, run->record);
        return run->sparse ? PCOLL_OK : PCOLL_EMEMORY;
    }
    struct pcoll_spec spec = pcs_map_collective(s);
    if (spec.core.trigger != PCOLL_TRIGGER_ALL) {
        run->candidates = pcs_candidates_create(s->seed, s->ranks, spec.core.candidates_n);
        if (!run->candidates)
            return PCOLL_EMEMORY;
    }
    spec.draw = draw;
    spec.draw_context = run->candidates;
    spec.observer = pcs_record_observer(run->record);
    if (!spec.phantom && s->sparse.partial == PCS_SPARSITY_NONE) {
        run->gradient = malloc(s->collective.bytes + 1); /* never of size 0 */
        run->result = malloc(s->collective.bytes + 1);
        if (!run->gradient || !run->result)
            return PCOLL_EMEMORY;
        pcs_fill_gradient(spec.type, run->gradient, spec.count);
    }
    const struct pcoll_costs costs = pcs_map_costs(&s->costs);
    enum pcoll_status status = pcoll_engine_create(MPI_COMM_WORLD, 1, &costs, &run->engine);
    if (status == PCOLL_OK && s->sparse.partial != PCS_SPARSITY_NONE)
        return pcs_sparse_partial_create(s, run->host, run->engine, run->rank, &spec,
                                         &run->sparse_partial);
    if (status == PCOLL_OK)
        status = pcoll_engine_add(run->engine, &spec, &run->allreduce);
    return status;
}

static enum pcoll_status find_slowdown(struct run *run)
{
    const struct pcs_scenario *s = run->scenario;

    run->slowdown = 1;
    if (s->platform.slow_hosts > 0 || s->platform.slow_host_names) {
        double *all = pcs_platform_slowdowns(&s->platform, s->placement, s->ranks);
        if (!all)
            return PCOLL_EMEMORY;
        run->slowdown = all[run->rank];
        free(all);
    }
    return PCOLL_OK;
}

static enum pcoll_status set_up(struct run *run)
{
    const struct pcs_scenario *s = run->scenario;
    MPI_Comm_rank(MPI_COMM_WORLD, &run->rank);
    run->compute = pcs_delay_create(&s->compute, s->seed, PCS_PURPOSE_COMPUTE, run->rank, s->ranks);
    run->delay = pcs_delay_create(&s->delay, s->seed, PCS_PURPOSE_DELAY, run->rank, s->ranks);
    if (!run->compute || !run->delay || find_slowdown(run) != PCOLL_OK)
        return PCOLL_EMEMORY;
    return create_collective(run);
}

static void tear_down(struct run *run)
{
    pcs_baseline_destroy(run->baseline);
    pcs_sparse_destroy(run->sparse);
    pcs_sparse_partial_destroy(run->sparse_partial);
    pcs_candidates_destroy(run->candidates);
    pcs_delay_destroy(run->compute);
    pcs_delay_destroy(run->delay);
    free(run->gradient);
    free(run->result);
}

/* ---- a step -----------------------------------------------------------------------------------
 */

static double helper_busy_s(const struct run *run)
{
    return run->engine ? pcoll_engine_busy_s(run->engine) : 0;
}

/* Work for @p seconds. A helper without a core of its own takes its time from this work, also while
   it is being made up for. */
static void compute(const struct run *run, double seconds)
{
    const bool shared = run->scenario->costs.progress == PCS_PROGRESS_SHARED;
    while (seconds > 0) {
        const double busy_before = helper_busy_s(run);
        pcoll_host_charge(run->host, seconds);
        seconds = shared ? helper_busy_s(run) - busy_before : 0;
    }
}

static enum pcoll_status call_partial(struct run *run, struct pcs_call_record *call)
{
    struct pcoll_outcome outcome;
    enum pcoll_status status =
        run->sparse_partial
            ? pcs_sparse_partial_call(run->sparse_partial, &outcome)
            : pcoll_allreduce_call(run->allreduce, run->gradient, run->result, &outcome);
    if (status != PCOLL_OK)
        return status;
    call->round = outcome.newest_round;
    call->active = (int32_t)outcome.fresh;
    return PCOLL_OK;
}

/* Nobody is late for a library's collective: what the observer would tell is known. */
static void call_baseline(struct run *run, uint32_t step, struct pcs_call_record *call)
{
    struct pcs_round_record *round = &run->record->round_records[step];
    pcs_baseline_call(run->baseline);
    call->round = step;
    call->taken_round = step;
    call->active = run->scenario->ranks;
    round->completed_s = pcoll_host_now(run->host);
    round->completed = 1;
    round->fresh = (uint32_t)run->scenario->ranks;
    round->part = PCS_PART_FRESH;
}

/* No single charge of the host's costs is longer than this. */
static double longest_charge_s(const struct pcs_scenario *s)
{
    const struct pcs_costs *c = &s->costs;
    return c->call_s + c->notice_s + c->round_s +
           (double)s->collective.bytes * (c->copy_in_s_per_byte + c->take_s_per_byte +
                                          c->reduce_s_per_byte + c->copy_out_s_per_byte);
}

static enum pcoll_status do_step(struct run *run, uint32_t step)
{
    struct pcs_call_record *call = &run->record->calls[step];
    enum pcoll_status status = PCOLL_OK;
    if (run->scenario->barrier)
        MPI_Barrier(MPI_COMM_WORLD);
    const double begin_s = pcoll_host_now(run->host);
    const double work_s = run->slowdown * pcs_delay_next_at(run->compute, begin_s, 0);
    /* What is added stands for other things than the host's speed. */
    const double delay_s = pcs_delay_next_at(run->delay, begin_s, work_s);
    if (begin_s + work_s + delay_s + longest_charge_s(run->scenario) > PCOLL_CLOCK_MAX_S)
        return PCOLL_ECLOCK;
    compute(run, work_s + delay_s);
    call->arrive_s = pcoll_host_now(run->host);
    call->compute_s = call->arrive_s - begin_s;
    if (run->baseline)
        call_baseline(run, step, call);
    else if (run->sparse)
        status = pcs_sparse_call(run->sparse, step);
    else
        status = call_partial(run, call);
    call->return_s = pcoll_host_now(run->host);
    return status;
}

static enum pcoll_status flush(struct run *run)
{
    struct pcoll_outcome outcome;
    run->record->flush_s = pcoll_host_now(run->host);
    if (run->sparse_partial)
        return pcs_sparse_partial_flush(run->sparse_partial, &outcome);
    return pcoll_allreduce_flush(run->allreduce, run->result, &outcome);
}

/* ---- the run ----------------------------------------------------------------------------------
 */

static enum pcoll_status run_steps(struct run *run, uint64_t *peak_memory)
{
    enum pcoll_status status = PCOLL_OK;
    if (run->engine)
        status = pcoll_engine_start(run->engine);
    for (uint32_t step = 0; step < run->scenario->steps && status == PCOLL_OK; step++)
        status = do_step(run, step);
    if (run->scenario->collective.flush && run->engine && status == PCOLL_OK)
        status = flush(run);
    if (status != PCOLL_OK)
        return status;
    if (run->rank == 0) /* nobody frees a buffer before rank 0 finishes, too */
        *peak_memory = pcs_memory_use();
    return PCOLL_OK;
}

enum pcoll_status pcs_step_loop(const struct pcs_scenario *scenario, struct pcoll_host *host,
                                struct pcs_record *record, uint64_t *peak_memory)
{
    struct run run = {.scenario = scenario, .host = host, .record = record};
    enum pcoll_status status = set_up(&run);
    if (status == PCOLL_OK)
        status = run_steps(&run, peak_memory);
    if (status == PCOLL_OK) /* after a failure the other ranks would not come */
        status = pcoll_engine_finish(run.engine);
    if (status == PCOLL_OK)
        pcs_sparse_finish(run.sparse);
    tear_down(&run);
    return status;
}
