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
    uint32_t lag; /**< rounds completed on this rank when the call was made, less its number */
    double loss;  /**< NAN when there is none */
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

/** An averaging of the weights. */
struct pcs_sync_record {
    double call_s, return_s;
    uint64_t bytes; /**< that left this rank */
    uint32_t messages;
};

struct pcs_record;

/** What the observer of one bucket's collective writes into. */
struct pcs_record_bucket {
    struct pcs_record *record;
    int bucket;
    uint32_t completed; /**< rounds so far */
};

/** Calls and rounds of a step's buckets stand together: those of step t begin at t * buckets. */
struct pcs_record {
    uint32_t steps;  /**< that bring a gradient */
    uint32_t rounds; /**< steps, and one more with flush */
    int buckets;
    double *flush_s; /**< of each bucket: when the closing call was made, if there is one */
    struct pcs_call_record *calls;
    struct pcs_round_record *round_records;
    struct pcs_record_bucket *of_bucket; /**< contexts of the observers */
    uint32_t syncs_n;                    /**< averagings of the weights so far */
    struct pcs_sync_record *syncs;       /**< NULL when there are none */
    const struct pcoll_host *host;       /**< the clock; borrowed */
    struct pcs_training_board
        *training;  /**< of all ranks; NULL when nothing is trained; borrowed */
    FILE *phases;   /**< rank 0 of a sparse kind: where sparse.csv goes, or NULL; borrowed */
    uint64_t scale; /**< what a block stands for, without its header: platform.scale; 0 = 1 */
};

/** Allocate room for @p steps calls and @p rounds rounds of each bucket. @return 0, or -1 without
 *  memory. The record must not be moved while an observer of it is in use. */
int pcs_record_init(struct pcs_record *record, uint32_t steps, uint32_t rounds, int buckets,
                    const struct pcoll_host *host);
void pcs_record_fini(struct pcs_record *record);

/** Make room for @p n averagings of the weights. @return 0, or -1 without memory */
int pcs_record_add_syncs(struct pcs_record *record, uint32_t n);

/** @return what a message of @p bytes stands for: platform.scale */
uint64_t pcs_record_meant(const struct pcs_record *record, size_t bytes);

/** @return the call of a step and bucket */
static inline struct pcs_call_record *pcs_record_call(const struct pcs_record *record,
                                                      uint32_t step, int bucket)
{
    return &record->calls[(size_t)step * (size_t)record->buckets + (size_t)bucket];
}

/** @return the part in a round of a bucket */
static inline struct pcs_round_record *pcs_record_round(const struct pcs_record *record,
                                                        uint32_t round, int bucket)
{
    return &record->round_records[(size_t)round * (size_t)record->buckets + (size_t)bucket];
}

/** @return an observer that writes into @p record (borrowed until the collective is finished) */
struct pcoll_observer pcs_record_observer(struct pcs_record *record, int bucket);

#endif
