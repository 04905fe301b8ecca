/*
 * TopkDSA, the dynamic sparse allreduce of SparCML: each rank's exact top-k is summed by regions of
 * equal size; the sums are gathered as entries, or as dense regions when they have filled in.
 *
 * Rounds: 2(P-1) of sizes and entries (split_reduce.c), 2 ceil(log2 P) of sizes and result. Cost:
 * (P + 2 log P) alpha + [4k(P-1)/P, (2k+n)(P-1)/P] beta, and 2(P-1) words of sizes; exact
 * selection. Residual: all but the own top-k. From: C. Renggli et al., SparCML, SC 2019, and S. Li,
 * T. Hoefler, PPoPP 2022, table 1. The switch is that of the latter's code: dense from 2 (entries
 * of all regions) >= 2n/3 on. Departure: indices travel with their values; empty messages are not
 * sent.
 */
#include <stdlib.h>
#include <string.h>

#include "sim/pcoll/sparse/sparse_internal.h"

static enum pcoll_status gather_dense(struct pcoll_sparse *s)
{
    const uint64_t first = s->boundaries[s->world.rank];
    const size_t own_n = (size_t)(s->boundaries[s->world.rank + 1] - first);
    if (!s->dense)
        s->dense = malloc(((size_t)s->spec.n + 1) * sizeof *s->dense);
    float *own = calloc(own_n + 1, sizeof *own);
    enum pcoll_status status = s->dense && own ? PCOLL_OK : PCOLL_EMEMORY;
    if (status == PCOLL_OK) {
        for (size_t i = 0; i < s->region.n; i++)
            own[s->region.at[i].index - first] = s->region.at[i].value;
        for (int r = 0; r < s->world.ranks; r++)
            s->in_sizes[r] = (uint32_t)(s->boundaries[r + 1] - s->boundaries[r]);
        status = pcoll_world_allgather(&s->world, own, s->in_sizes, s->dense);
    }
    free(own);
    return status;
}

/* The sizes are known: sparse->shares. */
static enum pcoll_status gather(struct pcoll_sparse *s, struct pcoll_sparse_result *result)
{
    uint64_t total = 0;
    for (int r = 0; r < s->world.ranks; r++)
        total += s->shares[r];
    const bool is_dense = total > 0 && 3 * total >= s->spec.n;
    enum pcoll_status status =
        is_dense ? gather_dense(s) : pcoll_sparse_gather_shares(s, &s->region);
    if (status == PCOLL_OK)
        result->sum = is_dense ? pcoll_view_of_dense(s->dense, s->spec.n)
                               : pcoll_view_of_entries(s->all.at, s->all.n, s->spec.n);
    return status;
}

enum pcoll_status pcoll_topkdsa_call(struct pcoll_sparse *s, const struct pcoll_sparse_view *vector,
                                     struct pcoll_sparse_result *result)
{
    struct pcoll_cut cut;
    enum pcoll_status status = pcoll_sparse_select_top(s, vector, &cut);
    if (status == PCOLL_OK)
        status = pcoll_sparse_split_reduce(s);
    pcoll_account_phase(&s->world.account, PCOLL_PHASE_SIZES);
    if (status == PCOLL_OK)
        status = pcoll_world_sizes(&s->world, (uint32_t)s->region.n, s->shares);
    pcoll_account_phase(&s->world.account, PCOLL_PHASE_ALLGATHER);
    if (status == PCOLL_OK)
        status = gather(s, result);
    if (status != PCOLL_OK)
        return status;
    result->reached = s->local.at;
    result->reached_n = s->local.n;
    result->selected = s->local.n;
    result->region = s->region.n;
    result->local_threshold = cut.threshold;
    return PCOLL_OK;
}
