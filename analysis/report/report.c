/*
 * The life of a report.
 */
#include "analysis/report/report.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/report/report_internal.h"

void pcs_report_init(struct pcs_report *report, const struct pcs_report_options *options)
{
    *report = (struct pcs_report){.options = *options};
}

void pcs_report_fini(struct pcs_report *report)
{
    for (int i = 0; i < report->runs_n; i++) {
        pcs_run_destroy(report->runs[i].run);
        pcs_metrics_fini(&report->runs[i].metrics);
    }
    for (int i = 0; i < report->groups_n; i++) {
        free(report->groups[i].label);
        free(report->groups[i].members);
        pcs_metrics_fini(&report->groups[i].metrics);
        pcs_metrics_fini(&report->groups[i].against);
    }
    for (int i = 0; i < report->fits_n; i++)
        pcs_metrics_fini(&report->fits[i].metrics);
    free(report->runs);
    free(report->groups);
    free(report->fits);
    *report = (struct pcs_report){0};
}

static int refuse(struct pcs_read_error *error, const char *path, const char *what)
{
    snprintf(error->text, sizeof error->text, "%.800s: %s", path, what);
    return -1;
}

/** The same run twice would count twice. */
static int check_new(const struct pcs_report *report, const struct pcs_run *run,
                     struct pcs_read_error *error)
{
    const char *id = run->settings.run_id;

    for (int i = 0; i < report->runs_n && *id; i++) {
        const struct pcs_run *other = report->runs[i].run;
        if (strcmp(other->settings.run_id, id) == 0) {
            snprintf(error->text, sizeof error->text,
                     "%.400s: the same run as %.400s (%s), expected each run once", run->path,
                     other->path, id);
            return -1;
        }
    }
    return 0;
}

static int add(struct pcs_report *report, struct pcs_run *run, struct pcs_read_error *error)
{
    struct pcs_report_run *runs;
    struct pcs_metrics metrics;

    if (check_new(report, run, error) < 0)
        return -1;
    if (pcs_metrics_of_run(run, &report->options.metrics, &metrics) < 0) {
        pcs_metrics_fini(&metrics);
        return refuse(error, run->path, "out of memory");
    }
    runs = realloc(report->runs, ((size_t)report->runs_n + 1) * sizeof *runs);
    if (!runs) {
        pcs_metrics_fini(&metrics);
        return refuse(error, run->path, "out of memory");
    }
    pcs_run_drop_traces(run);
    report->runs = runs;
    runs[report->runs_n++] = (struct pcs_report_run){.run = run, .metrics = metrics};
    return 0;
}

int pcs_report_add(struct pcs_report *report, const char *path, struct pcs_read_error *error)
{
    struct pcs_run *run;

    if (pcs_run_read(path, &report->options.read, &run, error) < 0)
        return -1;
    if (add(report, run, error) < 0) {
        pcs_run_destroy(run);
        return -1;
    }
    return 0;
}

int pcs_report_finish(struct pcs_report *report, struct pcs_read_error *error)
{
    if (pcs_report_make_groups(report, error) < 0 || pcs_report_fit(report, error) < 0)
        return -1;
    return report->options.baseline ? pcs_report_compare(report, error) : 0;
}
