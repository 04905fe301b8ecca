/*
 * The layout of a core, for the files of this folder and for tests that look inside.
 */
#ifndef PCOLL_CORE_CORE_INTERNAL_H
#define PCOLL_CORE_CORE_INTERNAL_H

#include "sim/pcoll/core/activation.h"
#include "sim/pcoll/core/core.h"

enum pcoll_phase {
    PCOLL_PHASE_WAITING,  /**< the round has not started here */
    PCOLL_PHASE_SENDING,  /**< step `step` has not begun */
    PCOLL_PHASE_EXCHANGE, /**< step `step` waits for its two messages */
};

/** The place where a sender's next block is kept until it is consumed. */
struct pcoll_landing {
    bool full;
    int consumed; /* blocks of this round that are no longer needed */
    struct pcoll_header header;
};

struct pcoll_core {
    struct pcoll_core_settings settings;
    const struct pcoll_schedule *schedule;
    pcoll_draw *draw;
    void *draw_context;

    /* The application. */
    uint32_t calls;                      /* calls made */
    uint32_t pending_first, pending_end; /* gradients in the send buffer: [first, end) */
    uint32_t collected;                  /* rounds told to the application */

    /* The round: in progress, or the next to start. All rounds below it are completed. */
    uint32_t round;
    enum pcoll_phase phase;
    struct pcoll_role role;

    /* Its start. */
    bool started;              /* the trigger is known to hold */
    bool initiated;            /* ... by this rank's own call or reports */
    bool reported;             /* own report sent */
    uint32_t tokens_due;       /* distances to pass on, a mask */
    uint32_t tokens_sent;      /* distances used in this round, a mask */
    int next_distance;         /* smallest distance heard for the next round, or -1 */
    int reports, next_reports; /* received for this round and for the next */

    /* Its data part. */
    int step;
    bool block_left;       /* the block of `step` has been sent */
    bool own_fresh;        /* own part: the gradient of this round */
    bool own_stale;        /* own part: older gradients only */
    uint32_t fresh, stale; /* ranks in what this rank holds now */

    /* The newest completed round. */
    uint32_t last_fresh, last_stale;
    bool last_own_fresh;

    struct pcoll_landing landings[]; /* one a channel; then candidates_n ints for the draw */
};

/* core.c */
uint32_t pcoll_core_rounds(const struct pcoll_core *core);
void pcoll_core_open_round(struct pcoll_core *core);

#endif
