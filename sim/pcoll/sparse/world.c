#include "sim/pcoll/sparse/world.h"

#include <math.h>

void pcoll_world_account(struct pcoll_world *world, uint64_t sent, uint64_t received,
                         uint32_t messages)
{
    const uint64_t staged = sent > received ? sent : received;
    pcoll_account_round(&world->account, sent, received, messages);
    pcoll_host_charge(world->host,
                      world->costs.staging_s_per_byte * PCOLL_WORD_BYTES * (double)staged);
}

void pcoll_world_round(struct pcoll_world *world, const void *send, size_t send_words, int to,
                       void *receive, size_t receive_words, int from)
{
    if (send_words == 0)
        to = MPI_PROC_NULL;
    if (receive_words == 0)
        from = MPI_PROC_NULL;
    if (to != MPI_PROC_NULL || from != MPI_PROC_NULL)
        MPI_Sendrecv(send, (int)send_words, MPI_UINT32_T, to, PCOLL_SPARSE_TAG, receive,
                     (int)receive_words, MPI_UINT32_T, from, PCOLL_SPARSE_TAG, world->comm,
                     MPI_STATUS_IGNORE);
    pcoll_world_account(world, send_words, receive_words, to != MPI_PROC_NULL);
}

void pcoll_world_charge_sum(struct pcoll_world *world, uint64_t words)
{
    pcoll_host_charge(world->host,
                      world->costs.reduce_s_per_byte * PCOLL_WORD_BYTES * (double)words);
}

void pcoll_world_charge_scan(struct pcoll_world *world, uint64_t n)
{
    pcoll_host_charge(world->host, world->costs.scan_s_per_element * (double)n);
}

double pcoll_sparse_top_s(const struct pcoll_sparse_costs *costs, uint64_t n)
{
    return n > 1 ? costs->select_s_per_element * log2((double)n) * (double)n : 0;
}

void pcoll_world_charge_top(struct pcoll_world *world, uint64_t n)
{
    pcoll_host_charge(world->host, pcoll_sparse_top_s(&world->costs, n));
}
