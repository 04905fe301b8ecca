/*
 * All experiments, one after the other, with one table.
 */
#ifndef PCS_CLI_VALIDATE_ALL_H
#define PCS_CLI_VALIDATE_ALL_H

#include "sim/cli/validate/experiment.h"

/**
 * Repeat them; print the table of all; write settings->output with a folder for each and
 * validate.csv, and settings->markdown: the page, a file of ours (workloads/paper/page.md) with the
 * tables put in.
 *
 * An experiment whose figures are off does not keep the others from being run. Blocks.
 *
 * @param experiments  ended by NULL
 * @param settings     of all; `seeds` 0: each experiment's own
 * @return the exit code
 */
int pcs_validate_all(const struct pcs_experiment *const *experiments,
                     const struct pcs_validate_settings *settings);

#endif
