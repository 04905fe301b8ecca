#include "sim/app/collect.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/trace.h"

/* What the ranks told of one round and bucket so far. */
struct round_total {
    struct pcs_round_row row;
    uint32_t fresh, stale; /* as counted by the collective, on the rank that came first */
    double last_call_s;    /* latest call of the round's number */
};

/* The rounds of one piece of the records. */
struct piece {
    int ranks_n; /* that have handed theirs over */
    struct round_total *totals;
};

/* Rows of steps that are to be written, of one rank. */
struct rank_rows {
    struct pcs_step_row *rows;
    size_t n, room;
};

struct pcs_collection {
    const struct pcs_scenario *scenario;
    struct pcs_sinks sinks;
    struct piece *pieces;
    size_t pieces_n;
    struct rank_rows *ranks;
    struct pcs_sync_row *syncs; /* averagings of the weights */
    uint32_t syncs_n;
    const char *error;
};

static void fail(struct pcs_collection *c, const char *error)
{
    if (!c->error)
        c->error = error;
}

static bool traffic_is_known(const struct pcs_scenario *scenario)
{
    return scenario->collective.kind != PCS_KIND_MPI;
}

/* Whether the traces have rows of @p round; the closing round is always told. */
static bool is_sampled(const struct pcs_scenario *scenario, uint32_t round)
{
    return round % scenario->sample == 0 || round >= scenario->steps;
}

/* ---- life -------------------------------------------------------------------------------------
 */

struct pcs_collection *pcs_collection_create(const struct pcs_scenario *scenario,
                                             const struct pcs_sinks *sinks)
{
    struct pcs_collection *c = calloc(1, sizeof *c);
    if (!c)
        return NULL;
    c->scenario = scenario;
    c->sinks = *sinks;
    c->ranks = calloc((size_t)scenario->ranks, sizeof *c->ranks);
    if (!c->ranks) {
        free(c);
        return NULL;
    }
    return c;
}

void pcs_collection_destroy(struct pcs_collection *c)
{
    if (!c)
        return;
    for (size_t i = 0; i < c->pieces_n; i++)
        free(c->pieces[i].totals);
    for (int i = 0; i < c->scenario->ranks; i++)
        free(c->ranks[i].rows);
    free(c->pieces);
    free(c->ranks);
    free(c->syncs);
    free(c);
}

/* The totals of a piece that begins with round @p first. */
static struct piece *piece_of(struct pcs_collection *c, const struct pcs_record *record,
                              uint32_t first)
{
    const size_t at = first >> record->piece_bits;
    const size_t n = ((size_t)1 << record->piece_bits) * (size_t)record->buckets;
    if (at >= c->pieces_n) {
        const size_t pieces_n = 2 * (at + 1);
        struct piece *pieces = realloc(c->pieces, pieces_n * sizeof *pieces);
        if (!pieces)
            return NULL;
        memset(pieces + c->pieces_n, 0, (pieces_n - c->pieces_n) * sizeof *pieces);
        c->pieces = pieces;
        c->pieces_n = pieces_n;
    }
    struct piece *piece = &c->pieces[at];
    if (!piece->totals) {
        piece->totals = calloc(n, sizeof *piece->totals);
        for (size_t i = 0; piece->totals && i < n; i++)
            piece->totals[i].row.initiator = PCS_NO_INITIATOR;
    }
    return piece->totals ? piece : NULL;
}

/* ---- steps ------------------------------------------------------------------------------------
 */

static void keep_row(struct pcs_collection *c, const struct pcs_step_row *row)
{
    struct rank_rows *rank = &c->ranks[row->rank];
    if (rank->n == rank->room) {
        const size_t room = rank->room ? 2 * rank->room : 16;
        struct pcs_step_row *rows = realloc(rank->rows, room * sizeof *rows);
        if (!rows) {
            fail(c, "out of memory");
            return;
        }
        rank->rows = rows;
        rank->room = room;
    }
    rank->rows[rank->n++] = *row;
}

static void add_step(struct pcs_collection *c, const struct pcs_record *record, int rank,
                     uint32_t step, int bucket)
{
    const bool known = traffic_is_known(c->scenario);
    const struct pcs_call_record *call = pcs_record_call(record, step, bucket);
    const struct pcs_round_record *round = pcs_record_round(record, step, bucket);
    const struct pcs_step_row row = {
        .rank = rank,
        .step = step,
        .bucket = bucket,
        .compute_s = call->compute_s,
        .arrive_s = call->arrive_s,
        .return_s = call->return_s,
        .round = call->round,
        .fresh = call->taken_round == (int64_t)step,
        .taken_round = call->taken_round,
        .active = call->active,
        .bytes_sent = known ? (int64_t)round->bytes : PCS_UNKNOWN,
        .messages_sent = known ? (int64_t)round->messages : PCS_UNKNOWN,
        .loss = call->loss,
        .lag = call->lag,
    };
    if (pcs_summary_add_step(c->sinks.summary, &row) != 0)
        fail(c, strerror(errno));
    if (c->sinks.steps && is_sampled(c->scenario, step))
        keep_row(c, &row);
}

static void write_steps(struct pcs_collection *c)
{
    for (int i = 0; i < c->scenario->ranks; i++)
        for (size_t k = 0; k < c->ranks[i].n && !c->error; k++)
            if (pcs_steps_csv_row(c->sinks.steps, &c->ranks[i].rows[k]) != 0)
                fail(c, strerror(errno));
}

/* ---- rounds -----------------------------------------------------------------------------------
 */

/* When a round started, as told by a rank that started it: its call for trigger first; the moment
   it held all reports for trigger last. */
static double start_of(const struct pcs_scenario *scenario, const struct pcs_record *record,
                       uint32_t round, int bucket)
{
    const bool last = scenario->collective.kind == PCS_KIND_QUORUM &&
                      scenario->collective.trigger == PCS_TRIGGER_LAST;
    return last ? pcs_record_round(record, round, bucket)->initiated_s
                : pcs_record_call(record, round, bucket)->arrive_s;
}

/* Of equal starts the lowest rank's counts: ranks come in any order. */
static void add_initiator(struct pcs_round_row *row, double start_s, int rank)
{
    if (row->initiator == PCS_NO_INITIATOR || start_s < row->start_s ||
        (start_s <= row->start_s && rank < row->initiator)) {
        row->initiator = rank;
        row->start_s = start_s;
    }
}

static void add_round(struct pcs_collection *c, struct piece *piece,
                      const struct pcs_record *record, int rank, uint32_t round, int bucket)
{
    const struct pcs_round_record *mine = pcs_record_round(record, round, bucket);
    struct round_total *total = &piece->totals[pcs_record_place(record, round, bucket)];
    if (!mine->completed)
        fail(c, "a rank has not completed every round");
    if (piece->ranks_n == 0) {
        total->fresh = mine->fresh;
        total->stale = mine->stale;
    } else if (mine->fresh != total->fresh || mine->stale != total->stale) {
        fail(c, "two ranks counted different participants of one round");
    }
    total->row.active += mine->part == PCS_PART_FRESH;
    total->row.stale += mine->part == PCS_PART_STALE;
    total->row.null += mine->part == PCS_PART_NULL;
    total->row.end_s = fmax(total->row.end_s, mine->completed_s);
    total->row.bytes += (int64_t)mine->bytes;
    total->row.messages += mine->messages;
    const double call_s = round >= record->steps ? record->flush_s[bucket]
                                                 : pcs_record_call(record, round, bucket)->arrive_s;
    total->last_call_s = fmax(total->last_call_s, call_s);
    if (mine->initiated_s >= 0)
        add_initiator(&total->row, start_of(c->scenario, record, round, bucket), rank);
}

static void finish_round(struct pcs_collection *c, struct round_total *total, uint32_t round,
                         int bucket)
{
    struct pcs_round_row *row = &total->row;
    row->round = round;
    row->bucket = bucket;
    if (row->initiator == PCS_NO_INITIATOR)
        row->start_s = total->last_call_s; /* it waited for all */
    if (!traffic_is_known(c->scenario))
        row->bytes = row->messages = PCS_UNKNOWN;
    if (row->active != (int)total->fresh || row->stale != (int)total->stale)
        fail(c, "the collective counted other participants than the ranks recorded");
    if (c->sinks.rounds && is_sampled(c->scenario, round) &&
        pcs_rounds_csv_row(c->sinks.rounds, row) != 0)
        fail(c, strerror(errno));
    if (pcs_summary_add_round(c->sinks.summary, row) != 0)
        fail(c, strerror(errno));
}

/* ---- averagings of the weights ----------------------------------------------------------------
 */

static void add_syncs(struct pcs_collection *c, const struct pcs_record *record)
{
    if (!c->syncs) {
        c->syncs_n = record->syncs_n;
        c->syncs = calloc((size_t)c->syncs_n + 1, sizeof *c->syncs);
    }
    if (!c->syncs || c->syncs_n != record->syncs_n) {
        fail(c,
             c->syncs ? "two ranks counted different averagings of the weights" : "out of memory");
        return;
    }
    for (uint32_t i = 0; i < record->syncs_n; i++) {
        const struct pcs_sync_record *mine = &record->syncs[i];
        struct pcs_sync_row *row = &c->syncs[i];
        row->start_s = fmax(row->start_s, mine->call_s);
        row->end_s = fmax(row->end_s, mine->return_s);
        row->bytes += (int64_t)mine->bytes;
        row->messages += mine->messages;
    }
}

static void write_syncs(struct pcs_collection *c)
{
    const uint32_t period = c->scenario->collective.model_sync_period;
    for (uint32_t i = 0; i < c->syncs_n && !c->error; i++) {
        c->syncs[i].sync = i;
        c->syncs[i].step = (i + 1) * period - 1;
        if (pcs_syncs_csv_row(c->sinks.syncs, &c->syncs[i]) != 0)
            fail(c, strerror(errno));
    }
}

/* ---- pieces -----------------------------------------------------------------------------------
 */

/* Ranks hand over their pieces in order, so the rows of rounds come in order, too. */
static void add_piece(struct pcs_collection *c, int rank, struct pcs_record *record, uint32_t end)
{
    const uint32_t first = record->first;
    struct piece *piece = piece_of(c, record, first);
    if (!piece) {
        fail(c, "out of memory");
        return;
    }
    for (uint32_t r = first; r < end && !c->error; r++) {
        for (int b = 0; b < record->buckets; b++) {
            if (r < record->steps)
                add_step(c, record, rank, r, b);
            add_round(c, piece, record, rank, r, b);
        }
    }
    if (++piece->ranks_n < c->scenario->ranks)
        return;
    for (uint32_t r = first; r < end && !c->error; r++)
        for (int b = 0; b < record->buckets; b++)
            finish_round(c, &piece->totals[pcs_record_place(record, r, b)], r, b);
    free(piece->totals);
    piece->totals = NULL;
}

void pcs_collection_add(struct pcs_collection *c, int rank, struct pcs_record *record,
                        uint32_t steps)
{
    uint32_t end = pcs_record_piece_end(record, record->first);
    while (record->first < end && end <= steps && end < record->rounds &&
           pcs_record_is_settled(record, end)) {
        add_piece(c, rank, record, end);
        pcs_record_release(record);
        end = pcs_record_piece_end(record, record->first);
    }
}

void pcs_collection_add_rest(struct pcs_collection *c, int rank, struct pcs_record *record)
{
    while (record->first < record->rounds) {
        add_piece(c, rank, record, pcs_record_piece_end(record, record->first));
        pcs_record_release(record);
    }
    add_syncs(c, record);
}

int pcs_collection_finish(struct pcs_collection *c, const char **error)
{
    if (c->sinks.steps)
        write_steps(c);
    if (c->sinks.syncs)
        write_syncs(c);
    *error = c->error;
    return c->error ? -1 : 0;
}
