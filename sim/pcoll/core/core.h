/*
 * The protocol of one partial allreduce on one rank, as a pure state machine.
 *
 * No clock, no thread, no message: events go in, actions come out. Whoever owns the core (a
 * transport) feeds what happened and carries out what pcoll_core_next_signal() and
 * pcoll_core_next_data() ask for, each in its order. Not thread-safe: the owner locks. Events never
 * block and never allocate.
 *
 * Rounds 0, 1, 2, ... each run once on every rank, in order, whether or not the application is
 * there. Round r starts when its trigger holds among the candidates drawn for it; a rank learns of
 * it by a token, takes its application's send buffer as its part, and runs the schedule's steps.
 * Meaning in full: docs/design.md. From: eager-SGD (PPoPP'20), sections 4 and 5.
 */
#ifndef PCOLL_CORE_CORE_H
#define PCOLL_CORE_CORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/pcoll/core/wire.h"
#include "sim/pcoll/schedule/schedule.h"
#include "sim/pcoll/status.h"

/** When a round starts, with respect to its candidates' calls. */
enum pcoll_trigger {
    PCOLL_TRIGGER_FIRST, /**< when the first candidate makes its call */
    PCOLL_TRIGGER_LAST,  /**< when all of them have */
    PCOLL_TRIGGER_ALL,   /**< no candidates, no tokens: each rank joins at its own call (sync) */
};

/** What becomes of a gradient that missed its round. */
enum pcoll_late {
    PCOLL_LATE_ACCUMULATE, /**< added to the send buffer, taken by the next round */
    PCOLL_LATE_REPLACE,    /**< the send buffer keeps the newest only */
    PCOLL_LATE_DROP,       /**< lost */
};

#define PCOLL_UNBOUNDED UINT32_MAX

/** What the ranks agree on; the same on all of them. */
struct pcoll_core_settings {
    enum pcoll_trigger trigger;
    int candidates_n; /**< m, 1..P; not used with PCOLL_TRIGGER_ALL */
    enum pcoll_late late;
    uint32_t sync_period;   /**< every sync_period-th round waits for all; 0 = none do */
    uint32_t max_staleness; /**< rounds; PCOLL_UNBOUNDED = no bound; with drop: PCOLL_UNBOUNDED */
    uint32_t steps;         /**< calls that bring a gradient; as many rounds */
    bool flush;             /**< one more round, which waits for all and takes what is left */
};

/**
 * Draw the candidates of @p round into @p candidates (candidates_n distinct ranks, draw order).
 * Called once a round, in order of rounds; must give the same on all ranks. Not called when the
 * draw cannot matter (all ranks are candidates of trigger first, or PCOLL_TRIGGER_ALL).
 */
typedef void pcoll_draw(void *context, uint32_t round, int *candidates);

enum pcoll_action_kind {
    PCOLL_SEND_TOKEN,  /**< to rank `peer`, through distance 2^`distance` */
    PCOLL_SEND_REPORT, /**< to rank `peer` */
    PCOLL_TAKE,        /**< take the send buffer as this rank's part of `round`, at this instant */
    PCOLL_SEND_BLOCK,  /**< start to send the block of `step` with `header` before it */
    PCOLL_CONSUME,     /**< apply the received block of `step` to its range, then free its slot */
    PCOLL_PUBLISH,     /**< the vector is the sum of `round`; answer waiting calls */
};

struct pcoll_action {
    enum pcoll_action_kind kind;
    uint32_t round;
    int peer;
    int distance;
    int step;
    struct pcoll_header header;
    /** PCOLL_TAKE: gradients of steps [taken_first, taken_end) are in it; empty if equal. */
    uint32_t taken_first, taken_end;
    /** PCOLL_TAKE: this rank started the round for the others. */
    bool initiated;
    /** PCOLL_PUBLISH: ranks whose part was of this step; ranks with older gradients only. */
    uint32_t fresh, stale;
};

/** What a call's gradient does to the send buffer. */
enum pcoll_deposit {
    PCOLL_DEPOSIT_SET,  /**< becomes its content (it was empty, or is replaced) */
    PCOLL_DEPOSIT_ADD,  /**< is added to it */
    PCOLL_DEPOSIT_NONE, /**< is lost */
};

struct pcoll_call {
    uint32_t step; /**< number of this call */
    enum pcoll_deposit deposit;
    bool lost;          /**< a gradient was lost by this call: */
    uint32_t lost_step; /**< its step (this call's own, or the one replaced) */
};

/** What a returning call is told. */
struct pcoll_outcome {
    uint32_t first_round, end_round; /**< rounds completed since the last return: [first, end) */
    uint32_t newest_round;           /**< newest completed round */
    uint32_t fresh, stale;           /**< ranks in the newest round */
    bool own_fresh;                  /**< this rank's gradient of newest_round was in it */
};

struct pcoll_core; /* layout in core_internal.h */

/** @return bytes that pcoll_core_init() needs for @p schedule and @p settings */
size_t pcoll_core_size(const struct pcoll_schedule *schedule,
                       const struct pcoll_core_settings *settings);

/**
 * Lay out a core in @p memory (pcoll_core_size() bytes, aligned for any type, the caller's).
 * A core holds no pointer into itself: copying the bytes copies the state.
 *
 * @param schedule  this rank's; borrowed until the core is no longer used
 * @param draw      see above; may be NULL when never called
 * @return PCOLL_OK or PCOLL_EARGUMENT
 */
enum pcoll_status pcoll_core_init(struct pcoll_core *memory, const struct pcoll_schedule *schedule,
                                  const struct pcoll_core_settings *settings, pcoll_draw *draw,
                                  void *draw_context) PCOLL_MUST_CHECK;

/* ---- events ------------------------------------------------------------------------------- */

/**
 * The application makes its next call, its gradient at hand. Do to the send buffer what the answer
 * says before any other event or action. Legal only when the call before it has been answered.
 */
enum pcoll_status pcoll_core_call(struct pcoll_core *core,
                                  struct pcoll_call *call) PCOLL_MUST_CHECK;

/** The application makes the closing call of a run with `flush`, which brings no gradient. */
enum pcoll_status pcoll_core_call_flush(struct pcoll_core *core) PCOLL_MUST_CHECK;

/**
 * The run ends with the call just answered, whose round waited for all ranks, and without a closing
 * round: nobody makes a further call, so that no further round can start.
 * @return PCOLL_EARGUMENT if the round did not wait for all, or is not the newest
 */
enum pcoll_status pcoll_core_stop(struct pcoll_core *core) PCOLL_MUST_CHECK;

/** A token came through distance 2^@p distance. */
enum pcoll_status pcoll_core_token(struct pcoll_core *core, uint32_t round,
                                   int distance) PCOLL_MUST_CHECK;

/** A report came. */
enum pcoll_status pcoll_core_report(struct pcoll_core *core, uint32_t round) PCOLL_MUST_CHECK;

/** A block came from the schedule's sender number @p channel; one at a time until consumed. */
enum pcoll_status pcoll_core_block(struct pcoll_core *core, int channel,
                                   const struct pcoll_header *header) PCOLL_MUST_CHECK;

/** The block being sent has left: its source may be written again. */
void pcoll_core_sent(struct pcoll_core *core);

/* ---- actions ------------------------------------------------------------------------------ */

/**
 * Fetch the next token or report to send now; nothing is more urgent.
 * @return false when there is none until the next event
 */
bool pcoll_core_next_signal(struct pcoll_core *core, struct pcoll_action *action);

/**
 * Fetch the next thing to do in the data part: take, send a block, consume, publish.
 * @return false when there is nothing until the next event
 */
bool pcoll_core_next_data(struct pcoll_core *core, struct pcoll_action *action);

/* ---- queries ------------------------------------------------------------------------------ */

/** @return true when call number @p step has been answered: a round >= step is completed */
bool pcoll_core_answered(const struct pcoll_core *core, uint32_t step);

/** Tell a returning call what it gets; moves first_round of the next one. */
struct pcoll_outcome pcoll_core_collect(struct pcoll_core *core);

/** Gradients not taken: steps [first, end); empty if equal. They are left over at the end. */
void pcoll_core_pending(const struct pcoll_core *core, uint32_t *first, uint32_t *end);

/** @return number of completed rounds */
uint32_t pcoll_core_completed(const struct pcoll_core *core);

/** @return true when all rounds of the run are completed */
bool pcoll_core_finished(const struct pcoll_core *core);

/** @return the candidate to which the next call will report; PCOLL_NOBODY if it will not */
int pcoll_core_parent(const struct pcoll_core *core);

/** @return true when this rank has started the round in progress for the others */
bool pcoll_core_has_initiated(const struct pcoll_core *core);

/** @return true when this rank can take part in its next round: the next data action is to take */
bool pcoll_core_may_take(const struct pcoll_core *core);

/** What the data part waits for. */
struct pcoll_wanted {
    int step;       /**< the step under way */
    int channel;    /**< where its block must come from; -1 if none has to come */
    bool departure; /**< its own block has not left yet */
};

/** @return what must happen before the data part goes on; nothing between rounds */
struct pcoll_wanted pcoll_core_wanted(const struct pcoll_core *core);

/** @return true when @p round waits for every rank's own call (sync, sync_period, flush) */
bool pcoll_core_is_blocking(const struct pcoll_core *core, uint32_t round);

#endif
