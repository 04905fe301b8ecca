/*
 * The tables of the comparison, and its CSV.
 */
#include <math.h>

#include "analysis/csv_writer.h"
#include "sim/cli/validate/ok_topk.h"

static const char *const volume_headings[] = {
    "ranks", "kind", "selected", "gathered", "words", "low", "high", "words/high", "bookkeeping",
};
static const char *const bert_headings[] = {
    "kind", "comm paper",  "ours", "diff %", "select paper",
    "ours", "total paper", "ours", "diff %", "MB",
};

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))
#define CELL PCS_TEXT_CELL_SIZE

static void put_difference(char *cell, double ours, double published)
{
    const double percent = round(100 * (ours / published - 1));

    if (published > 0)
        snprintf(cell, CELL, "%+.0f", percent + 0.0); /* no negative zero */
    else
        snprintf(cell, CELL, "-");
}

static void put_seconds(char *cell, double seconds)
{
    if (seconds > 0)
        snprintf(cell, CELL, "%.3f", seconds);
    else
        snprintf(cell, CELL, "-");
}

int pcs_ok_topk_volume_table(const struct pcs_ok_topk *work, struct pcs_text_table *table)
{
    *table = (struct pcs_text_table){
        .headings = volume_headings, .columns_n = COUNT(volume_headings), .left_n = 2};
    for (int i = 0; i < PCS_OK_TOPK_SIZES * PCS_OK_TOPK_KINDS; i++) {
        const struct pcs_ok_topk_run *run = &work->volumes[i];
        char(*row)[CELL] = pcs_text_table_add(table);
        if (!row)
            return -1;
        snprintf(row[0], CELL, "%d", run->ranks);
        snprintf(row[1], CELL, "%s", pcs_kind_name(run->kind));
        snprintf(row[2], CELL, "%.0f", run->selected);
        snprintf(row[3], CELL, "%.0f", run->gathered);
        snprintf(row[4], CELL, "%.0f", run->words);
        snprintf(row[5], CELL, "%.0f", run->low);
        snprintf(row[6], CELL, "%.0f", run->high);
        snprintf(row[7], CELL, "%.3f", run->words / run->high);
        snprintf(row[8], CELL, "%.0f", run->bookkeeping);
    }
    return 0;
}

int pcs_ok_topk_bert_table(const struct pcs_ok_topk *work, struct pcs_text_table *table)
{
    *table = (struct pcs_text_table){
        .headings = bert_headings, .columns_n = COUNT(bert_headings), .left_n = 1};
    for (int i = 0; i < PCS_OK_TOPK_KINDS; i++) {
        const struct pcs_ok_topk_run *run = &work->bert[i];
        const struct pcs_ok_topk_bar *bar = &work->published[i];
        const double total_s = work->base_s + run->communication_s + run->select_s;
        char(*row)[CELL] = pcs_text_table_add(table);
        if (!row)
            return -1;
        snprintf(row[0], CELL, "%s", pcs_kind_name(run->kind));
        put_seconds(row[1], bar->communication_s);
        put_seconds(row[2], run->communication_s);
        put_difference(row[3], run->communication_s, bar->communication_s);
        put_seconds(row[4], bar->select_s);
        put_seconds(row[5], run->select_s);
        put_seconds(row[6], bar->total_s);
        put_seconds(row[7], total_s);
        put_difference(row[8], total_s, bar->total_s);
        snprintf(row[9], CELL, "%.1f", 4e-6 * run->words);
    }
    return 0;
}

static int put_run(const struct pcs_ok_topk_run *run, const char *table,
                   const struct pcs_ok_topk_bar *bar, FILE *out)
{
    struct pcs_csv_line line;

    pcs_csv_line_init(&line);
    pcs_csv_put_text(&line, table);
    pcs_csv_put_text(&line, pcs_kind_name(run->kind));
    pcs_csv_put_signed(&line, run->ranks);
    pcs_csv_put_number(&line, run->selected);
    pcs_csv_put_number(&line, run->gathered);
    pcs_csv_put_number(&line, run->words);
    pcs_csv_put_number(&line, run->low);
    pcs_csv_put_number(&line, run->high);
    pcs_csv_put_number(&line, run->bookkeeping);
    pcs_csv_put_number(&line, run->communication_s);
    pcs_csv_put_number(&line, run->select_s);
    pcs_csv_put_number(&line, bar ? bar->communication_s : NAN);
    pcs_csv_put_number(&line, bar ? bar->select_s : NAN);
    pcs_csv_put_number(&line, bar ? bar->total_s : NAN);
    return pcs_csv_line_write(&line, out);
}

int pcs_ok_topk_csv(const struct pcs_ok_topk *work, FILE *out)
{
    char name[16];
    int rc = fputs("table,kind,ranks,selected,gathered,words,low,high,bookkeeping,"
                   "communication_s,select_s,published_communication_s,published_select_s,"
                   "published_total_s\n",
                   out) < 0
                 ? -1
                 : 0;

    for (int i = 0; rc == 0 && i < PCS_OK_TOPK_SIZES * PCS_OK_TOPK_KINDS; i++)
        rc = put_run(&work->volumes[i], "volume", NULL, out);
    for (int i = 0; rc == 0 && i < PCS_OK_TOPK_CASES; i++) {
        snprintf(name, sizeof name, "bound-%d", i + 1);
        rc = put_run(&work->cases[i], name, NULL, out);
    }
    if (rc == 0)
        rc = put_run(&work->unstaged, "unstaged", NULL, out);
    for (int i = 0; rc == 0 && i < PCS_OK_TOPK_KINDS; i++)
        rc = put_run(&work->bert[i], "bert", &work->published[i], out);
    return rc;
}
