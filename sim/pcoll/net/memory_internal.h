/*
 * The layout of an in-memory world: P ranks' bytes in one block, and where things are in it.
 */
#ifndef PCOLL_NET_MEMORY_INTERNAL_H
#define PCOLL_NET_MEMORY_INTERNAL_H

#include "sim/pcoll/core/core_internal.h"
#include "sim/pcoll/net/memory.h"

/* Rounds waiting in order of sending; slot 0 is the oldest. At most one a round and sender. */
struct queue {
    uint32_t n;
    uint32_t rounds[];
};

/* One rank's fixed part; its vectors, core and queues follow at offsets kept in the tables. */
struct node {
    bool waiting;       /* the application is inside a call */
    bool flushed;       /* ... and has made the closing one */
    bool block_out;     /* a block has been sent and not delivered (rendezvous) */
    int block_step;     /* its step */
    bool sent_due;      /* delivered, the sender does not know yet */
    uint32_t collected; /* rounds returned to the application so far */
    uint32_t accounted; /* gradients taken or lost so far: steps [0, accounted) */
};

struct pcoll_world {
    const char *violation;
    struct pcoll_world_totals totals;
};

/* What the ranks took for a round, and how many have. */
struct ledger {
    int64_t sum;
    uint32_t taken, fresh, stale;
    uint32_t published; /* ranks that have completed it */
};

struct block_queue {
    uint32_t n;
};

struct pcoll_tables {
    struct pcoll_world_settings settings;
    struct pcoll_schedule **schedules;
    uint32_t rounds;
    int distances;
    size_t core_bytes, queue_bytes, block_bytes, channel_bytes, channels_max;
    size_t in_flight_max; /* blocks of one pair: the sender is at most one round ahead */
    size_t ledgers, nodes, node_bytes; /* offsets from the world's start; bytes of one rank */
    size_t at_core, at_vectors, at_tokens, at_reports, at_channels; /* inside a rank's bytes */
    size_t bytes;
};

static inline size_t aligned(size_t bytes)
{
    return (bytes + 15) / 16 * 16;
}

/* ---- places inside a world ------------------------------------------------------------------- */

static inline char *node_bytes(const struct pcoll_world *w, const struct pcoll_tables *t, int rank)
{
    return (char *)(uintptr_t)w + t->nodes + (size_t)rank * t->node_bytes;
}

static inline struct node *node_of(const struct pcoll_world *w, const struct pcoll_tables *t,
                                   int rank)
{
    return (struct node *)node_bytes(w, t, rank);
}

static inline struct pcoll_core *core_of(const struct pcoll_world *w, const struct pcoll_tables *t,
                                         int rank)
{
    return (struct pcoll_core *)(node_bytes(w, t, rank) + t->at_core);
}

/* The send buffer, the round's vector, and the block on its way out with its header. */
static inline int64_t *send_buffer(const struct pcoll_world *w, const struct pcoll_tables *t,
                                   int rank)
{
    return (int64_t *)(node_bytes(w, t, rank) + t->at_vectors);
}

static inline int64_t *vector_of(const struct pcoll_world *w, const struct pcoll_tables *t,
                                 int rank)
{
    return (int64_t *)((char *)send_buffer(w, t, rank) +
                       aligned(t->settings.count * sizeof(int64_t)));
}

static inline char *block_out_of(const struct pcoll_world *w, const struct pcoll_tables *t,
                                 int rank)
{
    return (char *)vector_of(w, t, rank) + aligned(t->settings.count * sizeof(int64_t));
}

static inline struct queue *tokens_to(const struct pcoll_world *w, const struct pcoll_tables *t,
                                      int rank, int distance)
{
    return (struct queue *)(node_bytes(w, t, rank) + t->at_tokens +
                            (size_t)distance * t->queue_bytes);
}

static inline struct queue *reports_to(const struct pcoll_world *w, const struct pcoll_tables *t,
                                       int rank, int sender)
{
    return (struct queue *)(node_bytes(w, t, rank) + t->at_reports +
                            (size_t)sender * t->queue_bytes);
}

static inline struct block_queue *blocks_to(const struct pcoll_world *w,
                                            const struct pcoll_tables *t, int rank, int channel)
{
    return (struct block_queue *)(node_bytes(w, t, rank) + t->at_channels +
                                  (size_t)channel * t->channel_bytes);
}

/* Slot 0 is the landing, where a delivered block stays until it is consumed. */
static inline char *block_slot(const struct pcoll_tables *t, struct block_queue *q, uint32_t slot)
{
    return (char *)q + aligned(sizeof *q) + slot * t->block_bytes;
}

static inline struct ledger *ledger_of(const struct pcoll_world *w, const struct pcoll_tables *t,
                                       uint32_t round)
{
    return (struct ledger *)((char *)(uintptr_t)w + t->ledgers) + round;
}

#endif
