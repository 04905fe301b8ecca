/*
 * Dense allreduce: reduce-scatter, then allgather, for any P in 2 ceil(log2 P) alpha +
 * 2n (P-1)/P beta + n (P-1)/P gamma.
 *
 * Power of two: Rabenseifner's algorithm (schedule/rabenseifner.c). Otherwise the rounds of Bruck's
 * allgather, first backwards, adding, then forwards, copying: each block is summed along a tree
 * with ceil(log2 P) levels. Folding the extra ranks, as is usual with Rabenseifner's algorithm,
 * would send up to 2n more. From: J. L. Traeff, "Optimal, Non-pipelined Reduce-scatter and
 * Allreduce Algorithms", 2024. Each block is summed at one rank and then copied: all ranks end with
 * the same bits.
 */
#include <stdlib.h>
#include <string.h>

#include "sim/pcoll/schedule/schedule.h"
#include "sim/pcoll/sparse/world.h"

static size_t words_of(enum pcoll_type type)
{
    return pcoll_type_bytes(type) / PCOLL_WORD_BYTES;
}

static enum pcoll_status rabenseifner(struct pcoll_world *world, enum pcoll_type type,
                                      uint32_t *values, size_t n, uint32_t *work)
{
    const size_t words = words_of(type);
    struct pcoll_schedule *schedule;
    enum pcoll_status status =
        pcoll_schedule_create(PCOLL_RABENSEIFNER, world->rank, world->ranks, n, &schedule);
    if (status != PCOLL_OK)
        return status;
    for (int i = 0; i < schedule->steps_n; i++) {
        const struct pcoll_step *step = &schedule->steps[i];
        uint32_t *target = values + words * step->receive_first;
        const bool is_copy = step->op == PCOLL_COPY;
        pcoll_world_round(world, values + words * step->send_first, words * step->send_n,
                          step->send_to, is_copy ? target : work, words * step->receive_n,
                          step->receive_from);
        if (!is_copy) {
            pcoll_payload_add(type, target, work, step->receive_n);
            pcoll_world_charge_sum(world, words * step->receive_n);
        }
    }
    pcoll_schedule_destroy(schedule);
    return PCOLL_OK;
}

/* Backwards through the rounds of Bruck's allgather: at the end the first block of @p held, this
   rank's own, is the sum. */
static void scatter_sums(struct pcoll_world *world, enum pcoll_type type, const size_t *offsets,
                         uint32_t *held, uint32_t *incoming)
{
    const int ranks = world->ranks, rank = world->rank;
    int distance = 1;
    while (2 * distance < ranks)
        distance *= 2;
    for (; distance >= 1; distance /= 2) {
        const int n = distance < ranks - distance ? distance : ranks - distance;
        const int to = (rank + distance) % ranks, from = (rank - distance + ranks) % ranks;
        const size_t words = pcoll_world_span(offsets, ranks, rank, n);
        pcoll_world_round(world, held + pcoll_world_span(offsets, ranks, rank, distance),
                          pcoll_world_span(offsets, ranks, to, n), to, incoming, words, from);
        pcoll_payload_add(type, held, incoming, words / words_of(type));
        pcoll_world_charge_sum(world, words);
    }
}

static void copy(uint32_t *to, const uint32_t *from, size_t words)
{
    if (words)
        memcpy(to, from, words * sizeof *to);
}

static enum pcoll_status circulant(struct pcoll_world *world, enum pcoll_type type,
                                   uint32_t *values, size_t n, uint32_t *work)
{
    const size_t ranks = (size_t)world->ranks;
    size_t *offsets = malloc((ranks + 1) * sizeof *offsets);
    if (!offsets)
        return PCOLL_EMEMORY;
    for (size_t r = 0; r <= ranks; r++)
        offsets[r] = words_of(type) * (n / ranks * r + n % ranks * r / ranks);
    const size_t before = offsets[world->rank], behind = offsets[ranks] - before;
    copy(work, values + before, behind);
    copy(work + behind, values, before);
    scatter_sums(world, type, offsets, work, values); /* the values have been copied */
    pcoll_world_bruck(world, offsets, work);
    copy(values + before, work, behind);
    copy(values, work + behind, before);
    free(offsets);
    return PCOLL_OK;
}

enum pcoll_status pcoll_world_sum(struct pcoll_world *world, enum pcoll_type type, void *values,
                                  size_t n, void *work)
{
    if (world->ranks == 1)
        return PCOLL_OK;
    if ((world->ranks & (world->ranks - 1)) == 0)
        return rabenseifner(world, type, values, n, work);
    return circulant(world, type, values, n, work);
}
