/*
 * Sparse and partial together: TopkA as the data part of a partial allreduce.
 *
 * Each rank's contribution is one block of exactly k entries, its own, of a vector that the partial
 * engine gathers (schedule allgather). A rank that is late when a round starts contributes an empty
 * block; what it would have sent stays in its residual, and its next call selects anew from the
 * residual with the new gradient in it. The triggers, bounds and the closing round are the
 * engine's.
 *
 * Invariants. (1) An entry leaves the residual only when, and exactly as, the helper took it:
 * over all ranks and rounds, residuals + sums = gradients. (2) All ranks get the same sum of a
 * round. (3) At most one selection of a rank waits to be taken: a newer one replaces it, and the
 * replaced one was never out of the residual.
 *
 * A selection takes time, in which the one posted before can be taken. Then both hold the same
 * elements: the first is taken out of the residual when the call finds out, the second when it is
 * taken, which leaves a residual of the opposite sign: the next selections send it. (1) holds.
 *
 * One object a rank. Under `latest`, a call returns the sum of the newest round and misses earlier
 * ones, as the dense partial allreduces do.
 */
#ifndef PCOLL_SPARSE_PARTIAL_H
#define PCOLL_SPARSE_PARTIAL_H

#include "sim/pcoll/pcoll.h"
#include "sim/pcoll/sparse/sparse.h"

struct pcoll_partial_spec {
    struct pcoll_core_settings core; /**< late must be PCOLL_LATE_REPLACE */
    uint32_t n, k;                   /**< elements of a vector; entries of a block, 0..n */
    struct pcoll_sparse_costs costs; /**< select and reduce */
    pcoll_draw *draw;
    void *draw_context;
    struct pcoll_observer observer;
};

struct pcoll_partial;

/**
 * Add the collective to an engine, before its start.
 *
 * Collective: yes, in the same order on all ranks. Blocks: no. The caller owns *partial.
 *
 * @param host  borrowed; charged for selection and sums
 * @param spec  copied; contexts are borrowed until the engine is finished
 */
enum pcoll_status pcoll_partial_create(struct pcoll_engine *engine, struct pcoll_host *host,
                                       int rank, int ranks, const struct pcoll_partial_spec *spec,
                                       struct pcoll_partial **partial) PCOLL_MUST_CHECK;
/** After the engine's finish. NULL is allowed. */
void pcoll_partial_destroy(struct pcoll_partial *partial);

/**
 * Bring the gradient of the next step and wait for the answer, as pcoll_allreduce_call().
 *
 * @param gradient  entries sorted by index, of n elements; borrowed until the return
 * @param sum       of the newest round, sorted by index; good until the next call
 */
enum pcoll_status pcoll_partial_call(struct pcoll_partial *partial,
                                     const struct pcoll_sparse_view *gradient,
                                     struct pcoll_sparse_view *sum,
                                     struct pcoll_outcome *outcome) PCOLL_MUST_CHECK;

/** The closing round of a run with `flush`: as pcoll_allreduce_flush(). Collective: yes. */
enum pcoll_status pcoll_partial_flush(struct pcoll_partial *partial, struct pcoll_sparse_view *sum,
                                      struct pcoll_outcome *outcome) PCOLL_MUST_CHECK;

/** @return what is in the residual; exact when the engine is finished */
struct pcoll_sparse_view pcoll_partial_residual(struct pcoll_partial *partial);

#endif
