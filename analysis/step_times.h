/*
 * The times of a step of a rank, from the calls of its buckets.
 */
#ifndef PCS_ANALYSIS_STEP_TIMES_H
#define PCS_ANALYSIS_STEP_TIMES_H

#include <stdint.h>

struct pcs_step_times {
    uint32_t step;
    double start_s;                         /**< of its work */
    double first_arrive_s, first_compute_s; /**< of the first call */
    double last_arrive_s, last_compute_s;   /**< of the last one */
    double return_s;                        /**< last return */
};

/** @return the times of a step after a call of one bucket */
struct pcs_step_times pcs_step_first(uint32_t step, double compute_s, double arrive_s,
                                     double return_s);
/** Add the call of another bucket. */
void pcs_step_add(struct pcs_step_times *step, double compute_s, double arrive_s, double return_s);

/**
 * @return seconds of the step that are no work: from the first call to the last return, less the
 *         work between the calls
 */
double pcs_step_latency(const struct pcs_step_times *step);

#endif
