/*
 * The tables of an in-memory world: schedules, and the places of everything in a world's bytes.
 */
#include <stdlib.h>

#include "sim/pcoll/net/memory_internal.h"

void pcoll_tables_destroy(struct pcoll_tables *tables)
{
    if (!tables)
        return;
    for (int r = 0; tables->schedules && r < tables->settings.ranks; r++)
        pcoll_schedule_destroy(tables->schedules[r]);
    free(tables->schedules);
    free(tables);
}

int pcoll_tables_ranks(const struct pcoll_tables *tables)
{
    return tables->settings.ranks;
}

static void lay_out(struct pcoll_tables *t)
{
    const struct pcoll_world_settings *s = &t->settings;
    t->rounds = s->core.steps + (s->core.flush ? 1 : 0);
    t->distances = pcoll_distances_n(s->ranks);
    for (int r = 0; r < s->ranks; r++) {
        size_t core = aligned(pcoll_core_size(t->schedules[r], &s->core));
        size_t channels = (size_t)t->schedules[r]->channels_n;
        t->core_bytes = core > t->core_bytes ? core : t->core_bytes;
        t->channels_max = channels > t->channels_max ? channels : t->channels_max;
        for (size_t c = 0; c < channels; c++) {
            size_t two_rounds = 2 * (size_t)t->schedules[r]->blocks_n[c];
            t->in_flight_max = two_rounds > t->in_flight_max ? two_rounds : t->in_flight_max;
        }
    }
    t->queue_bytes = aligned(sizeof(struct queue) + t->rounds * sizeof(uint32_t));
    t->block_bytes = aligned(sizeof(struct pcoll_header) + s->count * sizeof(int64_t));
    t->channel_bytes =
        aligned(sizeof(struct block_queue)) + (t->in_flight_max + 1) * t->block_bytes;

    t->at_core = aligned(sizeof(struct node));
    t->at_vectors = t->at_core + t->core_bytes;
    t->at_tokens = t->at_vectors + 2 * aligned(s->count * sizeof(int64_t)) + t->block_bytes;
    t->at_reports = t->at_tokens + (size_t)t->distances * t->queue_bytes;
    t->at_channels = t->at_reports + (size_t)s->ranks * t->queue_bytes;
    t->node_bytes = t->at_channels + t->channels_max * t->channel_bytes;

    t->ledgers = aligned(sizeof(struct pcoll_world));
    t->nodes = t->ledgers + aligned(t->rounds * sizeof(struct ledger));
    t->bytes = t->nodes + (size_t)s->ranks * t->node_bytes;
}

struct pcoll_tables *pcoll_tables_create(const struct pcoll_world_settings *settings)
{
    struct pcoll_tables *t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    t->settings = *settings;
    t->schedules = calloc((size_t)settings->ranks, sizeof *t->schedules);
    for (int r = 0; t->schedules && r < settings->ranks; r++) {
        if (pcoll_schedule_create(settings->schedule, r, settings->ranks, settings->count,
                                  &t->schedules[r]) != PCOLL_OK) {
            pcoll_tables_destroy(t);
            return NULL;
        }
    }
    if (!t->schedules) {
        pcoll_tables_destroy(t);
        return NULL;
    }
    lay_out(t);
    return t;
}

size_t pcoll_world_size(const struct pcoll_tables *tables)
{
    return tables->bytes;
}
