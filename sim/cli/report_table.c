/*
 * The figures of each group, one a line.
 */
#include "sim/cli/report_table.h"

#include <inttypes.h>
#include <libsmartcols.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "sim/cli/figure_text.h"

#define WIDTH 120 /* where there is no terminal */
/* More groups than this have a line each, and no tables of their own. */
#define GROUPS_MAX 4

enum { COLUMN_METRIC, COLUMN_VALUE, COLUMN_INTERVAL, COLUMN_METHOD };

struct libscols_table *pcs_report_new_table(FILE *out)
{
    struct libscols_table *table = scols_new_table();

    if (!table)
        return NULL;
    scols_table_set_stream(table, out);
    if (!isatty(fileno(out))) {
        scols_table_set_termforce(table, SCOLS_TERMFORCE_ALWAYS);
        scols_table_set_termwidth(table, WIDTH);
    }
    return table;
}

static int add_line(struct libscols_table *table, const struct pcs_metric *metric)
{
    struct libscols_line *line = scols_table_new_line(table, NULL);
    const struct pcs_interval *interval = &metric->interval;
    char value[PCS_FIGURE_TEXT_SIZE], range[PCS_FIGURE_TEXT_SIZE] = "";

    pcs_figure_text(metric->value, metric->unit, value);
    if (!isnan(interval->low))
        pcs_figure_range(interval->low, interval->high, metric->value, metric->unit, range);
    if (!line || scols_line_set_data(line, COLUMN_METRIC, metric->name) < 0 ||
        scols_line_set_data(line, COLUMN_VALUE, value) < 0 ||
        scols_line_set_data(line, COLUMN_INTERVAL, range) < 0 ||
        scols_line_set_data(line, COLUMN_METHOD, interval->method) < 0)
        return -1;
    return 0;
}

static int add_lines(struct libscols_table *table, const struct pcs_metrics *metrics)
{
    for (int i = 0; i < metrics->items_n; i++) {
        if (add_line(table, &metrics->items[i]) < 0)
            return -1;
    }
    return 0;
}

/** Print two lists of figures as one table. */
static int print_figures(const struct pcs_metrics *first, const struct pcs_metrics *second,
                         FILE *out)
{
    struct libscols_table *table = pcs_report_new_table(out);
    int rc = -1;

    if (table && scols_table_new_column(table, "metric", 0, 0) &&
        scols_table_new_column(table, "value", 0, SCOLS_FL_RIGHT) &&
        scols_table_new_column(table, "95 % interval", 0, 0) &&
        scols_table_new_column(table, "method", 0.2, SCOLS_FL_TRUNC) &&
        add_lines(table, first) == 0 && (!second || add_lines(table, second) == 0))
        rc = scols_print_table(table);
    scols_unref_table(table);
    return rc < 0 ? -1 : 0;
}

void pcs_report_group_name(const struct pcs_report *report, const struct pcs_report_group *group,
                           bool is_line, char *text, size_t size)
{
    const struct pcs_report_common common = pcs_report_common(report, group);
    char bytes[PCS_FIGURE_TEXT_SIZE] = "size unknown";

    if (*group->label) {
        snprintf(text, size, "%s", group->label);
        return;
    }
    if (common.bytes != PCS_UNKNOWN_COUNT)
        pcs_figure_text((double)common.bytes, "bytes", bytes);
    snprintf(text, size, "%s%s%s%s%d rank%s%s%s", common.name,
             *common.name ? (is_line ? ": " : "\n") : "",
             *common.kind ? common.kind : "kind unknown", is_line ? ", " : "\n", common.ranks,
             common.ranks == 1 ? "" : "s", is_line ? ", " : "\n", bytes);
}

/** @return 0, or -1 */
static int print_group(const struct pcs_report *report, const struct pcs_report_group *group,
                       FILE *out)
{
    const struct pcs_report_run *first = &report->runs[group->members[0]];
    const struct pcs_run_settings *settings = &first->run->settings;
    char name[512];

    pcs_report_group_name(report, group, true, name, sizeof name);
    if (group->members_n > 1)
        fprintf(out, "%s: means over %d runs\n", name, group->members_n);
    else if (first->run->scenario.items_n > 0)
        fprintf(out, "%s, seed %" PRIu64 " (%s)\n", name, settings->seed, first->run->path);
    else
        fprintf(out, "%s (%s)\n", name, first->run->path);
    if (print_figures(group->members_n > 1 ? &group->metrics : &first->metrics, &group->against,
                      out) < 0)
        return -1;
    return 0;
}

/** What runs lack, and what could not be compared. */
static void print_notes(const struct pcs_report *report, const struct pcs_report_group *group,
                        FILE *out)
{
    for (int i = 0; i < group->members_n; i++) {
        const struct pcs_run *run = report->runs[group->members[i]].run;
        if (*run->lacks)
            fprintf(out, "- %s: %s\n", run->path, run->lacks);
    }
    if (*group->note)
        fprintf(out, "- %s\n", group->note);
}

/** @return 0, or -1 */
static int print_groups(const struct pcs_report *report, FILE *out)
{
    for (int i = 0; i < report->groups_n; i++) {
        if (i > 0)
            fputc('\n', out);
        if (print_group(report, &report->groups[i], out) < 0)
            return -1;
        print_notes(report, &report->groups[i], out);
    }
    return 0;
}

int pcs_report_print(const struct pcs_report *report, FILE *out)
{
    bool has_groups = report->groups_n <= GROUPS_MAX || report->options.metrics.has_details;

    if (report->groups_n > 1) {
        if (pcs_report_print_overview(report, out) < 0)
            return -1;
        if (has_groups)
            fputc('\n', out);
    }
    if (has_groups && print_groups(report, out) < 0)
        return -1;
    for (int i = 0; i < report->fits_n; i++) {
        const struct pcs_report_fit *fit = &report->fits[i];
        const struct pcs_run_settings *settings = &report->runs[fit->run].run->settings;
        fprintf(out, "\n%s: %s, %d ranks: latency = alpha + beta * bytes\n", settings->name,
                settings->kind, settings->ranks);
        if (print_figures(&fit->metrics, NULL, out) < 0)
            return -1;
    }
    return 0;
}
