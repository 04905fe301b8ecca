/*
 * The table of the micro-benchmark, for a terminal of 100 columns and as markdown.
 */
#include <inttypes.h>
#include <libsmartcols.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/cli/validate/microbench.h"

#define COLUMNS_N 12
#define ROWS_MAX (PCS_MICROBENCH_CASES + PCS_MICROBENCH_KINDS)
#define CELL_SIZE 24
#define TEXT_WIDTH 98 /* of the notes, behind their indentation of 2 */

static const char *const headings[COLUMNS_N] = {
    "size",    "kind",   "paper ms", "ours ms",   "sd ms",    "diff %",
    "paper x", "ours x", "diff %",   "paper NAP", "ours NAP", "form NAP",
};

struct cells {
    char text[ROWS_MAX][COLUMNS_N][CELL_SIZE];
    int rows_n;
};

static void put_size(char *cell, uint64_t bytes)
{
    static const char *const units[] = {"B", "KiB", "MiB"};
    int unit = 0;

    while (bytes >= 1024 && unit < 2) {
        bytes /= 1024;
        unit++;
    }
    snprintf(cell, CELL_SIZE, "%" PRIu64 " %s", bytes, units[unit]);
}

static void put_number(char *cell, int digits, double value)
{
    if (isnan(value))
        snprintf(cell, CELL_SIZE, "-");
    else
        snprintf(cell, CELL_SIZE, "%.*f", digits, value);
}

static void put_difference(char *cell, double ours, double published)
{
    const double percent = 100 * (ours / published - 1);

    if (isnan(percent))
        snprintf(cell, CELL_SIZE, "-");
    else
        snprintf(cell, CELL_SIZE, "%+.1f", percent);
}

static void put_ratios(char row[COLUMNS_N][CELL_SIZE], enum pcs_kind kind, double ours,
                       double published)
{
    const bool is_itself = kind == PCS_KIND_MPI;

    put_number(row[6], 2, is_itself ? NAN : published);
    put_number(row[7], 2, is_itself ? NAN : ours);
    put_difference(row[8], is_itself ? NAN : ours, published);
}

static void put_case(char row[COLUMNS_N][CELL_SIZE], const struct pcs_microbench_row *figures)
{
    put_size(row[0], figures->bytes);
    snprintf(row[1], CELL_SIZE, "%s", pcs_kind_name(figures->kind));
    put_number(row[2], 3, 1e3 * figures->published_latency_s);
    put_number(row[3], 3, 1e3 * figures->latency_s);
    put_number(row[4], 3, 1e3 * figures->latency_sd_s);
    put_difference(row[5], figures->latency_s, figures->published_latency_s);
    put_ratios(row, figures->kind, figures->ratio, figures->published_ratio);
    put_number(row[9], 2, figures->published_active);
    put_number(row[10], 2, figures->active);
    put_number(row[11], 1, figures->active_closed_form);
}

/** The row of the mean over the sizes. */
static void put_mean(char row[COLUMNS_N][CELL_SIZE], const struct pcs_microbench *bench, int kind_i)
{
    const enum pcs_kind kind = pcs_microbench_kind(kind_i);

    for (int i = 0; i < COLUMNS_N; i++)
        snprintf(row[i], CELL_SIZE, " "); /* no figure belongs here */
    snprintf(row[0], CELL_SIZE, "mean");
    snprintf(row[1], CELL_SIZE, "%s", pcs_kind_name(kind));
    put_ratios(row, kind, bench->ratio[kind_i], bench->published.ratio[kind_i]);
}

static struct cells *make_cells(const struct pcs_microbench *bench)
{
    struct cells *cells = calloc(1, sizeof *cells);

    if (!cells)
        return NULL;
    for (int i = 0; i < PCS_MICROBENCH_CASES; i++)
        put_case(cells->text[cells->rows_n++], &bench->rows[i]);
    put_mean(cells->text[cells->rows_n++], bench, PCS_MICROBENCH_MAJORITY);
    put_mean(cells->text[cells->rows_n++], bench, PCS_MICROBENCH_SOLO);
    return cells;
}

static int add_columns(struct libscols_table *table)
{
    for (int i = 0; i < COLUMNS_N; i++) {
        if (!scols_table_new_column(table, headings[i], 0, i == 1 ? 0 : SCOLS_FL_RIGHT))
            return -1;
    }
    return 0;
}

static int add_lines(struct libscols_table *table, const struct cells *cells)
{
    for (int i = 0; i < cells->rows_n; i++) {
        struct libscols_line *line = scols_table_new_line(table, NULL);
        for (size_t j = 0; j < COLUMNS_N; j++) {
            if (!line || scols_line_set_data(line, j, cells->text[i][j]) < 0)
                return -1;
        }
    }
    return 0;
}

static int print_table(const struct cells *cells, FILE *out)
{
    struct libscols_table *table = scols_new_table();
    int rc = -1;

    if (table && add_columns(table) == 0 && add_lines(table, cells) == 0) {
        scols_table_set_stream(table, out);
        rc = scols_print_table(table);
    }
    scols_unref_table(table);
    return rc < 0 ? -1 : 0;
}

/** Print @p text in lines, words whole, after "- ". */
static void print_note(const char *text, FILE *out)
{
    const char *lead = "- ";

    while (*text) {
        size_t length = strlen(text);
        if (length > TEXT_WIDTH) {
            length = TEXT_WIDTH;
            while (length > 0 && text[length] != ' ')
                length--;
            if (length == 0)
                length = strcspn(text, " ");
        }
        fprintf(out, "%s%.*s\n", lead, (int)length, text);
        text += length;
        text += strspn(text, " ");
        lead = "  ";
    }
}

static int print_notes(const struct pcs_microbench *bench, FILE *out)
{
    struct pcs_words notes = {0};

    pcs_microbench_notes(bench, &notes);
    const int rc = notes.failed ? -1 : 0;
    if (rc == 0)
        fputc('\n', out);
    for (int i = 0; rc == 0 && i < notes.items_n; i++)
        print_note(notes.items[i], out);
    pcs_words_fini(&notes);
    return rc;
}

int pcs_microbench_print(const struct pcs_microbench *bench, FILE *out)
{
    struct cells *cells = make_cells(bench);
    int rc = cells ? print_table(cells, out) : -1;

    if (rc == 0)
        rc = print_notes(bench, out);
    free(cells);
    return rc;
}

int pcs_microbench_markdown(const struct pcs_microbench *bench, FILE *out)
{
    struct cells *cells = make_cells(bench);

    if (!cells)
        return -1;
    for (int j = 0; j < COLUMNS_N; j++)
        fprintf(out, "| %s ", headings[j]);
    fputs("|\n", out);
    for (int j = 0; j < COLUMNS_N; j++)
        fputs(j == 1 ? "|---" : "|--:", out);
    fputs("|\n", out);
    for (int i = 0; i < cells->rows_n; i++) {
        for (int j = 0; j < COLUMNS_N; j++)
            fprintf(out, "| %s ", cells->text[i][j]);
        fputs("|\n", out);
    }
    free(cells);
    return print_notes(bench, out);
}
