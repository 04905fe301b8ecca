/*
 * The object behind sparse.h, and the steps that several algorithms share.
 */
#ifndef PCOLL_SPARSE_INTERNAL_H
#define PCOLL_SPARSE_INTERNAL_H

#include "sim/pcoll/sparse/ladder.h"
#include "sim/pcoll/sparse/select.h"
#include "sim/pcoll/sparse/sparse.h"
#include "sim/pcoll/sparse/world.h"

struct pcoll_sparse {
    struct pcoll_world world;
    struct pcoll_sparse_spec spec;
    uint32_t step; /* calls so far */

    float local_threshold, global_threshold; /* oktopk: kept from call to call */

    /* Regions: rank i owns indices [boundaries[i], boundaries[i + 1]). */
    uint64_t *boundaries;                    /* ranks + 1 */
    size_t *cuts;                            /* ranks + 1: where they cut the local selection */
    uint32_t *out_sizes, *in_sizes, *shares; /* ranks of each */

    struct pcoll_entries local;  /* this rank's selection */
    struct pcoll_entries region; /* sum over this rank's region */
    struct pcoll_entries moved;  /* what this rank holds after balancing */
    struct pcoll_entries all;    /* gathered */
    struct pcoll_entries sum;    /* the result */
    struct pcoll_entries returned;
    struct pcoll_entries receiving[2]; /* a bucket that comes in, and the one before */
    struct pcoll_ladder ladder;
    float *dense; /* n elements and as many to work with, when they are needed */
};

enum pcoll_status pcoll_dense_call(struct pcoll_sparse *sparse,
                                   const struct pcoll_sparse_view *vector,
                                   struct pcoll_sparse_result *result);
enum pcoll_status pcoll_topka_call(struct pcoll_sparse *sparse,
                                   const struct pcoll_sparse_view *vector,
                                   struct pcoll_sparse_result *result);
enum pcoll_status pcoll_topkdsa_call(struct pcoll_sparse *sparse,
                                     const struct pcoll_sparse_view *vector,
                                     struct pcoll_sparse_result *result);
enum pcoll_status pcoll_gtopk_call(struct pcoll_sparse *sparse,
                                   const struct pcoll_sparse_view *vector,
                                   struct pcoll_sparse_result *result);
enum pcoll_status pcoll_gaussiank_call(struct pcoll_sparse *sparse,
                                       const struct pcoll_sparse_view *vector,
                                       struct pcoll_sparse_result *result);
enum pcoll_status pcoll_oktopk_call(struct pcoll_sparse *sparse,
                                    const struct pcoll_sparse_view *vector,
                                    struct pcoll_sparse_result *result);

/** Select the k largest exactly into sparse->local, and charge it. Not collective. */
enum pcoll_status pcoll_sparse_select_top(struct pcoll_sparse *sparse,
                                          const struct pcoll_sparse_view *vector,
                                          struct pcoll_cut *cut) PCOLL_MUST_CHECK;

/** Gather the entries of all ranks, whose numbers are not known, into sparse->all; the numbers are
 *  sparse->shares then. Collective. Phases: sizes, then @p phase. */
enum pcoll_status pcoll_sparse_gather(struct pcoll_sparse *sparse, const struct pcoll_entries *own,
                                      enum pcoll_phase phase) PCOLL_MUST_CHECK;

/** The same with the numbers known: sparse->shares. */
enum pcoll_status pcoll_sparse_gather_shares(struct pcoll_sparse *sparse,
                                             const struct pcoll_entries *own) PCOLL_MUST_CHECK;

/** Gather all selections and add them: sparse->sum. Collective. */
enum pcoll_status pcoll_sparse_gather_sum(struct pcoll_sparse *sparse) PCOLL_MUST_CHECK;

/** Send sparse->local to the owners of its regions and sum what comes: sparse->region. Collective.
 *  Phases: sizes, reduce. (split_reduce.c) */
enum pcoll_status pcoll_sparse_split_reduce(struct pcoll_sparse *sparse) PCOLL_MUST_CHECK;

/** Even out the numbers of entries: from sparse->region, with the number of each rank in
 *  sparse->shares, to sparse->moved, and its numbers. Collective. (balance.c) */
enum pcoll_status pcoll_sparse_balance(struct pcoll_sparse *sparse) PCOLL_MUST_CHECK;

/** Regions of equal size. */
void pcoll_sparse_equal_regions(struct pcoll_sparse *sparse);

/** What the published code keeps the numbers within; factors of 1 change nothing. */
struct pcoll_nudge {
    double low, high;    /* of k */
    double lower, raise; /* the threshold is divided by / multiplied with */
};

struct pcoll_adaptation_row {
    enum pcoll_adaptation adaptation;
    const char *name;
    struct pcoll_nudge local, global; /* oktopk, after a call */
    double cap;                       /* oktopk, before selection: above cap * k ... */
    double cap_raise;                 /* ... raise by this ... */
    int cap_steps;                    /* ... so many times at most */
    struct pcoll_nudge fit;           /* gaussiank: from outside of [low, high] ... */
    double fit_goal;                  /* ... lower until this part of k is reached ... */
    int fit_steps;                    /* ... so many times at most */
};

/** @return the constants (adaptation.c) */
const struct pcoll_adaptation_row *pcoll_adaptation_row(enum pcoll_adaptation adaptation);

/** @return @p threshold, nudged for @p count selected elements */
float pcoll_nudged(float threshold, double count, double k, const struct pcoll_nudge *nudge);

#endif
