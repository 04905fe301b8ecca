#include "sim/app/step_loop.h"

#include <stdlib.h>

#include "sim/app/collective.h"
#include "sim/app/compute.h"
#include "sim/app/gradients.h"
#include "sim/app/mapping.h"
#include "sim/app/memory_use.h"
#include "sim/app/training.h"

/* Everything of one rank's run. */
struct run {
    const struct pcs_scenario *scenario;
    struct pcoll_host *host;
    struct pcs_record *record;
    struct pcs_collection *collection;
    int rank;
    double slowdown; /* of this rank's host */
    struct pcs_delay *compute, *delay;
    struct pcs_collective *collective;
    struct pcs_gradient_source source;
    void *gradient, *result; /* NULL when the collective has no vectors */
};

/* ---- setting up -------------------------------------------------------------------------------
 */

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

static enum pcoll_status create_vectors(struct run *run)
{
    const struct pcs_collective_spec *c = &run->scenario->collective;
    if (run->record->training)
        run->source =
            pcs_training_gradients(run->scenario, run->record->training, run->host, run->rank);
    else
        run->source =
            pcs_constant_gradients(pcs_map_type(c->type), c->bytes / pcs_type_size(c->type));
    if (!run->source.context)
        return PCOLL_EMEMORY;
    if (!pcs_collective_has_vectors(run->scenario))
        return PCOLL_OK;
    run->gradient = malloc(c->bytes + 1); /* never of size 0 */
    run->result = malloc(c->bytes + 1);
    return run->gradient && run->result ? PCOLL_OK : PCOLL_EMEMORY;
}

static enum pcoll_status set_up(struct run *run)
{
    const struct pcs_scenario *s = run->scenario;
    MPI_Comm_rank(MPI_COMM_WORLD, &run->rank);
    run->compute = pcs_delay_create(&s->compute, s->seed, PCS_PURPOSE_COMPUTE, run->rank, s->ranks);
    run->delay = pcs_delay_create(&s->delay, s->seed, PCS_PURPOSE_DELAY, run->rank, s->ranks);
    if (!run->compute || !run->delay || find_slowdown(run) != PCOLL_OK ||
        create_vectors(run) != PCOLL_OK)
        return PCOLL_EMEMORY;
    return pcs_collective_create(s, run->host, run->record, &run->collective);
}

static void tear_down(struct run *run)
{
    pcs_collective_destroy(run->collective);
    pcs_gradient_source_fini(&run->source);
    pcs_delay_destroy(run->compute);
    pcs_delay_destroy(run->delay);
    free(run->gradient);
    free(run->result);
}

/* ---- a step -----------------------------------------------------------------------------------
 */

/* No single charge of the host's costs is longer than this. */
static double longest_charge_s(const struct pcs_scenario *s)
{
    const struct pcs_costs *c = &s->costs;
    return c->call_s + c->notice_s + c->round_s +
           (double)s->collective.bytes * (c->copy_in_s_per_byte + c->take_s_per_byte +
                                          c->reduce_s_per_byte + c->copy_out_s_per_byte);
}

static enum pcoll_status apply(struct run *run, uint32_t step, const struct pcoll_outcome *outcome)
{
    const struct pcs_gradient_source *source = &run->source;
    return source->apply ? source->apply(source->context, step, run->result, outcome) : PCOLL_OK;
}

/* A loss is that of the step, whatever the buckets. */
static void record_loss(struct run *run, uint32_t step, double loss)
{
    for (int i = 0; i < run->record->buckets; i++)
        pcs_record_call(run->record, step, i)->loss = loss;
}

static double compute(struct run *run, double seconds)
{
    return pcs_compute(run->host, run->collective, run->scenario->costs.progress, seconds);
}

/* Work, then bring the whole gradient. */
static enum pcoll_status compute_and_call(struct run *run, uint32_t step, double seconds,
                                          struct pcoll_outcome *outcome)
{
    const double compute_s = compute(run, seconds);
    return pcs_collective_call(run->collective, step, compute_s, run->gradient, run->result,
                               outcome);
}

/* What is added, and the forward pass; then the backward pass, in which the buckets become ready
   last one first, each after a part of it that is its part of the gradient. */
static enum pcoll_status overlap(struct run *run, uint32_t step, double work_s, double delay_s,
                                 struct pcoll_outcome *outcome)
{
    const struct pcs_collective_spec *c = &run->scenario->collective;
    const double backward_s = run->scenario->backward_share * work_s;
    const double elements = (double)(c->bytes / pcs_type_size(c->type));
    double compute_s = compute(run, delay_s + work_s - backward_s);
    for (int i = c->buckets - 1; i >= 0; i--) {
        const double part =
            elements > 0 ? (double)pcs_bucket_of(c, i).elements / elements : 1.0 / c->buckets;
        compute_s += compute(run, part * backward_s);
        enum pcoll_status status =
            pcs_collective_post(run->collective, step, i, compute_s, run->gradient);
        if (status != PCOLL_OK)
            return status;
    }
    return pcs_collective_wait(run->collective, step, run->result, outcome);
}

static enum pcoll_status do_step(struct run *run, uint32_t step)
{
    const struct pcs_gradient_source *source = &run->source;
    struct pcoll_outcome outcome;
    if (run->scenario->barrier)
        MPI_Barrier(MPI_COMM_WORLD);
    const double begin_s = pcoll_host_now(run->host);
    const double work_s = run->slowdown * pcs_delay_next_at(run->compute, begin_s, 0);
    /* What is added stands for other things than the host's speed. */
    const double delay_s = pcs_delay_next_at(run->delay, begin_s, work_s);
    if (begin_s + work_s + delay_s + longest_charge_s(run->scenario) > PCOLL_CLOCK_MAX_S)
        return PCOLL_ECLOCK;
    enum pcoll_status status = source->make(source->context, step, run->gradient);
    if (status != PCOLL_OK)
        return status;
    /* A single bucket is ready at the end. */
    if (run->scenario->collective.overlap && run->scenario->collective.buckets > 1)
        status = overlap(run, step, work_s, delay_s, &outcome);
    else
        status = compute_and_call(run, step, work_s + delay_s, &outcome);
    if (status != PCOLL_OK)
        return status;
    status = apply(run, step, &outcome);
    if (source->loss)
        record_loss(run, step, source->loss(source->context, step));
    if (status == PCOLL_OK)
        status =
            pcs_collective_sync_model(run->collective, step, source, run->gradient, run->result);
    if (status == PCOLL_OK)
        pcs_collection_add(run->collection, run->rank, run->record, step + 1);
    return status;
}

/* ---- the run ----------------------------------------------------------------------------------
 */

/* Whether the run is over before its time: what is not run does not count. */
static bool ends_run(struct run *run, uint32_t step)
{
    const struct pcs_gradient_source *source = &run->source;
    if (!source->is_done || !source->is_done(source->context))
        return false;
    run->record->steps = run->record->rounds = step + 1;
    return true;
}

static enum pcoll_status run_steps(struct run *run, uint64_t *peak_memory)
{
    const struct pcs_scenario *s = run->scenario;
    enum pcoll_status status = pcs_collective_start(run->collective);
    bool is_done = false;
    for (uint32_t step = 0; step < s->steps && status == PCOLL_OK && !is_done; step++) {
        status = do_step(run, step);
        is_done = status == PCOLL_OK && ends_run(run, step);
    }
    if (is_done)
        status = pcs_collective_stop(run->collective);
    else if (s->collective.flush && status == PCOLL_OK) {
        struct pcoll_outcome outcome;
        status = pcs_collective_flush(run->collective, run->result, &outcome);
        if (status == PCOLL_OK)
            status = apply(run, s->steps, &outcome);
    }
    if (status != PCOLL_OK)
        return status;
    if (run->rank == 0) /* nobody frees a buffer before rank 0 finishes, too */
        *peak_memory = pcs_memory_use();
    return PCOLL_OK;
}

enum pcoll_status pcs_step_loop(const struct pcs_scenario *scenario, struct pcoll_host *host,
                                struct pcs_record *record, struct pcs_collection *collection,
                                uint64_t *peak_memory)
{
    struct run run = {
        .scenario = scenario, .host = host, .record = record, .collection = collection};
    enum pcoll_status status = set_up(&run);
    if (status == PCOLL_OK)
        status = run_steps(&run, peak_memory);
    if (status == PCOLL_OK) /* after a failure the other ranks would not come */
        status = pcs_collective_finish(run.collective);
    tear_down(&run);
    return status;
}
