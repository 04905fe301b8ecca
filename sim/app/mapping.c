#include "sim/app/mapping.h"

enum pcoll_type pcs_map_type(enum pcs_type type)
{
    switch (type) {
    case PCS_FLOAT32:
        return PCOLL_FLOAT32;
    case PCS_FLOAT64:
        return PCOLL_FLOAT64;
    case PCS_INT64:
        return PCOLL_INT64;
    }
    return PCOLL_FLOAT32;
}

struct pcoll_costs pcs_map_costs(const struct pcs_costs *costs)
{
    return (struct pcoll_costs){.call_s = costs->call_s,
                                .notice_s = costs->notice_s,
                                .copy_in_s_per_byte = costs->copy_in_s_per_byte,
                                .round_s = costs->round_s,
                                .take_s_per_byte = costs->take_s_per_byte,
                                .reduce_s_per_byte = costs->reduce_s_per_byte,
                                .copy_out_s_per_byte = costs->copy_out_s_per_byte};
}

static enum pcoll_schedule_kind map_schedule(enum pcs_schedule schedule)
{
    switch (schedule) {
    case PCS_SCHEDULE_RING:
        return PCOLL_RING;
    case PCS_SCHEDULE_RABENSEIFNER:
        return PCOLL_RABENSEIFNER;
    case PCS_SCHEDULE_RECURSIVE_DOUBLING:
    case PCS_SCHEDULE_AUTO: /* resolved before */
        break;
    }
    return PCOLL_RECURSIVE_DOUBLING;
}

static enum pcoll_late map_late(enum pcs_late late)
{
    switch (late) {
    case PCS_LATE_REPLACE:
        return PCOLL_LATE_REPLACE;
    case PCS_LATE_DROP:
        return PCOLL_LATE_DROP;
    case PCS_LATE_ACCUMULATE:
        break;
    }
    return PCOLL_LATE_ACCUMULATE;
}

/* The kinds of the eager-SGD paper are points of one family: candidates and trigger. */
static void map_kind(const struct pcs_scenario *scenario, struct pcoll_core_settings *core)
{
    core->trigger = PCOLL_TRIGGER_FIRST;
    switch (scenario->collective.kind) {
    case PCS_KIND_SOLO:
        core->candidates_n = scenario->ranks;
        break;
    case PCS_KIND_MAJORITY:
        core->candidates_n = 1;
        break;
    case PCS_KIND_QUORUM:
        core->candidates_n = scenario->collective.candidates;
        if (scenario->collective.trigger == PCS_TRIGGER_LAST)
            core->trigger = PCOLL_TRIGGER_LAST;
        break;
    case PCS_KIND_SYNC:
    case PCS_KIND_DENSE_OVLP:
    case PCS_KIND_MPI:
    case PCS_KIND_DENSE:
    case PCS_KIND_TOPKA:
    case PCS_KIND_TOPKDSA:
    case PCS_KIND_GTOPK:
    case PCS_KIND_GAUSSIANK:
    case PCS_KIND_OKTOPK:
        core->candidates_n = scenario->ranks;
        core->trigger = PCOLL_TRIGGER_ALL;
        break;
    }
}

struct pcoll_spec pcs_map_collective(const struct pcs_scenario *scenario, int bucket)
{
    const struct pcs_collective_spec *c = &scenario->collective;
    const uint64_t elements = pcs_bucket_of(c, bucket).elements;
    struct pcoll_spec spec = {
        .core = {.late = map_late(c->late),
                 .sync_period = c->sync_period,
                 .max_staleness = c->max_staleness == PCS_NO_STALENESS_BOUND
                                      ? PCOLL_UNBOUNDED
                                      : (uint32_t)c->max_staleness,
                 .steps = scenario->steps,
                 .flush = c->flush},
        .schedule =
            map_schedule(pcs_schedule_of(c, scenario->ranks, elements * pcs_type_size(c->type))),
        .count = elements,
        .type = pcs_map_type(c->type),
        .phantom = c->payload == PCS_PAYLOAD_PHANTOM,
        .result =
            c->result == PCS_RESULT_CUMULATIVE ? PCOLL_RESULT_CUMULATIVE : PCOLL_RESULT_LATEST,
    };
    map_kind(scenario, &spec.core);
    return spec;
}

void pcs_fill_gradient(enum pcoll_type type, void *elements, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        switch (type) {
        case PCOLL_FLOAT32:
            ((float *)elements)[i] = 1;
            break;
        case PCOLL_FLOAT64:
            ((double *)elements)[i] = 1;
            break;
        case PCOLL_INT64:
            ((int64_t *)elements)[i] = 1;
            break;
        }
    }
}
