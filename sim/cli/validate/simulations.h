/*
 * The runs of an experiment: as many at once as there are processors, each in a folder of its own.
 */
#ifndef PCS_CLI_VALIDATE_SIMULATIONS_H
#define PCS_CLI_VALIDATE_SIMULATIONS_H

#include "sim/cli/job.h"
#include "sim/cli/programs.h"
#include "sim/cli/run_folder.h"
#include "sim/scenario/scenario.h"

#define PCS_SIMULATION_OVERRIDES_MAX 12

struct pcs_simulation {
    const char *scenario_path;
    char overrides[PCS_SIMULATION_OVERRIDES_MAX][160]; /**< as for --set */
    int overrides_n;
    char name[64]; /**< of its folder, one of its own */
};

/** Append an override made like printf() does; too many or too long ones fail in the run. */
void pcs_simulation_set(struct pcs_simulation *simulation, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

struct pcs_simulations {
    const struct pcs_programs *programs;
    const struct pcs_run_folder *folder; /**< the runs are made in it, below runs/ */
    bool keeps_runs;
    const struct pcs_simulation *list;
    int n;
    void *context;
    /** A run has ended well; its result folder goes away afterwards unless it is kept. In any
     *  order, one at a time. @return 0, or -1 after a message */
    int (*read)(void *context, int simulation, const struct pcs_scenario *scenario,
                const char *result);
};

/**
 * Simulate all. The results do not depend on how many run at once.
 *
 * Blocks. Between pcs_job_guard_begin() and pcs_job_guard_end() only.
 *
 * @return 0; -1 after a message on stderr; or the signal that interrupted it
 */
int pcs_simulations_run(const struct pcs_simulations *simulations,
                        const struct pcs_job_guard *guard);

#endif
