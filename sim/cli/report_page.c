/*
 * Tables of the page: the runs, the groups at a glance, all figures.
 *
 * Lack of memory is looked for once, in the end: jansson passes NULL on.
 */
#include "sim/cli/report_page.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "analysis/html/html_text.h"
#include "analysis/number.h"
#include "sim/cli/figure_text.h"
#include "sim/cli/report_table.h"

/* ---- cells -------------------------------------------------------------------------------- */

static void add_column(json_t *columns, const char *text, bool is_number)
{
    json_array_append_new(columns,
                          json_pack("{s:s, s:b}", "text", text, "is_number", (int)is_number));
}

static void add_text(json_t *cells, const char *text)
{
    json_array_append_new(cells, json_pack("{s:o}", "text", pcs_html_text(text)));
}

/** A number that is shown as @p text and sorted by its value; NAN is sorted behind all others. */
static void add_number_text(json_t *cells, double value, const char *text)
{
    char sort[PCS_NUMBER_SIZE] = "";

    if (!isnan(value))
        pcs_number_write(sort, value);
    json_array_append_new(cells, json_pack("{s:o, s:s, s:b}", "text", pcs_html_text(text), "sort",
                                           sort, "is_number", 1));
}

static void add_number(json_t *cells, double value, const char *unit)
{
    char text[PCS_FIGURE_TEXT_SIZE] = "";

    if (!isnan(value))
        pcs_figure_text(value, unit, text);
    add_number_text(cells, value, text);
}

static void add_count(json_t *cells, uint64_t value)
{
    char text[32];

    snprintf(text, sizeof text, "%" PRIu64, value);
    add_number_text(cells, (double)value, text);
}

static void add_row(json_t *rows, json_t *cells)
{
    json_array_append_new(rows, json_pack("{s:o}", "cells", cells));
}

static json_t *table_of(const char *id, const char *heading, const char *caption, json_t *columns,
                        json_t *rows)
{
    return json_pack("{s:s, s:s, s:s, s:o, s:o, s:[]}", "id", id, "heading", heading, "caption",
                     caption, "columns", columns, "rows", rows, "notes");
}

/* ---- the runs ----------------------------------------------------------------------------- */

static double bytes_of(const struct pcs_run_settings *settings)
{
    return settings->bytes == PCS_UNKNOWN_COUNT ? (double)NAN : (double)settings->bytes;
}

static json_t *runs_table(const struct pcs_report *report)
{
    json_t *columns = json_array(), *rows = json_array();

    add_column(columns, "run", true);
    add_column(columns, "name", false);
    add_column(columns, "kind", false);
    add_column(columns, "ranks", true);
    add_column(columns, "size", true);
    add_column(columns, "steps", true);
    add_column(columns, "warm-up", true);
    add_column(columns, "seed", true);
    add_column(columns, "folder", false);
    add_column(columns, "run id", false);
    for (int i = 0; i < report->runs_n; i++) {
        const struct pcs_run *run = report->runs[i].run;
        const struct pcs_run_settings *settings = &run->settings;
        json_t *cells = json_array();

        add_count(cells, (uint64_t)i + 1);
        add_text(cells, settings->name);
        add_text(cells, settings->kind);
        add_count(cells, (uint64_t)settings->ranks);
        add_number(cells, bytes_of(settings), "bytes");
        add_count(cells, settings->steps);
        add_count(cells, settings->warmup);
        add_count(cells, settings->seed);
        add_text(cells, run->path);
        add_text(cells, settings->run_id);
        add_row(rows, cells);
    }
    return table_of("runs", "Runs", "What was run; sizes are those of one gradient.", columns,
                    rows);
}

/* ---- groups at a glance ------------------------------------------------------------------- */

static const struct {
    const char *heading, *metric;
} glances[] = {
    {"latency, mean", "latency_mean"},        {"latency, p99", "latency_p99"},
    {"fresh ranks", "active_mean"},           {"staleness", "staleness_mean"},
    {"throughput", "throughput_steps_per_s"}, {"idle", "idle_fraction"},
    {"speed-up, latency", "speedup_latency"}, {"speed-up, throughput", "speedup_throughput"},
};

#define GLANCES_N (sizeof glances / sizeof *glances)

static const struct pcs_metrics *figures_of(const struct pcs_report *report,
                                            const struct pcs_report_group *group)
{
    return group->members_n > 1 ? &group->metrics : &report->runs[group->members[0]].metrics;
}

static const struct pcs_metric *find(const struct pcs_report *report,
                                     const struct pcs_report_group *group, const char *name)
{
    const struct pcs_metric *metric = pcs_metrics_find(figures_of(report, group), name);

    return metric ? metric : pcs_metrics_find(&group->against, name);
}

static bool is_anywhere(const struct pcs_report *report, const char *name)
{
    for (int i = 0; i < report->groups_n; i++) {
        if (find(report, &report->groups[i], name))
            return true;
    }
    return false;
}

/** The value, and half its interval as a share of it. */
static void add_glance(json_t *cells, const struct pcs_metric *metric)
{
    char value[PCS_FIGURE_TEXT_SIZE], text[PCS_FIGURE_TEXT_SIZE + 32];

    if (!metric) {
        add_number_text(cells, (double)NAN, "");
        return;
    }
    const double half = (metric->interval.high - metric->interval.low) / 2;
    pcs_figure_text(metric->value, metric->unit, value);
    if (isnan(half) || metric->value == 0)
        snprintf(text, sizeof text, "%s", value);
    else
        snprintf(text, sizeof text, "%s \xc2\xb1%.2g %%", value, 100 * half / fabs(metric->value));
    add_number_text(cells, metric->value, text);
}

static json_t *glance_table(const struct pcs_report *report)
{
    json_t *columns = json_array(), *rows = json_array();
    char name[512];

    add_column(columns, "runs alike", false);
    add_column(columns, "seeds", true);
    for (size_t c = 0; c < GLANCES_N; c++) {
        if (is_anywhere(report, glances[c].metric))
            add_column(columns, glances[c].heading, true);
    }
    for (int i = 0; i < report->groups_n; i++) {
        const struct pcs_report_group *group = &report->groups[i];
        json_t *cells = json_array();

        pcs_report_group_name(report, group, true, name, sizeof name);
        add_text(cells, name);
        add_count(cells, (uint64_t)group->members_n);
        for (size_t c = 0; c < GLANCES_N; c++) {
            if (is_anywhere(report, glances[c].metric))
                add_glance(cells, find(report, group, glances[c].metric));
        }
        add_row(rows, cells);
    }
    return table_of(
        "glance", "At a glance",
        "Means over runs that differ in their seed alone, or have the same value of the "
        "key; \xc2\xb1 is half the 95 % interval.",
        columns, rows);
}

/* ---- all figures -------------------------------------------------------------------------- */

/** @param name  of the runs; NULL when there is only one possible */
static void add_figures(json_t *rows, const char *name, const struct pcs_metrics *metrics)
{
    char range[PCS_FIGURE_TEXT_SIZE];

    for (int i = 0; i < metrics->items_n; i++) {
        const struct pcs_metric *metric = &metrics->items[i];
        const struct pcs_interval *interval = &metric->interval;
        json_t *cells = json_array();

        if (name)
            add_text(cells, name);
        add_text(cells, metric->name);
        add_number(cells, metric->value, metric->unit);
        range[0] = '\0';
        if (!isnan(interval->low))
            pcs_figure_range(interval->low, interval->high, metric->value, metric->unit, range);
        add_number_text(cells, interval->low, range);
        add_text(cells, interval->method);
        add_row(rows, cells);
    }
}

static void add_fit(json_t *rows, const struct pcs_report *report, const struct pcs_report_fit *fit)
{
    const struct pcs_run_settings *settings = &report->runs[fit->run].run->settings;
    char name[512];

    snprintf(name, sizeof name, "%s: %s, %d ranks, all sizes", settings->name, settings->kind,
             settings->ranks);
    add_figures(rows, name, &fit->metrics);
}

static json_t *figures_table(const struct pcs_report *report)
{
    json_t *columns = json_array(), *rows = json_array();
    char name[512];

    const bool has_names = report->groups_n > 1;
    if (has_names)
        add_column(columns, "runs alike", false);
    add_column(columns, "figure", false);
    add_column(columns, "value", true);
    add_column(columns, "95 % interval", true);
    add_column(columns, "method", false);
    for (int i = 0; i < report->groups_n; i++) {
        const struct pcs_report_group *group = &report->groups[i];
        pcs_report_group_name(report, group, true, name, sizeof name);
        add_figures(rows, has_names ? name : NULL, figures_of(report, group));
        add_figures(rows, has_names ? name : NULL, &group->against);
    }
    for (int i = 0; i < report->fits_n; i++)
        add_fit(rows, report, &report->fits[i]);
    return table_of("figures", "All figures",
                    "Each figure with its interval, or why it has none, and the method.", columns,
                    rows);
}

/* ---- the page ----------------------------------------------------------------------------- */

static json_t *notes_of(const struct pcs_report *report)
{
    json_t *notes = json_array();

    for (int i = 0; i < report->runs_n; i++) {
        const struct pcs_run *run = report->runs[i].run;
        if (*run->lacks)
            json_array_append_new(
                notes, pcs_html_format("Run %d, %.500s: %s", i + 1, run->path, run->lacks));
    }
    for (int i = 0; i < report->groups_n; i++) {
        char name[512];
        if (!*report->groups[i].note)
            continue;
        pcs_report_group_name(report, &report->groups[i], true, name, sizeof name);
        json_array_append_new(notes, pcs_html_format("%s: %s", name, report->groups[i].note));
    }
    return notes;
}

/** The name that all runs have; NULL when they differ. */
static const char *common_name(const struct pcs_report *report)
{
    for (int i = 1; i < report->runs_n; i++) {
        if (strcmp(report->runs[i].run->settings.name, report->runs[0].run->settings.name) != 0)
            return NULL;
    }
    return report->runs_n ? report->runs[0].run->settings.name : NULL;
}

static json_t *summary_of(const struct pcs_report *report)
{
    if (report->runs_n == 1)
        return json_string("One run.");
    if (report->options.by)
        return pcs_html_format("%d runs, %d values of %.200s.", report->runs_n, report->groups_n,
                               report->options.by);
    return pcs_html_format("%d runs, %d of them different in more than the seed.", report->runs_n,
                           report->groups_n);
}

json_t *pcs_report_page(const struct pcs_report *report)
{
    const char *name = common_name(report);
    json_t *title = name && *name ? pcs_html_format("Report on %s", name)
                                  : pcs_html_format("Report on %d runs", report->runs_n);
    json_t *tables = json_array();

    json_array_append_new(tables, runs_table(report));
    json_array_append_new(tables, glance_table(report));
    json_array_append_new(tables, figures_table(report));
    json_object_set_new(json_array_get(tables, 0), "notes", notes_of(report));
    return json_pack("{s:o, s:o, s:o, s:[], s:[]}", "title", title, "summary", summary_of(report),
                     "tables", tables, "plots", "runs");
}

json_t *pcs_report_page_run(const struct pcs_report *report, int run)
{
    const struct pcs_run *read = report->runs[run].run;
    const struct pcs_run_settings *settings = &read->settings;
    char size[PCS_FIGURE_TEXT_SIZE] = "size unknown";

    if (settings->bytes != PCS_UNKNOWN_COUNT)
        pcs_figure_text((double)settings->bytes, "bytes", size);
    return json_pack(
        "{s:o, s:o, s:o, s:[], s:[], s:n}", "id", pcs_html_format("run-%d", run + 1), "label",
        pcs_html_format("Run %d: %.200s%s%.60s", run + 1, settings->name,
                        *settings->name ? ", " : "", settings->kind),
        "description",
        pcs_html_format("%d rank%s, %s, %" PRIu32 " step%s, seed %" PRIu64 "; folder %.700s",
                        settings->ranks, settings->ranks == 1 ? "" : "s", size, settings->steps,
                        settings->steps == 1 ? "" : "s", settings->seed, read->path),
        "plots", "notes", "timeline");
}
