/*
 * One value a step: what intervals within a run are made of. And the steps of a rank.
 */
#ifndef PCS_ANALYSIS_METRICS_SERIES_H
#define PCS_ANALYSIS_METRICS_SERIES_H

#include "analysis/run.h"
#include "analysis/step_times.h"

/** A mean at each step, as a sum and a number. */
struct pcs_series {
    double *sums, *counts;
    size_t n; /**< steps, from the first one asked for */
};

/** @return 0, or -1 when there is no memory */
int pcs_series_init(struct pcs_series *series, size_t n);
void pcs_series_fini(struct pcs_series *series);

/** Turn sums into means, leaving out steps without a count. @return how many are left */
size_t pcs_series_divide(struct pcs_series *series);

/** The latencies at each step from @p first on. @return 0, or -1 when there is no memory */
int pcs_series_latency(const struct pcs_run *run, uint32_t first, struct pcs_series *series);

/** A step of a rank, its buckets together. */
struct pcs_rank_step {
    struct pcs_step_times times;
    size_t next; /**< index of the call behind it */
};

/** The step whose calls begin at index @p at. @return false when there is none */
bool pcs_rank_step(const struct pcs_rank_calls *rank, size_t at, struct pcs_rank_step *step);

#endif
