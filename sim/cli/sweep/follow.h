/*
 * Waiting for parallel: its jobs' lines, the user's Ctrl-C, and its end.
 */
#ifndef PCS_CLI_SWEEP_FOLLOW_H
#define PCS_CLI_SWEEP_FOLLOW_H

#include "sim/cli/sweep/engine.h"

/**
 * Follow parallel until it and its jobs have ended. The first SIGINT lets the runs under way come
 * to their end, a second one, or another signal, ends all at once.
 *
 * @param pid    of parallel, which leads a process group
 * @param lines  where the jobs' lines come from; its end is that of the last job
 * @return as pcs_engine_parallel()
 */
int pcs_sweep_follow(const struct pcs_engine_work *work, pid_t pid, int lines,
                     const struct pcs_job_guard *guard);

#endif
