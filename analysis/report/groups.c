/*
 * Groups of runs, and their means.
 */
#define _GNU_SOURCE /* asprintf */
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_statistics_double.h>

#include "analysis/report/report_internal.h"

static int refuse_memory(struct pcs_read_error *error)
{
    snprintf(error->text, sizeof error->text, "out of memory");
    return -1;
}

/** @return whether every key of @p a that counts is in @p b with the same value */
static bool is_within(const struct pcs_run *a, const struct pcs_run *b,
                      enum pcs_report_weight (*weigh)(const char *path))
{
    for (int i = 0; i < a->scenario.items_n; i++) {
        const struct pcs_yaml_key *key = &a->scenario.items[i];
        const enum pcs_report_weight weight = weigh(key->path);
        const char *other;

        if (weight == PCS_REPORT_KEY_IGNORED)
            continue;
        other = pcs_yaml_text(&b->scenario, key->path, NULL);
        if (other ? strcmp(other, key->text) != 0 : weight == PCS_REPORT_KEY_COUNTS)
            return false;
    }
    return true;
}

bool pcs_report_is_alike(const struct pcs_run *a, const struct pcs_run *b,
                         enum pcs_report_weight (*weigh)(const char *path))
{
    return a->scenario.items_n > 0 && b->scenario.items_n > 0 && is_within(a, b, weigh) &&
           is_within(b, a, weigh);
}

/* ---- which runs --------------------------------------------------------------------------- */

static enum pcs_report_weight all_but_seed(const char *path)
{
    return strcmp(path, "seed") == 0 ? PCS_REPORT_KEY_IGNORED : PCS_REPORT_KEY_COUNTS;
}

/** @return the run's value of the key --by names, or NULL */
static const char *value_of(const struct pcs_run *run, const char *by)
{
    char path[128];
    const char *text = pcs_yaml_text(&run->scenario, by, NULL);

    if (text)
        return text;
    snprintf(path, sizeof path, "collective.%s", by); /* kind, bytes, ... */
    return pcs_yaml_text(&run->scenario, path, NULL);
}

static bool is_member(const struct pcs_report *report, const struct pcs_report_group *group,
                      const struct pcs_run *run)
{
    const struct pcs_run *first = report->runs[group->members[0]].run;
    const char *by = report->options.by;

    if (!by)
        return pcs_report_is_alike(first, run, all_but_seed);
    return strcmp(value_of(first, by), value_of(run, by)) == 0;
}

static struct pcs_report_group *find_group(const struct pcs_report *report,
                                           const struct pcs_run *run)
{
    for (int i = 0; i < report->groups_n; i++) {
        if (is_member(report, &report->groups[i], run))
            return &report->groups[i];
    }
    return NULL;
}

static struct pcs_report_group *new_group(struct pcs_report *report, const struct pcs_run *run)
{
    const char *by = report->options.by;
    struct pcs_report_group *groups =
        realloc(report->groups, ((size_t)report->groups_n + 1) * sizeof *groups);
    struct pcs_report_group *group;

    if (!groups)
        return NULL;
    report->groups = groups;
    group = &groups[report->groups_n];
    *group = (struct pcs_report_group){0};
    if (by ? asprintf(&group->label, "%s=%s", by, value_of(run, by)) < 0
           : !(group->label = strdup(""))) {
        group->label = NULL;
        return NULL;
    }
    report->groups_n++;
    return group;
}

static int add_member(struct pcs_report_group *group, int run)
{
    int *members = realloc(group->members, ((size_t)group->members_n + 1) * sizeof *members);

    if (!members)
        return -1;
    members[group->members_n++] = run;
    group->members = members;
    return 0;
}

/* ---- their means -------------------------------------------------------------------------- */

/** Values of a figure, one a member. @return false when a member has none */
static bool values_of(const struct pcs_report *report, const struct pcs_report_group *group,
                      const char *name, double *values)
{
    for (int i = 0; i < group->members_n; i++) {
        const struct pcs_metrics *metrics = &report->runs[group->members[i]].metrics;
        const struct pcs_metric *metric = pcs_metrics_find(metrics, name);
        if (!metric)
            return false;
        values[i] = metric->value;
    }
    return true;
}

static void add_same(struct pcs_report_group *group, const struct pcs_metric *metric,
                     const double *values, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        if (values[i] != values[0])
            return;
    }
    pcs_metrics_add(&group->metrics, metric->name, metric->unit, metric->value,
                    metric->interval.method);
}

static void add_mean(struct pcs_report_group *group, const struct pcs_metric *metric,
                     const double *values, size_t n)
{
    const double mean = gsl_stats_mean(values, 1, n);

    switch (metric->over_runs) {
    case PCS_OVER_RUNS_MEAN:
        pcs_metrics_add_interval(&group->metrics, metric->name, metric->unit, mean,
                                 pcs_interval_seeds(values, n));
        break;
    case PCS_OVER_RUNS_QUANTILE:
        pcs_metrics_add_interval(&group->metrics, metric->name, metric->unit, mean,
                                 pcs_interval_seeds_quantile(values, n));
        break;
    case PCS_OVER_RUNS_SAME:
        add_same(group, metric, values, n);
        break;
    case PCS_OVER_RUNS_NONE:
        break;
    }
}

/** Test of participation over all runs: sums of independent chi-squares are one again. */
static void add_test(const struct pcs_report *report, struct pcs_report_group *group,
                     double *values)
{
    double statistic = 0, degrees = 0;
    char method[PCS_METHOD_SIZE];

    if (report->options.by || !values_of(report, group, "arrived_degrees", values))
        return;
    for (int i = 0; i < group->members_n; i++)
        degrees += values[i];
    values_of(report, group, "arrived_chi_square", values);
    for (int i = 0; i < group->members_n; i++)
        statistic += values[i];
    snprintf(method, sizeof method, "chi-square with %.0f degrees over %d runs", degrees,
             group->members_n);
    pcs_metrics_add(&group->metrics, "arrived_p_value", "1", gsl_cdf_chisq_Q(statistic, degrees),
                    method);
}

static int make_means(const struct pcs_report *report, struct pcs_report_group *group)
{
    const struct pcs_metrics *first = &report->runs[group->members[0]].metrics;
    size_t n = (size_t)group->members_n;
    double *values;

    if (n == 1) /* those of the run */
        return 0;
    values = malloc(n * sizeof *values);
    if (!values)
        return -1;
    for (int i = 0; i < first->items_n; i++) {
        const struct pcs_metric *metric = &first->items[i];
        if (metric->over_runs != PCS_OVER_RUNS_NONE &&
            values_of(report, group, metric->name, values))
            add_mean(group, metric, values, n);
        if (strcmp(metric->name, "arrived_p_value") == 0)
            add_test(report, group, values);
    }
    free(values);
    return group->metrics.failed ? -1 : 0;
}

int pcs_report_make_groups(struct pcs_report *report, struct pcs_read_error *error)
{
    const char *by = report->options.by;

    for (int i = 0; i < report->runs_n; i++) {
        const struct pcs_run *run = report->runs[i].run;
        struct pcs_report_group *group;

        if (by && !value_of(run, by)) {
            snprintf(error->text, sizeof error->text,
                     "%.400s: its scenario has no key %.100s, expected one to group by", run->path,
                     by);
            return -1;
        }
        group = find_group(report, run);
        if (!group)
            group = new_group(report, run);
        if (!group || add_member(group, i) < 0)
            return refuse_memory(error);
    }
    for (int i = 0; i < report->groups_n; i++) {
        if (make_means(report, &report->groups[i]) < 0)
            return refuse_memory(error);
    }
    return 0;
}

struct pcs_report_common pcs_report_common(const struct pcs_report *report,
                                           const struct pcs_report_group *group)
{
    const struct pcs_run_settings *first = &report->runs[group->members[0]].run->settings;
    struct pcs_report_common common = {
        .name = first->name, .kind = first->kind, .ranks = first->ranks, .bytes = first->bytes};

    for (int i = 1; i < group->members_n; i++) {
        const struct pcs_run_settings *other = &report->runs[group->members[i]].run->settings;
        if (strcmp(other->name, common.name) != 0)
            common.name = "";
        if (strcmp(other->kind, common.kind) != 0)
            common.kind = "";
        if (other->ranks != common.ranks)
            common.ranks = 0;
        if (other->bytes != common.bytes)
            common.bytes = PCS_UNKNOWN_COUNT;
    }
    return common;
}
