/*
 * What the options of `pcollsim sweep` and the sweep file's `slurm` mean.
 */
#ifndef PCS_CLI_SWEEP_SETTINGS_H
#define PCS_CLI_SWEEP_SETTINGS_H

#include "sim/cli/sweep/carry_out.h"

/** As they are given; NULL or false: not. */
struct pcs_sweep_options {
    const char *output, *jobs, *chunk, *time_limit, *memory, *engine, *hosts;
    const char *partition, *account, *time, *throttle;
    bool list, dry_run, collect, retry, redo_stale, yes, wait;
};

/**
 * Check the options and put them over those of the sweep file.
 *
 * @param how  filled on success, with texts of both; release with pcs_sweep_settings_fini()
 * @return 0, or -1 after a message on stderr
 */
int pcs_sweep_settings(const struct pcs_sweep_options *options, const struct pcs_sweep *sweep,
                       struct pcs_carry_out *how);
void pcs_sweep_settings_fini(struct pcs_carry_out *how);

#endif
