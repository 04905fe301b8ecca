/*
 * Schedules of an allreduce: who sends which block to whom in which step.
 *
 * Pure index arithmetic, no communication: a schedule is the table of steps of one rank. The vector
 * of `count` elements starts as the rank's own part and ends as the sum over all ranks. A step may
 * begin when the one before it has ended; it ends when its block has been sent and the block it
 * receives has been received and reduced or copied.
 */
#ifndef PCOLL_SCHEDULE_SCHEDULE_H
#define PCOLL_SCHEDULE_SCHEDULE_H

#include <stddef.h>

#include "sim/pcoll/status.h"

#define PCOLL_NOBODY (-1)

enum pcoll_schedule_kind {
    PCOLL_RECURSIVE_DOUBLING,
    PCOLL_RING,
    PCOLL_RABENSEIFNER,
    PCOLL_SCHEDULE_LAST, /**< of those that sum, which are in the table */
    PCOLL_ALLGATHER,     /**< no sum: block r of the vector is rank r's part (blocks.h) */
};

/** What a received block does to the range it is meant for. */
enum pcoll_step_op {
    PCOLL_NOTHING,    /**< nothing is received */
    PCOLL_REDUCE,     /**< added to a partial sum of this rank and others */
    PCOLL_REDUCE_OWN, /**< added to a range that still holds this rank's own part only */
    PCOLL_COPY,       /**< replaces the range by the full sum */
    PCOLL_GATHER,     /**< other ranks' parts, of a range that holds nothing yet */
};

/** One step of one rank. Ranges are in elements. */
struct pcoll_step {
    int send_to; /**< a rank, or PCOLL_NOBODY */
    int receive_from;
    size_t send_first, send_n;
    size_t receive_first, receive_n;
    enum pcoll_step_op op;
    int channel; /**< index of receive_from in the schedule's senders; -1 if nothing is received */
    int send_number;    /**< blocks sent to the same rank in earlier steps of a round */
    int receive_number; /**< blocks received from the same rank in earlier steps of a round */
};

struct pcoll_schedule {
    int rank, ranks;
    size_t count; /**< elements of the vector */
    int steps_n;
    struct pcoll_step *steps;
    int channels_n; /**< number of different ranks that send blocks to this one */
    int *senders;   /**< channels_n ranks; blocks of one sender come in the order of the steps */
    int *blocks_n;  /**< channels_n numbers of blocks that come from each in a round */
};

/** A row of the table of schedules; the table ends with a row whose name is NULL. */
struct pcoll_schedule_row {
    enum pcoll_schedule_kind kind;
    const char *name;
    const char *help;
    /** Upper bound on the number of steps. */
    int (*steps_max)(int ranks);
    /** Write the steps (channel and numbers left alone); @return their number. */
    int (*build)(int rank, int ranks, size_t count, struct pcoll_step *steps);
};

/** @return the table, rows in the order of the enum */
const struct pcoll_schedule_row *pcoll_schedules(void);

/**
 * Build the schedule of @p rank among @p ranks >= 1 for a vector of @p count >= 0 elements.
 *
 * Collective: no. Blocks: no. The caller owns *schedule: pcoll_schedule_destroy().
 */
enum pcoll_status pcoll_schedule_create(enum pcoll_schedule_kind kind, int rank, int ranks,
                                        size_t count,
                                        struct pcoll_schedule **schedule) PCOLL_MUST_CHECK;

/** Release a schedule; NULL is allowed. */
void pcoll_schedule_destroy(struct pcoll_schedule *schedule);

#endif
