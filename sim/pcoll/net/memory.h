/*
 * The in-memory transport: P ranks and their messages in one flat block of bytes, no clock, no
 * thread. The test picks which of the possible events happens next, so it can try every order.
 *
 * Each rank's application makes `steps` calls (and the flush). Contributions are 64-bit integers,
 * and the world checks as it goes: every rank publishes the exact sum of what the ranks took for
 * that round, with the right number of fresh and stale ranks; nothing is taken twice or lost.
 *
 * A world holds pointers to constant tables only: copying its bytes copies the whole state, and two
 * worlds of the same settings in the same state have the same bytes.
 */
#ifndef PCOLL_NET_MEMORY_H
#define PCOLL_NET_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/pcoll/core/core.h"

struct pcoll_world_settings {
    int ranks;
    size_t count; /**< elements of a gradient */
    enum pcoll_schedule_kind schedule;
    struct pcoll_core_settings core;
    pcoll_draw *draw;
    void *draw_context;
    /** true: a block has left as soon as it is sent (small messages). false: its source is read
     *  when it is delivered, and the sender learns of that by an event of its own (rendezvous). */
    bool eager;
    /** true: the broadcast alone; no block is ever sent. */
    bool activation_only;
    /** true: a rank acts on the first token of a round only: the rule that deadlocks. */
    bool first_token_only;
};

enum pcoll_event_kind {
    PCOLL_EVENT_CALL,   /**< the application of `rank` makes its next call */
    PCOLL_EVENT_TOKEN,  /**< `rank` receives the oldest token through distance 2^`index` */
    PCOLL_EVENT_REPORT, /**< `rank` receives the oldest report to it */
    PCOLL_EVENT_BLOCK,  /**< `rank` receives the oldest block on channel `index` */
    PCOLL_EVENT_SENT,   /**< `rank` learns that its block has left */
};

struct pcoll_event {
    enum pcoll_event_kind kind;
    int rank, index;
};

struct pcoll_tables; /* schedules and layout, shared by all copies of a world */
struct pcoll_world;

/** @return tables for @p settings (copied), owned by the caller, or NULL when out of memory */
struct pcoll_tables *pcoll_tables_create(const struct pcoll_world_settings *settings);
void pcoll_tables_destroy(struct pcoll_tables *tables);

/** @return the number of ranks */
int pcoll_tables_ranks(const struct pcoll_tables *tables);

/** @return bytes of one world */
size_t pcoll_world_size(const struct pcoll_tables *tables);

/** Lay out the initial state in @p world (pcoll_world_size() bytes, the caller's). */
void pcoll_world_init(struct pcoll_world *world, const struct pcoll_tables *tables);

/**
 * List the events that can happen now.
 * @param events  room for pcoll_world_events_max() of them
 * @return their number; 0 when the run is over or stuck
 */
int pcoll_world_events(const struct pcoll_world *world, const struct pcoll_tables *tables,
                       struct pcoll_event *events);
int pcoll_world_events_max(const struct pcoll_tables *tables);

/** Let @p event happen, and each action that follows from it. */
void pcoll_world_apply(struct pcoll_world *world, const struct pcoll_tables *tables,
                       struct pcoll_event event);

/** @return NULL while all is well; else a constant sentence: what was violated first */
const char *pcoll_world_violation(const struct pcoll_world *world);

/** @return NULL if a run without possible events has ended as it must; else what is wrong */
const char *pcoll_world_check_end(const struct pcoll_world *world,
                                  const struct pcoll_tables *tables);

/** @return the bytes by which two states are told apart: all of the world but the totals */
const void *pcoll_world_state(const struct pcoll_world *world, const struct pcoll_tables *tables,
                              size_t *bytes);

/** @return true if @p event, which led from @p before to @p after, changed nothing but the queue
 *  from which its signal was taken */
bool pcoll_world_only_queue_changed(const struct pcoll_world *before,
                                    const struct pcoll_world *after,
                                    const struct pcoll_tables *tables, struct pcoll_event event);

/** Totals so far over all ranks: gradients produced, taken fresh, taken late, lost; tokens sent. */
struct pcoll_world_totals {
    uint64_t produced, taken_fresh, taken_late, lost, tokens, reports;
    uint64_t late_calls; /**< calls answered at once because their round had run */
};
struct pcoll_world_totals pcoll_world_totals(const struct pcoll_world *world);

/** @return number of rounds that @p rank has completed */
uint32_t pcoll_world_completed(const struct pcoll_world *world, const struct pcoll_tables *tables,
                               int rank);

/** @return true when @p rank knows that round 0 has started */
bool pcoll_world_is_started(const struct pcoll_world *world, const struct pcoll_tables *tables,
                            int rank);

#endif
