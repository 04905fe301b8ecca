/*
 * Parsing a trace: which rank took how long in which step.
 *
 * Rows may come in any order, so the text is gone through more than once: to see how many ranks and
 * steps there are, then to put the values in their places. Memory grows with the number of rows,
 * whatever numbers of ranks and steps a wrong row names.
 */
#include <math.h>
#include <stdlib.h>

#include "workloads/csv.h"

#define HEADER "rank,step,seconds"
#define RANKS_MAX 65536
#define STEPS_MAX 2147483647.0

struct trace_row {
    int rank;
    uint32_t step;
    double seconds;
};

struct trace_text {
    const char *text;
    size_t length;
    int ranks;
    uint32_t steps;
    size_t rows;
    int lines;
};

static int out_of_memory(struct pcs_table_error *error)
{
    return pcs_csv_refuse(error, 1, 1, "out of memory; expected a smaller file");
}

static struct pcs_csv open_rows(const struct trace_text *trace)
{
    struct pcs_csv csv = pcs_csv_open(trace->text, trace->length);

    pcs_csv_skip_header(&csv, HEADER);
    return csv;
}

static bool is_whole(double value, double max)
{
    return value <= max && value == floor(value);
}

static int read_row(struct pcs_csv *csv, struct trace_row *row, struct pcs_table_error *error)
{
    struct pcs_csv_row numbers;
    int rc = pcs_csv_row(csv, HEADER, &numbers, error);

    if (rc <= 0)
        return rc;
    if (numbers.n != 3)
        return pcs_csv_refuse(error, csv->line, numbers.columns[numbers.n - 1],
                              "%d values in the line; expected " HEADER, numbers.n);
    if (!is_whole(numbers.values[0], RANKS_MAX - 1))
        return pcs_csv_refuse(error, csv->line, numbers.columns[0],
                              "rank %g; expected a whole number from 0 to %d", numbers.values[0],
                              RANKS_MAX - 1);
    if (!is_whole(numbers.values[1], STEPS_MAX - 1))
        return pcs_csv_refuse(error, csv->line, numbers.columns[1],
                              "step %g; expected a whole number, 0 for the first step",
                              numbers.values[1]);
    *row =
        (struct trace_row){(int)numbers.values[0], (uint32_t)numbers.values[1], numbers.values[2]};
    return 1;
}

static int measure(struct trace_text *trace, struct pcs_table_error *error)
{
    struct pcs_csv csv = open_rows(trace);
    struct trace_row row;
    int rc;

    while ((rc = read_row(&csv, &row, error)) > 0) {
        trace->rows++;
        trace->ranks = row.rank >= trace->ranks ? row.rank + 1 : trace->ranks;
        trace->steps = row.step >= trace->steps ? row.step + 1 : trace->steps;
    }
    trace->lines = csv.line > 0 ? csv.line : 1;
    if (rc == 0 && trace->rows == 0)
        return pcs_csv_refuse(error, trace->lines, 1, "no rows in the file; expected " HEADER);
    return rc;
}

/* Rank @p rank has @p rows rows, fewer than there are steps: say which step is missing, and where
 * it should have come at the latest. */
static int report_gap(const struct trace_text *trace, int rank, size_t rows,
                      struct pcs_table_error *error)
{
    bool *seen = calloc(rows + 1, sizeof *seen); /* steps 0 .. rows cannot all be there */
    struct pcs_csv csv = open_rows(trace);
    struct trace_row row;
    uint32_t missing = 0;
    int line = 0;

    if (!seen)
        return out_of_memory(error);
    while (read_row(&csv, &row, error) > 0) {
        if (row.rank == rank && row.step <= rows)
            seen[row.step] = true;
    }
    while (missing < rows && seen[missing])
        missing++;
    free(seen);
    csv = open_rows(trace);
    while (line == 0 && read_row(&csv, &row, error) > 0) {
        if (row.rank == rank && row.step > missing)
            line = csv.line;
    }
    return pcs_csv_refuse(error, line ? line : trace->lines, 1,
                          "rank %d has no step %u; expected ranks 0 to %d with steps 0 to %u each, "
                          "without gaps",
                          rank, missing, trace->ranks - 1, trace->steps - 1);
}

static int find_gap(const struct trace_text *trace, struct pcs_table_error *error)
{
    size_t *rows = calloc((size_t)trace->ranks, sizeof *rows);
    struct pcs_csv csv = open_rows(trace);
    struct trace_row row;
    int rank = 0;

    if (!rows)
        return out_of_memory(error);
    while (read_row(&csv, &row, error) > 0)
        rows[row.rank]++;
    while (rows[rank] >= trace->steps) /* one has fewer, or there would be a row for every step */
        rank++;
    const size_t n = rows[rank];
    free(rows);
    return report_gap(trace, rank, n, error);
}

static int fill(const struct trace_text *trace, struct pcs_delay_table *table,
                struct pcs_table_error *error)
{
    const size_t cells = (size_t)trace->ranks * trace->steps;
    struct pcs_csv csv = open_rows(trace);
    struct trace_row row;

    table->values = malloc(cells * sizeof *table->values);
    if (!table->values)
        return out_of_memory(error);
    for (size_t i = 0; i < cells; i++)
        table->values[i] = NAN;
    while (read_row(&csv, &row, error) > 0) {
        double *cell = &table->values[(size_t)row.rank * trace->steps + row.step];
        if (!isnan(*cell))
            return pcs_csv_refuse(error, csv.line, 1,
                                  "step %u of rank %d is there twice; expected it once", row.step,
                                  row.rank);
        *cell = row.seconds;
        table->min = fmin(table->min, row.seconds);
        table->max = fmax(table->max, row.seconds);
    }
    return 0; /* as many rows as cells and none twice: all are there */
}

int pcs_delay_table_parse_trace(const char *text, size_t length, struct pcs_delay_table **table,
                                struct pcs_table_error *error)
{
    struct trace_text trace = {.text = text, .length = length};
    struct pcs_delay_table *made;

    if (measure(&trace, error) < 0)
        return -1;
    if (trace.rows < (size_t)trace.ranks * trace.steps)
        return find_gap(&trace, error);
    made = calloc(1, sizeof *made);
    if (!made)
        return out_of_memory(error);
    made->kind = PCS_TABLE_TRACE;
    made->ranks = trace.ranks;
    made->steps = trace.steps;
    made->lines = trace.lines;
    made->min = INFINITY;
    if (fill(&trace, made, error) < 0) {
        pcs_delay_table_destroy(made);
        return -1;
    }
    *table = made;
    return 0;
}
