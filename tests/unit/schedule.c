/*
 * Schedules without communication: every rank's table is run by a simulator of matched steps, for
 * every number of ranks up to 70 and counts around it. Sums are exact integers; ranges are checked.
 */
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include "sim/pcoll/schedule/blocks.h"
#include "sim/pcoll/schedule/schedule.h"

#define RANKS_MAX 70

struct run {
    int ranks;
    size_t count;
    struct pcoll_schedule *schedules[RANKS_MAX];
    int at[RANKS_MAX];    /* step of each rank */
    bool sent[RANKS_MAX]; /* its block is in flight */
    long *values;         /* ranks x count */
    long *flight;         /* ranks x count, the block as it was when sent */
    int flight_n[RANKS_MAX];
    size_t words; /* elements sent, all ranks */
};

static long *of(long *all, const struct run *run, int rank)
{
    return all + (size_t)rank * run->count;
}

/* Has the sender of this step put its block in flight for us? */
static bool block_is_there(const struct run *run, int rank, const struct pcoll_step *step)
{
    int s = step->receive_from;
    if (!run->sent[s] || run->at[s] >= run->schedules[s]->steps_n)
        return false;
    const struct pcoll_step *out = &run->schedules[s]->steps[run->at[s]];
    return out->send_to == rank && out->send_number == step->receive_number;
}

/* One pass over all ranks: send what can be sent, finish steps whose block is there and whose own
   block has been read. @return true if anything happened */
static bool pass(struct run *run)
{
    bool moved = false;
    static bool read_by_receiver[RANKS_MAX];
    memset(read_by_receiver, 0, sizeof read_by_receiver);
    for (int r = 0; r < run->ranks; r++) {
        if (run->at[r] == run->schedules[r]->steps_n || run->sent[r])
            continue;
        const struct pcoll_step *step = &run->schedules[r]->steps[run->at[r]];
        if (step->send_to != PCOLL_NOBODY) {
            memcpy(of(run->flight, run, r), of(run->values, run, r) + step->send_first,
                   step->send_n * sizeof(long));
            run->words += step->send_n;
        }
        run->sent[r] = true;
        moved = true;
    }
    static bool done[RANKS_MAX];
    for (int r = 0; r < run->ranks; r++) {
        done[r] = false;
        if (run->at[r] == run->schedules[r]->steps_n)
            continue;
        const struct pcoll_step *step = &run->schedules[r]->steps[run->at[r]];
        bool receiver_ready = true;
        if (step->send_to != PCOLL_NOBODY) {
            const int to = step->send_to;
            receiver_ready = run->at[to] < run->schedules[to]->steps_n;
            if (receiver_ready) {
                const struct pcoll_step *in = &run->schedules[to]->steps[run->at[to]];
                receiver_ready = in->receive_from == r && in->receive_number == step->send_number;
                if (receiver_ready)
                    cr_assert(eq(sz, in->receive_n, step->send_n), "block sizes of a pair differ");
            }
        }
        done[r] =
            receiver_ready && (step->receive_from == PCOLL_NOBODY || block_is_there(run, r, step));
    }
    for (int r = 0; r < run->ranks; r++) {
        if (!done[r])
            continue;
        const struct pcoll_step *step = &run->schedules[r]->steps[run->at[r]];
        if (step->receive_from == PCOLL_NOBODY)
            continue;
        long *range = of(run->values, run, r) + step->receive_first;
        const long *block = of(run->flight, run, step->receive_from);
        cr_assert(step->receive_first + step->receive_n <= run->count);
        for (size_t i = 0; i < step->receive_n; i++)
            range[i] = step->op == PCOLL_COPY ? block[i] : range[i] + block[i];
    }
    for (int r = 0; r < run->ranks; r++) {
        if (done[r]) {
            run->at[r]++;
            run->sent[r] = false;
            moved = true;
        }
    }
    return moved;
}

static size_t run_schedule(enum pcoll_schedule_kind kind, int ranks, size_t count)
{
    struct run run = {.ranks = ranks, .count = count};
    run.values = calloc((size_t)ranks * count + 1, sizeof(long));
    run.flight = calloc((size_t)ranks * count + 1, sizeof(long));
    for (int r = 0; r < ranks; r++) {
        cr_assert(eq(int, pcoll_schedule_create(kind, r, ranks, count, &run.schedules[r]), 0));
        cr_assert(run.schedules[r]->steps_n <= pcoll_schedules()[kind].steps_max(ranks));
        for (size_t i = 0; i < count; i++)
            of(run.values, &run, r)[i] = (long)(r + 1) * 1000 + (long)i;
    }
    while (pass(&run)) {
    }
    for (int r = 0; r < ranks; r++) {
        cr_assert(eq(int, run.at[r], run.schedules[r]->steps_n),
                  "%s P=%d n=%zu: rank %d stops in step %d", pcoll_schedules()[kind].name, ranks,
                  count, r, run.at[r]);
        for (size_t i = 0; i < count; i++) {
            long expected = (long)ranks * (ranks + 1) / 2 * 1000 + (long)ranks * (long)i;
            cr_assert(eq(long, of(run.values, &run, r)[i], expected), "%s P=%d n=%zu rank %d",
                      pcoll_schedules()[kind].name, ranks, count, r);
        }
    }
    for (int r = 0; r < ranks; r++)
        pcoll_schedule_destroy(run.schedules[r]);
    free(run.values);
    free(run.flight);
    return run.words;
}

Test(schedule, every_kind_sums_for_every_number_of_ranks)
{
    for (int kind = 0; kind < PCOLL_SCHEDULE_LAST; kind++) {
        for (int p = 1; p <= RANKS_MAX; p++) {
            const size_t counts[] = {0, 1, (size_t)p - 1, (size_t)p, (size_t)p + 1, 131};
            for (size_t c = 0; c < sizeof counts / sizeof *counts; c++)
                run_schedule((enum pcoll_schedule_kind)kind, p, counts[c]);
        }
    }
}

Test(schedule, traffic_is_the_closed_form)
{
    for (int log2 = 0; log2 <= 6; log2++) {
        const size_t p = (size_t)1 << log2, n = 64 * 3;
        cr_assert(eq(sz, run_schedule(PCOLL_RECURSIVE_DOUBLING, (int)p, n), p * n * (size_t)log2));
        cr_assert(eq(sz, run_schedule(PCOLL_RING, (int)p, n), 2 * n * (p - 1)));
        cr_assert(eq(sz, run_schedule(PCOLL_RABENSEIFNER, (int)p, n), 2 * n * (p - 1)));
    }
    /* 12 = 8 + 4: four ranks give and get the whole vector, eight run the core. */
    cr_assert(eq(sz, run_schedule(PCOLL_RECURSIVE_DOUBLING, 12, 10), (8 * 3 + 2 * 4) * 10));
}

/* Each rank begins with its own block of the vector and ends with all of them. */
static size_t run_allgather(int ranks, size_t count)
{
    struct run run = {.ranks = ranks, .count = count};
    run.values = calloc((size_t)ranks * count + 1, sizeof(long));
    run.flight = calloc((size_t)ranks * count + 1, sizeof(long));
    for (int r = 0; r < ranks; r++) {
        cr_assert(
            eq(int, pcoll_schedule_create(PCOLL_ALLGATHER, r, ranks, count, &run.schedules[r]), 0));
        for (size_t i = pcoll_block_first(count, ranks, r);
             i < pcoll_block_first(count, ranks, r + 1); i++)
            of(run.values, &run, r)[i] = 7 * (long)i + 1;
    }
    while (pass(&run)) {
    }
    for (int r = 0; r < ranks; r++) {
        cr_assert(eq(int, run.at[r], run.schedules[r]->steps_n), "P=%d: rank %d stops in step %d",
                  ranks, r, run.at[r]);
        for (size_t i = 0; i < count; i++)
            cr_assert(eq(long, of(run.values, &run, r)[i], 7 * (long)i + 1), "P=%d n=%zu rank %d",
                      ranks, count, r);
        pcoll_schedule_destroy(run.schedules[r]);
    }
    free(run.values);
    free(run.flight);
    return run.words;
}

Test(schedule, allgather_gathers_for_every_number_of_ranks)
{
    for (int p = 1; p <= RANKS_MAX; p++) {
        const size_t counts[] = {0, 1, (size_t)p - 1, (size_t)p, 3 * (size_t)p, 131};
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++)
            run_allgather(p, counts[c]);
    }
    for (int log2 = 0; log2 <= 6; log2++) {
        const size_t p = (size_t)1 << log2, k = 5;
        cr_assert(eq(sz, run_allgather((int)p, p * k), p * k * (p - 1)));
    }
}

Test(schedule, blocks_cover_the_vector)
{
    for (int n = 1; n <= 20; n++) {
        for (size_t count = 0; count <= 50; count++) {
            size_t sum = 0;
            for (int i = 0; i < n; i++) {
                cr_assert(eq(sz, pcoll_block_first(count, n, i), sum));
                sum += pcoll_block_n(count, n, i);
                cr_assert(pcoll_block_n(count, n, i) <= count / (size_t)n + 1);
            }
            cr_assert(eq(sz, sum, count));
        }
    }
}

Test(schedule, bad_arguments_are_refused)
{
    struct pcoll_schedule *s = NULL;
    cr_assert(eq(int, pcoll_schedule_create(PCOLL_RING, 0, 0, 1, &s), PCOLL_EARGUMENT));
    cr_assert(eq(int, pcoll_schedule_create(PCOLL_RING, 3, 3, 1, &s), PCOLL_EARGUMENT));
    cr_assert(eq(int, pcoll_schedule_create(PCOLL_RING, -1, 3, 1, &s), PCOLL_EARGUMENT));
    cr_assert(eq(int, pcoll_schedule_create(PCOLL_SCHEDULE_LAST, 0, 3, 1, &s), PCOLL_EARGUMENT));
    cr_assert(eq(ptr, s, NULL));
}
