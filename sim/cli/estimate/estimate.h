/*
 * What a run will take: memory by item, messages and bytes. Nothing is simulated for it.
 */
#ifndef PCS_CLI_ESTIMATE_ESTIMATE_H
#define PCS_CLI_ESTIMATE_ESTIMATE_H

#include <stdio.h>

#include "sim/scenario/scenario.h"

enum pcs_estimate_item {
    PCS_ESTIMATE_SIMGRID,   /**< libraries and SimGrid's own */
    PCS_ESTIMATE_PLATFORM,  /**< hosts, links and routes */
    PCS_ESTIMATE_ACTORS,    /**< ranks and helpers with what they use of their stacks */
    PCS_ESTIMATE_REQUESTS,  /**< persistent MPI requests */
    PCS_ESTIMATE_BUFFERS,   /**< vectors and blocks under way */
    PCS_ESTIMATE_RECORDS,   /**< of calls and rounds, and the figures made of them */
    PCS_ESTIMATE_MESSAGES,  /**< messages of which SMPI keeps a part to the end */
    PCS_ESTIMATE_GRADIENTS, /**< of the sparse kinds */
    PCS_ESTIMATE_TRAINING,  /**< data set, and weights of all ranks */
    PCS_ESTIMATE_ITEMS_N
};

/** Traffic as summary.csv counts it, whole run. NAN: not known before the run. */
struct pcs_estimate_range {
    double low, high;
};

struct pcs_estimate {
    double memory_bytes[PCS_ESTIMATE_ITEMS_N];
    double memory_sum_bytes;
    struct pcs_estimate_range messages, bytes;
};

/** @return 0, or -1 when there is no memory */
int pcs_estimate_run(const struct pcs_scenario *scenario, struct pcs_estimate *estimate);

/** For people. @return 0, or -1 when there is no memory */
int pcs_estimate_print(const struct pcs_estimate *estimate, int ranks, FILE *out);

#endif
