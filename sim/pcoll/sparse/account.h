/*
 * What a call of a sparse collective sent and took: words and messages of each communication round,
 * seconds of each phase.
 *
 * A round is what is under way at the same time on all ranks: every rank has the same rounds in the
 * same order, empty ones included, so that the cost of a call in words, as published formulas give
 * it, is the sum over rounds of the maximum over ranks of max(sent, received). A word is 4 bytes.
 */
#ifndef PCOLL_SPARSE_ACCOUNT_H
#define PCOLL_SPARSE_ACCOUNT_H

#include <stddef.h>
#include <stdint.h>

#include "sim/pcoll/net/host.h"
#include "sim/pcoll/status.h"

enum pcoll_phase {
    PCOLL_PHASE_SELECT,     /**< choosing what to send; no communication */
    PCOLL_PHASE_BOUNDARIES, /**< averaging the boundaries of the regions; bookkeeping */
    PCOLL_PHASE_SIZES,      /**< telling how long blocks will be; bookkeeping */
    PCOLL_PHASE_REDUCE,     /**< values to those who sum them, and the sums */
    PCOLL_PHASE_THRESHOLD,  /**< gathering all sums to find the global threshold */
    PCOLL_PHASE_BALANCE,    /**< sums from ranks that have many to ranks that have few */
    PCOLL_PHASE_ALLGATHER,  /**< the result to all ranks */
    PCOLL_PHASES
};

struct pcoll_account_round {
    enum pcoll_phase phase;
    uint32_t messages;       /**< that left this rank */
    uint64_t sent, received; /**< words */
};

struct pcoll_account {
    struct pcoll_account_round *rounds;
    size_t rounds_n, capacity;
    double seconds[PCOLL_PHASES];
    enum pcoll_phase phase; /* that time and rounds are put down to now */
    double since_s;
    const struct pcoll_host *host; /* the clock; borrowed */
};

/** @return a constant word, as in result files: "reduce" */
const char *pcoll_phase_name(enum pcoll_phase phase);

/** @param capacity  most rounds of one call */
enum pcoll_status pcoll_account_init(struct pcoll_account *account, const struct pcoll_host *host,
                                     size_t capacity) PCOLL_MUST_CHECK;
void pcoll_account_fini(struct pcoll_account *account);

/** Forget the call before; time goes to @p phase from now on. */
void pcoll_account_begin(struct pcoll_account *account, enum pcoll_phase phase);
/** Time since the last change goes to the phase it was put down to; from now on to @p phase. */
void pcoll_account_phase(struct pcoll_account *account, enum pcoll_phase phase);

/** Put down a round of the present phase, in which this rank sends and receives so many words. */
void pcoll_account_round(struct pcoll_account *account, uint64_t sent, uint64_t received,
                         uint32_t messages);

#endif
