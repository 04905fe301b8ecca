/*
 * The list of figures, and the order in which a run gets them.
 */
#include "analysis/metrics/metrics.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/confidence/batch_means.h"
#include "analysis/metrics/series.h"

void pcs_metrics_fini(struct pcs_metrics *metrics)
{
    free(metrics->items);
    *metrics = (struct pcs_metrics){0};
}

void pcs_metrics_add_interval(struct pcs_metrics *metrics, const char *name, const char *unit,
                              double value, struct pcs_interval interval)
{
    struct pcs_metric *metric;

    if (isnan(value))
        return;
    /* room is the next power of two: no need to keep it */
    if ((metrics->items_n & (metrics->items_n - 1)) == 0) {
        size_t room = metrics->items_n ? 2 * (size_t)metrics->items_n : 1;
        struct pcs_metric *items = realloc(metrics->items, room * sizeof *items);

        if (!items) {
            metrics->failed = true;
            return;
        }
        metrics->items = items;
    }
    metric = &metrics->items[metrics->items_n++];
    *metric = (struct pcs_metric){.unit = unit, .value = value, .interval = interval};
    snprintf(metric->name, sizeof metric->name, "%s", name);
}

void pcs_metrics_add(struct pcs_metrics *metrics, const char *name, const char *unit, double value,
                     const char *method)
{
    pcs_metrics_add_interval(metrics, name, unit, value, pcs_interval_none(method));
}

void pcs_metrics_over_runs(struct pcs_metrics *metrics, enum pcs_over_runs over_runs)
{
    if (metrics->items_n > 0)
        metrics->items[metrics->items_n - 1].over_runs = over_runs;
}

void pcs_metrics_add_part(struct pcs_metrics *metrics, const char *name, const char *key,
                          int64_t index, const char *unit, double value)
{
    char full[PCS_METRIC_NAME_SIZE];
    int n = metrics->items_n;

    snprintf(full, sizeof full, "%s[%s=%" PRId64 "]", name, key, index);
    pcs_metrics_add(metrics, full, unit, value, "part");
    if (metrics->items_n > n) {
        metrics->items[n].is_detail = true;
        metrics->items[n].over_runs = PCS_OVER_RUNS_NONE;
    }
}

const struct pcs_metric *pcs_metrics_find(const struct pcs_metrics *metrics, const char *name)
{
    for (int i = 0; i < metrics->items_n; i++) {
        if (strcmp(metrics->items[i].name, name) == 0)
            return &metrics->items[i];
    }
    return NULL;
}

/* ---- a run -------------------------------------------------------------------------------- */

/** Set the warm-up in force, and say by which rule. @return 0, or -1 when there is no memory */
static int set_warmup(struct pcs_measured *measured, const struct pcs_metrics_options *options,
                      char rule[PCS_METHOD_SIZE])
{
    const struct pcs_run *run = measured->run;
    struct pcs_series latency;
    size_t steps = 0;

    measured->warmup = run->settings.warmup;
    snprintf(rule, PCS_METHOD_SIZE, "the run's own");
    if (!run->has_calls && run->has_summary) {
        /* its figures are there already */
    } else if (options->warmup_rule == PCS_WARMUP_GIVEN) {
        measured->warmup = options->warmup;
        snprintf(rule, PCS_METHOD_SIZE, "given");
    } else if (options->warmup_rule == PCS_WARMUP_MSER5 && run->has_calls) {
        if (pcs_series_latency(run, 0, &latency) < 0)
            return -1;
        size_t n = pcs_series_divide(&latency);
        bool is_found = pcs_mser5(latency.sums, n, &steps);
        pcs_series_fini(&latency);
        measured->warmup = is_found ? (uint32_t)steps : run->settings.warmup;
        snprintf(rule, PCS_METHOD_SIZE, is_found ? "MSER-5" : "MSER-5 found no end: the run's own");
    }
    if (measured->warmup > run->settings.steps)
        measured->warmup = run->settings.steps;
    measured->steps = run->settings.steps - measured->warmup;
    return 0;
}

/** Columns of times end in _s. */
static const char *unit_of(const char *column)
{
    size_t length = strlen(column);

    return length > 2 && strcmp(column + length - 2, "_s") == 0 ? "s" : "1";
}

/** Figures that summary.csv has beyond its own columns, under the names of theirs. */
static void add_extras(const struct pcs_run *run, struct pcs_metrics *metrics)
{
    for (int i = 0; run->has_summary && i < run->summary.extras_n; i++) {
        const struct pcs_summary_extra *extra = &run->summary.extras[i];
        if (!pcs_metrics_find(metrics, extra->name))
            pcs_metrics_add(metrics, extra->name, unit_of(extra->name), extra->value,
                            "of summary.csv");
    }
}

int pcs_metrics_of_run(const struct pcs_run *run, const struct pcs_metrics_options *options,
                       struct pcs_metrics *metrics)
{
    struct pcs_measured measured = {.run = run, .has_details = options->has_details};
    char rule[PCS_METHOD_SIZE];

    *metrics = (struct pcs_metrics){0};
    if (set_warmup(&measured, options, rule) < 0)
        return -1;
    if (!run->has_calls && run->has_summary)
        measured.figures = run->summary.figures;
    else if (run->has_figures && measured.warmup == run->settings.warmup)
        measured.figures = run->figures;
    else if (pcs_run_figures(run, measured.warmup, &measured.figures) < 0)
        return -1;
    pcs_metrics_latency(&measured, metrics);
    pcs_metrics_participation(&measured, metrics);
    pcs_metrics_staleness(&measured, metrics);
    pcs_metrics_throughput(&measured, metrics);
    pcs_metrics_traffic(&measured, metrics);
    pcs_metrics_fairness(&measured, metrics);
    pcs_metrics_training(&measured, metrics);
    add_extras(run, metrics);
    pcs_metrics_add(metrics, "sim_time", "s", measured.figures.sim_time_s, "latest time");
    pcs_metrics_add(metrics, "warmup", "steps", measured.warmup, rule);
    pcs_metrics_over_runs(metrics, PCS_OVER_RUNS_SAME);
    return metrics->failed ? -1 : 0;
}
