/*
 * Sparse allreduce: Ok-Topk and the algorithms it is compared with, as blocking MPI code.
 *
 * Each rank brings a vector of n floats of which it may send the part that matters most (about k
 * elements); all ranks get the same sum. What did not reach the sum stays with the rank: its
 * residual, to be added to its next vector (residual.h).
 *
 * One object a rank. All ranks do the same with the same arguments. MPI errors follow the
 * communicator's error handler (by default they abort); after any other error the other ranks wait
 * for this one, so that the caller has to abort, too.
 */
#ifndef PCOLL_SPARSE_SPARSE_H
#define PCOLL_SPARSE_SPARSE_H

#include <stdbool.h>

#include <mpi.h>

#include "sim/pcoll/net/host.h"
#include "sim/pcoll/sparse/account.h"
#include "sim/pcoll/sparse/entries.h"

enum pcoll_sparse_kind {
    PCOLL_DENSE,
    PCOLL_TOPKA,
    PCOLL_TOPKDSA,
    PCOLL_GTOPK,
    PCOLL_GAUSSIANK,
    PCOLL_OKTOPK,
    PCOLL_SPARSE_LAST
};

/** Constants by which the published code keeps the number of selected elements near k. */
enum pcoll_adaptation {
    PCOLL_ADAPT_NONE,
    PCOLL_ADAPT_VGG,
    PCOLL_ADAPT_LSTM,
    PCOLL_ADAPT_BERT,
    PCOLL_ADAPT_LAST
};

/** What the host's work takes where time is simulated: seconds. */
struct pcoll_sparse_costs {
    double scan_s_per_element;   /**< looking once at each of n elements */
    double select_s_per_element; /**< exact top-k: n log2(n) times this */
    double reduce_s_per_byte;    /**< adding a received block */
    double staging_s_per_byte;   /**< of the larger of what a round sends and receives */
};

/** @return seconds of an exact selection among @p n elements */
double pcoll_sparse_top_s(const struct pcoll_sparse_costs *costs, uint64_t n);

struct pcoll_sparse_spec {
    enum pcoll_sparse_kind kind;
    uint32_t n; /**< elements of a vector, >= 0 */
    uint32_t k; /**< elements to send, 0..n */
    struct pcoll_sparse_costs costs;
    enum pcoll_adaptation adaptation; /**< oktopk and gaussiank */
    /* oktopk */
    uint32_t threshold_period; /**< tau': calls from one exact threshold to the next, >= 1 */
    uint32_t region_period;    /**< tau: calls from one partition of space to the next, >= 1 */
    bool repartition;          /**< false: equal regions always */
    bool balancing;            /**< equal shares before the allgather */
    int bucket; /**< oktopk, topkdsa: ranks whose messages are under way together, >= 1 */
};

/** What a call did. The memory is the object's, and is good until its next call. */
struct pcoll_sparse_result {
    /** The sum over all ranks, the same bits on all: dense, or entries sorted by index. */
    struct pcoll_sparse_view sum;
    /** The part of this rank's vector that is in the sum; dense kind: all of it, and no entries. */
    const struct pcoll_entry *reached;
    size_t reached_n;
    bool all_reached;
    /** Partial sums that this rank took out on the way: they belong to its residual (gtopk). */
    const struct pcoll_entry *returned;
    size_t returned_n;

    size_t selected;        /**< elements this rank chose to send */
    size_t region;          /**< entries of the sum over its region, before the threshold */
    float local_threshold;  /**< that was used; 0 where there is none */
    float global_threshold; /**< oktopk: that was used */
    bool is_fresh;          /**< oktopk: thresholds were found exactly in this call */
};

struct pcoll_sparse;

/** A row of the table of algorithms; the table ends with a row whose name is NULL. */
struct pcoll_sparse_row {
    enum pcoll_sparse_kind kind;
    const char *name;
    const char *help;
    enum pcoll_status (*call)(struct pcoll_sparse *sparse, const struct pcoll_sparse_view *vector,
                              struct pcoll_sparse_result *result);
};

/** @return the table, rows in the order of the enum */
const struct pcoll_sparse_row *pcoll_sparse_algorithms(void);

/**
 * Collective: yes. Blocks: until all ranks are there. The caller owns *sparse.
 *
 * @param comm  duplicated
 * @param host  borrowed until the object is destroyed; charged for the host's work
 * @param spec  copied
 */
enum pcoll_status pcoll_sparse_create(MPI_Comm comm, struct pcoll_host *host,
                                      const struct pcoll_sparse_spec *spec,
                                      struct pcoll_sparse **sparse) PCOLL_MUST_CHECK;

/** Collective: yes. NULL is allowed. */
void pcoll_sparse_destroy(struct pcoll_sparse *sparse);

/**
 * Sum one vector over all ranks, sparsely.
 *
 * Collective: yes. Blocks: until this rank has the sum.
 *
 * @param vector  of spec.n elements; entries sorted by index; borrowed until the return
 * @return PCOLL_EVALUE if an element of the vector or of the sum is infinite or not a number
 */
enum pcoll_status pcoll_sparse_call(struct pcoll_sparse *sparse,
                                    const struct pcoll_sparse_view *vector,
                                    struct pcoll_sparse_result *result) PCOLL_MUST_CHECK;

/** @return what the last call sent and took; owned by @p sparse */
const struct pcoll_account *pcoll_sparse_account(const struct pcoll_sparse *sparse);

#endif
