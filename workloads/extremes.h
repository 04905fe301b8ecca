/*
 * The longest and the shortest of the times that all ranks take in a step, on average.
 */
#ifndef PCS_WORKLOADS_EXTREMES_H
#define PCS_WORKLOADS_EXTREMES_H

#include "workloads/law.h"

struct pcs_extremes {
    double max, min; /**< E[max of P], E[min of P], seconds */
};

/**
 * Compute both without drawing anything: from the laws by integration, or, for models without
 * chance, by going through all steps until they repeat.
 *
 * Blocks while it computes.
 *
 * @param work_s  for models that look at the clock, as in struct pcs_vantage
 * @return PCS_LAW_UNKNOWN where ranks depend on each other in a way that is not covered
 */
enum pcs_law_status pcs_extremes_exact(const struct pcs_delay_spec *spec, int ranks, double work_s,
                                       struct pcs_extremes *extremes);

#endif
