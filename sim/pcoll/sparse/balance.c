/*
 * Data balancing: afterwards each rank holds an equal share of the entries, in the same order.
 *
 * Rank i holds entries [P_i, P_i + c_i) of the whole, counted over ranks; it shall hold those from
 * i/P to (i + 1)/P of it. Ranges that are elsewhere go there, each in one message, all in one
 * round: at most k(P-1)/P entries leave or reach a rank. Cost: up to (P-1) alpha + 2k(P-1)/P beta.
 * From: S. Li, T. Hoefler, PPoPP 2022, section 3.1.2.
 */
#include <stdlib.h>
#include <string.h>

#include "sim/pcoll/sparse/sparse_internal.h"

struct range {
    uint64_t first, end;
};

static struct range common(struct range a, struct range b)
{
    const struct range c = {a.first > b.first ? a.first : b.first, a.end < b.end ? a.end : b.end};
    return c.first < c.end ? c : (struct range){0, 0};
}

static struct range share_of(uint64_t total, int ranks, int rank)
{
    const uint64_t p = (uint64_t)ranks, r = (uint64_t)rank;
    return (struct range){total * r / p, total * (r + 1) / p};
}

struct exchange {
    MPI_Request *requests; /* 2 * ranks */
    int requests_n;
    uint64_t sent, received; /* entries */
    uint32_t messages;
};

static void post(struct pcoll_sparse *s, struct exchange *x, uint64_t total, const uint64_t *prefix)
{
    const int rank = s->world.rank, ranks = s->world.ranks;
    const struct range held = {prefix[rank], prefix[rank + 1]};
    const struct range share = share_of(total, ranks, rank);
    for (int r = 0; r < ranks; r++) {
        const struct range in = common((struct range){prefix[r], prefix[r + 1]}, share);
        const uint64_t n = in.end - in.first;
        if (n == 0)
            continue;
        struct pcoll_entry *to = s->moved.at + (in.first - share.first);
        if (r == rank) {
            memcpy(to, s->region.at + (in.first - held.first), n * sizeof *to);
            continue;
        }
        MPI_Irecv(to, (int)(PCOLL_ENTRY_WORDS * n), MPI_UINT32_T, r, PCOLL_SPARSE_TAG,
                  s->world.comm, &x->requests[x->requests_n++]);
        x->received += n;
    }
    for (int r = 0; r < ranks; r++) {
        const struct range out = common(held, share_of(total, ranks, r));
        const uint64_t n = out.end - out.first;
        if (n == 0 || r == rank)
            continue;
        MPI_Isend(s->region.at + (out.first - held.first), (int)(PCOLL_ENTRY_WORDS * n),
                  MPI_UINT32_T, r, PCOLL_SPARSE_TAG, s->world.comm, &x->requests[x->requests_n++]);
        x->sent += n;
        x->messages++;
    }
}

enum pcoll_status pcoll_sparse_balance(struct pcoll_sparse *s)
{
    const int ranks = s->world.ranks;
    uint64_t *prefix = calloc((size_t)ranks + 1, sizeof *prefix);
    struct exchange x = {.requests = calloc(2 * (size_t)ranks, sizeof(MPI_Request))};
    enum pcoll_status status = prefix && x.requests ? PCOLL_OK : PCOLL_EMEMORY;
    for (int r = 0; r < ranks && status == PCOLL_OK; r++)
        prefix[r + 1] = prefix[r] + s->shares[r];
    const uint64_t total = status == PCOLL_OK ? prefix[ranks] : 0;
    const struct range share = share_of(total, ranks, s->world.rank);
    if (status == PCOLL_OK)
        status = pcoll_entries_reserve(&s->moved, share.end - share.first);
    if (status == PCOLL_OK) {
        s->moved.n = share.end - share.first;
        post(s, &x, total, prefix);
        MPI_Waitall(x.requests_n, x.requests, MPI_STATUSES_IGNORE);
        pcoll_world_account(&s->world, PCOLL_ENTRY_WORDS * x.sent, PCOLL_ENTRY_WORDS * x.received,
                            x.messages);
        for (int r = 0; r < ranks; r++) {
            const struct range theirs = share_of(total, ranks, r);
            s->shares[r] = (uint32_t)(theirs.end - theirs.first);
        }
    }
    free(prefix);
    free(x.requests);
    return status;
}
