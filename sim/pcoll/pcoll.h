/*
 * pcoll: partial and synchronous allreduce over MPI with a progress helper.
 *
 * One engine a rank holds one or more collectives and one helper that runs their rounds beside the
 * application. A run is: create the engine, add the collectives, start, call each collective once
 * a step, finish. All ranks do the same with the same arguments.
 *
 * Unless it says otherwise a function is called by the application only, never by the helper.
 * MPI errors follow the communicator's error handler (by default they abort).
 */
#ifndef PCOLL_PCOLL_H
#define PCOLL_PCOLL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <mpi.h>

#include "sim/pcoll/core/core.h"
#include "sim/pcoll/schedule/schedule.h"
#include "sim/pcoll/status.h"

enum pcoll_type { PCOLL_FLOAT32, PCOLL_FLOAT64, PCOLL_INT64 };

enum pcoll_result {
    PCOLL_RESULT_LATEST,     /**< a call returns the sum of the newest completed round */
    PCOLL_RESULT_CUMULATIVE, /**< ... of all rounds completed since the call before returned */
};

/** What the host's work takes where time is simulated: seconds, and seconds per byte. */
struct pcoll_costs {
    double call_s;              /**< overhead of a call, at its start */
    double notice_s;            /**< from an event to the helper noticing it */
    double copy_in_s_per_byte;  /**< gradient into the send buffer */
    double round_s;             /**< a round's fixed time on each rank, spent when it takes */
    double take_s_per_byte;     /**< send buffer into the round's vector */
    double reduce_s_per_byte;   /**< adding a received block */
    double copy_out_s_per_byte; /**< result into the caller's buffer */
};

/**
 * What a collective tells about itself, for recording. Each function may be NULL; it is called with
 * the engine's lock held, by the application or by the helper, and must not block or call back.
 */
struct pcoll_observer {
    void *context;
    /** This rank started @p round for the others, now. */
    void (*initiated)(void *context, uint32_t round);
    /** This rank's part of @p round was taken, now: gradients of steps [first, end). */
    void (*taken)(void *context, uint32_t round, uint32_t first, uint32_t end);
    /** The gradient of @p step is lost (late policies replace and drop). */
    void (*lost)(void *context, uint32_t step);
    /** A message of @p round leaves this rank: a block with its header, a token or a report. */
    void (*sent)(void *context, uint32_t round, size_t bytes);
    /** @p round is completed on this rank, now. */
    void (*completed)(void *context, uint32_t round, uint32_t fresh, uint32_t stale);
};

struct pcoll_spec {
    struct pcoll_core_settings core;
    enum pcoll_schedule_kind schedule;
    size_t count; /**< elements of a gradient, >= 0 */
    enum pcoll_type type;
    bool phantom; /**< full size on the wire, no values: buffers are ignored and may be NULL */
    enum pcoll_result result;
    pcoll_draw *draw; /**< see core.h; called by either side with the lock held */
    void *draw_context;
    struct pcoll_observer observer;
};

struct pcoll_engine;
struct pcoll_allreduce;

/** The least tag of an engine's messages. */
#define PCOLL_TAG_FIRST 8192

/**
 * Create this rank's engine on @p comm.
 *
 * Collective: yes. Blocks: until the root is there. The caller owns *engine.
 *
 * @param comm             borrowed until the finish; other messages on it use tags below
 *                         PCOLL_TAG_FIRST. It serves one engine in its life: tokens of a finished
 *                         one may still be on their way.
 * @param collectives_max  how many collectives will be added, 1..4096; the same on all ranks
 * @param costs            copied
 */
enum pcoll_status pcoll_engine_create(MPI_Comm comm, int collectives_max,
                                      const struct pcoll_costs *costs,
                                      struct pcoll_engine **engine) PCOLL_MUST_CHECK;

/**
 * Add a collective, before pcoll_engine_start().
 *
 * Collective: yes, in the same order on all ranks. Blocks: no.
 *
 * @param spec        copied; draw_context and observer.context are borrowed until the finish
 * @param collective  owned by the engine
 */
enum pcoll_status pcoll_engine_add(struct pcoll_engine *engine, const struct pcoll_spec *spec,
                                   struct pcoll_allreduce **collective) PCOLL_MUST_CHECK;

/** Start the helper. Collective: yes. Blocks: until all ranks are there (receives are posted). */
enum pcoll_status pcoll_engine_start(struct pcoll_engine *engine) PCOLL_MUST_CHECK;

/**
 * Stop the helper when all rounds are done, and release everything.
 *
 * Collective: yes. Blocks: until all ranks are there. Each collective must have been called
 * `steps` times, and flushed if its settings say so. NULL is allowed.
 */
enum pcoll_status pcoll_engine_finish(struct pcoll_engine *engine);

/** @return seconds for which the helper has been busy so far (reductions and takes) */
double pcoll_engine_busy_s(const struct pcoll_engine *engine);

/**
 * Bring the gradient of the next step and wait for the answer: post and wait in one.
 *
 * Collective: no; each rank when it is ready. Blocks: until a round of this step's number or later
 * is completed; not at all if it has already run. Carries out the round itself if it can start it.
 * Arguments as of the two below.
 */
enum pcoll_status pcoll_allreduce_call(struct pcoll_allreduce *collective, const void *in,
                                       void *out, struct pcoll_outcome *outcome) PCOLL_MUST_CHECK;

/**
 * Bring the gradient of the next step; the helper goes on with it.
 *
 * Collective: no; each rank when it is ready. Blocks: never (in simulated time it takes the call's
 * overhead and the copy).
 *
 * @param in  count elements, copied before return; ignored for phantom
 */
enum pcoll_status pcoll_allreduce_post(struct pcoll_allreduce *collective,
                                       const void *in) PCOLL_MUST_CHECK;

/**
 * Wait until the step just posted is answered: a round of its number or later is completed.
 *
 * Collective: no. Blocks: until then; not at all if that round has already run.
 *
 * @param out      count elements, written before return and never again; ignored for phantom
 * @param outcome  which rounds it covers and who took part
 */
enum pcoll_status pcoll_allreduce_wait(struct pcoll_allreduce *collective, void *out,
                                       struct pcoll_outcome *outcome) PCOLL_MUST_CHECK;

/** The closing round of a run with `flush`: waits for all ranks, takes what is left, returns as
 *  pcoll_allreduce_wait(). Collective: yes. */
enum pcoll_status pcoll_allreduce_flush(struct pcoll_allreduce *collective, void *out,
                                        struct pcoll_outcome *outcome) PCOLL_MUST_CHECK;

/**
 * End the run after the call just answered, which must have been of a round that waits for all
 * ranks: no further call, no closing round. All ranks do so after the same call, or before the
 * first one of a collective all of whose rounds wait for all. Blocks: no.
 *
 * @return PCOLL_EARGUMENT if gradients are left or further rounds have run
 */
enum pcoll_status pcoll_allreduce_stop(struct pcoll_allreduce *collective) PCOLL_MUST_CHECK;

/** Gradients still in the send buffer: steps [first, end). After the last call: left over. */
void pcoll_allreduce_pending(const struct pcoll_allreduce *collective, uint32_t *first,
                             uint32_t *end);

#endif
