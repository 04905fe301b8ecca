/*
 * What one rank remembers of a run: its calls and its part in the rounds.
 *
 * Plain arrays of plain numbers, so that they can be sent to the rank that writes the result.
 */
#ifndef PCS_APP_RECORD_H
#define PCS_APP_RECORD_H

#include <stdint.h>
#include <stdio.h>

#include "sim/app/training_board.h"
#include "sim/pcoll/net/host.h"
#include "sim/pcoll/pcoll.h"

/** One call. Times are seconds of the simulated clock. */
struct pcs_call_record {
    double compute_s, arrive_s, return_s;
    int64_t taken_round; /**< or PCS_TAKEN_LOST, PCS_TAKEN_LEFT_OVER */
    uint32_t round;      /**< newest round returned */
    int32_t active;      /**< fresh ranks in it */
    double loss;         /**< NAN when there is none */
};

/** A rank's own part in a round. */
enum pcs_part { PCS_PART_NULL, PCS_PART_STALE, PCS_PART_FRESH };

struct pcs_round_record {
    double completed_s;
    double initiated_s; /**< when this rank started it for the others; negative if it did not */
    uint64_t bytes;     /**< that left this rank for this round */
    uint32_t messages;
    uint32_t fresh, stale; /**< ranks that took part, as the collective counted them */
    uint32_t part;         /**< enum pcs_part */
    uint32_t completed;    /**< 1 when the round has been completed here */
};

struct pcs_record {
    uint32_t steps;  /**< calls that bring a gradient */
    uint32_t rounds; /**< steps, and one more with flush */
    double flush_s;  /**< when the closing call was made, if there is one */
    struct pcs_call_record *calls;
    struct pcs_round_record *round_records;
    const struct pcoll_host *host; /**< the clock; borrowed */
    struct pcs_training_board
        *training;  /**< of all ranks; NULL when nothing is trained; borrowed */
    FILE *phases;   /**< rank 0 of a sparse kind: where sparse.csv goes, or NULL; borrowed */
    uint64_t scale; /**< what a block stands for, without its header: platform.scale; 0 = 1 */
};

/** Allocate room for @p steps calls and @p rounds rounds. @return 0, or -1 without memory */
int pcs_record_init(struct pcs_record *record, uint32_t steps, uint32_t rounds,
                    const struct pcoll_host *host);
void pcs_record_fini(struct pcs_record *record);

/** @return an observer that writes into @p record (borrowed until the collective is finished) */
struct pcoll_observer pcs_record_observer(struct pcs_record *record);

#endif
