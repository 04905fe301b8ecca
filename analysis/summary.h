/*
 * summary.csv: one row of figures for a run, from the rows of its traces.
 *
 * Rows are added one at a time, in any order of ranks, steps of a rank in order; memory is 8 bytes
 * a step of a rank (the latencies, for exact quantiles), 8 bytes a round and a few numbers a rank.
 * Definitions with formulas: docs/result-folder.md.
 */
#ifndef PCS_ANALYSIS_SUMMARY_H
#define PCS_ANALYSIS_SUMMARY_H

#include <stdint.h>
#include <stdio.h>

#include "analysis/trace.h"

/** What the summary repeats from the scenario, and what it needs to know of it. */
struct pcs_summary_settings {
    const char *name, *run_id, *kind, *schedule; /**< borrowed until the row is written */
    uint64_t seed;
    int ranks;
    uint64_t bytes;  /**< of one gradient */
    uint32_t steps;  /**< that each rank ran; rounds from this number on are closing rounds */
    uint32_t warmup; /**< steps and rounds below it do not enter means, quantiles and throughput */
};

#define PCS_UNKNOWN_COUNT UINT64_MAX /**< lost, left_over: no step rows were added */

/** Of a run that trains: as last measured, by the means over ranks; NAN when it was not. */
struct pcs_summary_training {
    double loss;                 /**< mean over ranks, closing round included */
    double weights_distance;     /**< of the rank that is furthest from the mean of all weights */
    double weights_distance_max; /**< the largest in the whole run */
    double weights_norm;         /**< of the mean of all weights */
};

/** A figure for which there is no row, or whose divisor is 0, is NAN or unknown: an empty field. */
struct pcs_summary_figures {
    double latency_mean_s, latency_p50_s, latency_p99_s;
    double active_mean, active_sd;
    double staleness_mean, staleness_max;
    uint64_t lost, left_over; /**< gradients, or PCS_UNKNOWN_COUNT */
    double throughput_steps_per_s, throughput_fastest, throughput_slowest;
    double idle_fraction;
    int64_t bytes_sent, messages; /**< PCS_UNKNOWN when not counted */
    double sim_time_s;
    const struct pcs_summary_training *training; /**< NULL when nothing was trained; borrowed */
};

struct pcs_summary; /* the figures so far */

/** @return an empty summary, owned by the caller, or NULL when there is no memory */
struct pcs_summary *pcs_summary_create(const struct pcs_summary_settings *settings);
void pcs_summary_destroy(struct pcs_summary *summary);

/**
 * Add a row. Never blocks.
 *
 * @return 0, or -1 with errno: ENOMEM; ERANGE when the rank is not below the settings' number of
 *         ranks; EINVAL when the rank has already had a row of a later step
 */
int pcs_summary_add_step(struct pcs_summary *summary, const struct pcs_step_row *row);
int pcs_summary_add_round(struct pcs_summary *summary, const struct pcs_round_row *row);

/** The run has ended after @p steps steps, fewer than the settings say: that is their number now.
 */
void pcs_summary_end(struct pcs_summary *summary, uint32_t steps);

/** Compute the figures of what was added; sorts the latencies in place. */
void pcs_summary_figures(struct pcs_summary *summary, struct pcs_summary_figures *figures);

/**
 * Write header and row of summary.csv.
 *
 * @return 0, or -1 when writing failed (errno is set; EINVAL when a name holds a comma, a quote or
 *         a control character)
 */
int pcs_summary_csv(const struct pcs_summary_settings *settings,
                    const struct pcs_summary_figures *figures, FILE *out);

#endif
