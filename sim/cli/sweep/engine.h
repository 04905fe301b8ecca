/*
 * What carries out the runs of a sweep: GNU parallel here or on several hosts, or Slurm. All of
 * them start `pcollsim sweep-job ID...` in the sweep's folder.
 */
#ifndef PCS_CLI_SWEEP_ENGINE_H
#define PCS_CLI_SWEEP_ENGINE_H

#include "sim/cli/job.h"
#include "sim/scenario/sweep.h"

/* Ids of the runs to carry out, one a line, in the sweep's folder. */
#define PCS_SWEEP_TODO "todo"

enum pcs_engine { PCS_ENGINE_LOCAL, PCS_ENGINE_HOSTS, PCS_ENGINE_SLURM };

/** How it was asked for. Texts are the user's; NULL: not given. */
struct pcs_engine_settings {
    enum pcs_engine engine;
    char *hosts;            /**< file of ssh logins, absolute; PCS_ENGINE_HOSTS */
    const char *time_limit; /**< of a run */
    bool redoes_stale;
    uint64_t jobs;                /**< at once, on each host; 0: as many as processors */
    uint64_t chunk;               /**< runs of a job; 0: chosen */
    struct pcs_sweep_batch batch; /**< of Slurm, the options over those of the file */
    bool waits;                   /**< for Slurm's jobs to end */
    uint64_t memory_bytes;        /**< all runs here may take together; 0: what is there */
};

/** What there is to do. */
struct pcs_engine_work {
    const struct pcs_engine_settings *settings;
    const char *program; /**< pcollsim, absolute */
    const char *folder;  /**< of the sweep, absolute */
    int store;           /**< descriptor of the same */
    size_t runs_n;       /**< in PCS_SWEEP_TODO */
    uint64_t jobs;       /**< at once; 0: parallel's own choice, one for each processor of a host */
};

/**
 * Carry out the runs with GNU parallel, on this machine or on settings->hosts.
 *
 * Blocks. Between pcs_job_guard_begin() and pcs_job_guard_end() only.
 *
 * @return 0; -1 after a message on stderr, when it could not be done; or the signal that ended it.
 *         What has become of the runs is to be looked up in the folder.
 */
int pcs_engine_parallel(const struct pcs_engine_work *work, const struct pcs_job_guard *guard);

/** Runs of one job: as asked for, or such that each of @p places has many jobs. */
uint64_t pcs_engine_chunk(const struct pcs_engine_work *work, uint64_t places);

#endif
