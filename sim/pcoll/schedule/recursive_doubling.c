/*
 * Recursive-doubling allreduce: in step i, partners at distance 2^i exchange and add whole vectors.
 * Cost: log2 p (alpha + n beta + n gamma) for p = 2^k; any other p: see fold.h.
 * Partners add the same two numbers, and addition commutes: all ranks end with the same bits.
 * From: R. Thakur, R. Rabenseifner, W. Gropp, "Optimization of Collective Communication Operations
 * in MPICH", IJHPCA 19(1), 2005, section 4.5; the schedule of eager-SGD (PPoPP'20, section 4).
 */
#include "sim/pcoll/schedule/algorithms.h"
#include "sim/pcoll/schedule/fold.h"

int pcoll_recursive_doubling_steps_max(int ranks)
{
    return pcoll_fold_of(0, ranks).core_log2 + 2;
}

int pcoll_recursive_doubling_build(int rank, int ranks, size_t count, struct pcoll_step *steps)
{
    const struct pcoll_fold fold = pcoll_fold_of(rank, ranks);
    int n = pcoll_fold_in(&fold, count, steps);
    if (fold.core_rank != PCOLL_NOBODY) {
        for (int distance = 1; distance < fold.core_ranks; distance *= 2) {
            int partner = pcoll_fold_rank(&fold, fold.core_rank ^ distance);
            steps[n++] = (struct pcoll_step){.send_to = partner,
                                             .send_n = count,
                                             .receive_from = partner,
                                             .receive_n = count,
                                             .op = PCOLL_REDUCE};
        }
    }
    return n + pcoll_fold_out(&fold, count, steps + n);
}
