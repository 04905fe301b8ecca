/*
 * Several runs together: groups of runs, means over their seeds, comparison with a baseline.
 */
#ifndef PCS_ANALYSIS_REPORT_REPORT_H
#define PCS_ANALYSIS_REPORT_REPORT_H

#include "analysis/metrics/metrics.h"
#include "analysis/run_reader.h"

/** A run with its figures; its calls and rounds are released once these are known. */
struct pcs_report_run {
    struct pcs_run *run;
    struct pcs_metrics metrics;
};

/** Runs that differ in their seed only, or that have the same value of a key. */
struct pcs_report_group {
    char *label;                /**< "" when they differ in their seed; otherwise KEY=VALUE */
    int *members;               /**< numbers of runs */
    int members_n;              /**< at least 1 */
    struct pcs_metrics metrics; /**< over the runs; empty with one member */
    struct pcs_metrics against; /**< speed-up against the baseline; empty without */
    char note[256];             /**< why there is no speed-up; "" when there is nothing to say */
};

/** A line through the latencies of runs that differ in the size of the gradient. */
struct pcs_report_fit {
    int run;                    /**< one of them */
    int sizes;                  /**< different sizes */
    struct pcs_metrics metrics; /**< latency_alpha, latency_beta */
};

struct pcs_report_options {
    struct pcs_run_read_options read;
    struct pcs_metrics_options metrics;
    const char *by;       /**< a key to group by, or NULL */
    const char *baseline; /**< a kind to compare with, or NULL */
};

struct pcs_report {
    struct pcs_report_options options;
    struct pcs_report_run *runs; /**< in the order in which they were added */
    int runs_n;
    struct pcs_report_group *groups; /**< in the order of their first runs */
    int groups_n;
    struct pcs_report_fit *fits;
    int fits_n;
};

void pcs_report_init(struct pcs_report *report, const struct pcs_report_options *options);
void pcs_report_fini(struct pcs_report *report);

/**
 * Read a run (run_reader.h) and add it. Blocks on the files.
 *
 * @return 0, or -1 with the error filled; the report is as before then
 */
int pcs_report_add(struct pcs_report *report, const char *path, struct pcs_read_error *error);

/** All runs are there: make groups, comparison and fits. @return 0, or -1 with the error filled */
int pcs_report_finish(struct pcs_report *report, struct pcs_read_error *error);

/** Write the tidy CSV: a row for each run and figure, then for each group and figure. @return 0, or
 *  -1 when writing failed (errno is set) */
int pcs_report_csv(const struct pcs_report *report, FILE *out);

/** What the members of a group have in common; "" or unknown what they have not. */
struct pcs_report_common {
    const char *name, *kind;
    int ranks;      /**< or 0 */
    uint64_t bytes; /**< or PCS_UNKNOWN_COUNT */
};

struct pcs_report_common pcs_report_common(const struct pcs_report *report,
                                           const struct pcs_report_group *group);

#endif
