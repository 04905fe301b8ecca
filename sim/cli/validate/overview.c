/*
 * The table of all experiments.
 */
#include "sim/cli/validate/overview.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/csv_writer.h"
#include "sim/cli/validate/text_table.h"

#define CELL PCS_TEXT_CELL_SIZE
#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

static const char *const headings[] = {"experiment", "case",   "kind",    "figure", "published",
                                       "ours",       "diff %", "used as", "why"};

double pcs_overview_deviation(double published, double low, double high)
{
    if (published < low)
        return low / published - 1;
    if (published > high)
        return high / published - 1;
    return isnan(published) ? NAN : 0;
}

void pcs_overview_add(struct pcs_overview *overview, struct pcs_overview_row row)
{
    struct pcs_overview_row *rows =
        realloc(overview->rows, (size_t)(overview->rows_n + 1) * sizeof *rows);

    if (!rows) {
        overview->failed = true;
        return;
    }
    row.deviation = pcs_overview_deviation(row.published, row.low, row.high);
    overview->rows = rows;
    overview->rows[overview->rows_n++] = row;
}

void pcs_overview_fini(struct pcs_overview *overview)
{
    free(overview->rows);
    *overview = (struct pcs_overview){.rows = NULL};
}

/* ---- reasons ----------------------------------------------------------------------------------
 */

/** Number each reason once, in the order of the rows; 0: the row has none. @return how many */
static int number_reasons(const struct pcs_overview *overview, int *numbers)
{
    int n = 0;

    for (int i = 0; i < overview->rows_n; i++) {
        int other = 0;
        while (strcmp(overview->rows[other].why, overview->rows[i].why) != 0)
            other++;
        if (!*overview->rows[i].why)
            numbers[i] = 0;
        else
            numbers[i] = other < i ? numbers[other] : ++n;
    }
    return n;
}

static void print_reasons(const struct pcs_overview *overview, const int *numbers, int n,
                          struct pcs_words *notes)
{
    for (int number = 1; number <= n; number++) {
        int i = 0;
        while (numbers[i] != number)
            i++;
        pcs_words_add(notes, "%d: %s.", number, overview->rows[i].why);
    }
}

/* ---- table ------------------------------------------------------------------------------------
 */

static void put_ours(char *cell, const struct pcs_overview_row *row)
{
    char low[16], high[16];

    snprintf(low, sizeof low, "%.4g", row->low);
    snprintf(high, sizeof high, "%.4g", row->high);
    if (strcmp(low, high) == 0)
        snprintf(cell, CELL, "%.15s", low);
    else
        snprintf(cell, CELL, "%.9s to %.9s", low, high);
}

static void put_row(char (*cells)[CELL], const struct pcs_overview_row *row, int number)
{
    /* Nearer than half of the last digit is +0.0, not -0.0. */
    const double percent = round(1000 * row->deviation) / 10 + 0.0;

    snprintf(cells[0], CELL, "%s", row->experiment);
    snprintf(cells[1], CELL, "%s", row->case_name);
    snprintf(cells[2], CELL, "%s", row->kind);
    snprintf(cells[3], CELL, "%s", row->figure);
    snprintf(cells[4], CELL, "%.4g", row->published);
    put_ours(cells[5], row);
    snprintf(cells[6], CELL, "%+.1f", percent);
    snprintf(cells[7], CELL, "%s", row->role);
    if (number)
        snprintf(cells[8], CELL, "%d", number);
}

int pcs_overview_print(const struct pcs_overview *overview, bool is_markdown, FILE *out)
{
    struct pcs_text_table table = {.headings = headings, .columns_n = COUNT(headings), .left_n = 4};
    struct pcs_words notes = {0};
    int *numbers = calloc((size_t)overview->rows_n + 1, sizeof *numbers);
    int rc = numbers && !overview->failed ? 0 : -1;

    if (rc == 0) {
        const int n = number_reasons(overview, numbers);
        for (int i = 0; rc == 0 && i < overview->rows_n; i++) {
            char(*cells)[CELL] = pcs_text_table_add(&table);
            if (cells)
                put_row(cells, &overview->rows[i], numbers[i]);
            else
                rc = -1;
        }
        print_reasons(overview, numbers, n, &notes);
    }
    if (notes.failed)
        rc = -1;
    if (rc == 0 && is_markdown)
        pcs_text_table_markdown(&table, out);
    else if (rc == 0)
        rc = pcs_text_table_print(&table, out);
    if (rc == 0) {
        fputc('\n', out);
        pcs_text_notes_print(&notes, out);
    }
    pcs_words_fini(&notes);
    pcs_text_table_fini(&table);
    free(numbers);
    return rc;
}

int pcs_overview_csv(const struct pcs_overview *overview, FILE *out)
{
    struct pcs_csv_line line;
    int rc =
        fputs("experiment,case,kind,figure,published,low,high,deviation,role\n", out) < 0 ? -1 : 0;

    for (int i = 0; rc == 0 && i < overview->rows_n; i++) {
        const struct pcs_overview_row *row = &overview->rows[i];
        pcs_csv_line_init(&line);
        pcs_csv_put_text(&line, row->experiment);
        pcs_csv_put_text(&line, row->case_name);
        pcs_csv_put_text(&line, row->kind);
        pcs_csv_put_text(&line, row->figure);
        pcs_csv_put_number(&line, row->published);
        pcs_csv_put_number(&line, row->low);
        pcs_csv_put_number(&line, row->high);
        pcs_csv_put_number(&line, row->deviation);
        pcs_csv_put_text(&line, row->role);
        rc = pcs_csv_line_write(&line, out);
    }
    return rc;
}
