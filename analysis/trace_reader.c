/*
 * Reading steps.csv and rounds.csv: what their fields may hold, each alone and together.
 */
#include "analysis/trace_reader.h"

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum {
    STEP_RANK,
    STEP_STEP,
    STEP_BUCKET,
    STEP_COMPUTE,
    STEP_ARRIVE,
    STEP_RETURN,
    STEP_ROUND,
    STEP_FRESH,
    STEP_TAKEN_ROUND,
    STEP_STALENESS,
    STEP_ACTIVE,
    STEP_BYTES_SENT,
    STEP_MESSAGES_SENT,
    STEP_LOSS,
    STEP_LAG, /* not there in older files */
    STEP_COLUMNS
};

static const char *const step_columns[STEP_COLUMNS] = {
    [STEP_RANK] = "rank",
    [STEP_STEP] = "step",
    [STEP_BUCKET] = "bucket",
    [STEP_COMPUTE] = "compute_s",
    [STEP_ARRIVE] = "arrive_s",
    [STEP_RETURN] = "return_s",
    [STEP_ROUND] = "round",
    [STEP_FRESH] = "fresh",
    [STEP_TAKEN_ROUND] = "taken_round",
    [STEP_STALENESS] = "staleness",
    [STEP_ACTIVE] = "active",
    [STEP_BYTES_SENT] = "bytes_sent",
    [STEP_MESSAGES_SENT] = "messages_sent",
    [STEP_LOSS] = "loss",
    [STEP_LAG] = "lag",
};

enum {
    ROUND_ROUND,
    ROUND_BUCKET,
    ROUND_INITIATOR,
    ROUND_START,
    ROUND_END,
    ROUND_ACTIVE,
    ROUND_STALE,
    ROUND_NULL,
    ROUND_BYTES,
    ROUND_MESSAGES,
    ROUND_COLUMNS
};

static const char *const round_columns[ROUND_COLUMNS] = {
    [ROUND_ROUND] = "round",       [ROUND_BUCKET] = "bucket", [ROUND_INITIATOR] = "initiator",
    [ROUND_START] = "start_s",     [ROUND_END] = "end_s",     [ROUND_ACTIVE] = "active",
    [ROUND_STALE] = "stale",       [ROUND_NULL] = "null",     [ROUND_BYTES] = "bytes",
    [ROUND_MESSAGES] = "messages",
};

struct pcs_steps_reader {
    struct pcs_csv_reader csv;
    struct pcs_read_error error;
};

struct pcs_rounds_reader {
    struct pcs_csv_reader csv;
    struct pcs_read_error error;
};

/* ---- fields that both files have ---------------------------------------------------------- */

static int read_int(const struct pcs_csv_reader *csv, int column, int min, int *value)
{
    int64_t wide;

    if (pcs_csv_read_signed(csv, column, min, INT_MAX, &wide) < 0)
        return -1;
    *value = (int)wide;
    return 0;
}

static int read_uint32(const struct pcs_csv_reader *csv, int column, uint32_t *value)
{
    uint64_t wide;

    if (pcs_csv_read_unsigned(csv, column, UINT32_MAX, &wide) < 0)
        return -1;
    *value = (uint32_t)wide;
    return 0;
}

static int read_known(const struct pcs_csv_reader *csv, int column, int64_t *value)
{
    if (pcs_csv_is_empty(csv, column)) {
        *value = PCS_UNKNOWN;
        return 0;
    }
    return pcs_csv_read_signed(csv, column, 0, INT64_MAX, value);
}

/** Read two times of which the second is not before the first. */
static int read_interval(const struct pcs_csv_reader *csv, int first_column, int last_column,
                         double *first, double *last)
{
    if (pcs_csv_read_number(csv, first_column, first) < 0 ||
        pcs_csv_read_number(csv, last_column, last) < 0)
        return -1;
    if (*last < *first)
        return pcs_csv_reader_refuse(csv, last_column, "expected at least %s, which is %s",
                                     csv->columns[first_column],
                                     pcs_csv_reader_field(csv, first_column)->text);
    return 0;
}

static int find_column(const char *const *columns, const char *name)
{
    int i = 0;

    while (strcmp(columns[i], name) != 0)
        i++;
    return i;
}

/* ---- steps.csv ---------------------------------------------------------------------------- */

/** The three columns that tell a gradient's fate must agree. */
static int read_fate(const struct pcs_csv_reader *csv, struct pcs_step_row *row)
{
    uint64_t fresh, staleness;

    if (pcs_csv_read_unsigned(csv, STEP_FRESH, 1, &fresh) < 0 ||
        pcs_csv_read_signed(csv, STEP_TAKEN_ROUND, PCS_TAKEN_LEFT_OVER, UINT32_MAX,
                            &row->taken_round) < 0)
        return -1;
    row->fresh = fresh;
    if (row->taken_round < 0) {
        if (!pcs_csv_is_empty(csv, STEP_STALENESS))
            return pcs_csv_reader_refuse(csv, STEP_STALENESS,
                                         "expected nothing for a gradient that was not taken");
    } else if (row->taken_round < row->step) {
        return pcs_csv_reader_refuse(csv, STEP_TAKEN_ROUND,
                                     "expected -2, -1, or at least %" PRIu32 " as the step",
                                     row->step);
    } else {
        uint64_t expected = (uint64_t)row->taken_round - row->step;

        if (pcs_csv_read_unsigned(csv, STEP_STALENESS, UINT32_MAX, &staleness) < 0)
            return -1;
        if (staleness != expected)
            return pcs_csv_reader_refuse(csv, STEP_STALENESS,
                                         "expected %" PRIu64 ", taken_round less step", expected);
    }
    if (row->fresh != (row->taken_round == row->step))
        return pcs_csv_reader_refuse(csv, STEP_FRESH,
                                     "expected 1 if taken_round is the step, otherwise 0");
    return 0;
}

static int parse_step(const struct pcs_csv_reader *csv, struct pcs_step_row *row)
{
    if (read_int(csv, STEP_RANK, 0, &row->rank) < 0 ||
        read_uint32(csv, STEP_STEP, &row->step) < 0 ||
        read_int(csv, STEP_BUCKET, 0, &row->bucket) < 0 ||
        pcs_csv_read_number(csv, STEP_COMPUTE, &row->compute_s) < 0 ||
        read_interval(csv, STEP_ARRIVE, STEP_RETURN, &row->arrive_s, &row->return_s) < 0 ||
        read_uint32(csv, STEP_ROUND, &row->round) < 0 || read_fate(csv, row) < 0 ||
        read_int(csv, STEP_ACTIVE, 0, &row->active) < 0 ||
        read_known(csv, STEP_BYTES_SENT, &row->bytes_sent) < 0 ||
        read_known(csv, STEP_MESSAGES_SENT, &row->messages_sent) < 0 ||
        read_known(csv, STEP_LAG, &row->lag) < 0)
        return -1;
    row->loss = (double)NAN;
    if (!pcs_csv_is_empty(csv, STEP_LOSS))
        return pcs_csv_read_any_number(csv, STEP_LOSS, &row->loss);
    return 0;
}

struct pcs_steps_reader *pcs_steps_reader_open(FILE *in, const char *name)
{
    struct pcs_steps_reader *reader = malloc(sizeof *reader);

    if (reader) {
        reader->error.text[0] = '\0';
        pcs_csv_reader_init(&reader->csv, in, name, step_columns, STEP_COLUMNS, &reader->error);
        reader->csv.required_n = STEP_LAG;
    }
    return reader;
}

int pcs_steps_reader_next(struct pcs_steps_reader *reader, struct pcs_step_row *row)
{
    struct pcs_step_row parsed;
    int rc = pcs_csv_reader_next(&reader->csv);

    if (rc > 0 && parse_step(&reader->csv, &parsed) < 0)
        rc = -1;
    if (rc > 0)
        *row = parsed;
    return rc;
}

const char *pcs_steps_reader_error(const struct pcs_steps_reader *reader)
{
    return reader->error.text;
}

void pcs_steps_reader_accept_cut(struct pcs_steps_reader *reader)
{
    reader->csv.accepts_cut = true;
}

bool pcs_steps_reader_is_cut(const struct pcs_steps_reader *reader)
{
    return reader->csv.is_cut;
}

int pcs_steps_reader_refuse(struct pcs_steps_reader *reader, const char *column, const char *format,
                            ...)
{
    char what[512];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    return pcs_csv_reader_refuse(&reader->csv, find_column(step_columns, column), "%s", what);
}

int pcs_steps_reader_refuse_end(struct pcs_steps_reader *reader, const char *format, ...)
{
    char what[512];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    return pcs_csv_reader_refuse_start(&reader->csv, what);
}

void pcs_steps_reader_close(struct pcs_steps_reader *reader)
{
    free(reader);
}

/* ---- rounds.csv --------------------------------------------------------------------------- */

static int parse_round(const struct pcs_csv_reader *csv, struct pcs_round_row *row)
{
    if (read_uint32(csv, ROUND_ROUND, &row->round) < 0 ||
        read_int(csv, ROUND_BUCKET, 0, &row->bucket) < 0 ||
        read_int(csv, ROUND_INITIATOR, PCS_NO_INITIATOR, &row->initiator) < 0 ||
        read_interval(csv, ROUND_START, ROUND_END, &row->start_s, &row->end_s) < 0 ||
        read_int(csv, ROUND_ACTIVE, 0, &row->active) < 0 ||
        read_int(csv, ROUND_STALE, 0, &row->stale) < 0 ||
        read_int(csv, ROUND_NULL, 0, &row->null) < 0 ||
        read_known(csv, ROUND_BYTES, &row->bytes) < 0 ||
        read_known(csv, ROUND_MESSAGES, &row->messages) < 0)
        return -1;
    return 0;
}

struct pcs_rounds_reader *pcs_rounds_reader_open(FILE *in, const char *name)
{
    struct pcs_rounds_reader *reader = malloc(sizeof *reader);

    if (reader) {
        reader->error.text[0] = '\0';
        pcs_csv_reader_init(&reader->csv, in, name, round_columns, ROUND_COLUMNS, &reader->error);
    }
    return reader;
}

int pcs_rounds_reader_next(struct pcs_rounds_reader *reader, struct pcs_round_row *row)
{
    struct pcs_round_row parsed;
    int rc = pcs_csv_reader_next(&reader->csv);

    if (rc > 0 && parse_round(&reader->csv, &parsed) < 0)
        rc = -1;
    if (rc > 0)
        *row = parsed;
    return rc;
}

const char *pcs_rounds_reader_error(const struct pcs_rounds_reader *reader)
{
    return reader->error.text;
}

void pcs_rounds_reader_accept_cut(struct pcs_rounds_reader *reader)
{
    reader->csv.accepts_cut = true;
}

bool pcs_rounds_reader_is_cut(const struct pcs_rounds_reader *reader)
{
    return reader->csv.is_cut;
}

int pcs_rounds_reader_refuse(struct pcs_rounds_reader *reader, const char *column,
                             const char *format, ...)
{
    char what[512];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    return pcs_csv_reader_refuse(&reader->csv, find_column(round_columns, column), "%s", what);
}

void pcs_rounds_reader_close(struct pcs_rounds_reader *reader)
{
    free(reader);
}
