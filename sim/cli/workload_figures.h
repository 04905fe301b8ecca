/*
 * What `pcollsim workload` finds out about a delay model, from its law and from draws.
 */
#ifndef PCS_CLI_WORKLOAD_FIGURES_H
#define PCS_CLI_WORKLOAD_FIGURES_H

#include <stdint.h>
#include <stdio.h>

#include "workloads/law.h"

/** What is to be looked at. */
struct pcs_workload_task {
    const struct pcs_delay_spec *spec;
    int ranks;
    double work_s; /**< of a step, for models that look at the clock */
    uint64_t seed;
    enum pcs_purpose purpose;
    uint64_t samples; /**< draws of all ranks together; rounded up to whole steps */
};

/** One figure; NAN where it is not known. Seconds. */
struct pcs_workload_figure {
    char name[24];
    double exact;
    double sampled;
    double error; /**< standard error of `sampled` */
};

#define PCS_WORKLOAD_FIGURES_MAX 16

struct pcs_workload_figures {
    struct pcs_workload_figure items[PCS_WORKLOAD_FIGURES_MAX];
    int n;
    double *draws;    /**< all draws, ascending; owned */
    uint64_t draws_n; /**< at least 1 */
};

/**
 * Compute the figures and draw the samples. Blocks while it computes.
 *
 * @param trace  where each draw is written as a line rank,step,seconds; may be NULL
 * @return 0, or -1 when there is no memory
 */
int pcs_workload_figures_init(struct pcs_workload_figures *figures,
                              const struct pcs_workload_task *task, FILE *trace);
void pcs_workload_figures_fini(struct pcs_workload_figures *figures);

#endif
