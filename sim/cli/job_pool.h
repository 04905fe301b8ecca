/*
 * Many children, a few of them at once.
 */
#ifndef PCS_CLI_JOB_POOL_H
#define PCS_CLI_JOB_POOL_H

#include "sim/cli/job.h"

struct pcs_job_pool {
    int tasks_n;         /**< numbered from 0, started in this order */
    int at_once;         /**< children, at least 1 */
    bool shows_progress; /**< a line on stderr: how many are done, time gone and left */
    void *context;
    /** Start the child of a task. @return 0, or -1 after a message */
    int (*start)(void *context, int task, const struct pcs_job_guard *guard, pid_t *pid);
    /** Its child has ended. Tasks end in any order. @return 0, or -1 after a message */
    int (*end)(void *context, int task, const struct pcs_job_result *result);
};

/** Processors that we may use. */
int pcs_job_pool_processors(void);

/**
 * Run all tasks. After a failure or a signal no more are started, and the children are killed.
 *
 * Blocks. Between pcs_job_guard_begin() and pcs_job_guard_end() only.
 *
 * @return 0; -1 when a task failed, or when there is no memory (after a message); or the signal
 */
int pcs_job_pool_run(const struct pcs_job_pool *pool, const struct pcs_job_guard *guard);

#endif
