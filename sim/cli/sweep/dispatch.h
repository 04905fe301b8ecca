/*
 * The selected runs of a sweep, handed to the engine that was asked for.
 */
#ifndef PCS_CLI_SWEEP_DISPATCH_H
#define PCS_CLI_SWEEP_DISPATCH_H

#include "sim/cli/sweep/engine.h"
#include "sim/cli/sweep/plan.h"

/**
 * Carry out the selected runs, whose scenarios have been written.
 *
 * Blocks, but for Slurm without settings->waits: then the runs may be still to come.
 *
 * @param plan    runs that cannot fit into this machine's memory are written down as failed
 * @param store   descriptor of the sweep's folder
 * @param folder  its name
 * @return 0; -1 after a message on stderr; or the signal that ended it
 */
int pcs_sweep_dispatch(struct pcs_plan *plan, const struct pcs_engine_settings *settings, int store,
                       const char *folder);

#endif
