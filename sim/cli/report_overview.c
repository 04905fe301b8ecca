/*
 * The groups of a report, one a line: to compare at a glance.
 */
#include <libsmartcols.h>
#include <math.h>
#include <string.h>

#include "sim/cli/figure_text.h"
#include "sim/cli/report_table.h"

struct column {
    const char *heading;
    const char *metric;
};

static const struct column columns[] = {
    {"latency", "latency_mean"},     {"fresh", "active_mean"},
    {"staleness", "staleness_mean"}, {"throughput", "throughput_steps_per_s"},
    {"idle", "idle_fraction"},       {"speed-up", "speedup_throughput"},
};

#define COLUMNS_N (sizeof columns / sizeof columns[0])

static const struct pcs_metric *find(const struct pcs_report *report,
                                     const struct pcs_report_group *group, const char *name)
{
    const struct pcs_metrics *own =
        group->members_n > 1 ? &group->metrics : &report->runs[group->members[0]].metrics;
    const struct pcs_metric *metric = pcs_metrics_find(own, name);

    return metric ? metric : pcs_metrics_find(&group->against, name);
}

/** The value, and half its interval as a share of it. */
static void describe(const struct pcs_metric *metric, char *text, size_t size)
{
    char value[PCS_FIGURE_TEXT_SIZE];
    const struct pcs_interval *interval = &metric->interval;
    double half = (interval->high - interval->low) / 2;

    pcs_figure_text(metric->value, metric->unit, value);
    if (isnan(half) || metric->value == 0)
        snprintf(text, size, "%s", value);
    else
        snprintf(text, size, "%s\n+-%.2g %%", value, 100 * half / fabs(metric->value));
}

static int add_line(const struct pcs_report *report, const struct pcs_report_group *group,
                    bool has_baseline, struct libscols_table *table)
{
    struct libscols_line *line = scols_table_new_line(table, NULL);
    char text[512];

    if (!line)
        return -1;
    pcs_report_group_name(report, group, false, text, sizeof text);
    if (scols_line_set_data(line, 0, text) < 0)
        return -1;
    snprintf(text, sizeof text, "%d", group->members_n);
    if (scols_line_set_data(line, 1, text) < 0)
        return -1;
    for (size_t i = 0; i < COLUMNS_N - !has_baseline; i++) {
        const struct pcs_metric *metric = find(report, group, columns[i].metric);
        snprintf(text, sizeof text, "-");
        if (metric)
            describe(metric, text, sizeof text);
        if (scols_line_set_data(line, i + 2, text) < 0)
            return -1;
    }
    return 0;
}

/** A column whose cells have more than one line. */
static int add_column(struct libscols_table *table, const char *heading, int flags)
{
    struct libscols_column *column =
        scols_table_new_column(table, heading, 0, flags | SCOLS_FL_WRAP);

    if (!column)
        return -1;
    if (scols_column_set_safechars(column, "\n") < 0)
        return -1;
    return scols_column_set_wrapfunc(column, scols_wrapnl_chunksize, scols_wrapnl_nextchunk, NULL);
}

static int add_columns(struct libscols_table *table, bool has_baseline)
{
    if (add_column(table, "group", SCOLS_FL_TRUNC) < 0 || add_column(table, "runs", 0) < 0)
        return -1;
    for (size_t i = 0; i < COLUMNS_N - !has_baseline; i++) {
        if (add_column(table, columns[i].heading, 0) < 0)
            return -1;
    }
    return 0;
}

int pcs_report_print_overview(const struct pcs_report *report, FILE *out)
{
    struct libscols_table *table = pcs_report_new_table(out);
    bool has_baseline = report->options.baseline;
    int rc = table ? add_columns(table, has_baseline) : -1;

    for (int i = 0; rc == 0 && i < report->groups_n; i++)
        rc = add_line(report, &report->groups[i], has_baseline, table);
    if (rc == 0)
        rc = scols_print_table(table);
    scols_unref_table(table);
    return rc < 0 ? -1 : 0;
}
