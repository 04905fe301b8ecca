/*
 * Allgather of blocks whose lengths all ranks know.
 *
 * Power of two: recursive doubling; in round j a rank exchanges all it has with rank xor 2^j.
 * Otherwise Bruck: in round j rank r gets min(2^j, P - 2^j) blocks from rank r + 2^j and gives as
 * many to rank r - 2^j. Cost of both, blocks of w words: ceil(log2 P) alpha + (P - 1) w beta.
 * From: R. Thakur, R. Rabenseifner, W. Gropp, IJHPCA 19(1), 2005, section 4.1.
 */
#include <stdlib.h>
#include <string.h>

#include "sim/pcoll/sparse/world.h"

size_t pcoll_world_span(const size_t *offsets, int ranks, int first, int n)
{
    const int end = first + n;
    if (end <= ranks)
        return offsets[end] - offsets[first];
    return offsets[ranks] - offsets[first] + offsets[end - ranks];
}

static void double_recursively(struct pcoll_world *world, const size_t *offsets, uint32_t *all)
{
    for (int distance = 1; distance < world->ranks; distance *= 2) {
        const int partner = world->rank ^ distance;
        const int mine = world->rank & ~(distance - 1), theirs = partner & ~(distance - 1);
        pcoll_world_round(world, all + offsets[mine],
                          pcoll_world_span(offsets, world->ranks, mine, distance), partner,
                          all + offsets[theirs],
                          pcoll_world_span(offsets, world->ranks, theirs, distance), partner);
    }
}

void pcoll_world_bruck(struct pcoll_world *world, const size_t *offsets, uint32_t *held)
{
    const int ranks = world->ranks, rank = world->rank;
    for (int distance = 1; distance < ranks; distance *= 2) {
        const int n = distance < ranks - distance ? distance : ranks - distance;
        const int to = (rank - distance + ranks) % ranks, from = (rank + distance) % ranks;
        pcoll_world_round(world, held, pcoll_world_span(offsets, ranks, rank, n), to,
                          held + pcoll_world_span(offsets, ranks, rank, distance),
                          pcoll_world_span(offsets, ranks, from, n), from);
    }
}

static void copy(uint32_t *to, const uint32_t *from, size_t words)
{
    if (words)
        memcpy(to, from, words * sizeof *to);
}

enum pcoll_status pcoll_world_allgather(struct pcoll_world *world, const void *own,
                                        const uint32_t *words, void *all)
{
    const int ranks = world->ranks, rank = world->rank;
    size_t *offsets = calloc((size_t)ranks + 1, sizeof *offsets);
    if (!offsets)
        return PCOLL_EMEMORY;
    for (int r = 0; r < ranks; r++)
        offsets[r + 1] = offsets[r] + words[r];
    if ((ranks & (ranks - 1)) == 0) {
        copy((uint32_t *)all + offsets[rank], own, words[rank]);
        double_recursively(world, offsets, all);
    } else {
        uint32_t *held = malloc((offsets[ranks] + 1) * sizeof *held);
        if (!held) {
            free(offsets);
            return PCOLL_EMEMORY;
        }
        const size_t behind = offsets[ranks] - offsets[rank]; /* of this rank to the last */
        copy(held, own, words[rank]);
        pcoll_world_bruck(world, offsets, held);
        copy((uint32_t *)all + offsets[rank], held, behind);
        copy(all, held + behind, offsets[rank]);
        free(held);
    }
    free(offsets);
    return PCOLL_OK;
}

enum pcoll_status pcoll_world_sizes(struct pcoll_world *world, uint32_t own, uint32_t *sizes)
{
    uint32_t *ones = malloc((size_t)world->ranks * sizeof *ones);
    if (!ones)
        return PCOLL_EMEMORY;
    for (int r = 0; r < world->ranks; r++)
        ones[r] = 1;
    enum pcoll_status status = pcoll_world_allgather(world, &own, ones, sizes);
    free(ones);
    return status;
}

void pcoll_world_exchange_sizes(struct pcoll_world *world, const uint32_t *to_each,
                                uint32_t *from_each)
{
    from_each[world->rank] = to_each[world->rank];
    for (int distance = 1; distance < world->ranks; distance++) {
        const int to = (world->rank + distance) % world->ranks;
        const int from = (world->rank - distance + world->ranks) % world->ranks;
        pcoll_world_round(world, &to_each[to], 1, to, &from_each[from], 1, from);
    }
}
