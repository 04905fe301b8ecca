/*
 * Keeping calls and rounds of a run.
 */
#include "analysis/run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct pcs_run *pcs_run_create(const char *path)
{
    struct pcs_run *run = calloc(1, sizeof *run);

    if (!run)
        return NULL;
    run->path = strdup(path);
    run->settings = (struct pcs_run_settings){
        .name = "", .run_id = "", .kind = "", .bytes = PCS_UNKNOWN_COUNT, .buckets = 1};
    if (!run->path) {
        free(run);
        return NULL;
    }
    return run;
}

void pcs_run_drop_traces(struct pcs_run *run)
{
    for (int i = 0; run->ranks && i < run->settings.ranks; i++) {
        free(run->ranks[i].calls);
        free(run->ranks[i].losses);
    }
    free(run->ranks);
    free(run->rounds);
    run->ranks = NULL;
    run->rounds = NULL;
    run->rounds_n = run->rounds_room = 0;
}

void pcs_run_destroy(struct pcs_run *run)
{
    if (!run)
        return;
    pcs_run_drop_traces(run);
    pcs_yaml_keys_fini(&run->scenario);
    pcs_yaml_keys_fini(&run->manifest);
    if (run->has_summary)
        pcs_summary_row_fini(&run->summary);
    free(run->path);
    free(run);
}

/* ---- calls -------------------------------------------------------------------------------- */

static struct pcs_rank_calls *rank_of(struct pcs_run *run, int rank)
{
    int n = run->settings.ranks;

    if (rank >= n) {
        int wanted = rank + 1 > 2 * n ? rank + 1 : 2 * n;
        struct pcs_rank_calls *ranks = realloc(run->ranks, (size_t)wanted * sizeof *ranks);

        if (!ranks)
            return NULL;
        memset(ranks + n, 0, (size_t)(wanted - n) * sizeof *ranks);
        run->ranks = ranks;
        run->settings.ranks = wanted; /* the reader cuts it to what was seen */
    }
    return &run->ranks[rank];
}

/** Room for one more: at first what a finished run needs. */
static int make_room(const struct pcs_run *run, struct pcs_rank_calls *rank)
{
    size_t whole = (size_t)run->settings.steps * (size_t)run->settings.buckets;
    size_t room = rank->room ? 2 * rank->room : 64;
    struct pcs_call *calls;

    if (rank->n < rank->room)
        return 0;
    /* A file of little length can claim steps without end. */
    if (rank->room == 0 && whole > 0 && whole < (1 << 16))
        room = whole;
    calls = realloc(rank->calls, room * sizeof *calls);
    if (!calls)
        return -1;
    rank->calls = calls;
    if (rank->losses) {
        double *losses = realloc(rank->losses, room * sizeof *losses);
        if (!losses)
            return -1;
        rank->losses = losses;
    }
    rank->room = room;
    return 0;
}

static int add_loss(struct pcs_rank_calls *rank, double loss)
{
    if (!rank->losses && isnan(loss))
        return 0;
    if (!rank->losses) {
        rank->losses = malloc(rank->room * sizeof *rank->losses);
        if (!rank->losses)
            return -1;
        for (size_t i = 0; i < rank->n; i++)
            rank->losses[i] = (double)NAN;
    }
    rank->losses[rank->n] = loss;
    return 0;
}

static void add_traffic(int64_t *sum, int64_t value)
{
    if (*sum == PCS_UNKNOWN || value == PCS_UNKNOWN || __builtin_add_overflow(*sum, value, sum))
        *sum = PCS_UNKNOWN;
}

static int32_t fate_of(const struct pcs_step_row *row)
{
    int64_t staleness = row->taken_round - (int64_t)row->step;

    if (row->taken_round < 0)
        return (int32_t)row->taken_round;
    return staleness < INT32_MAX ? (int32_t)staleness : INT32_MAX;
}

int pcs_run_add_call(struct pcs_run *run, const struct pcs_step_row *row)
{
    struct pcs_rank_calls *rank = rank_of(run, row->rank);
    struct pcs_run_round *round;

    if (!rank || make_room(run, rank) < 0 || add_loss(rank, row->loss) < 0)
        return -1;
    rank->calls[rank->n++] =
        (struct pcs_call){.compute_s = row->compute_s,
                          .arrive_s = row->arrive_s,
                          .return_s = row->return_s,
                          .step = row->step,
                          .fate = fate_of(row),
                          .lag = row->lag < INT32_MAX ? (int32_t)row->lag : INT32_MAX};
    add_traffic(&rank->bytes, row->bytes_sent);
    add_traffic(&rank->messages, row->messages_sent);
    round = pcs_run_find_round(run, row->step, row->bucket);
    if (round) {
        round->arrived += row->arrive_s <= round->row.start_s;
        round->fresh += row->fresh;
    }
    run->has_calls = true;
    return 0;
}

size_t pcs_rank_find(const struct pcs_rank_calls *rank, uint32_t step)
{
    size_t low = 0, high = rank->n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (rank->calls[middle].step < step)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* ---- rounds ------------------------------------------------------------------------------- */

int pcs_run_add_round(struct pcs_run *run, const struct pcs_round_row *row)
{
    if (run->rounds_n == run->rounds_room) {
        size_t room = run->rounds_room ? 2 * run->rounds_room : 256;
        struct pcs_run_round *rounds = realloc(run->rounds, room * sizeof *rounds);

        if (!rounds)
            return -1;
        run->rounds = rounds;
        run->rounds_room = room;
    }
    run->rounds[run->rounds_n++] = (struct pcs_run_round){.row = *row};
    run->has_rounds = true;
    return 0;
}

static int compare(const struct pcs_round_row *a, uint32_t round, int bucket)
{
    if (a->round != round)
        return a->round < round ? -1 : 1;
    return (a->bucket > bucket) - (a->bucket < bucket);
}

struct pcs_run_round *pcs_run_find_round(const struct pcs_run *run, uint32_t round, int bucket)
{
    size_t low = 0, high = run->rounds_n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = compare(&run->rounds[middle].row, round, bucket);

        if (order == 0)
            return &run->rounds[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

bool pcs_run_round_is_sync(const struct pcs_run *run, const struct pcs_run_round *round)
{
    return round->row.initiator == PCS_NO_INITIATOR || round->row.round >= run->settings.steps;
}
