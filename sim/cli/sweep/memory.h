/*
 * Memory of this machine, and how many runs fit into it at once.
 */
#ifndef PCS_CLI_SWEEP_MEMORY_H
#define PCS_CLI_SWEEP_MEMORY_H

#include "sim/cli/sweep/plan.h"

struct pcs_memory {
    double free_bytes;  /**< that can be had now */
    double total_bytes; /**< that there are at all */
};

/** Read what the system says, under the limit of a control group. @return 0, or -1 with errno */
int pcs_memory_read(struct pcs_memory *memory);

/**
 * How many of the selected runs can be at work at once, whichever they are.
 *
 * @param bytes    they may take together
 * @param jobs     at most; at least 1
 * @return the greatest n up to jobs whose n largest runs fit; at least 1
 */
uint64_t pcs_memory_jobs(const struct pcs_plan *plan, double bytes, uint64_t jobs);

#endif
