/*
 * Ok-Topk: each rank's selection is summed by regions that hold equal parts of it; of the sums only
 * those that reach the global threshold, about k, are evened out between ranks and gathered.
 *
 * Call t, by phases:
 *   select      t mod tau' = 0: exact top-k, its k-th magnitude is the local threshold from now on;
 *               else what reaches the threshold: one comparison an element
 *   boundaries  t mod tau = 0: each rank cuts its selection into P parts of equal number; the
 *               boundaries are averaged over ranks: 2 ceil(log2 P) rounds, 4(P-1)^2/P words
 *   reduce      split_reduce.c: up to 2k(P-1)/P words, and P - 1 of sizes
 *   threshold   t mod tau' = 0: all sums are gathered, up to 2 min(kP, n)(P-1)/P words; their exact
 *               top-k is the result, its k-th magnitude the global threshold from now on
 *   balance     else: sums that reach the threshold, evened out (balance.c): up to 2k(P-1)/P words
 *   allgather   else: 2k(P-1)/P words, and P - 1 of sizes
 * Cost of a call without new thresholds: (2P + 2 log P) alpha + [2k(P-1)/P, 6k(P-1)/P] beta, where
 * k is the largest number that a rank selects or that is gathered. Residual: all but those of the
 * own selection whose index is in the result. From: S. Li, T. Hoefler, "Near-Optimal Sparse
 * Allreduce for Distributed Deep Learning", PPoPP 2022, algorithms 1 and 2. Keeping the numbers
 * near k between exact thresholds is the published code's (adaptation.c).
 *
 * Departures. What is at a threshold is selected: the published code drops the k-th element itself.
 * A call with new thresholds takes exactly k, ties by index. A threshold of 0 (fewer than k
 * elements that differ from zero) is not used again: it would select everything. k = n needs no
 * threshold. Sums of boundaries have 64 bits.
 */
#include <stdlib.h>

#include "sim/pcoll/sparse/sparse_internal.h"

static bool selects_all(const struct pcoll_sparse *s)
{
    return s->spec.k == s->spec.n;
}

/* ---- local selection --------------------------------------------------------------------------
 */

static enum pcoll_status select_reaching(struct pcoll_sparse *s,
                                         const struct pcoll_sparse_view *vector)
{
    const struct pcoll_adaptation_row *row = pcoll_adaptation_row(s->spec.adaptation);
    const double k = s->spec.k;
    for (int i = 0; i < row->cap_steps; i++) {
        const double count = (double)pcoll_select_count(vector, s->local_threshold);
        pcoll_world_charge_scan(&s->world, s->spec.n);
        if (count <= row->cap * k)
            break;
        s->local_threshold = (float)((double)s->local_threshold * row->cap_raise);
    }
    pcoll_world_charge_scan(&s->world, s->spec.n);
    return pcoll_select_reaching(vector, s->local_threshold, &s->local);
}

static enum pcoll_status select_local(struct pcoll_sparse *s,
                                      const struct pcoll_sparse_view *vector,
                                      struct pcoll_sparse_result *result)
{
    enum pcoll_status status;
    if (selects_all(s)) {
        s->local_threshold = 0;
        pcoll_world_charge_scan(&s->world, s->spec.n);
        status = pcoll_select_reaching(vector, 0, &s->local);
    } else if (result->is_fresh || s->local_threshold == 0) {
        struct pcoll_cut cut;
        status = pcoll_sparse_select_top(s, vector, &cut);
        s->local_threshold = cut.threshold;
    } else {
        status = select_reaching(s, vector);
    }
    result->local_threshold = s->local_threshold;
    result->selected = s->local.n;
    return status;
}

/* ---- regions ----------------------------------------------------------------------------------
 */

/* Where this rank would have the boundaries: behind each 1/P of its selection. */
static void propose(const struct pcoll_sparse *s, int64_t *boundaries)
{
    const uint64_t ranks = (uint64_t)s->world.ranks;
    for (uint64_t r = 1; r < ranks; r++) {
        const size_t place = (size_t)(s->local.n * r / ranks);
        boundaries[r - 1] =
            s->local.n ? (int64_t)s->local.at[place].index : (int64_t)(s->spec.n * r / ranks);
    }
}

static enum pcoll_status repartition(struct pcoll_sparse *s)
{
    const size_t n = (size_t)s->world.ranks - 1;
    int64_t *boundaries = malloc((2 * n + 1) * sizeof *boundaries);
    if (!boundaries)
        return PCOLL_EMEMORY;
    pcoll_account_phase(&s->world.account, PCOLL_PHASE_BOUNDARIES);
    propose(s, boundaries);
    enum pcoll_status status =
        pcoll_world_sum(&s->world, PCOLL_INT64, boundaries, n, boundaries + n);
    for (size_t r = 1; r <= n; r++)
        s->boundaries[r] = (uint64_t)boundaries[r - 1] / (uint64_t)s->world.ranks;
    free(boundaries);
    return status;
}

/* ---- the global selection ---------------------------------------------------------------------
 */

static enum pcoll_status gather_all_sums(struct pcoll_sparse *s)
{
    enum pcoll_status status = pcoll_sparse_gather(s, &s->region, PCOLL_PHASE_THRESHOLD);
    if (status != PCOLL_OK)
        return status;
    const struct pcoll_sparse_view sums = pcoll_view_of_entries(s->all.at, s->all.n, s->spec.n);
    const struct pcoll_cut cut = pcoll_select_cut(&sums, s->spec.k);
    pcoll_world_charge_top(&s->world, s->all.n);
    s->global_threshold = cut.threshold;
    return pcoll_select_top(&sums, &cut, &s->sum);
}

static enum pcoll_status gather_reaching(struct pcoll_sparse *s)
{
    const struct pcoll_sparse_view sums =
        pcoll_view_of_entries(s->region.at, s->region.n, s->spec.n);
    pcoll_world_charge_scan(&s->world, s->region.n);
    enum pcoll_status status = pcoll_select_reaching(&sums, s->global_threshold, &s->moved);
    const struct pcoll_entries old = s->region;
    s->region = s->moved;
    s->moved = old;
    pcoll_account_phase(&s->world.account, PCOLL_PHASE_SIZES);
    if (status == PCOLL_OK)
        status = pcoll_world_sizes(&s->world, (uint32_t)s->region.n, s->shares);
    const struct pcoll_entries *own = &s->region;
    if (s->spec.balancing && status == PCOLL_OK) {
        pcoll_account_phase(&s->world.account, PCOLL_PHASE_BALANCE);
        status = pcoll_sparse_balance(s);
        own = &s->moved;
    }
    pcoll_account_phase(&s->world.account, PCOLL_PHASE_ALLGATHER);
    if (status == PCOLL_OK)
        status = pcoll_sparse_gather_shares(s, own);
    const struct pcoll_entries sum = s->sum;
    s->sum = s->all;
    s->all = sum;
    return status;
}

/* Thresholds for the next call. */
static void nudge(struct pcoll_sparse *s)
{
    const struct pcoll_adaptation_row *row = pcoll_adaptation_row(s->spec.adaptation);
    const double k = s->spec.k;
    s->local_threshold = pcoll_nudged(s->local_threshold, (double)s->local.n, k, &row->local);
    s->global_threshold = pcoll_nudged(s->global_threshold, (double)s->sum.n, k, &row->global);
}

static enum pcoll_status select_global(struct pcoll_sparse *s, struct pcoll_sparse_result *result)
{
    const bool is_exact = result->is_fresh || s->global_threshold == 0;
    if (selects_all(s)) {
        s->global_threshold = 0;
        return gather_reaching(s);
    }
    return is_exact ? gather_all_sums(s) : gather_reaching(s);
}

enum pcoll_status pcoll_oktopk_call(struct pcoll_sparse *s, const struct pcoll_sparse_view *vector,
                                    struct pcoll_sparse_result *result)
{
    result->is_fresh = s->step % s->spec.threshold_period == 0;
    enum pcoll_status status = select_local(s, vector, result);
    if (s->spec.repartition && s->step % s->spec.region_period == 0 && status == PCOLL_OK)
        status = repartition(s);
    if (status == PCOLL_OK)
        status = pcoll_sparse_split_reduce(s);
    result->region = s->region.n;
    if (status == PCOLL_OK)
        status = select_global(s, result);
    if (status != PCOLL_OK)
        return status;
    result->global_threshold = s->global_threshold;
    result->sum = pcoll_view_of_entries(s->sum.at, s->sum.n, s->spec.n);
    if (!selects_all(s))
        nudge(s);
    s->local.n = pcoll_entries_intersect(s->local.at, s->local.n, s->sum.at, s->sum.n, s->local.at);
    result->reached = s->local.at;
    result->reached_n = s->local.n;
    return PCOLL_OK;
}
