/*
 * TopkA: each rank's exact top-k is gathered on all ranks, and each rank adds them up.
 *
 * Rounds: ceil(log2 P), and as many for the sizes. Cost: (log P) alpha + 2k(P-1) beta, and P - 1
 * words of sizes; exact selection. Residual: all but the own top-k.
 * From: S. Li, T. Hoefler, "Near-Optimal Sparse Allreduce for Distributed Deep Learning", PPoPP
 * 2022, table 1 (algorithm of C. Renggli et al., SparCML, SC 2019).
 * Departure: the published code sends exactly k pairs in two fixed-size allgathers; here sizes go
 * first, so that a rank with fewer than k elements that differ from zero pads nothing, and indices
 * travel with their values.
 */
#include "sim/pcoll/sparse/sparse_internal.h"

enum pcoll_status pcoll_topka_call(struct pcoll_sparse *s, const struct pcoll_sparse_view *vector,
                                   struct pcoll_sparse_result *result)
{
    struct pcoll_cut cut;
    enum pcoll_status status = pcoll_sparse_select_top(s, vector, &cut);
    if (status == PCOLL_OK)
        status = pcoll_sparse_gather_sum(s);
    if (status != PCOLL_OK)
        return status;
    result->sum = pcoll_view_of_entries(s->sum.at, s->sum.n, s->spec.n);
    result->reached = s->local.at;
    result->reached_n = s->local.n;
    result->selected = s->local.n;
    result->local_threshold = cut.threshold;
    return PCOLL_OK;
}
