/*
 * rounds.csv and steps.csv into a run, row by row, each row checked against what is known.
 */
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/run_internal.h"
#include "analysis/trace_reader.h"

/* Of a steps.csv alone, which does not say how many there are. */
#define BARE_BUCKETS 64
#define BARE_RANKS_MAX (1 << 24)

/** Which (step, bucket) of a rank were there. */
struct seen {
    uint64_t *words;
    size_t words_n;
};

struct reading {
    struct pcs_run *run;
    struct pcs_steps_reader *reader;
    bool is_bare;   /**< ranks, steps and buckets are what the rows have */
    int buckets;    /**< for the numbering of (step, bucket) */
    int ranks_seen; /**< highest rank + 1 */
    struct seen *seen;
    int seen_n;
    uint64_t rows_n;
};

/* ---- rounds.csv --------------------------------------------------------------------------- */

static int check_round(const struct pcs_run *run, struct pcs_rounds_reader *reader,
                       const struct pcs_round_row *row)
{
    const struct pcs_run_settings *settings = &run->settings;
    const struct pcs_round_row *last = run->rounds_n ? &run->rounds[run->rounds_n - 1].row : NULL;

    if (last &&
        (row->round < last->round || (row->round == last->round && row->bucket <= last->bucket)))
        return pcs_rounds_reader_refuse(reader, "round",
                                        "expected the next: this round was there, or is out of "
                                        "order");
    if (!settings->ranks) /* not known */
        return 0;
    if (row->round > settings->steps)
        return pcs_rounds_reader_refuse(reader, "round", "expected at most %" PRIu32,
                                        settings->steps);
    if (row->bucket >= settings->buckets)
        return pcs_rounds_reader_refuse(reader, "bucket", "expected 0 to %d",
                                        settings->buckets - 1);
    if (row->initiator >= settings->ranks)
        return pcs_rounds_reader_refuse(reader, "initiator", "expected -1 to %d",
                                        settings->ranks - 1);
    if ((int64_t)row->active + row->stale + row->null != settings->ranks)
        return pcs_rounds_reader_refuse(reader, "null",
                                        "expected active, stale and null to be %d ranks together",
                                        settings->ranks);
    return 0;
}

static int read_rounds(struct pcs_run *run, FILE *in, const char *name,
                       struct pcs_read_error *error)
{
    struct pcs_rounds_reader *reader = pcs_rounds_reader_open(in, name);
    struct pcs_round_row row;
    int rc = 1;

    if (!reader)
        return pcs_run_refuse(error, "%s: out of memory", name);
    if (run->accepts_partial)
        pcs_rounds_reader_accept_cut(reader);
    while (rc > 0 && (rc = pcs_rounds_reader_next(reader, &row)) > 0) {
        if (check_round(run, reader, &row) < 0)
            rc = -1;
        else if (pcs_run_add_round(run, &row) < 0) {
            pcs_rounds_reader_close(reader);
            return pcs_run_refuse(error, "%s: out of memory", name);
        }
    }
    if (rc < 0)
        pcs_run_refuse(error, "%s", pcs_rounds_reader_error(reader));
    if (pcs_rounds_reader_is_cut(reader))
        run->cut_file = "rounds.csv";
    pcs_rounds_reader_close(reader);
    return rc;
}

/* ---- steps.csv ---------------------------------------------------------------------------- */

/** Note that a row was there. @return 1 if it was there before, 0, or -1 without memory */
static int see(struct reading *reading, const struct pcs_step_row *row)
{
    size_t bit = (size_t)row->step * (size_t)reading->buckets + (size_t)row->bucket;
    size_t word = bit / 64;
    uint64_t mask = (uint64_t)1 << (bit % 64);
    struct seen *seen;

    if (row->rank >= reading->seen_n) {
        int n = row->rank + 1 > 2 * reading->seen_n ? row->rank + 1 : 2 * reading->seen_n;
        struct seen *grown = realloc(reading->seen, (size_t)n * sizeof *grown);

        if (!grown)
            return -1;
        memset(grown + reading->seen_n, 0, (size_t)(n - reading->seen_n) * sizeof *grown);
        reading->seen = grown;
        reading->seen_n = n;
    }
    seen = &reading->seen[row->rank];
    if (word >= seen->words_n) {
        size_t n = word + 1 > 2 * seen->words_n ? word + 1 : 2 * seen->words_n;
        uint64_t *words = realloc(seen->words, n * sizeof *words);

        if (!words)
            return -1;
        memset(words + seen->words_n, 0, (n - seen->words_n) * sizeof *words);
        seen->words = words;
        seen->words_n = n;
    }
    if (seen->words[word] & mask)
        return 1;
    seen->words[word] |= mask;
    return 0;
}

static int check_limits(const struct reading *reading, const struct pcs_step_row *row)
{
    const struct pcs_run_settings *settings = &reading->run->settings;
    int ranks = reading->is_bare ? BARE_RANKS_MAX : settings->ranks;
    /* A bare file may not claim memory without end: a rank's steps come one after the other. */
    uint64_t steps = reading->is_bare ? reading->rows_n + 1 + PCS_READ_FIELDS_MAX : settings->steps;

    if (row->rank >= ranks)
        return pcs_steps_reader_refuse(reading->reader, "rank", "expected 0 to %d", ranks - 1);
    if (row->step >= steps)
        return pcs_steps_reader_refuse(reading->reader, "step", "expected less than %" PRIu64,
                                       steps);
    if (row->bucket >= reading->buckets)
        return pcs_steps_reader_refuse(reading->reader, "bucket", "expected 0 to %d",
                                       reading->buckets - 1);
    return 0;
}

/** The steps of a rank come in order, and so do their times. */
static int check_order(const struct reading *reading, const struct pcs_step_row *row)
{
    const struct pcs_run *run = reading->run;
    const struct pcs_rank_calls *rank =
        row->rank < run->settings.ranks ? &run->ranks[row->rank] : NULL;
    const struct pcs_call *last = rank && rank->n ? &rank->calls[rank->n - 1] : NULL;

    if (last && row->step < last->step)
        return pcs_steps_reader_refuse(reading->reader, "step",
                                       "expected at least %" PRIu32 ", the step before of rank %d",
                                       last->step, row->rank);
    if (last && row->step > last->step && row->arrive_s < last->arrive_s)
        return pcs_steps_reader_refuse(reading->reader, "arrive_s",
                                       "expected at least %.17g, when rank %d made the call of "
                                       "step %" PRIu32 ": steps of two runs are mixed",
                                       last->arrive_s, row->rank, last->step);
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
    int rc;

    if (check_limits(reading, row) < 0)
        return -1;
    rc = see(reading, row);
    if (rc < 0)
        return -2;
    if (rc > 0)
        return pcs_steps_reader_refuse(reading->reader, "step",
                                       "expected another: rank %d, step %" PRIu32
                                       ", bucket %d was there before",
                                       row->rank, row->step, row->bucket);
    if (check_order(reading, row) < 0 || check_round_of(reading, row) < 0)
        return -1;
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

static int read_steps(struct pcs_run *run, FILE *in, const char *name, bool is_bare,
                      struct pcs_read_error *error)
{
    struct reading reading = {.run = run,
                              .reader = pcs_steps_reader_open(in, name),
                              .is_bare = is_bare,
                              .buckets = is_bare ? BARE_BUCKETS : run->settings.buckets};
    int rc = reading.reader ? read_rows(&reading) : -2;

    if (rc == -1)
        pcs_run_refuse(error, "%s", pcs_steps_reader_error(reading.reader));
    if (rc == -2)
        pcs_run_refuse(error, "%s: out of memory", name);
    if (is_bare)
        run->settings.ranks = reading.ranks_seen; /* there was room for more */
    for (int i = 0; i < reading.seen_n; i++)
        free(reading.seen[i].words);
    free(reading.seen);
    pcs_steps_reader_close(reading.reader);
    return rc < 0 ? -1 : 0;
}

int pcs_run_read_bare(struct pcs_run *run, FILE *in, const char *name, struct pcs_read_error *error)
{
    struct pcs_run_settings *settings = &run->settings;

    run->is_partial = true;
    if (read_steps(run, in, name, true, error) < 0)
        return -1;
    for (int i = 0; i < settings->ranks; i++) {
        const struct pcs_rank_calls *rank = &run->ranks[i];
        if (rank->n > 0 && rank->calls[rank->n - 1].step >= settings->steps)
            settings->steps = rank->calls[rank->n - 1].step + 1;
    }
    return 0;
}

/* ---- both --------------------------------------------------------------------------------- */

/** @return 1 when it was read, 0 when there is none, -1 */
static int read_file(struct pcs_run *run, const char *file, bool is_steps,
                     struct pcs_read_error *error)
{
    bool is_bare = run->scenario.items_n == 0;
    char *name;
    FILE *in = pcs_run_open_file(run->path, file, &name, error);
    int rc = error->text[0] ? -1 : 0;

    if (in) {
        if (!is_steps)
            rc = read_rounds(run, in, name, error);
        else if (is_bare)
            rc = pcs_run_read_bare(run, in, name, error);
        else
            rc = read_steps(run, in, name, false, error);
        rc = rc < 0 ? -1 : 1;
        fclose(in);
    }
    free(name);
    return rc;
}

int pcs_run_read_traces(struct pcs_run *run, struct pcs_read_error *error)
{
    int rounds, steps;

    if (run->settings.ranks) {
        run->ranks = calloc((size_t)run->settings.ranks, sizeof *run->ranks);
        if (!run->ranks)
            return pcs_run_refuse(error, "%s: out of memory", run->path);
    }
    rounds = read_file(run, "rounds.csv", false, error);
    if (rounds < 0)
        return -1;
    steps = read_file(run, "steps.csv", true, error);
    if (steps < 0)
        return -1;
    if (run->is_partial)
        return 0;
    if (!rounds && run->trace != PCS_RUN_TRACE_SUMMARY)
        return pcs_run_refuse(error, "%s: no rounds.csv, expected one as output.trace says",
                              run->path);
    if (!steps && run->trace == PCS_RUN_TRACE_STEPS)
        return pcs_run_refuse(error, "%s: no steps.csv, expected one as output.trace says",
                              run->path);
    return 0;
}
