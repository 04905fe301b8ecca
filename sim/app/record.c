#include "sim/app/record.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/trace.h"
#include "sim/scenario/scenario.h"

int pcs_record_init(struct pcs_record *record, uint32_t steps, uint32_t rounds,
                    const struct pcoll_host *host)
{
    *record = (struct pcs_record){.steps = steps, .rounds = rounds, .host = host};
    record->calls = calloc(steps, sizeof *record->calls);
    record->round_records = calloc(rounds, sizeof *record->round_records);
    if (!record->calls || !record->round_records) {
        pcs_record_fini(record);
        return -1;
    }
    for (uint32_t t = 0; t < steps; t++) {
        record->calls[t].taken_round = PCS_TAKEN_LEFT_OVER; /* until it is taken or lost */
        record->calls[t].loss = NAN;
    }
    for (uint32_t r = 0; r < rounds; r++)
        record->round_records[r].initiated_s = -1;
    return 0;
}

void pcs_record_fini(struct pcs_record *record)
{
    free(record->calls);
    free(record->round_records);
    record->calls = NULL;
    record->round_records = NULL;
}

static void initiated(void *context, uint32_t round)
{
    struct pcs_record *record = context;
    record->round_records[round].initiated_s = pcoll_host_now(record->host);
}

static void taken(void *context, uint32_t round, uint32_t first, uint32_t end)
{
    struct pcs_record *record = context;
    for (uint32_t t = first; t < end; t++)
        record->calls[t].taken_round = round;
    enum pcs_part part = first == end       ? PCS_PART_NULL
                         : end == round + 1 ? PCS_PART_FRESH
                                            : PCS_PART_STALE;
    record->round_records[round].part = part;
}

static void lost(void *context, uint32_t step)
{
    struct pcs_record *record = context;
    record->calls[step].taken_round = PCS_TAKEN_LOST;
}

static void sent(void *context, uint32_t round, size_t bytes)
{
    struct pcs_record *record = context;
    /* A token or report is shorter than a block's header and stands for itself. */
    if (record->scale > 1 && bytes > PCS_HEADER_BYTES)
        bytes = PCS_HEADER_BYTES + (bytes - PCS_HEADER_BYTES) * record->scale;
    record->round_records[round].bytes += bytes;
    record->round_records[round].messages++;
}

static void completed(void *context, uint32_t round, uint32_t fresh, uint32_t stale)
{
    struct pcs_record *record = context;
    struct pcs_round_record *r = &record->round_records[round];
    r->completed_s = pcoll_host_now(record->host);
    r->completed = 1;
    r->fresh = fresh;
    r->stale = stale;
}

struct pcoll_observer pcs_record_observer(struct pcs_record *record)
{
    return (struct pcoll_observer){.context = record,
                                   .initiated = initiated,
                                   .taken = taken,
                                   .lost = lost,
                                   .sent = sent,
                                   .completed = completed};
}
