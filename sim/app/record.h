/*
 * What one rank remembers of a run: its calls and its part in the rounds.
 *
 * It is kept in pieces of a few rounds each, made when one of them is first heard of, and released
 * when nothing can change it any more: what a run takes does not grow with its length.
 */
#ifndef PCS_APP_RECORD_H
#define PCS_APP_RECORD_H

#include <stdbool.h>
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

/** Some rounds, with the steps of the same numbers; those of a round's buckets stand together. */
struct pcs_record_piece {
    struct pcs_call_record *calls;
    struct pcs_round_record *rounds;
};

struct pcs_record {
    uint32_t steps;  /**< that bring a gradient */
    uint32_t rounds; /**< steps, and one more with flush */
    int buckets;
    double *flush_s; /**< of each bucket: when the closing call was made, if there is one */
    int piece_bits;  /**< a piece has 1 << piece_bits rounds */
    struct pcs_record_piece *pieces; /**< NULL pointers in those that are not there */
    size_t pieces_n;
    uint32_t first; /**< round from which on they may be: those before are settled and released */
    struct pcs_record_bucket *of_bucket; /**< contexts of the observers */
    uint32_t syncs_n;                    /**< averagings of the weights so far */
    struct pcs_sync_record *syncs;       /**< NULL when there are none */
    const struct pcoll_host *host;       /**< the clock; borrowed */
    struct pcs_training_board
        *training;  /**< of all ranks; NULL when nothing is trained; borrowed */
    FILE *phases;   /**< rank 0 of a sparse kind: where sparse.csv goes, or NULL; borrowed */
    uint64_t scale; /**< what a block stands for, without its header: platform.scale; 0 = 1 */
};

/** A record of @p steps steps and @p rounds rounds of each bucket. @return 0, or -1 without memory.
 *  It must not be moved while an observer of it is in use. */
int pcs_record_init(struct pcs_record *record, uint32_t steps, uint32_t rounds, int buckets,
                    const struct pcoll_host *host);
void pcs_record_fini(struct pcs_record *record);

/** Make room for @p n averagings of the weights. @return 0, or -1 without memory */
int pcs_record_add_syncs(struct pcs_record *record, uint32_t n);

/** @return what a message of @p bytes stands for: platform.scale */
uint64_t pcs_record_meant(const struct pcs_record *record, size_t bytes);

/** Make the piece of @p round, which is not there. Ends the run when there is no memory. */
void pcs_record_make_piece(const struct pcs_record *record, uint32_t round);

/** @return first round of the piece after that of @p round, or the number of rounds if it is less
 */
uint32_t pcs_record_piece_end(const struct pcs_record *record, uint32_t round);

/** @return whether nothing can change the rounds from `first` to @p end: each has been completed,
 *          and its gradients have been taken or lost */
bool pcs_record_is_settled(const struct pcs_record *record, uint32_t end);

/** Release the piece that begins with `first`. */
void pcs_record_release(struct pcs_record *record);

static inline struct pcs_record_piece *pcs_record_piece_of(const struct pcs_record *record,
                                                           uint32_t round)
{
    struct pcs_record_piece *piece = &record->pieces[round >> record->piece_bits];
    if (!piece->calls)
        pcs_record_make_piece(record, round);
    return piece;
}

/** @return place of a round and bucket in its piece */
static inline size_t pcs_record_place(const struct pcs_record *record, uint32_t round, int bucket)
{
    const uint32_t in_piece = round & ((UINT32_C(1) << record->piece_bits) - 1);
    return (size_t)in_piece * (size_t)record->buckets + (size_t)bucket;
}

/** @return the call of a step and bucket; it stays in its place until it is released */
static inline struct pcs_call_record *pcs_record_call(const struct pcs_record *record,
                                                      uint32_t step, int bucket)
{
    return &pcs_record_piece_of(record, step)->calls[pcs_record_place(record, step, bucket)];
}

/** @return the part in a round of a bucket; likewise */
static inline struct pcs_round_record *pcs_record_round(const struct pcs_record *record,
                                                        uint32_t round, int bucket)
{
    return &pcs_record_piece_of(record, round)->rounds[pcs_record_place(record, round, bucket)];
}

/** @return an observer that writes into @p record (borrowed until the collective is finished) */
struct pcoll_observer pcs_record_observer(struct pcs_record *record, int bucket);

#endif
