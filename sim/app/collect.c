#include "sim/app/collect.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <mpi.h>

#include "analysis/trace.h"

enum { TAG_CALLS = 1, TAG_ROUNDS, TAG_FLUSH, TAG_SYNCS };

/* ---- sending ----------------------------------------------------------------------------------
 */

#define CHUNK_BYTES ((size_t)1 << 28) /* MPI counts are int */

static void send_bytes(const void *data, size_t bytes, int tag)
{
    for (size_t at = 0; at < bytes; at += CHUNK_BYTES) {
        size_t n = bytes - at < CHUNK_BYTES ? bytes - at : CHUNK_BYTES;
        MPI_Ssend((const char *)data + at, (int)n, MPI_BYTE, 0, tag, MPI_COMM_WORLD);
    }
}

static void receive_bytes(void *data, size_t bytes, int rank, int tag)
{
    for (size_t at = 0; at < bytes; at += CHUNK_BYTES) {
        size_t n = bytes - at < CHUNK_BYTES ? bytes - at : CHUNK_BYTES;
        MPI_Recv((char *)data + at, (int)n, MPI_BYTE, rank, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

/* Synchronous sends: rank 0 never holds more than one rank's records beside its own. */
static void send_record(const struct pcs_record *record)
{
    const size_t buckets = (size_t)record->buckets;
    send_bytes(record->calls, record->steps * buckets * sizeof *record->calls, TAG_CALLS);
    send_bytes(record->round_records, record->rounds * buckets * sizeof *record->round_records,
               TAG_ROUNDS);
    send_bytes(record->flush_s, buckets * sizeof *record->flush_s, TAG_FLUSH);
    send_bytes(record->syncs, record->syncs_n * sizeof *record->syncs, TAG_SYNCS);
}

static void receive_record(struct pcs_record *record, int rank)
{
    const size_t buckets = (size_t)record->buckets;
    receive_bytes(record->calls, record->steps * buckets * sizeof *record->calls, rank, TAG_CALLS);
    receive_bytes(record->round_records, record->rounds * buckets * sizeof *record->round_records,
                  rank, TAG_ROUNDS);
    receive_bytes(record->flush_s, buckets * sizeof *record->flush_s, rank, TAG_FLUSH);
    receive_bytes(record->syncs, record->syncs_n * sizeof *record->syncs, rank, TAG_SYNCS);
}

/* ---- rows -------------------------------------------------------------------------------------
 */

/* What the ranks told of one round so far. */
struct round_total {
    struct pcs_round_row row;
    uint32_t fresh, stale; /* as counted by the collective, on rank 0 */
    double last_call_s;    /* latest call of the round's number */
};

struct collection {
    const struct pcs_scenario *scenario;
    const struct pcs_sinks *sinks;
    struct round_total *totals; /* in the order of rounds.csv: of rounds, then buckets */
    struct pcs_sync_row *syncs;
    const char *error;
};

static void fail(struct collection *c, const char *error)
{
    if (!c->error)
        c->error = error;
}

static bool traffic_is_known(const struct pcs_scenario *scenario)
{
    return scenario->collective.kind != PCS_KIND_MPI;
}

static void add_steps(struct collection *c, const struct pcs_record *record, int rank)
{
    const bool known = traffic_is_known(c->scenario);
    const size_t buckets = (size_t)record->buckets;
    for (size_t i = 0; i < record->steps * buckets && !c->error; i++) {
        const uint32_t t = (uint32_t)(i / buckets);
        const struct pcs_call_record *call = &record->calls[i];
        const struct pcs_round_record *round = &record->round_records[i];
        const struct pcs_step_row row = {
            .rank = rank,
            .step = t,
            .bucket = (int)(i % buckets),
            .compute_s = call->compute_s,
            .arrive_s = call->arrive_s,
            .return_s = call->return_s,
            .round = call->round,
            .fresh = call->taken_round == (int64_t)t,
            .taken_round = call->taken_round,
            .active = call->active,
            .bytes_sent = known ? (int64_t)round->bytes : PCS_UNKNOWN,
            .messages_sent = known ? (int64_t)round->messages : PCS_UNKNOWN,
            .loss = call->loss,
            .lag = call->lag,
        };
        if (c->sinks->steps && pcs_steps_csv_row(c->sinks->steps, &row) != 0)
            fail(c, strerror(errno));
        if (pcs_summary_add_step(c->sinks->summary, &row) != 0)
            fail(c, strerror(errno));
    }
}

/* When the round at @p i started, as told by a rank that started it: its call for trigger first;
   the moment it held all reports for trigger last. */
static double start_of(const struct pcs_scenario *scenario, const struct pcs_record *record,
                       size_t i)
{
    const bool last = scenario->collective.kind == PCS_KIND_QUORUM &&
                      scenario->collective.trigger == PCS_TRIGGER_LAST;
    return last ? record->round_records[i].initiated_s : record->calls[i].arrive_s;
}

static void add_initiator(struct collection *c, const struct pcs_record *record, int rank, size_t i)
{
    struct pcs_round_row *row = &c->totals[i].row;
    const double start_s = start_of(c->scenario, record, i);
    if (row->initiator == PCS_NO_INITIATOR || start_s < row->start_s) {
        row->initiator = rank; /* ranks come in order: of equal starts the lowest rank stays */
        row->start_s = start_s;
    }
}

static void add_rounds(struct collection *c, const struct pcs_record *record, int rank)
{
    const size_t buckets = (size_t)record->buckets;
    for (size_t i = 0; i < record->rounds * buckets; i++) {
        const struct pcs_round_record *mine = &record->round_records[i];
        struct round_total *total = &c->totals[i];
        if (!mine->completed)
            fail(c, "a rank has not completed every round");
        if (rank == 0) {
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
        const bool is_closing = i >= record->steps * buckets;
        const double call_s = is_closing ? record->flush_s[i % buckets] : record->calls[i].arrive_s;
        total->last_call_s = fmax(total->last_call_s, call_s);
        if (mine->initiated_s >= 0)
            add_initiator(c, record, rank, i);
    }
}

static void add_syncs(struct collection *c, const struct pcs_record *record)
{
    for (uint32_t i = 0; i < record->syncs_n; i++) {
        const struct pcs_sync_record *mine = &record->syncs[i];
        struct pcs_sync_row *row = &c->syncs[i];
        row->start_s = fmax(row->start_s, mine->call_s);
        row->end_s = fmax(row->end_s, mine->return_s);
        row->bytes += (int64_t)mine->bytes;
        row->messages += mine->messages;
    }
}

static void finish_syncs(struct collection *c, const struct pcs_record *record)
{
    const uint32_t period = c->scenario->collective.model_sync_period;
    for (uint32_t i = 0; i < record->syncs_n && !c->error; i++) {
        c->syncs[i].sync = i;
        c->syncs[i].step = (i + 1) * period - 1;
        if (c->sinks->syncs && pcs_syncs_csv_row(c->sinks->syncs, &c->syncs[i]) != 0)
            fail(c, strerror(errno));
    }
}

static void finish_rounds(struct collection *c, const struct pcs_record *record)
{
    const size_t buckets = (size_t)record->buckets;
    for (size_t i = 0; i < record->rounds * buckets && !c->error; i++) {
        struct round_total *total = &c->totals[i];
        struct pcs_round_row *row = &total->row;
        row->round = (uint32_t)(i / buckets);
        row->bucket = (int)(i % buckets);
        if (row->initiator == PCS_NO_INITIATOR)
            row->start_s = total->last_call_s; /* it waited for all */
        if (!traffic_is_known(c->scenario))
            row->bytes = row->messages = PCS_UNKNOWN;
        if (row->active != (int)total->fresh || row->stale != (int)total->stale)
            fail(c, "the collective counted other participants than the ranks recorded");
        if (c->sinks->rounds && pcs_rounds_csv_row(c->sinks->rounds, row) != 0)
            fail(c, strerror(errno));
        if (pcs_summary_add_round(c->sinks->summary, row) != 0)
            fail(c, strerror(errno));
    }
}

static void collect_all(struct collection *c, const struct pcs_record *own)
{
    struct pcs_record other;
    for (size_t i = 0; i < own->rounds * (size_t)own->buckets; i++)
        c->totals[i].row.initiator = PCS_NO_INITIATOR;
    add_steps(c, own, 0);
    add_rounds(c, own, 0);
    add_syncs(c, own);
    if (pcs_record_init(&other, own->steps, own->rounds, own->buckets, own->host) != 0 ||
        pcs_record_add_syncs(&other, own->syncs_n) != 0) {
        fail(c, "out of memory");
        return;
    }
    other.syncs_n = own->syncs_n;
    for (int rank = 1; rank < c->scenario->ranks; rank++) {
        receive_record(&other, rank);
        add_steps(c, &other, rank);
        add_rounds(c, &other, rank);
        add_syncs(c, &other);
    }
    pcs_record_fini(&other);
    finish_rounds(c, own);
    finish_syncs(c, own);
}

int pcs_collect(const struct pcs_scenario *scenario, const struct pcs_record *record,
                const struct pcs_sinks *sinks, const char **error)
{
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank != 0) {
        send_record(record);
        return 0;
    }
    struct collection c = {.scenario = scenario, .sinks = sinks};
    c.totals = calloc(record->rounds * (size_t)record->buckets, sizeof *c.totals);
    c.syncs = calloc((size_t)record->syncs_n + 1, sizeof *c.syncs);
    if (c.totals && c.syncs)
        collect_all(&c, record);
    else
        fail(&c, "out of memory");
    free(c.totals);
    free(c.syncs);
    *error = c.error;
    return c.error ? -1 : 0;
}
