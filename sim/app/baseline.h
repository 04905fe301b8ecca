/*
 * The baseline `mpi`: the MPI library's own MPI_Allreduce, with an operator that charges the time
 * of the reduction (SMPI's own operators take none).
 */
#ifndef PCS_APP_BASELINE_H
#define PCS_APP_BASELINE_H

#include "sim/pcoll/net/host.h"
#include "sim/scenario/scenario.h"

struct pcs_baseline;

/**
 * Collective: yes. The caller owns the result.
 *
 * @param host  borrowed until the baseline is destroyed
 * @return NULL when there is no memory
 */
struct pcs_baseline *pcs_baseline_create(const struct pcs_scenario *scenario,
                                         struct pcoll_host *host);
void pcs_baseline_destroy(struct pcs_baseline *baseline);

/**
 * Sum one gradient over all ranks. Collective: yes. Blocks: until it is summed.
 *
 * @param gradient  of the scenario's elements; NULL with payload phantom
 * @param result    as many, written; NULL with payload phantom
 */
void pcs_baseline_call(struct pcs_baseline *baseline, const void *gradient, void *result);

#endif
