/*
 * Columns of two summaries of one row each: the same scenario under both renderings.
 */
#define _GNU_SOURCE /* asprintf */
#include "sim/cli/bracket.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** The two lines of a summary; texts are owned. */
struct summary {
    char *names, *values;
};

static void summary_fini(struct summary *summary)
{
    free(summary->names);
    free(summary->values);
}

static int summary_read(const char *folder, struct summary *summary)
{
    char *path = NULL;
    size_t size = 0;
    int rc = -1;

    *summary = (struct summary){0};
    if (asprintf(&path, "%s/summary.csv", folder) < 0)
        return -1;
    FILE *in = fopen(path, "re");
    if (in && getline(&summary->names, &size, in) > 0) {
        size = 0;
        rc = getline(&summary->values, &size, in) > 0 ? 0 : -1;
    }
    if (rc < 0) {
        fprintf(stderr, "pcollsim run: cannot read %s: %s\n", path, strerror(errno));
        summary_fini(summary);
    }
    if (in)
        fclose(in);
    free(path);
    return rc;
}

/** The value in a column, or NaN. */
static double value_of(const struct summary *summary, const char *column)
{
    const char *name = summary->names;
    const char *value = summary->values;

    while (*name && *name != '\n') {
        size_t length = strcspn(name, ",\n");

        if (length == strlen(column) && memcmp(name, column, length) == 0)
            return strtod(value, NULL);
        name += length + (name[length] == ',');
        value += strcspn(value, ",\n");
        value += *value == ',';
    }
    return strtod("nan", NULL);
}

int pcs_bracket_print(const char *spread, const char *minimal)
{
    static const char *const columns[] = {"latency_mean_s", "latency_p99_s",          "active_mean",
                                          "staleness_mean", "throughput_steps_per_s", "sim_time_s"};
    struct summary low;
    struct summary high;

    if (summary_read(spread, &low) < 0)
        return -1;
    if (summary_read(minimal, &high) < 0) {
        summary_fini(&low);
        return -1;
    }
    printf("\n%-24s %14s %14s %10s\n", "bracket", "spread", "minimal", "ratio");
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        double a = value_of(&low, columns[i]);
        double b = value_of(&high, columns[i]);
        printf("%-24s %14.6g %14.6g %10.3g\n", columns[i], a, b, b / a);
    }
    summary_fini(&low);
    summary_fini(&high);
    return fflush(stdout) == 0 ? 0 : -1;
}
