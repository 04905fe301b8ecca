#include "sim/app/record.h"

#include <math.h>
#include <stdlib.h>

#include <mpi.h>

#include "analysis/trace.h"
#include "sim/scenario/scenario.h"

/* A piece has as many rounds as make at least so many calls, a power of two. */
#define PIECE_CALLS 64

int pcs_record_init(struct pcs_record *record, uint32_t steps, uint32_t rounds, int buckets,
                    const struct pcoll_host *host)
{
    *record =
        (struct pcs_record){.steps = steps, .rounds = rounds, .buckets = buckets, .host = host};
    while ((1 << record->piece_bits) * buckets < PIECE_CALLS &&
           (UINT32_C(1) << record->piece_bits) < rounds)
        record->piece_bits++;
    record->pieces_n = ((size_t)rounds >> record->piece_bits) + 1;
    record->pieces = calloc(record->pieces_n, sizeof *record->pieces);
    record->flush_s = calloc((size_t)buckets, sizeof *record->flush_s);
    record->of_bucket = calloc((size_t)buckets, sizeof *record->of_bucket);
    if (!record->pieces || !record->flush_s || !record->of_bucket) {
        pcs_record_fini(record);
        return -1;
    }
    for (int b = 0; b < buckets; b++)
        record->of_bucket[b] = (struct pcs_record_bucket){record, b, 0};
    return 0;
}

int pcs_record_add_syncs(struct pcs_record *record, uint32_t n)
{
    record->syncs = calloc((size_t)n + 1, sizeof *record->syncs);
    return record->syncs ? 0 : -1;
}

void pcs_record_fini(struct pcs_record *record)
{
    for (size_t i = 0; record->pieces && i < record->pieces_n; i++) {
        free(record->pieces[i].calls);
        free(record->pieces[i].rounds);
    }
    free(record->pieces);
    free(record->flush_s);
    free(record->of_bucket);
    free(record->syncs);
    record->syncs = NULL;
    record->pieces = NULL;
    record->flush_s = NULL;
    record->of_bucket = NULL;
}

/* ---- pieces -----------------------------------------------------------------------------------
 */

/* Observers cannot fail, and a run without its records is worth nothing. */
static _Noreturn void end_run(const char *why)
{
    fprintf(stderr, "pcollsim-rank: %s\n", why);
    MPI_Abort(MPI_COMM_WORLD, 1);
    abort();
}

void pcs_record_make_piece(const struct pcs_record *record, uint32_t round)
{
    const size_t n = ((size_t)1 << record->piece_bits) * (size_t)record->buckets;
    struct pcs_record_piece *piece = &record->pieces[round >> record->piece_bits];
    if (round < record->first)
        end_run("a round has changed after its end");
    piece->calls = calloc(n, sizeof *piece->calls);
    piece->rounds = calloc(n, sizeof *piece->rounds);
    if (!piece->calls || !piece->rounds)
        end_run("out of memory");
    for (size_t i = 0; i < n; i++) {
        piece->calls[i].taken_round = PCS_TAKEN_LEFT_OVER; /* until it is taken or lost */
        piece->calls[i].loss = NAN;
        piece->rounds[i].initiated_s = -1;
    }
}

uint32_t pcs_record_piece_end(const struct pcs_record *record, uint32_t round)
{
    const uint64_t end = ((uint64_t)(round >> record->piece_bits) + 1) << record->piece_bits;
    return end < record->rounds ? (uint32_t)end : record->rounds;
}

bool pcs_record_is_settled(const struct pcs_record *record, uint32_t end)
{
    /* The newest are the last to be settled. */
    for (uint32_t t = end; t-- > record->first;) {
        for (int b = 0; b < record->buckets; b++) {
            if (!pcs_record_round(record, t, b)->completed ||
                pcs_record_call(record, t, b)->taken_round == PCS_TAKEN_LEFT_OVER)
                return false;
        }
    }
    return true;
}

void pcs_record_release(struct pcs_record *record)
{
    struct pcs_record_piece *piece = &record->pieces[record->first >> record->piece_bits];
    free(piece->calls);
    free(piece->rounds);
    *piece = (struct pcs_record_piece){NULL, NULL};
    record->first = pcs_record_piece_end(record, record->first);
}

/* ---- what the collective tells ----------------------------------------------------------------
 */

static void initiated(void *context, uint32_t round)
{
    const struct pcs_record_bucket *of = context;
    pcs_record_round(of->record, round, of->bucket)->initiated_s = pcoll_host_now(of->record->host);
}

static void taken(void *context, uint32_t round, uint32_t first, uint32_t end)
{
    const struct pcs_record_bucket *of = context;
    for (uint32_t t = first; t < end; t++)
        pcs_record_call(of->record, t, of->bucket)->taken_round = round;
    enum pcs_part part = first == end       ? PCS_PART_NULL
                         : end == round + 1 ? PCS_PART_FRESH
                                            : PCS_PART_STALE;
    pcs_record_round(of->record, round, of->bucket)->part = part;
}

static void lost(void *context, uint32_t step)
{
    const struct pcs_record_bucket *of = context;
    pcs_record_call(of->record, step, of->bucket)->taken_round = PCS_TAKEN_LOST;
}

uint64_t pcs_record_meant(const struct pcs_record *record, size_t bytes)
{
    /* A token or report is shorter than a block's header and stands for itself. */
    return record->scale > 1 && bytes > PCS_HEADER_BYTES
               ? PCS_HEADER_BYTES + (bytes - PCS_HEADER_BYTES) * record->scale
               : bytes;
}

static void sent(void *context, uint32_t round, size_t bytes)
{
    const struct pcs_record_bucket *of = context;
    struct pcs_round_record *r = pcs_record_round(of->record, round, of->bucket);
    r->bytes += pcs_record_meant(of->record, bytes);
    r->messages++;
}

static void completed(void *context, uint32_t round, uint32_t fresh, uint32_t stale)
{
    struct pcs_record_bucket *of = context;
    of->completed = round + 1;
    struct pcs_round_record *r = pcs_record_round(of->record, round, of->bucket);
    r->completed_s = pcoll_host_now(of->record->host);
    r->completed = 1;
    r->fresh = fresh;
    r->stale = stale;
}

struct pcoll_observer pcs_record_observer(struct pcs_record *record, int bucket)
{
    return (struct pcoll_observer){.context = &record->of_bucket[bucket],
                                   .initiated = initiated,
                                   .taken = taken,
                                   .lost = lost,
                                   .sent = sent,
                                   .completed = completed};
}
