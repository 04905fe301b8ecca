/*
 * The runs of a sweep, in order, each once.
 *
 * Two combinations can be the same run: 64KiB and 65536, or a key that the kind does not use. The
 * first of them stands for both.
 */
#ifndef PCS_CLI_SWEEP_PLAN_H
#define PCS_CLI_SWEEP_PLAN_H

#include "sim/scenario/sweep.h"

/** What is known of a run from the sweep's folder. */
enum pcs_run_state {
    PCS_RUN_MISSING,
    PCS_RUN_DONE,
    PCS_RUN_STALE,  /**< done, by another version of the program */
    PCS_RUN_FAILED, /**< by its own fault: it would fail again */
    PCS_RUN_BROKEN, /**< ended by the machine: killed, disk full; worth another try */
};

struct pcs_planned_run {
    uint64_t index; /**< of its combination */
    uint64_t seed;
    char id[PCS_RUN_ID_LENGTH + 1];
    enum pcs_run_state state; /**< PCS_RUN_MISSING until it is looked up */
    bool is_selected;         /**< to be carried out now */
    double memory_bytes;      /**< estimate; of a selected run, once its scenario is written */
};

struct pcs_plan {
    const struct pcs_sweep *sweep;
    struct pcs_planned_run *runs;
    size_t runs_n;
    size_t excluded_n, double_n; /**< combinations that are no run of their own */
};

/**
 * Load every combination and hash it; so all of them are checked.
 *
 * Blocks: reads the scenario's files for each.
 *
 * @param sweep  borrowed as long as the plan is used
 * @param plan   filled on success; release with pcs_plan_fini()
 * @return PCS_EXIT_GOOD, or another exit code after a message on stderr
 */
int pcs_plan_make(const struct pcs_sweep *sweep, struct pcs_plan *plan);
void pcs_plan_fini(struct pcs_plan *plan);

/** Runs in a state. */
size_t pcs_plan_count(const struct pcs_plan *plan, enum pcs_run_state state);

#endif
