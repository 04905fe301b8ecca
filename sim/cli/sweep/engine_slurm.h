/*
 * The runs of a sweep as an array job of Slurm.
 */
#ifndef PCS_CLI_SWEEP_ENGINE_SLURM_H
#define PCS_CLI_SWEEP_ENGINE_SLURM_H

#include "sim/cli/sweep/engine.h"

/** What has become of the array job of an earlier sweep in a folder. */
enum pcs_slurm_job {
    PCS_SLURM_NONE,    /**< there is none, or it has ended */
    PCS_SLURM_AT_WORK, /**< or waiting for its turn */
    PCS_SLURM_UNKNOWN, /**< Slurm does not answer; a message has been written */
};

/**
 * Look for the job that the folder remembers.
 *
 * Blocks. Between pcs_job_guard_begin() and pcs_job_guard_end() only, as all of these.
 *
 * @param id  filled with its id, when it is at work
 */
enum pcs_slurm_job pcs_slurm_find(const struct pcs_engine_work *work,
                                  const struct pcs_job_guard *guard, char id[32]);

/** Submit PCS_SWEEP_TODO as an array job and remember its id. @return 0, or -1 after a message */
int pcs_slurm_submit(const struct pcs_engine_work *work, const struct pcs_job_guard *guard,
                     char id[32]);

/**
 * Wait until a job has ended. @return 0; -1 after a message; or the signal that ended the waiting,
 * while the job goes on
 */
int pcs_slurm_wait(const struct pcs_engine_work *work, const struct pcs_job_guard *guard,
                   const char *id);

#endif
