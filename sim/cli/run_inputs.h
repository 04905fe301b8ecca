/*
 * The files that a run is made from.
 */
#ifndef PCS_CLI_RUN_INPUTS_H
#define PCS_CLI_RUN_INPUTS_H

#include "sim/cli/run_folder.h"
#include "sim/scenario/scenario.h"

/**
 * Write the canonical scenario, the platform (of a model; the user's own stays where it is) and the
 * host file, one line a rank, into the temporary folder.
 *
 * @return 0, or -1 after a message on stderr
 */
int pcs_run_inputs_write(const struct pcs_scenario *scenario, const struct pcs_run_folder *folder);

#endif
