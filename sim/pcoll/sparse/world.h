/*
 * What the algorithms of this folder share: ranks, costs of the host, the account, and rounds of
 * messages that are put down in it. Lengths are in words of four bytes.
 *
 * All functions block, and those that are marked so are collective. Messages of a call all have one
 * tag: messages of a pair keep their order.
 */
#ifndef PCOLL_SPARSE_WORLD_H
#define PCOLL_SPARSE_WORLD_H

#include <mpi.h>

#include "sim/pcoll/net/payload.h"
#include "sim/pcoll/sparse/account.h"
#include "sim/pcoll/sparse/sparse.h"

struct pcoll_world {
    MPI_Comm comm; /* a duplicate of the caller's */
    int rank, ranks;
    struct pcoll_host *host; /* borrowed */
    struct pcoll_sparse_costs costs;
    struct pcoll_account account;
};

#define PCOLL_SPARSE_TAG 1

/* The longest call: oktopk, with sizes and values to each rank, and five rounds of logarithmic
   length for 2^31 ranks. */
#define PCOLL_ROUNDS_MAX(ranks) (2 * (size_t)(ranks) + 6 * 32)

/**
 * One round with at most one message each way: send to @p to and receive from @p from. Both ends
 * know the lengths; a message without words is not sent.
 */
void pcoll_world_round(struct pcoll_world *world, const void *send, size_t send_words, int to,
                       void *receive, size_t receive_words, int from);

/** Put down a round and charge what staging @p sent and @p received words takes. */
void pcoll_world_account(struct pcoll_world *world, uint64_t sent, uint64_t received,
                         uint32_t messages);

/** Be busy adding @p words received words. */
void pcoll_world_charge_sum(struct pcoll_world *world, uint64_t words);
/** Be busy looking once at each of @p n elements. */
void pcoll_world_charge_scan(struct pcoll_world *world, uint64_t n);
/** Be busy with the exact selection among @p n elements. */
void pcoll_world_charge_top(struct pcoll_world *world, uint64_t n);

/**
 * Gather a block of each rank on all ranks: recursive doubling for a power of two of ranks, Bruck's
 * algorithm otherwise. ceil(log2 P) alpha + (sum - own) beta for equal blocks.
 * Collective.
 *
 * @param own      this rank's block
 * @param words    length of each rank's block, the same on all ranks
 * @param all      room for all of them, in the order of ranks; own is no part of it
 */
enum pcoll_status pcoll_world_allgather(struct pcoll_world *world, const void *own,
                                        const uint32_t *words, void *all) PCOLL_MUST_CHECK;

/** @return words of the blocks of @p n ranks from @p first on, round the end; block r is the words
 *  from offsets[r] to offsets[r + 1] */
size_t pcoll_world_span(const size_t *offsets, int ranks, int first, int n);

/** The rounds of Bruck's allgather. @p held begins with this rank's block; at the end those of the
 *  following ranks come after it. Collective. */
void pcoll_world_bruck(struct pcoll_world *world, const size_t *offsets, uint32_t *held);

/**
 * Sum @p n elements over all ranks, in ceil(log2 P) rounds each way and 2n(P-1)/P elements (sum.c).
 * Collective.
 *
 * @param values  this rank's, then the sum, the same bits on all ranks
 * @param work    room for as many
 */
enum pcoll_status pcoll_world_sum(struct pcoll_world *world, enum pcoll_type type, void *values,
                                  size_t n, void *work) PCOLL_MUST_CHECK;

/** Gather one number of each rank: the present phase pays for it. Collective. */
enum pcoll_status pcoll_world_sizes(struct pcoll_world *world, uint32_t own,
                                    uint32_t *sizes) PCOLL_MUST_CHECK;

/** Tell each rank its number, and be told: P - 1 rounds of one word. Collective. */
void pcoll_world_exchange_sizes(struct pcoll_world *world, const uint32_t *to_each,
                                uint32_t *from_each);

#endif
