/*
 * What a report says of a run: figures by name, each with its interval. Definitions:
 * docs/analysis.md.
 */
#ifndef PCS_ANALYSIS_METRICS_METRICS_H
#define PCS_ANALYSIS_METRICS_METRICS_H

#include "analysis/confidence/interval.h"
#include "analysis/run.h"

#define PCS_METRIC_NAME_SIZE 64

/** What becomes of a figure over several runs. */
enum pcs_over_runs {
    PCS_OVER_RUNS_MEAN,     /**< its mean, with an interval */
    PCS_OVER_RUNS_QUANTILE, /**< its mean, whose interval is bootstrapped */
    PCS_OVER_RUNS_SAME,     /**< itself, if all have the same; otherwise nothing */
    PCS_OVER_RUNS_NONE,     /**< nothing */
};

struct pcs_metric {
    char name[PCS_METRIC_NAME_SIZE]; /**< "latency_mean"; of parts "latency_mean[rank=3]" */
    const char *unit;                /**< "s", "steps/s", "bytes", ...; "1" for a share */
    double value;
    struct pcs_interval interval;
    enum pcs_over_runs over_runs;
    bool is_detail; /**< of one rank, step or class */
};

/** A growing list. */
struct pcs_metrics {
    struct pcs_metric *items;
    int items_n;
    bool failed; /**< there was no memory: a metric is missing */
};

void pcs_metrics_fini(struct pcs_metrics *metrics);

/** Add one, unless @p value is NAN. @p method is for a figure without interval. */
void pcs_metrics_add(struct pcs_metrics *metrics, const char *name, const char *unit, double value,
                     const char *method);
void pcs_metrics_add_interval(struct pcs_metrics *metrics, const char *name, const char *unit,
                              double value, struct pcs_interval interval);
/** Say it of the last one added; otherwise it is PCS_OVER_RUNS_MEAN. */
void pcs_metrics_over_runs(struct pcs_metrics *metrics, enum pcs_over_runs over_runs);
/** Add the part KEY=INDEX of a metric. */
void pcs_metrics_add_part(struct pcs_metrics *metrics, const char *name, const char *key,
                          int64_t index, const char *unit, double value);

/** @return the metric of that name, or NULL */
const struct pcs_metric *pcs_metrics_find(const struct pcs_metrics *metrics, const char *name);

/** Which steps at the start of a run are left out. */
enum pcs_warmup_rule {
    PCS_WARMUP_OF_RUN, /**< as many as the run itself left out of summary.csv */
    PCS_WARMUP_GIVEN,
    PCS_WARMUP_MSER5, /**< by the rule MSER-5 over the mean latency of each step */
};

struct pcs_metrics_options {
    enum pcs_warmup_rule warmup_rule;
    uint32_t warmup; /**< for PCS_WARMUP_GIVEN */
    bool has_details;
};

/** A run under analysis, for the functions below. */
struct pcs_measured {
    const struct pcs_run *run;
    struct pcs_summary_figures figures; /**< as in summary.csv, with the warm-up in force */
    uint32_t warmup;
    uint32_t steps; /**< measured: behind the warm-up */
    bool has_details;
};

/**
 * All figures of a run. Needs memory for 8 bytes a call, for a while.
 *
 * @param metrics  for pcs_metrics_fini(), whatever the result
 * @return 0, or -1 when there is no memory
 */
int pcs_metrics_of_run(const struct pcs_run *run, const struct pcs_metrics_options *options,
                       struct pcs_metrics *metrics);

/** Their parts. Each adds its figures, if the run has what it takes. */
void pcs_metrics_latency(const struct pcs_measured *measured, struct pcs_metrics *metrics);
void pcs_metrics_participation(const struct pcs_measured *measured, struct pcs_metrics *metrics);
void pcs_metrics_staleness(const struct pcs_measured *measured, struct pcs_metrics *metrics);
void pcs_metrics_throughput(const struct pcs_measured *measured, struct pcs_metrics *metrics);
void pcs_metrics_traffic(const struct pcs_measured *measured, struct pcs_metrics *metrics);
void pcs_metrics_fairness(const struct pcs_measured *measured, struct pcs_metrics *metrics);
void pcs_metrics_training(const struct pcs_measured *measured, struct pcs_metrics *metrics);

#endif
