#include "sim/app/compute.h"

/* A helper without a core of its own takes its time from this work, also while it is being made up
   for. */
double pcs_compute(struct pcoll_host *host, const struct pcs_collective *collective,
                   enum pcs_progress progress, double seconds)
{
    const double begin_s = pcoll_host_now(host);
    while (seconds > 0) {
        const double busy_before = pcs_collective_busy_s(collective);
        pcoll_host_charge(host, seconds);
        seconds =
            progress == PCS_PROGRESS_SHARED ? pcs_collective_busy_s(collective) - busy_before : 0;
    }
    return pcoll_host_now(host) - begin_s;
}
