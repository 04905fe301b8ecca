#include "sim/app/model_sync.h"

#include <stdlib.h>

#include "sim/app/mapping.h"

struct pcs_model_sync {
    uint32_t period; /* steps */
    struct pcs_record *record;
    struct pcoll_allreduce *collective;
};

uint32_t pcs_model_syncs_n(const struct pcs_scenario *scenario)
{
    const uint32_t period = scenario->collective.model_sync_period;
    return period > 0 ? scenario->steps / period : 0;
}

static void sent(void *context, uint32_t round, size_t bytes)
{
    struct pcs_record *record = context;
    struct pcs_sync_record *sync = &record->syncs[round];
    sync->bytes += pcs_record_meant(record, bytes);
    sync->messages++;
}

/* As a single bucket would have it, and waiting for all. */
static struct pcoll_spec map_spec(const struct pcs_scenario *s, struct pcs_record *record)
{
    struct pcs_scenario whole = *s;
    whole.collective.buckets = 1;
    whole.collective.bucket_bytes = 0;
    whole.collective.table = NULL;
    struct pcoll_spec spec = pcs_map_collective(&whole, 0);
    spec.core = (struct pcoll_core_settings){.trigger = PCOLL_TRIGGER_ALL,
                                             .max_staleness = PCOLL_UNBOUNDED,
                                             .steps = pcs_model_syncs_n(s)};
    spec.result = PCOLL_RESULT_LATEST;
    spec.observer = (struct pcoll_observer){.context = record, .sent = sent};
    return spec;
}

enum pcoll_status pcs_model_sync_create(const struct pcs_scenario *scenario,
                                        struct pcs_record *record, struct pcoll_engine *engine,
                                        struct pcs_model_sync **sync)
{
    const struct pcoll_spec spec = map_spec(scenario, record);
    struct pcs_model_sync *s = calloc(1, sizeof *s);
    *sync = s;
    if (!s)
        return PCOLL_EMEMORY;
    s->period = scenario->collective.model_sync_period;
    s->record = record;
    return pcoll_engine_add(engine, &spec, &s->collective);
}

void pcs_model_sync_destroy(struct pcs_model_sync *s)
{
    free(s);
}

bool pcs_model_sync_is_due(const struct pcs_model_sync *s, uint32_t step)
{
    return s && (step + 1) % s->period == 0;
}

enum pcoll_status pcs_model_sync_call(struct pcs_model_sync *s,
                                      const struct pcs_gradient_source *source, void *gradient,
                                      void *result)
{
    struct pcs_sync_record *record = &s->record->syncs[s->record->syncs_n];
    struct pcoll_outcome outcome;
    if (source->get_weights)
        source->get_weights(source->context, gradient);
    record->call_s = pcoll_host_now(s->record->host);
    enum pcoll_status status = pcoll_allreduce_call(s->collective, gradient, result, &outcome);
    if (status != PCOLL_OK)
        return status;
    record->return_s = pcoll_host_now(s->record->host);
    s->record->syncs_n++;
    if (source->set_weights)
        source->set_weights(source->context, result);
    return PCOLL_OK;
}

enum pcoll_status pcs_model_sync_stop(struct pcs_model_sync *s)
{
    return s ? pcoll_allreduce_stop(s->collective) : PCOLL_OK;
}
