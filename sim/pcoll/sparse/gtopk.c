/*
 * gTopk: a binomial tree reduces the ranks' exact top-k; each node keeps the k largest of what it
 * has and what it receives; rank 0's go to all ranks by a binomial broadcast.
 *
 * Rounds: 2 ceil(log2 P). Cost: 2(log P) alpha + 4k(log P) beta for any P with the logarithm
 * rounded up; an exact selection among n elements and one among up to 2k in each round of the
 * reduction. From: S. Shi et al., "A Distributed Synchronous SGD Algorithm with Global Top-k
 * Sparsification for Low Bandwidth Networks", ICDCS 2019, as compared with by S. Li, T. Hoefler,
 * PPoPP 2022.
 *
 * Departures. Any P: a rank without a partner passes a round over. Residual: the published code
 * returns to a rank those of its entries whose index is not in the result; a partial sum that a
 * node cut is lost when another rank's entry of the same index survives. Here the node that cuts a
 * partial sum keeps it in its own residual, so that nothing is lost. Messages are 8 bytes an entry,
 * where numpy's promotion makes the published code send 16. No barrier between rounds.
 */
#include "sim/pcoll/sparse/sparse_internal.h"

/* Receive at most k entries into sparse->all: their number comes with them. */
static enum pcoll_status receive(struct pcoll_sparse *s, int from)
{
    enum pcoll_status status = pcoll_entries_reserve(&s->all, s->spec.k);
    if (status != PCOLL_OK)
        return status;
    MPI_Status received;
    int words;
    MPI_Recv(s->all.at, (int)(PCOLL_ENTRY_WORDS * s->spec.k), MPI_UINT32_T, from, PCOLL_SPARSE_TAG,
             s->world.comm, &received);
    MPI_Get_count(&received, MPI_UINT32_T, &words);
    s->all.n = (size_t)words / PCOLL_ENTRY_WORDS;
    pcoll_world_account(&s->world, 0, (uint64_t)words, 0);
    return PCOLL_OK;
}

static void send(struct pcoll_sparse *s, int to)
{
    const size_t words = PCOLL_ENTRY_WORDS * s->sum.n;
    MPI_Send(s->sum.at, (int)words, MPI_UINT32_T, to, PCOLL_SPARSE_TAG, s->world.comm);
    pcoll_world_account(&s->world, words, 0, 1);
}

/* What the cut leaves of sparse->moved goes to sum, the rest to returned. */
static enum pcoll_status split(struct pcoll_sparse *s)
{
    const struct pcoll_sparse_view merged =
        pcoll_view_of_entries(s->moved.at, s->moved.n, s->spec.n);
    const struct pcoll_cut cut = pcoll_select_cut(&merged, s->spec.k);
    pcoll_world_charge_top(&s->world, s->moved.n);
    enum pcoll_status status = pcoll_select_top(&merged, &cut, &s->sum);
    if (status != PCOLL_OK)
        return status;
    /* Sums to 0 are cut, too, and nothing is lost with them. */
    size_t rest_n = 0, kept = 0;
    for (size_t i = 0; i < s->moved.n; i++) {
        if (kept < s->sum.n && s->sum.at[kept].index == s->moved.at[i].index)
            kept++;
        else
            s->moved.at[rest_n++] = s->moved.at[i];
    }
    status = pcoll_entries_reserve(&s->region, s->returned.n + rest_n);
    if (status != PCOLL_OK)
        return status;
    s->region.n =
        pcoll_entries_add(s->returned.at, s->returned.n, s->moved.at, rest_n, s->region.at);
    const struct pcoll_entries old = s->returned;
    s->returned = s->region;
    s->region = old;
    return PCOLL_OK;
}

static enum pcoll_status merge(struct pcoll_sparse *s, int from)
{
    enum pcoll_status status = receive(s, from);
    if (status == PCOLL_OK)
        status = pcoll_entries_reserve(&s->moved, s->sum.n + s->all.n);
    if (status != PCOLL_OK)
        return status;
    s->moved.n = pcoll_entries_add(s->sum.at, s->sum.n, s->all.at, s->all.n, s->moved.at);
    pcoll_world_charge_sum(&s->world, PCOLL_ENTRY_WORDS * s->all.n);
    return split(s);
}

static enum pcoll_status reduce(struct pcoll_sparse *s)
{
    const int rank = s->world.rank, ranks = s->world.ranks;
    enum pcoll_status status = PCOLL_OK;
    bool has_sent = false;
    for (int distance = 1; distance < ranks && status == PCOLL_OK; distance *= 2) {
        if (!has_sent && rank & distance) {
            send(s, rank - distance);
            has_sent = true;
        } else if (!has_sent && rank + distance < ranks) {
            status = merge(s, rank + distance);
        } else {
            pcoll_world_account(&s->world, 0, 0, 0); /* nothing in this round */
        }
    }
    return status;
}

static enum pcoll_status broadcast(struct pcoll_sparse *s)
{
    const int rank = s->world.rank, ranks = s->world.ranks;
    enum pcoll_status status = PCOLL_OK;
    int highest = 1;
    while (highest < ranks)
        highest *= 2;
    for (int distance = highest / 2; distance >= 1 && status == PCOLL_OK; distance /= 2) {
        if (rank % (2 * distance) == 0 && rank + distance < ranks) {
            send(s, rank + distance);
        } else if (rank % (2 * distance) == distance) {
            status = receive(s, rank - distance);
            const struct pcoll_entries old = s->sum;
            s->sum = s->all;
            s->all = old;
        } else {
            pcoll_world_account(&s->world, 0, 0, 0);
        }
    }
    return status;
}

enum pcoll_status pcoll_gtopk_call(struct pcoll_sparse *s, const struct pcoll_sparse_view *vector,
                                   struct pcoll_sparse_result *result)
{
    struct pcoll_cut cut;
    s->returned.n = 0;
    enum pcoll_status status = pcoll_sparse_select_top(s, vector, &cut);
    if (status == PCOLL_OK)
        status = pcoll_select_top(vector, &cut, &s->sum);
    pcoll_account_phase(&s->world.account, PCOLL_PHASE_REDUCE);
    if (status == PCOLL_OK)
        status = reduce(s);
    pcoll_account_phase(&s->world.account, PCOLL_PHASE_ALLGATHER);
    if (status == PCOLL_OK)
        status = broadcast(s);
    if (status != PCOLL_OK)
        return status;
    result->sum = pcoll_view_of_entries(s->sum.at, s->sum.n, s->spec.n);
    result->reached = s->local.at;
    result->reached_n = s->local.n;
    result->returned = s->returned.at;
    result->returned_n = s->returned.n;
    result->selected = s->local.n;
    result->local_threshold = cut.threshold;
    return PCOLL_OK;
}
