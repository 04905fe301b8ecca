/*
 * Why a run failed, read off its log: smpirun's exit code is 0 after a deadlock and an abort.
 */
#ifndef PCS_CLI_RUN_FAILURE_H
#define PCS_CLI_RUN_FAILURE_H

#include "sim/cli/job.h"
#include "sim/cli/run_folder.h"

/**
 * Say on stderr what went wrong and keep the log.
 *
 * @return the exit code: PCS_EXIT_BAD when the rank program refused its input, or PCS_EXIT_FAILED
 */
int pcs_run_failure_report(const struct pcs_run_folder *folder,
                           const struct pcs_job_result *result);

#endif
