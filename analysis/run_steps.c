/*
 * steps.csv into a run, each row checked against what is known.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/run_internal.h"
#include "analysis/trace_reader.h"

/* Of a steps.csv alone, which does not say how many there are: more would be a damaged file. */
#define BARE_BUCKETS 64
#define BARE_RANKS (1 << 24)
#define BARE_STEPS (1 << 24)

struct reading {
    struct pcs_run *run;
    struct pcs_steps_reader *reader;
    bool is_bare; /**< ranks, steps and buckets are what the rows have */
    int ranks, buckets;
    uint32_t steps;
    int ranks_seen; /**< highest rank + 1 */
    uint64_t *seen; /**< bits: buckets of a rank's last step that were there */
    size_t words_n; /**< of a rank */
    int seen_n;     /**< ranks that there is room for */
    uint64_t rows_n;
};

/** @return the bits of a rank, or NULL without memory */
static uint64_t *bits_of(struct reading *reading, int rank)
{
    size_t words = reading->words_n;

    if (rank >= reading->seen_n) {
        int n = rank + 1 > 2 * reading->seen_n ? rank + 1 : 2 * reading->seen_n;
        uint64_t *seen = realloc(reading->seen, (size_t)n * words * sizeof *seen);

        if (!seen)
            return NULL;
        memset(seen + (size_t)reading->seen_n * words, 0,
               (size_t)(n - reading->seen_n) * words * sizeof *seen);
        reading->seen = seen;
        reading->seen_n = n;
    }
    return reading->seen + (size_t)rank * words;
}

static int refuse_again(const struct reading *reading, const struct pcs_step_row *row)
{
    return pcs_steps_reader_refuse(reading->reader, "step",
                                   "expected another: rank %d, step %" PRIu32
                                   ", bucket %d was there before",
                                   row->rank, row->step, row->bucket);
}

static int check_limits(const struct reading *reading, const struct pcs_step_row *row)
{
    if (row->rank >= reading->ranks)
        return pcs_steps_reader_refuse(reading->reader, "rank", "expected 0 to %d",
                                       reading->ranks - 1);
    if (row->step >= reading->steps)
        return pcs_steps_reader_refuse(reading->reader, "step", "expected less than %" PRIu32,
                                       reading->steps);
    if (row->bucket >= reading->buckets)
        return pcs_steps_reader_refuse(reading->reader, "bucket", "expected 0 to %d",
                                       reading->buckets - 1);
    return 0;
}

/** The row is behind the last one of its rank, whose times are not later. */
static int check_order(const struct reading *reading, const struct pcs_rank_calls *rank,
                       const struct pcs_step_row *row)
{
    const struct pcs_call *last = &rank->calls[rank->n - 1];

    if (row->step < last->step) {
        size_t at = pcs_rank_find(rank, row->step);

        if (rank->calls[at].step == row->step)
            return refuse_again(reading, row);
        return pcs_steps_reader_refuse(reading->reader, "step",
                                       "expected at least %" PRIu32 ", the step before of rank %d",
                                       last->step, row->rank);
    }
    if (row->step > last->step && row->arrive_s < last->arrive_s)
        return pcs_steps_reader_refuse(reading->reader, "arrive_s",
                                       "expected at least %.17g, when rank %d made the call of "
                                       "step %" PRIu32 ": steps of two runs are mixed",
                                       last->arrive_s, row->rank, last->step);
    return 0;
}

/** Each (rank, step, bucket) once, those of a rank in order. @return 0; -1; -2 without memory */
static int check_place(struct reading *reading, const struct pcs_step_row *row)
{
    const struct pcs_run *run = reading->run;
    const struct pcs_rank_calls *rank =
        row->rank < run->settings.ranks ? &run->ranks[row->rank] : NULL;
    uint64_t *bits = bits_of(reading, row->rank);
    uint64_t mask = (uint64_t)1 << (row->bucket % 64);

    if (!bits)
        return -2;
    if (rank && rank->n > 0 && check_order(reading, rank, row) < 0)
        return -1;
    if (rank && rank->n > 0 && row->step > rank->calls[rank->n - 1].step)
        memset(bits, 0, reading->words_n * sizeof *bits);
    if (bits[row->bucket / 64] & mask)
        return refuse_again(reading, row);
    bits[row->bucket / 64] |= mask;
    return 0;
}

static int check_round_of(const struct reading *reading, const struct pcs_step_row *row)
{
    const struct pcs_run_round *round = pcs_run_find_round(reading->run, row->round, row->bucket);

    if (round && round->row.active != row->active)
        return pcs_steps_reader_refuse(reading->reader, "active",
                                       "expected %d as rounds.csv has for round %" PRIu32
                                       ": rows of two runs are mixed",
                                       round->row.active, row->round);
    return 0;
}

/** @return 0; -1 when the reader's error is filled; -2 without memory */
static int take_row(struct reading *reading, const struct pcs_step_row *row)
{
    int rc = check_limits(reading, row);

    if (rc == 0)
        rc = check_place(reading, row);
    if (rc == 0)
        rc = check_round_of(reading, row);
    if (rc < 0)
        return rc;
    if (pcs_run_add_call(reading->run, row) < 0)
        return -2;
    if (row->rank >= reading->ranks_seen)
        reading->ranks_seen = row->rank + 1;
    reading->rows_n++;
    return 0;
}

/** A finished run has all rows. */
static int check_whole(const struct reading *reading)
{
    const struct pcs_run_settings *settings = &reading->run->settings;
    uint64_t expected = (uint64_t)settings->ranks * settings->steps * (uint64_t)settings->buckets;

    if (reading->is_bare || reading->run->is_partial || reading->rows_n == expected)
        return 0;
    return pcs_steps_reader_refuse_end(reading->reader,
                                       "the file ends after %" PRIu64 " rows, expected %" PRIu64
                                       ": one for each rank, step and bucket",
                                       reading->rows_n, expected);
}

static int read_rows(struct reading *reading)
{
    struct pcs_step_row row;
    int rc;

    if (reading->run->accepts_partial)
        pcs_steps_reader_accept_cut(reading->reader);
    while ((rc = pcs_steps_reader_next(reading->reader, &row)) > 0) {
        rc = take_row(reading, &row);
        if (rc < 0)
            return rc;
    }
    if (pcs_steps_reader_is_cut(reading->reader))
        reading->run->cut_file = "steps.csv";
    return rc < 0 ? -1 : check_whole(reading);
}

static int read_all(struct pcs_run *run, FILE *in, const char *name, bool is_bare,
                    struct pcs_read_error *error)
{
    const struct pcs_run_settings *settings = &run->settings;
    struct reading reading = {.run = run,
                              .reader = pcs_steps_reader_open(in, name),
                              .is_bare = is_bare,
                              .ranks = is_bare ? BARE_RANKS : settings->ranks,
                              .steps = is_bare ? BARE_STEPS : settings->steps,
                              .buckets = is_bare ? BARE_BUCKETS : settings->buckets};

    reading.words_n = ((size_t)reading.buckets + 63) / 64;
    int rc = reading.reader ? read_rows(&reading) : -2;

    if (rc == -1)
        pcs_run_refuse(error, "%s", pcs_steps_reader_error(reading.reader));
    if (rc == -2)
        pcs_run_refuse(error, "%s: out of memory", name);
    if (is_bare)
        run->settings.ranks = reading.ranks_seen; /* there was room for more */
    free(reading.seen);
    pcs_steps_reader_close(reading.reader);
    return rc < 0 ? -1 : 0;
}

int pcs_run_read_bare(struct pcs_run *run, FILE *in, const char *name, struct pcs_read_error *error)
{
    struct pcs_run_settings *settings = &run->settings;

    run->is_partial = true;
    if (read_all(run, in, name, true, error) < 0)
        return -1;
    settings->warmup = settings->ranks ? UINT32_MAX : 0;
    for (int i = 0; i < settings->ranks; i++) {
        const struct pcs_rank_calls *rank = &run->ranks[i];
        if (rank->n > 0 && rank->calls[rank->n - 1].step >= settings->steps)
            settings->steps = rank->calls[rank->n - 1].step + 1;
        if (rank->n > 0 && rank->calls[0].step < settings->warmup)
            settings->warmup = rank->calls[0].step; /* steps that are not there */
    }
    return 0;
}

int pcs_run_read_steps(struct pcs_run *run, FILE *in, const char *name,
                       struct pcs_read_error *error)
{
    return read_all(run, in, name, false, error);
}
