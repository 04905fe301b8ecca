/*
 * Split and reduce: each rank owns a region of the index space and sums what all ranks selected in
 * it.
 *
 * Rounds: P - 1 of sizes (one word each), then P - 1 of entries: in round d rank i sends to rank
 * i + d and receives from rank i - d, so that no two ranks send to the same one. Rounds are in
 * buckets: the sum of what one bucket brought overlaps the messages of the next. Cost:
 * 2(P-1) alpha + 2k(P-1)/P beta when regions hold equal parts of every rank's selection.
 * From: S. Li, T. Hoefler, PPoPP 2022, section 3.1.1 (there without the sizes; the published code
 * sends them first, too).
 */
#include <stdlib.h>

#include "sim/pcoll/sparse/sparse_internal.h"

static void cut(struct pcoll_sparse *s)
{
    for (int r = 0; r <= s->world.ranks; r++)
        s->cuts[r] = pcoll_entries_below(s->local.at, s->local.n, s->boundaries[r]);
    for (int r = 0; r < s->world.ranks; r++)
        s->out_sizes[r] = (uint32_t)(s->cuts[r + 1] - s->cuts[r]);
}

/* Rounds [first, end) that are under way together. */
struct bucket {
    int first, end, requests_n;
    MPI_Request *requests;
    struct pcoll_entries *received; /* blocks one after the other, in the order of rounds */
};

static enum pcoll_status post(struct pcoll_sparse *s, struct bucket *b)
{
    const int rank = s->world.rank, ranks = s->world.ranks;
    size_t n = 0;
    for (int d = b->first; d < b->end; d++)
        n += s->in_sizes[(rank - d + ranks) % ranks];
    enum pcoll_status status = pcoll_entries_reserve(b->received, n);
    if (status != PCOLL_OK)
        return status;
    b->received->n = 0;
    b->requests_n = 0;
    for (int d = b->first; d < b->end; d++) {
        const int from = (rank - d + ranks) % ranks;
        if (s->in_sizes[from])
            MPI_Irecv(b->received->at + b->received->n,
                      (int)(PCOLL_ENTRY_WORDS * s->in_sizes[from]), MPI_UINT32_T, from,
                      PCOLL_SPARSE_TAG, s->world.comm, &b->requests[b->requests_n++]);
        b->received->n += s->in_sizes[from];
    }
    for (int d = b->first; d < b->end; d++) {
        const int to = (rank + d) % ranks;
        if (s->out_sizes[to])
            MPI_Isend(s->local.at + s->cuts[to], (int)(PCOLL_ENTRY_WORDS * s->out_sizes[to]),
                      MPI_UINT32_T, to, PCOLL_SPARSE_TAG, s->world.comm,
                      &b->requests[b->requests_n++]);
    }
    return PCOLL_OK;
}

static void complete(struct pcoll_sparse *s, struct bucket *b)
{
    const int rank = s->world.rank, ranks = s->world.ranks;
    MPI_Waitall(b->requests_n, b->requests, MPI_STATUSES_IGNORE);
    for (int d = b->first; d < b->end; d++) {
        const uint64_t sent = s->out_sizes[(rank + d) % ranks];
        const uint64_t received = s->in_sizes[(rank - d + ranks) % ranks];
        pcoll_world_account(&s->world, PCOLL_ENTRY_WORDS * sent, PCOLL_ENTRY_WORDS * received,
                            sent > 0);
    }
}

static enum pcoll_status add(struct pcoll_sparse *s, const struct bucket *b)
{
    const int rank = s->world.rank, ranks = s->world.ranks;
    const struct pcoll_entry *block = b->received->at;
    enum pcoll_status status = PCOLL_OK;
    for (int d = b->first; d < b->end && status == PCOLL_OK; d++) {
        const size_t n = s->in_sizes[(rank - d + ranks) % ranks];
        status = pcoll_ladder_push(&s->ladder, block, n);
        block += n;
    }
    pcoll_world_charge_sum(&s->world, PCOLL_ENTRY_WORDS * b->received->n);
    return status;
}

/* The bucket of the own block holds one message fewer, as in the published code. */
static enum pcoll_status run_buckets(struct pcoll_sparse *s, MPI_Request *requests)
{
    const int ranks = s->world.ranks, size = s->spec.bucket < ranks ? s->spec.bucket : ranks;
    struct bucket before = {.received = NULL};
    enum pcoll_status status = PCOLL_OK;
    for (int first = 0; first < ranks && status == PCOLL_OK; first += size) {
        const int end = size < ranks - first ? first + size : ranks;
        struct bucket b = {.first = first > 0 ? first : 1,
                           .end = end,
                           .requests = requests,
                           .received = &s->receiving[first / size % 2]};
        status = post(s, &b);
        if (status != PCOLL_OK)
            break;
        status = before.received
                     ? add(s, &before)
                     : pcoll_ladder_push(&s->ladder, s->local.at + s->cuts[s->world.rank],
                                         s->out_sizes[s->world.rank]);
        complete(s, &b);
        before = b;
    }
    return status == PCOLL_OK ? add(s, &before) : status;
}

enum pcoll_status pcoll_sparse_split_reduce(struct pcoll_sparse *s)
{
    const size_t requests_max = 2 * (size_t)s->spec.bucket;
    MPI_Request *requests = malloc(requests_max * sizeof(MPI_Request));
    if (!requests)
        return PCOLL_EMEMORY;
    cut(s);
    pcoll_account_phase(&s->world.account, PCOLL_PHASE_SIZES);
    pcoll_world_exchange_sizes(&s->world, s->out_sizes, s->in_sizes);
    pcoll_account_phase(&s->world.account, PCOLL_PHASE_REDUCE);
    enum pcoll_status status = run_buckets(s, requests);
    free(requests);
    if (status == PCOLL_OK)
        status = pcoll_ladder_sum(&s->ladder, &s->region);
    return status;
}
