/*
 * The summary of a run as a table for people: times and sizes in the unit that suits them.
 */
#define _GNU_SOURCE /* asprintf */
#include "sim/cli/run_table.h"

#include <errno.h>
#include <libsmartcols.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/cli/figure_text.h"

enum unit { TEXT, NUMBER, SECONDS, BYTES, PER_SECOND, SHARE };

struct figure {
    const char *column; /**< of summary.csv */
    const char *label;
    enum unit unit;
};

static const struct figure figures[] = {
    {"name", "name", TEXT},
    {"run_id", "run id", TEXT},
    {"seed", "seed", TEXT},
    {"ranks", "ranks", TEXT},
    {"kind", "kind", TEXT},
    {"schedule", "schedule", TEXT},
    {"bytes", "gradient", BYTES},
    {"steps", "steps", TEXT},
    {"latency_mean_s", "latency, mean", SECONDS},
    {"latency_p50_s", "latency, median", SECONDS},
    {"latency_p99_s", "latency, 99th percentile", SECONDS},
    {"active_mean", "fresh ranks in a round, mean", NUMBER},
    {"active_sd", "fresh ranks, standard deviation", NUMBER},
    {"staleness_mean", "staleness in rounds, mean", NUMBER},
    {"staleness_max", "staleness in rounds, greatest", NUMBER},
    {"lost", "gradients lost", TEXT},
    {"left_over", "gradients left over", TEXT},
    {"throughput_steps_per_s", "throughput, median rank", PER_SECOND},
    {"throughput_fastest", "throughput, fastest rank", PER_SECOND},
    {"throughput_slowest", "throughput, slowest rank", PER_SECOND},
    {"idle_fraction", "time spent waiting", SHARE},
    {"bytes_sent", "sent in all", BYTES},
    {"messages", "messages", TEXT},
    {"sim_time_s", "simulated time", SECONDS},
    {NULL, NULL, TEXT},
};

static const struct figure *find_figure(const char *column)
{
    for (const struct figure *figure = figures; figure->column; figure++) {
        if (strcmp(figure->column, column) == 0)
            return figure;
    }
    return NULL;
}

/** @p text as people want to read it. */
static void humanize(const char *text, enum unit unit, char *out, size_t size)
{
    char *end;
    double value = strtod(text, &end);
    char scaled[PCS_FIGURE_TEXT_SIZE];

    if (!*text) {
        snprintf(out, size, "-");
        return;
    }
    switch (*end ? TEXT : unit) {
    case TEXT:
        snprintf(out, size, "%s", text);
        break;
    case NUMBER:
        snprintf(out, size, "%.4g", value);
        break;
    case SECONDS:
        pcs_figure_text(value, "s", scaled);
        snprintf(out, size, "%s", scaled);
        break;
    case BYTES:
        pcs_figure_text(value, "bytes", scaled);
        snprintf(out, size, "%s", scaled);
        break;
    case PER_SECOND:
        snprintf(out, size, "%.4g steps/s", value);
        break;
    case SHARE:
        snprintf(out, size, "%.2f %%", 100 * value);
        break;
    }
}

static int add_line(struct libscols_table *table, const char *column, const char *value)
{
    const struct figure *figure = find_figure(column);
    struct libscols_line *line = scols_table_new_line(table, NULL);
    char text[128];

    if (!line)
        return -1;
    humanize(value, figure ? figure->unit : TEXT, text, sizeof text);
    if (scols_line_set_data(line, 0, figure ? figure->label : column) < 0 ||
        scols_line_set_data(line, 1, text) < 0)
        return -1;
    return 0;
}

/** Lines for the columns of a header and its row; both are cut up. @return 0, or -1 */
static int add_lines(struct libscols_table *table, char *header, char *row)
{
    const char *column;
    const char *value;

    while ((column = strsep(&header, ",")) && (value = strsep(&row, ","))) {
        if (add_line(table, column, value) < 0)
            return -1;
    }
    return 0;
}

static int print_table(char *header, char *row)
{
    struct libscols_table *table = scols_new_table();
    int rc = -1;

    if (table && scols_table_new_column(table, "figure", 0, 0) &&
        scols_table_new_column(table, "value", 0, 0) && add_lines(table, header, row) == 0) {
        scols_table_enable_noheadings(table, 1);
        rc = scols_print_table(table);
    }
    scols_unref_table(table);
    return rc < 0 ? -1 : 0;
}

int pcs_run_table_print(const char *folder)
{
    char *path = NULL;
    char *lines[2] = {NULL, NULL};
    size_t sizes[2] = {0, 0};
    int rc = -1;

    if (asprintf(&path, "%s/summary.csv", folder) < 0) {
        fprintf(stderr, "pcollsim run: out of memory\n");
        return -1;
    }
    FILE *in = fopen(path, "re");
    if (in && getline(&lines[0], &sizes[0], in) > 0 && getline(&lines[1], &sizes[1], in) > 0) {
        for (int i = 0; i < 2; i++)
            lines[i][strcspn(lines[i], "\r\n")] = '\0';
        rc = print_table(lines[0], lines[1]);
    }
    if (rc < 0)
        fprintf(stderr, "pcollsim run: cannot show %s: %s\n", path,
                errno ? strerror(errno) : "it is not complete");
    if (in)
        fclose(in);
    free(lines[0]);
    free(lines[1]);
    free(path);
    return rc;
}
