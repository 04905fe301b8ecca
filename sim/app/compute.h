/*
 * The work of a step, as simulated time of its rank.
 */
#ifndef PCS_APP_COMPUTE_H
#define PCS_APP_COMPUTE_H

#include "sim/app/collective.h"
#include "sim/pcoll/net/host.h"

/**
 * Work for @p seconds. Blocks: so long, and longer by what the helper of @p collective takes of
 * that time when it has no core of its own (costs.progress: shared).
 *
 * @return seconds that it took
 */
double pcs_compute(struct pcoll_host *host, const struct pcs_collective *collective,
                   enum pcs_progress progress, double seconds);

#endif
