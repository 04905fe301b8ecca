/*
 * One run of a sweep, carried out in the sweep's folder, which is the current one.
 */
#ifndef PCS_CLI_SWEEP_RUN_ONE_H
#define PCS_CLI_SWEEP_RUN_ONE_H

#include <stdbool.h>

#include "sim/cli/job.h"

/** There while a sweep wants its jobs to start no more runs. */
#define PCS_SWEEP_STOP "stop"

struct pcs_run_one {
    const char *program; /**< pcollsim */
    double time_limit_s; /**< of each run, real time; 0: none */
    bool is_tied;        /**< it ends when no sweep is at work in the folder any longer */
    bool redoes_stale;   /**< a result of another version of the program does not count */
};

enum pcs_run_end {
    PCS_RUN_ENDED_GOOD,   /**< its result is there, made now or before */
    PCS_RUN_ENDED_FAILED, /**< it is written down why */
    PCS_RUN_NOT_STARTED,  /**< the sweep is being stopped */
    PCS_RUN_INTERRUPTED,  /**< we got a signal: nothing is left of it */
};

/**
 * Carry out a run unless it is done. If another process is at it, wait for that one first.
 *
 * Blocks. Between pcs_job_guard_begin() and pcs_job_guard_end() only.
 */
enum pcs_run_end pcs_run_one(const struct pcs_run_one *how, const char *id,
                             const struct pcs_job_guard *guard);

#endif
