/*
 * What a sweep would do: its runs, or the command of each.
 */
#ifndef PCS_CLI_SWEEP_SHOW_H
#define PCS_CLI_SWEEP_SHOW_H

#include "sim/cli/sweep/plan.h"

/** Print a line for each run on stdout: id, state, what varies, seed. */
void pcs_sweep_show_list(const struct pcs_plan *plan);

/**
 * Print a shell command on stdout for each selected run; the scenarios have been written.
 *
 * @param folder  of the sweep
 * @return 0, or -1 after a message on stderr
 */
int pcs_sweep_show_commands(const struct pcs_plan *plan, const char *folder);

/** Say on stderr how many runs there are, and in which state. */
void pcs_sweep_show_count(const struct pcs_plan *plan, bool has_folder);

#endif
