#include "sim/app/collective.h"

#include <stdlib.h>

#include "sim/app/baseline.h"
#include "sim/app/mapping.h"
#include "sim/app/sparse.h"
#include "sim/app/sparse_partial.h"
#include "workloads/candidates.h"

struct pcs_collective {
    const struct pcs_scenario *scenario;
    struct pcoll_host *host;
    struct pcs_record *record;
    struct pcs_candidates *candidates;
    struct pcoll_engine *engine; /* partial kinds and sync */
    struct pcoll_allreduce *allreduce;
    struct pcs_baseline *baseline;             /* kind mpi */
    struct pcs_sparse *sparse;                 /* sparse kinds */
    struct pcs_sparse_partial *sparse_partial; /* sparse contributions to the engine */
};

bool pcs_collective_has_vectors(const struct pcs_scenario *s)
{
    return s->collective.payload == PCS_PAYLOAD_REAL && !pcs_kind_is_sparse(s->collective.kind) &&
           s->sparse.partial == PCS_SPARSITY_NONE;
}

/* ---- life -------------------------------------------------------------------------------------
 */

static void draw(void *context, uint32_t round, int *candidates)
{
    (void)round; /* asked for in order */
    pcs_candidates_next(context, candidates);
}

static enum pcoll_status create_engine(struct pcs_collective *c)
{
    const struct pcs_scenario *s = c->scenario;
    struct pcoll_spec spec = pcs_map_collective(s);
    if (spec.core.trigger != PCOLL_TRIGGER_ALL) {
        c->candidates = pcs_candidates_create(s->seed, s->ranks, spec.core.candidates_n);
        if (!c->candidates)
            return PCOLL_EMEMORY;
    }
    spec.draw = draw;
    spec.draw_context = c->candidates;
    spec.observer = pcs_record_observer(c->record);
    const struct pcoll_costs costs = pcs_map_costs(&s->costs);
    enum pcoll_status status = pcoll_engine_create(MPI_COMM_WORLD, 1, &costs, &c->engine);
    if (status != PCOLL_OK)
        return status;
    if (s->sparse.partial == PCS_SPARSITY_NONE)
        return pcoll_engine_add(c->engine, &spec, &c->allreduce);
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
    return c->allreduce ? pcoll_allreduce_stop(c->allreduce) : PCOLL_OK;
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
    pcs_candidates_destroy(c->candidates);
    free(c);
}

double pcs_collective_busy_s(const struct pcs_collective *c)
{
    return c->engine ? pcoll_engine_busy_s(c->engine) : 0;
}

/* ---- calls ------------------------------------------------------------------------------------
 */

static enum pcoll_status call_partial(struct pcs_collective *c, uint32_t step, const void *gradient,
                                      void *result, struct pcoll_outcome *outcome)
{
    struct pcs_call_record *call = &c->record->calls[step];
    enum pcoll_status status = c->sparse_partial
                                   ? pcs_sparse_partial_call(c->sparse_partial, outcome)
                                   : pcoll_allreduce_call(c->allreduce, gradient, result, outcome);
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
    struct pcs_call_record *call = &c->record->calls[step];
    struct pcs_round_record *round = &c->record->round_records[step];
    pcs_baseline_call(c->baseline, gradient, result);
    call->round = step;
    call->taken_round = step;
    call->active = c->scenario->ranks;
    round->completed_s = pcoll_host_now(c->host);
    round->completed = 1;
    round->fresh = (uint32_t)c->scenario->ranks;
    round->part = PCS_PART_FRESH;
}

enum pcoll_status pcs_collective_call(struct pcs_collective *c, uint32_t step, const void *gradient,
                                      void *result, struct pcoll_outcome *outcome)
{
    if (!c->baseline && !c->sparse)
        return call_partial(c, step, gradient, result, outcome);
    *outcome = (struct pcoll_outcome){.first_round = step,
                                      .end_round = step + 1,
                                      .newest_round = step,
                                      .fresh = (uint32_t)c->scenario->ranks,
                                      .own_fresh = true};
    if (c->sparse)
        return pcs_sparse_call(c->sparse, step);
    call_baseline(c, step, gradient, result);
    return PCOLL_OK;
}

enum pcoll_status pcs_collective_flush(struct pcs_collective *c, void *result,
                                       struct pcoll_outcome *outcome)
{
    c->record->flush_s = pcoll_host_now(c->host);
    return c->sparse_partial ? pcs_sparse_partial_flush(c->sparse_partial, outcome)
                             : pcoll_allreduce_flush(c->allreduce, result, outcome);
}
