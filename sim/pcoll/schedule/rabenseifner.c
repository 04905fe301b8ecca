/*
 * Rabenseifner's allreduce: reduce-scatter by recursive halving, allgather by recursive doubling.
 * Cost: 2 log2 p alpha + 2 n (p-1)/p beta + n (p-1)/p gamma for p = 2^k; any other p: see fold.h.
 * The largest blocks go to the nearest partner. Each block is summed at one rank and then copied:
 * all ranks end with the same bits.
 * From: R. Thakur, R. Rabenseifner, W. Gropp, "Optimization of Collective Communication Operations
 * in MPICH", IJHPCA 19(1), 2005, section 4.5.
 */
#include "sim/pcoll/schedule/algorithms.h"
#include "sim/pcoll/schedule/blocks.h"
#include "sim/pcoll/schedule/fold.h"

/* Blocks [first, end) of the core's ranks. */
struct span {
    int first, end;
};

static struct pcoll_step exchange(const struct pcoll_fold *fold, size_t count, int partner,
                                  struct span out, struct span in, enum pcoll_step_op op)
{
    int n = fold->core_ranks, rank = pcoll_fold_rank(fold, partner);
    size_t out_first = pcoll_block_first(count, n, out.first);
    size_t in_first = pcoll_block_first(count, n, in.first);
    return (struct pcoll_step){.send_to = rank,
                               .send_first = out_first,
                               .send_n = pcoll_block_first(count, n, out.end) - out_first,
                               .receive_from = rank,
                               .receive_first = in_first,
                               .receive_n = pcoll_block_first(count, n, in.end) - in_first,
                               .op = op};
}

int pcoll_rabenseifner_steps_max(int ranks)
{
    return 2 * pcoll_fold_of(0, ranks).core_log2 + 2;
}

int pcoll_rabenseifner_build(int rank, int ranks, size_t count, struct pcoll_step *steps)
{
    const struct pcoll_fold fold = pcoll_fold_of(rank, ranks);
    int n = pcoll_fold_in(&fold, count, steps);
    if (fold.core_rank != PCOLL_NOBODY) {
        struct span kept[32], given[32]; /* by level; core_log2 < 31 */
        struct span mine = {0, fold.core_ranks};
        for (int level = 0; level < fold.core_log2; level++) {
            int partner = fold.core_rank ^ (1 << level);
            int middle = mine.first + (mine.end - mine.first) / 2;
            struct span lower = {mine.first, middle}, upper = {middle, mine.end};
            kept[level] = fold.core_rank < partner ? lower : upper;
            given[level] = fold.core_rank < partner ? upper : lower;
            mine = kept[level];
            steps[n++] = exchange(&fold, count, partner, given[level], kept[level], PCOLL_REDUCE);
        }
        for (int level = fold.core_log2 - 1; level >= 0; level--) {
            int partner = fold.core_rank ^ (1 << level);
            steps[n++] = exchange(&fold, count, partner, kept[level], given[level], PCOLL_COPY);
        }
    }
    return n + pcoll_fold_out(&fold, count, steps + n);
}
