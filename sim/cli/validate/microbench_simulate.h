/*
 * The runs of the micro-benchmark.
 */
#ifndef PCS_CLI_VALIDATE_MICROBENCH_SIMULATE_H
#define PCS_CLI_VALIDATE_MICROBENCH_SIMULATE_H

#include "sim/cli/job.h"
#include "sim/cli/programs.h"
#include "sim/cli/run_folder.h"
#include "sim/cli/validate/microbench.h"

/** Folder of the runs that are kept, inside the output folder. */
#define PCS_MICROBENCH_RUNS "runs"

struct pcs_microbench_simulation {
    const char *scenario_path;
    const struct pcs_option_list *set; /**< overrides of the user; the case's come after them */
    const struct pcs_programs *programs;
    const struct pcs_run_folder *folder; /**< the runs are made in it */
    bool keeps_runs;
    struct pcs_microbench_run *runs; /**< case_i and seed are set; the rest is filled */
    int runs_n;
};

/** Load the scenario of a case. @return 0, or -1 after a message on stderr */
int pcs_microbench_scenario(const char *path, const struct pcs_option_list *set, int case_i,
                            uint64_t seed, struct pcs_scenario *scenario);

/**
 * Simulate all runs. The figures do not depend on how many run at once.
 *
 * Blocks. Between pcs_job_guard_begin() and pcs_job_guard_end() only.
 *
 * @return 0; -1 after a message on stderr; or the signal that interrupted it
 */
int pcs_microbench_simulate(const struct pcs_microbench_simulation *simulation,
                            const struct pcs_job_guard *guard);

#endif
