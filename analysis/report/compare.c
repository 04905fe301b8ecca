/*
 * Speed-up against a baseline: the run of another kind with the same scenario and the same seed.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/report/report_internal.h"

/** Keys in which a run and its baseline may differ: what a kind has, and other kinds have not. */
static bool is_of_kind(const char *path)
{
    static const char *const paths[] = {
        "seed",
        "name",
        "collective.kind",
        "collective.candidates",
        "collective.trigger",
        "collective.schedule",
        "collective.late",
        "collective.result",
        "collective.sync_period",
        "collective.max_staleness",
        "collective.flush",
        "output.trace",
        NULL,
    };

    for (int i = 0; paths[i]; i++) {
        if (strcmp(path, paths[i]) == 0)
            return true;
    }
    return false;
}

static bool has_schedule_of(const struct pcs_run *a, const struct pcs_run *b)
{
    return strcmp(pcs_yaml_text(&a->scenario, "collective.schedule", ""),
                  pcs_yaml_text(&b->scenario, "collective.schedule", "")) == 0;
}

/**
 * @return the number of the baseline of @p run; -1 when there is none; -2 with the error filled
 *         when there is more than one
 */
static int find_baseline(const struct pcs_report *report, const struct pcs_run *run,
                         struct pcs_read_error *error)
{
    int found = -1, found_n = 0;
    bool is_same_schedule = false;

    for (int i = 0; i < report->runs_n; i++) {
        const struct pcs_run *other = report->runs[i].run;
        bool is_same = has_schedule_of(other, run);

        if (strcmp(other->settings.kind, report->options.baseline) != 0 ||
            other->settings.seed != run->settings.seed ||
            !pcs_report_is_alike(other, run, is_of_kind) || (is_same_schedule && !is_same))
            continue;
        if (is_same && !is_same_schedule)
            found_n = 0; /* better than those before */
        is_same_schedule = is_same;
        found_n++;
        if (found_n == 1)
            found = i;
        else
            snprintf(error->text, sizeof error->text,
                     "%.300s: two baselines: %.300s and %.300s, expected one", run->path,
                     report->runs[found].run->path, other->path);
    }
    return found_n > 1 ? -2 : found;
}

/** Ratios of a group's runs to their baselines. */
struct pairs {
    double *latency, *throughput;
    size_t latency_n, throughput_n;
};

static void add_ratio(const struct pcs_metrics *above, const struct pcs_metrics *below,
                      const char *name, double *ratios, size_t *n)
{
    const struct pcs_metric *a = pcs_metrics_find(above, name);
    const struct pcs_metric *b = pcs_metrics_find(below, name);

    if (a && b && a->value > 0 && b->value > 0)
        ratios[(*n)++] = a->value / b->value;
}

static void add_speedup(struct pcs_report_group *group, const char *name, double *ratios, size_t n)
{
    double centre;

    if (n == 0)
        return;
    struct pcs_interval interval = pcs_interval_ratio(ratios, n, &centre);
    if (interval.low <= 1 && interval.high >= 1) {
        size_t length = strlen(interval.method);
        snprintf(interval.method + length, sizeof interval.method - length,
                 ": no evidence of a difference");
    }
    pcs_metrics_add_interval(&group->against, name, "1", centre, interval);
}

/** @return 0, or -1 with the error filled */
static int pair(const struct pcs_report *report, const struct pcs_report_group *group,
                struct pairs *pairs, struct pcs_read_error *error)
{
    for (int i = 0; i < group->members_n; i++) {
        const struct pcs_report_run *member = &report->runs[group->members[i]];
        int baseline = find_baseline(report, member->run, error);

        if (baseline == -2)
            return -1;
        if (baseline == -1 || baseline == group->members[i])
            continue;
        const struct pcs_metrics *other = &report->runs[baseline].metrics;
        add_ratio(other, &member->metrics, "latency_mean", pairs->latency, &pairs->latency_n);
        add_ratio(&member->metrics, other, "throughput_steps_per_s", pairs->throughput,
                  &pairs->throughput_n);
    }
    return 0;
}

static bool is_baseline(const struct pcs_report *report, const struct pcs_report_group *group)
{
    return strcmp(pcs_report_common(report, group).kind, report->options.baseline) == 0;
}

static int compare_group(struct pcs_report *report, struct pcs_report_group *group,
                         struct pcs_read_error *error)
{
    size_t n = (size_t)group->members_n;
    struct pairs pairs = {.latency = malloc(n * sizeof(double)),
                          .throughput = malloc(n * sizeof(double))};
    int rc = -1;

    if (!pairs.latency || !pairs.throughput) {
        snprintf(error->text, sizeof error->text, "out of memory");
    } else if ((rc = pair(report, group, &pairs, error)) == 0) {
        add_speedup(group, "speedup_latency", pairs.latency, pairs.latency_n);
        add_speedup(group, "speedup_throughput", pairs.throughput, pairs.throughput_n);
        if (pairs.latency_n == 0 && pairs.throughput_n == 0)
            snprintf(group->note, sizeof group->note,
                     "no run of kind %.60s with the same scenario and seed to compare with",
                     report->options.baseline);
    }
    free(pairs.latency);
    free(pairs.throughput);
    return rc;
}

int pcs_report_compare(struct pcs_report *report, struct pcs_read_error *error)
{
    bool is_there = false;

    for (int i = 0; i < report->runs_n; i++)
        is_there =
            is_there || strcmp(report->runs[i].run->settings.kind, report->options.baseline) == 0;
    if (!is_there) {
        snprintf(error->text, sizeof error->text,
                 "no run of kind %.100s among the folders, expected one to compare with",
                 report->options.baseline);
        return -1;
    }
    for (int i = 0; i < report->groups_n; i++) {
        struct pcs_report_group *group = &report->groups[i];
        if (!is_baseline(report, group) && compare_group(report, group, error) < 0)
            return -1;
    }
    return 0;
}
