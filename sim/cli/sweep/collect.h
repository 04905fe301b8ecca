/*
 * results.csv and failed.csv of a sweep, made anew from the runs' folders.
 */
#ifndef PCS_CLI_SWEEP_COLLECT_H
#define PCS_CLI_SWEEP_COLLECT_H

#include "sim/cli/sweep/plan.h"

#define PCS_SWEEP_RESULTS "results.csv"
#define PCS_SWEEP_FAILED "failed.csv"

/**
 * Write both files: a row for each run that is done, and for each that failed, in the plan's order.
 * Each file is replaced in one instant.
 *
 * @param plan    with its states looked up; a run whose summary is damaged becomes missing
 * @param store   descriptor of the sweep's folder
 * @param folder  its name
 * @return 0, or -1 after a message on stderr
 */
int pcs_sweep_collect(struct pcs_plan *plan, int store, const char *folder);

#endif
