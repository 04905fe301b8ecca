/*
 * The comparison of an eager-SGD experiment: rows, table, notes, CSV.
 */
#include <math.h>
#include <string.h>

#include "sim/cli/options.h"
#include "sim/cli/validate/eager.h"

#define CELL PCS_TEXT_CELL_SIZE
#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

static const char *const headings[] = {"experiment", "delay", "kind",   "figure",      "published",
                                       "ours, low",  "high",  "diff %", "published as"};
static const char *const figures[] = {"step_s", "speedup"};
static const char *const roles[] = {PCS_OVERVIEW_INPUT, PCS_OVERVIEW_PREDICTION,
                                    PCS_OVERVIEW_UNSURE, "-"};

/* ---- rows -------------------------------------------------------------------------------------
 */

static double ours(const struct pcs_eager *work, int case_i, int kind_i, int split_i,
                   enum pcs_eager_figure figure)
{
    const double step_s = work->step_s[case_i][kind_i][split_i];

    return figure == PCS_EAGER_STEP ? step_s : work->step_s[case_i][0][split_i] / step_s;
}

static void add_row(const struct pcs_eager *work, int case_i, int kind_i,
                    enum pcs_eager_figure figure, const struct pcs_eager_published *published,
                    struct pcs_eager_row *row)
{
    *row = (struct pcs_eager_row){.case_name = work->cases[case_i],
                                  .kind = work->plan->kinds[kind_i].name,
                                  .figure = figure,
                                  .published = published,
                                  .low = INFINITY,
                                  .high = -INFINITY};
    for (int i = 0; i < work->splits_n; i++) {
        row->low = fmin(row->low, ours(work, case_i, kind_i, i, figure));
        row->high = fmax(row->high, ours(work, case_i, kind_i, i, figure));
    }
    row->deviation =
        pcs_overview_deviation(published ? published->value : NAN, row->low, row->high);
}

/* All that is published of one figure; a row of ours alone when nothing is. */
static int add_figure(const struct pcs_eager *work, int case_i, int kind_i,
                      enum pcs_eager_figure figure, struct pcs_eager_row *rows)
{
    int n = 0;

    for (int i = 0; i < work->published_n; i++) {
        const struct pcs_eager_published *p = &work->published[i];
        if (p->figure == figure && strcmp(p->case_name, work->cases[case_i]) == 0 &&
            strcmp(p->kind, work->plan->kinds[kind_i].name) == 0)
            add_row(work, case_i, kind_i, figure, p, &rows[n++]);
    }
    if (n == 0)
        add_row(work, case_i, kind_i, figure, NULL, &rows[n++]);
    return n;
}

int pcs_eager_rows(const struct pcs_eager *work, struct pcs_eager_row *rows)
{
    int n = 0;

    for (int case_i = 0; case_i < work->cases_n; case_i++) {
        for (int kind_i = 0; kind_i < work->kinds_n; kind_i++) {
            n += add_figure(work, case_i, kind_i, PCS_EAGER_STEP, &rows[n]);
            if (kind_i > 0)
                n += add_figure(work, case_i, kind_i, PCS_EAGER_SPEEDUP, &rows[n]);
        }
    }
    return n;
}

/* ---- what is written --------------------------------------------------------------------------
 */

static void put_number(char *cell, enum pcs_eager_figure figure, double value)
{
    snprintf(cell, CELL, figure == PCS_EAGER_STEP ? "%.4f" : "%.3f", value);
}

static enum pcs_eager_role role_of(const struct pcs_eager_row *row)
{
    return row->published ? row->published->role : PCS_EAGER_NONE;
}

int pcs_eager_table(const struct pcs_eager *work, const struct pcs_eager_row *rows, int rows_n,
                    struct pcs_text_table *table)
{
    *table =
        (struct pcs_text_table){.headings = headings, .columns_n = COUNT(headings), .left_n = 4};
    for (int i = 0; i < rows_n; i++) {
        char(*cells)[CELL] = pcs_text_table_add(table);
        if (!cells)
            return -1;
        snprintf(cells[0], CELL, "%s", work->plan->name);
        snprintf(cells[1], CELL, "%.23s", rows[i].case_name);
        snprintf(cells[2], CELL, "%s", rows[i].kind);
        snprintf(cells[3], CELL, "%s", figures[rows[i].figure]);
        snprintf(cells[4], CELL, "-");
        if (rows[i].published)
            put_number(cells[4], rows[i].figure, rows[i].published->value);
        put_number(cells[5], rows[i].figure, rows[i].low);
        put_number(cells[6], rows[i].figure, rows[i].high);
        snprintf(cells[7], CELL, "-");
        if (!isnan(rows[i].deviation))
            snprintf(cells[7], CELL, "%+.1f", 100 * rows[i].deviation);
        snprintf(cells[8], CELL, "%s", roles[role_of(&rows[i])]);
    }
    return 0;
}

void pcs_eager_notes(const struct pcs_eager *work, const struct pcs_eager_row *rows, int rows_n,
                     struct pcs_words *notes)
{
    pcs_words_add(notes,
                  "step_s: seconds a step, the median rank's, mean over the seeds 1 to %d. "
                  "speedup: over sync. diff: of the near end of ours, 0 inside it.",
                  work->seeds);
    pcs_words_add(notes, "%s", work->plan->about);
    for (int i = 0; i < work->set->items_n; i++)
        pcs_words_add(notes, "Not the published experiment: run with --set %s.",
                      work->set->items[i]);
    for (int i = 0; i < rows_n; i++) {
        if (rows[i].published && *rows[i].published->why)
            pcs_words_add(notes, "%s, %s %s (%s): %s.", rows[i].case_name, rows[i].kind,
                          figures[rows[i].figure], roles[role_of(&rows[i])],
                          rows[i].published->why);
    }
}

void pcs_eager_overview(const struct pcs_eager *work, const struct pcs_eager_row *rows, int rows_n,
                        struct pcs_overview *overview)
{
    for (int i = 0; i < rows_n; i++) {
        const struct pcs_eager_published *published = rows[i].published;
        if (!published)
            continue;
        struct pcs_overview_row row = {
            .experiment = work->plan->name,
            .figure = rows[i].figure == PCS_EAGER_STEP ? "s a step" : "x faster",
            .published = published->value,
            .low = rows[i].low,
            .high = rows[i].high,
            .role = roles[published->role],
        };
        snprintf(row.case_name, sizeof row.case_name, "%.23s", rows[i].case_name);
        snprintf(row.kind, sizeof row.kind, "%s", rows[i].kind);
        snprintf(row.why, sizeof row.why, "%s", published->why);
        pcs_overview_add(overview, row);
    }
}

int pcs_eager_csv(const struct pcs_eager *work, const struct pcs_eager_row *rows, int rows_n,
                  FILE *out)
{
    fputs("experiment,case,kind,figure,published,low,high,deviation,role\n", out);
    for (int i = 0; i < rows_n; i++) {
        const struct pcs_eager_row *row = &rows[i];
        fprintf(out, "%s,%s,%s,%s,", work->plan->name, row->case_name, row->kind,
                figures[row->figure]);
        if (row->published)
            fprintf(out, "%.17g", row->published->value);
        fprintf(out, ",%.17g,%.17g,", row->low, row->high);
        if (!isnan(row->deviation))
            fprintf(out, "%.17g", row->deviation);
        fprintf(out, ",%s\n", row->published ? roles[role_of(row)] : "");
    }
    return ferror(out) ? -1 : 0;
}
