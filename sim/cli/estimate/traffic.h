/*
 * Messages and bytes of the rounds of a scenario, and the blocks of a rank.
 */
#ifndef PCS_CLI_ESTIMATE_TRAFFIC_H
#define PCS_CLI_ESTIMATE_TRAFFIC_H

#include "sim/scenario/scenario.h"

/** The data part of one round, all buckets. */
struct pcs_round_traffic {
    double messages, bytes;      /**< of all ranks, with the headers of 16 bytes */
    double requests_per_rank;    /**< receives and sends, of the rank with the most */
    double block_bytes_per_rank; /**< room for a block of each sender and the one being sent */
};

/** Not for kind mpi and the sparse kinds. @return 0, or -1 when there is no memory */
int pcs_round_traffic(const struct pcs_scenario *scenario, struct pcs_round_traffic *traffic);

#endif
