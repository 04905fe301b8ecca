/*
 * Speed-up against a baseline: the run of another kind with the same scenario and the same seed.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/report/report_internal.h"

static bool starts_with(const char *path, const char *section)
{
    return strncmp(path, section, strlen(section)) == 0;
}

/** What belongs to a kind may differ; what the gradient is may not. */
static enum pcs_report_weight weigh_for_kinds(const char *path)
{
    static const char *const of_gradient[] = {"collective.bytes", "collective.elements",
                                              "collective.type", "collective.buckets", NULL};

    for (int i = 0; of_gradient[i]; i++) {
        if (strcmp(path, of_gradient[i]) == 0)
            return PCS_REPORT_KEY_COUNTS;
    }
    if (strcmp(path, "seed") == 0 || strcmp(path, "name") == 0 ||
        starts_with(path, "collective.") || starts_with(path, "output."))
        return PCS_REPORT_KEY_IGNORED;
    /* some kinds have costs of their own, and gradients that are more than a size */
    return starts_with(path, "costs.") || starts_with(path, "gradients.") ? PCS_REPORT_KEY_IF_BOTH
                                                                          : PCS_REPORT_KEY_COUNTS;
}

/** @return how many keys of the collective are the same, such as the schedule */
static int count_same(const struct pcs_run *a, const struct pcs_run *b)
{
    int n = 0;

    for (int i = 0; i < a->scenario.items_n; i++) {
        const struct pcs_yaml_key *key = &a->scenario.items[i];
        n += starts_with(key->path, "collective.") &&
             strcmp(pcs_yaml_text(&b->scenario, key->path, ""), key->text) == 0;
    }
    return n;
}

/**
 * @return the number of the baseline of @p run, that which is most like it; -1 when there is none;
 *         -2 with the error filled when there are two of them
 */
static int find_baseline(const struct pcs_report *report, const struct pcs_run *run,
                         struct pcs_read_error *error)
{
    int found = -1, most = -1;
    bool is_only = true;

    for (int i = 0; i < report->runs_n; i++) {
        const struct pcs_run *other = report->runs[i].run;
        int same = count_same(run, other);

        if (strcmp(other->settings.kind, report->options.baseline) != 0 ||
            other->settings.seed != run->settings.seed ||
            !pcs_report_is_alike(other, run, weigh_for_kinds) || same < most)
            continue;
        is_only = same > most;
        if (!is_only)
            snprintf(error->text, sizeof error->text,
                     "%.300s: two baselines: %.300s and %.300s, expected one", run->path,
                     report->runs[found].run->path, other->path);
        found = i;
        most = same;
    }
    return is_only ? found : -2;
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
