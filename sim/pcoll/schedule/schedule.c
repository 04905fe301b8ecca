/*
 * The table of schedules, and what all of them share: allocation and the receive channels.
 */
#include "sim/pcoll/schedule/schedule.h"

#include <stdbool.h>
#include <stdlib.h>

#include "sim/pcoll/schedule/algorithms.h"

const struct pcoll_schedule_row *pcoll_schedules(void)
{
    static const struct pcoll_schedule_row rows[] = {
        {PCOLL_RECURSIVE_DOUBLING, "recursive-doubling",
         "whole vector in log2 P exchanges; the schedule of the eager-SGD paper",
         pcoll_recursive_doubling_steps_max, pcoll_recursive_doubling_build},
        {PCOLL_RING, "ring", "reduce-scatter and allgather around a ring, 2(P-1) steps of n/P",
         pcoll_ring_steps_max, pcoll_ring_build},
        {PCOLL_RABENSEIFNER, "rabenseifner",
         "reduce-scatter by recursive halving, allgather by recursive doubling",
         pcoll_rabenseifner_steps_max, pcoll_rabenseifner_build},
        {PCOLL_SCHEDULE_LAST, NULL, NULL, NULL, NULL},
    };
    return rows;
}

/* Index of @p rank in @p seen, added to it if new. Linear in the number of different ranks: every
   schedule talks to few ranks (log P) or to a single one (ring). */
static int index_of(int rank, int *seen, int *seen_n)
{
    int i = 0;
    while (i < *seen_n && seen[i] != rank)
        i++;
    if (i == *seen_n)
        seen[(*seen_n)++] = rank;
    return i;
}

/* Number the senders in the order in which they first occur, and the blocks of each pair. */
static void number_blocks(struct pcoll_schedule *s, int *receivers, int *sent_n)
{
    int receivers_n = 0;
    for (int i = 0; i < s->steps_n; i++) {
        struct pcoll_step *step = &s->steps[i];
        step->channel = -1;
        if (step->receive_from != PCOLL_NOBODY) {
            step->channel = index_of(step->receive_from, s->senders, &s->channels_n);
            step->receive_number = s->blocks_n[step->channel]++;
        }
        if (step->send_to != PCOLL_NOBODY)
            step->send_number = sent_n[index_of(step->send_to, receivers, &receivers_n)]++;
    }
}

enum pcoll_status pcoll_schedule_create(enum pcoll_schedule_kind kind, int rank, int ranks,
                                        size_t count, struct pcoll_schedule **schedule)
{
    static const struct pcoll_schedule_row allgather = {
        PCOLL_ALLGATHER, "allgather", "blocks of all ranks, by doubling", pcoll_allgather_steps_max,
        pcoll_allgather_build};
    const bool is_sum = (unsigned)kind < PCOLL_SCHEDULE_LAST;
    if ((!is_sum && kind != PCOLL_ALLGATHER) || ranks < 1 || rank < 0 || rank >= ranks)
        return PCOLL_EARGUMENT;
    const struct pcoll_schedule_row *row = is_sum ? &pcoll_schedules()[kind] : &allgather;
    size_t steps_max = (size_t)row->steps_max(ranks);

    struct pcoll_schedule *s = calloc(1, sizeof *s);
    if (!s)
        return PCOLL_EMEMORY;
    s->rank = rank;
    s->ranks = ranks;
    s->count = count;
    s->steps = calloc(steps_max + 1, sizeof *s->steps); /* never of size 0 */
    s->senders = calloc(steps_max + 1, sizeof *s->senders);
    s->blocks_n = calloc(steps_max + 1, sizeof *s->blocks_n);
    int *scratch = calloc(2 * (steps_max + 1), sizeof *scratch);
    if (!s->steps || !s->senders || !s->blocks_n || !scratch) {
        free(scratch);
        pcoll_schedule_destroy(s);
        return PCOLL_EMEMORY;
    }
    s->steps_n = row->build(rank, ranks, count, s->steps);
    number_blocks(s, scratch, scratch + steps_max + 1);
    free(scratch);
    *schedule = s;
    return PCOLL_OK;
}

void pcoll_schedule_destroy(struct pcoll_schedule *schedule)
{
    if (!schedule)
        return;
    free(schedule->blocks_n);
    free(schedule->senders);
    free(schedule->steps);
    free(schedule);
}
