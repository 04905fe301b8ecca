/*
 * Allgather by recursive doubling: rank r's block r of the vector to all ranks.
 * Cost: log2 p alpha + n (p-1)/p beta for p = 2^k; any other p: the extra ranks give their block to
 * the next rank before and get the whole vector from it afterwards, on top 2 alpha + (1 + 1/p) n
 * beta. The order of ranks is such that what a rank of the core holds is one range (fold.h).
 * From: R. Thakur, R. Rabenseifner, W. Gropp, "Optimization of Collective Communication Operations
 * in MPICH", IJHPCA 19(1), 2005, section 4.1.
 */
#include <stdbool.h>

#include "sim/pcoll/schedule/algorithms.h"
#include "sim/pcoll/schedule/blocks.h"
#include "sim/pcoll/schedule/fold.h"

/* First rank whose block ranks [core_rank, ...) of the core begin with. */
static int first_of(const struct pcoll_fold *fold, int core_rank)
{
    return core_rank < fold->extra ? 2 * core_rank : core_rank + fold->extra;
}

static size_t range_first(const struct pcoll_fold *fold, int ranks, size_t count, int core_rank)
{
    return pcoll_block_first(count, ranks, first_of(fold, core_rank));
}

/* The block of the rank that sits out, to its partner. */
static int give(const struct pcoll_fold *fold, int rank, int ranks, size_t count,
                struct pcoll_step *step)
{
    if (fold->partner == PCOLL_NOBODY)
        return 0;
    const bool sits_out = fold->core_rank == PCOLL_NOBODY;
    const int block = sits_out ? rank : fold->partner;
    const size_t first = pcoll_block_first(count, ranks, block);
    const size_t n = pcoll_block_n(count, ranks, block);
    *step = sits_out ? (struct pcoll_step){.send_to = fold->partner,
                                           .send_first = first,
                                           .send_n = n,
                                           .receive_from = PCOLL_NOBODY,
                                           .op = PCOLL_NOTHING}
                     : (struct pcoll_step){.send_to = PCOLL_NOBODY,
                                           .receive_from = fold->partner,
                                           .receive_first = first,
                                           .receive_n = n,
                                           .op = PCOLL_GATHER};
    return 1;
}

int pcoll_allgather_steps_max(int ranks)
{
    return pcoll_fold_of(0, ranks).core_log2 + 2;
}

int pcoll_allgather_build(int rank, int ranks, size_t count, struct pcoll_step *steps)
{
    const struct pcoll_fold fold = pcoll_fold_of(rank, ranks);
    int n = give(&fold, rank, ranks, count, steps);
    for (int level = 0; fold.core_rank != PCOLL_NOBODY && level < fold.core_log2; level++) {
        const int size = 1 << level, partner = fold.core_rank ^ size;
        const int mine = fold.core_rank & ~(size - 1), theirs = partner & ~(size - 1);
        const size_t out = range_first(&fold, ranks, count, mine);
        const size_t in = range_first(&fold, ranks, count, theirs);
        const int peer = pcoll_fold_rank(&fold, partner);
        steps[n++] =
            (struct pcoll_step){.send_to = peer,
                                .send_first = out,
                                .send_n = range_first(&fold, ranks, count, mine + size) - out,
                                .receive_from = peer,
                                .receive_first = in,
                                .receive_n = range_first(&fold, ranks, count, theirs + size) - in,
                                .op = PCOLL_GATHER};
    }
    return n + pcoll_fold_out(&fold, count, steps + n);
}
