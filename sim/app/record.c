#include "sim/app/record.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/trace.h"
#include "sim/scenario/scenario.h"

int pcs_record_init(struct pcs_record *record, uint32_t steps, uint32_t rounds, int buckets,
                    const struct pcoll_host *host)
{
    const size_t width = (size_t)buckets;
    *record =
        (struct pcs_record){.steps = steps, .rounds = rounds, .buckets = buckets, .host = host};
    record->calls = calloc(steps * width, sizeof *record->calls);
    record->round_records = calloc(rounds * width, sizeof *record->round_records);
    record->flush_s = calloc(width, sizeof *record->flush_s);
    record->of_bucket = calloc(width, sizeof *record->of_bucket);
    if (!record->calls || !record->round_records || !record->flush_s || !record->of_bucket) {
        pcs_record_fini(record);
        return -1;
    }
    for (size_t i = 0; i < steps * width; i++) {
        record->calls[i].taken_round = PCS_TAKEN_LEFT_OVER; /* until it is taken or lost */
        record->calls[i].loss = NAN;
    }
    for (size_t i = 0; i < rounds * width; i++)
        record->round_records[i].initiated_s = -1;
    for (int b = 0; b < buckets; b++)
        record->of_bucket[b] = (struct pcs_record_bucket){record, b, 0};
    return 0;
}

int pcs_record_add_syncs(struct pcs_record *record, uint32_t n)
{
    record->syncs = calloc((size_t)n + 1, sizeof *record->syncs);
    return record->syncs ? 0 : -1;
}

void pcs_record_fini(struct pcs_record *record)
{
    free(record->calls);
    free(record->round_records);
    free(record->flush_s);
    free(record->of_bucket);
    free(record->syncs);
    record->calls = NULL;
    record->round_records = NULL;
    record->flush_s = NULL;
    record->of_bucket = NULL;
    record->syncs = NULL;
}

static void initiated(void *context, uint32_t round)
{
    const struct pcs_record_bucket *of = context;
    pcs_record_round(of->record, round, of->bucket)->initiated_s = pcoll_host_now(of->record->host);
}

static void taken(void *context, uint32_t round, uint32_t first, uint32_t end)
{
    const struct pcs_record_bucket *of = context;
    for (uint32_t t = first; t < end; t++)
        pcs_record_call(of->record, t, of->bucket)->taken_round = round;
    enum pcs_part part = first == end       ? PCS_PART_NULL
                         : end == round + 1 ? PCS_PART_FRESH
                                            : PCS_PART_STALE;
    pcs_record_round(of->record, round, of->bucket)->part = part;
}

static void lost(void *context, uint32_t step)
{
    const struct pcs_record_bucket *of = context;
    pcs_record_call(of->record, step, of->bucket)->taken_round = PCS_TAKEN_LOST;
}

uint64_t pcs_record_meant(const struct pcs_record *record, size_t bytes)
{
    /* A token or report is shorter than a block's header and stands for itself. */
    return record->scale > 1 && bytes > PCS_HEADER_BYTES
               ? PCS_HEADER_BYTES + (bytes - PCS_HEADER_BYTES) * record->scale
               : bytes;
}

static void sent(void *context, uint32_t round, size_t bytes)
{
    const struct pcs_record_bucket *of = context;
    struct pcs_round_record *r = pcs_record_round(of->record, round, of->bucket);
    r->bytes += pcs_record_meant(of->record, bytes);
    r->messages++;
}

static void completed(void *context, uint32_t round, uint32_t fresh, uint32_t stale)
{
    struct pcs_record_bucket *of = context;
    of->completed = round + 1;
    struct pcs_round_record *r = pcs_record_round(of->record, round, of->bucket);
    r->completed_s = pcoll_host_now(of->record->host);
    r->completed = 1;
    r->fresh = fresh;
    r->stale = stale;
}

struct pcoll_observer pcs_record_observer(struct pcs_record *record, int bucket)
{
    return (struct pcoll_observer){.context = &record->of_bucket[bucket],
                                   .initiated = initiated,
                                   .taken = taken,
                                   .lost = lost,
                                   .sent = sent,
                                   .completed = completed};
}
