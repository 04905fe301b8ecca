/*
 * A sweep from its plan to results.csv.
 */
#ifndef PCS_CLI_SWEEP_CARRY_OUT_H
#define PCS_CLI_SWEEP_CARRY_OUT_H

#include "sim/cli/sweep/engine.h"
#include "sim/cli/sweep/plan.h"

struct pcs_carry_out {
    const char *folder; /**< as the user names it */
    struct pcs_engine_settings settings;
    bool retries; /**< also runs that failed by their own fault */
    bool collects_only;
};

/** Mark the runs that are to be carried out. */
void pcs_sweep_select(struct pcs_plan *plan, bool retries, bool redoes_stale);

/** Carry out what is missing and collect. Blocks. @return an exit code, after messages on stderr */
int pcs_sweep_carry_out(struct pcs_plan *plan, const struct pcs_carry_out *how);

#endif
