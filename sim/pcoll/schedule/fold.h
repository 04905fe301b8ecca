/*
 * Folding: an algorithm for a power of two of ranks run on any number of them.
 *
 * With P = 2^k + e ranks (0 <= e < 2^k), the even ones of the first 2e ranks give their vector to
 * the next rank before the core of the algorithm, sit it out, and get the result from it
 * afterwards. Cost on top of the core: 2 alpha + 2 n beta + n gamma when e > 0. From: R.
 * Rabenseifner, "Optimization of Collective Reduction Operations", ICCS 2004, section 3.
 */
#ifndef PCOLL_SCHEDULE_FOLD_H
#define PCOLL_SCHEDULE_FOLD_H

#include "sim/pcoll/schedule/schedule.h"

struct pcoll_fold {
    int core_ranks; /**< 2^k, the ranks that run the core */
    int core_log2;  /**< k */
    int core_rank;  /**< this rank's number among them, or PCOLL_NOBODY if it sits out */
    int extra;      /**< e */
    int partner;    /**< the rank this one gives its part to or takes one from; else PCOLL_NOBODY */
};

/** @return how @p rank of @p ranks >= 1 takes part */
struct pcoll_fold pcoll_fold_of(int rank, int ranks);

/** @return the rank whose number in the core is @p core_rank */
int pcoll_fold_rank(const struct pcoll_fold *fold, int core_rank);

/** Write the step before the core, if this rank has one. @return 0 or 1 steps written */
int pcoll_fold_in(const struct pcoll_fold *fold, size_t count, struct pcoll_step *step);

/** Write the step after the core, if this rank has one. @return 0 or 1 steps written */
int pcoll_fold_out(const struct pcoll_fold *fold, size_t count, struct pcoll_step *step);

#endif
