/*
 * Ring allreduce: reduce-scatter around the ring, then allgather around it.
 * Cost: 2(p-1) alpha + 2 n (p-1)/p beta + n (p-1)/p gamma.
 * Any p >= 1; the count may be smaller than p: empty blocks are still sent, they carry the round.
 * Each block is summed along one path and then copied: all ranks end with the same bits.
 * From: P. Patarasuk, X. Yuan, "Bandwidth optimal all-reduce algorithms for clusters of
 * workstations", JPDC 69(2), 2009, section 4.
 */
#include "sim/pcoll/schedule/algorithms.h"
#include "sim/pcoll/schedule/blocks.h"

int pcoll_ring_steps_max(int ranks)
{
    return 2 * (ranks - 1);
}

static int wrap(int block, int ranks)
{
    return ((block % ranks) + ranks) % ranks;
}

static struct pcoll_step ring_step(int rank, int ranks, size_t count, int send, int receive,
                                   enum pcoll_step_op op)
{
    int out = wrap(send, ranks), in = wrap(receive, ranks);
    return (struct pcoll_step){.send_to = wrap(rank + 1, ranks),
                               .send_first = pcoll_block_first(count, ranks, out),
                               .send_n = pcoll_block_n(count, ranks, out),
                               .receive_from = wrap(rank - 1, ranks),
                               .receive_first = pcoll_block_first(count, ranks, in),
                               .receive_n = pcoll_block_n(count, ranks, in),
                               .op = op};
}

int pcoll_ring_build(int rank, int ranks, size_t count, struct pcoll_step *steps)
{
    int n = 0;
    for (int s = 0; s < ranks - 1; s++)
        steps[n++] = ring_step(rank, ranks, count, rank - s, rank - s - 1, PCOLL_REDUCE_OWN);
    for (int s = 0; s < ranks - 1; s++)
        steps[n++] = ring_step(rank, ranks, count, rank + 1 - s, rank - s, PCOLL_COPY);
    return n;
}
