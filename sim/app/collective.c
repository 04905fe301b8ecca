#include "sim/app/collective.h"

#include <stdlib.h>

#include "sim/app/baseline.h"
#include "sim/app/buckets.h"
#include "sim/app/draws.h"
#include "sim/app/mapping.h"
#include "sim/app/model_sync.h"
#include "sim/app/sparse.h"
#include "sim/app/sparse_partial.h"

struct pcs_collective {
    const struct pcs_scenario *scenario;
    struct pcoll_host *host;
    struct pcs_record *record;
    struct pcs_draws *draws;
    struct pcoll_engine *engine; /* partial kinds and sync */
    struct pcs_buckets *buckets;
    struct pcs_model_sync *model_sync;         /* or NULL */
    struct pcs_baseline *baseline;             /* kind mpi */
    struct pcs_sparse *sparse;                 /* sparse kinds */
    struct pcs_sparse_partial *sparse_partial; /* sparse contributions to the engine */
};

bool pcs_collective_has_vectors(const struct pcs_scenario *s)
{
    if (s->train.model != PCS_TRAIN_NONE)
        return true;
    return s->collective.payload == PCS_PAYLOAD_REAL && !pcs_kind_is_sparse(s->collective.kind) &&
           s->sparse.partial == PCS_SPARSITY_NONE;
}

/* ---- life -------------------------------------------------------------------------------------
 */

static enum pcoll_status create_engine(struct pcs_collective *c)
{
    const struct pcs_scenario *s = c->scenario;
    struct pcoll_spec spec = pcs_map_collective(s, 0);
    if (spec.core.trigger != PCOLL_TRIGGER_ALL) {
        c->draws = pcs_draws_create(s->seed, s->ranks, spec.core.candidates_n);
        if (!c->draws)
            return PCOLL_EMEMORY;
    }
    spec.draw = pcs_draws_get;
    spec.draw_context = c->draws;
    spec.observer = pcs_record_observer(c->record, 0);
    const struct pcoll_costs costs = pcs_map_costs(&s->costs);
    const bool has_syncs = pcs_model_syncs_n(s) > 0;
    enum pcoll_status status =
        pcoll_engine_create(MPI_COMM_WORLD, s->collective.buckets + has_syncs, &costs, &c->engine);
    if (status != PCOLL_OK)
        return status;
    if (s->sparse.partial == PCS_SPARSITY_NONE) {
        status = pcs_buckets_create(s, c->host, c->record, c->engine, &spec, &c->buckets);
        if (status == PCOLL_OK && has_syncs)
            status = pcs_model_sync_create(s, c->record, c->engine, &c->model_sync);
        return status;
    }
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return pcs_sparse_partial_create(s, c->host, c->engine, rank, &spec, &c->sparse_partial);
}

enum pcoll_status pcs_collective_create(const struct pcs_scenario *scenario,
                                        struct pcoll_host *host, struct pcs_record *record,
                                        struct pcs_collective **collective)
{
    struct pcs_collective *c = calloc(1, sizeof *c);
    *collective = c;
    if (!c)
        return PCOLL_EMEMORY;
    c->scenario = scenario;
    c->host = host;
    c->record = record;
    if (scenario->collective.kind == PCS_KIND_MPI) {
        c->baseline = pcs_baseline_create(scenario, host);
        return c->baseline ? PCOLL_OK : PCOLL_EMEMORY;
    }
    if (pcs_kind_is_sparse(scenario->collective.kind)) {
        c->sparse = pcs_sparse_create(scenario, host, record);
        return c->sparse ? PCOLL_OK : PCOLL_EMEMORY;
    }
    return create_engine(c);
}

enum pcoll_status pcs_collective_start(struct pcs_collective *c)
{
    return c->engine ? pcoll_engine_start(c->engine) : PCOLL_OK;
}

enum pcoll_status pcs_collective_stop(struct pcs_collective *c)
{
    enum pcoll_status status = c->buckets ? pcs_buckets_stop(c->buckets) : PCOLL_OK;
    return status == PCOLL_OK ? pcs_model_sync_stop(c->model_sync) : status;
}

enum pcoll_status pcs_collective_finish(struct pcs_collective *c)
{
    enum pcoll_status status = pcoll_engine_finish(c->engine);
    if (status == PCOLL_OK)
        pcs_sparse_finish(c->sparse);
    return status;
}

void pcs_collective_destroy(struct pcs_collective *c)
{
    if (!c)
        return;
    pcs_baseline_destroy(c->baseline);
    pcs_sparse_destroy(c->sparse);
    pcs_sparse_partial_destroy(c->sparse_partial);
    pcs_buckets_destroy(c->buckets);
    pcs_model_sync_destroy(c->model_sync);
    pcs_draws_destroy(c->draws);
    free(c);
}

double pcs_collective_busy_s(const struct pcs_collective *c)
{
    return c->engine ? pcoll_engine_busy_s(c->engine) : 0;
}

/* ---- calls ------------------------------------------------------------------------------------
 */

static enum pcoll_status call_sparse_partial(struct pcs_collective *c, uint32_t step,
                                             struct pcoll_outcome *outcome)
{
    struct pcs_call_record *call = pcs_record_call(c->record, step, 0);
    enum pcoll_status status = pcs_sparse_partial_call(c->sparse_partial, outcome);
    if (status != PCOLL_OK)
        return status;
    call->round = outcome->newest_round;
    call->active = (int32_t)outcome->fresh;
    return PCOLL_OK;
}

/* Nobody is late for a library's collective: what the observer would tell is known. */
static void call_baseline(struct pcs_collective *c, uint32_t step, const void *gradient,
                          void *result)
{
    struct pcs_call_record *call = pcs_record_call(c->record, step, 0);
    struct pcs_round_record *round = pcs_record_round(c->record, step, 0);
    pcs_baseline_call(c->baseline, gradient, result);
    call->round = step;
    call->taken_round = step;
    call->active = c->scenario->ranks;
    round->completed_s = pcoll_host_now(c->host);
    round->completed = 1;
    round->fresh = (uint32_t)c->scenario->ranks;
    round->part = PCS_PART_FRESH;
}

/* Kinds of one bucket. */
static enum pcoll_status call_whole(struct pcs_collective *c, uint32_t step, const void *gradient,
                                    void *result, struct pcoll_outcome *outcome)
{
    if (c->sparse_partial)
        return call_sparse_partial(c, step, outcome);
    *outcome = (struct pcoll_outcome){.first_round = step,
                                      .end_round = step + 1,
                                      .newest_round = step,
                                      .fresh = (uint32_t)c->scenario->ranks,
                                      .own_fresh = true};
    if (c->sparse)
        return pcs_sparse_call(c->sparse, step, gradient, result);
    call_baseline(c, step, gradient, result);
    return PCOLL_OK;
}

enum pcoll_status pcs_collective_call(struct pcs_collective *c, uint32_t step, double compute_s,
                                      const void *gradient, void *result,
                                      struct pcoll_outcome *outcome)
{
    if (c->buckets)
        return pcs_buckets_call(c->buckets, step, compute_s, gradient, result, outcome);
    struct pcs_call_record *call = pcs_record_call(c->record, step, 0);
    call->compute_s = compute_s;
    call->arrive_s = pcoll_host_now(c->host);
    if (c->sparse_partial) /* nobody is late for the others */
        call->lag = c->record->of_bucket[0].completed - step;
    enum pcoll_status status = call_whole(c, step, gradient, result, outcome);
    call->return_s = pcoll_host_now(c->host);
    return status;
}

enum pcoll_status pcs_collective_post(struct pcs_collective *c, uint32_t step, int bucket,
                                      double compute_s, const void *gradient)
{
    return pcs_buckets_post(c->buckets, step, bucket, compute_s, gradient);
}

enum pcoll_status pcs_collective_wait(struct pcs_collective *c, uint32_t step, void *result,
                                      struct pcoll_outcome *outcome)
{
    return pcs_buckets_wait(c->buckets, step, result, outcome);
}

enum pcoll_status pcs_collective_sync_model(struct pcs_collective *c, uint32_t step,
                                            const struct pcs_gradient_source *source,
                                            void *gradient, void *result)
{
    return pcs_model_sync_is_due(c->model_sync, step)
               ? pcs_model_sync_call(c->model_sync, source, gradient, result)
               : PCOLL_OK;
}

enum pcoll_status pcs_collective_flush(struct pcs_collective *c, void *result,
                                       struct pcoll_outcome *outcome)
{
    if (c->buckets)
        return pcs_buckets_flush(c->buckets, result, outcome);
    c->record->flush_s[0] = pcoll_host_now(c->host);
    return pcs_sparse_partial_flush(c->sparse_partial, outcome);
}
