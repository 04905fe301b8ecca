#include "analysis/step_times.h"

#include <math.h>

struct pcs_step_times pcs_step_first(uint32_t step, double compute_s, double arrive_s,
                                     double return_s)
{
    return (struct pcs_step_times){.step = step,
                                   .start_s = arrive_s - compute_s,
                                   .first_arrive_s = arrive_s,
                                   .first_compute_s = compute_s,
                                   .last_arrive_s = arrive_s,
                                   .last_compute_s = compute_s,
                                   .return_s = return_s};
}

void pcs_step_add(struct pcs_step_times *step, double compute_s, double arrive_s, double return_s)
{
    step->start_s = fmin(step->start_s, arrive_s - compute_s);
    step->return_s = fmax(step->return_s, return_s);
    if (arrive_s < step->first_arrive_s) {
        step->first_arrive_s = arrive_s;
        step->first_compute_s = compute_s;
    }
    if (arrive_s > step->last_arrive_s) {
        step->last_arrive_s = arrive_s;
        step->last_compute_s = compute_s;
    }
}

double pcs_step_latency(const struct pcs_step_times *step)
{
    const double calls_s = step->last_arrive_s - step->first_arrive_s;
    const double work_s = step->last_compute_s - step->first_compute_s;

    return step->return_s - step->last_arrive_s + fmax(calls_s - work_s, 0);
}
