/*
 * The figures of a run from its rows.
 *
 * Sums over rows are kept as whole numbers or as all their values until the end, so the figures do
 * not depend on how the rows of different ranks were interleaved.
 */
#include "analysis/summary.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_sort_double.h>
#include <gsl/gsl_statistics_double.h>

#include "analysis/step_times.h"

/** Values, growing. */
struct values {
    double *data;
    size_t n, room;
};

/** A rank's steps from the warm-up on. Its time runs from first_start_s to last_return_s. */
struct rank_times {
    bool has_rows;
    struct pcs_step_times step; /**< of the last row: its buckets so far */
    size_t latency_i;           /**< where the latency of that step stands */
    double idle_s;              /**< of the steps before */
    double first_start_s;       /**< least arrive_s - compute_s */
    double last_return_s;
};

struct pcs_summary {
    struct pcs_summary_settings settings;
    struct rank_times *ranks;
    struct values latencies;
    struct values active;
    double *speeds; /**< scratch, one a rank */
    bool has_steps, has_rounds;
    uint64_t taken_n, staleness_sum, staleness_max; /**< of gradients that were taken */
    uint64_t lost, left_over;
    int64_t bytes, messages; /**< or PCS_UNKNOWN */
    double end_s;            /**< latest of all rows; NAN before the first */
};

struct pcs_summary *pcs_summary_create(const struct pcs_summary_settings *settings)
{
    struct pcs_summary *summary = calloc(1, sizeof *summary);

    if (!summary)
        return NULL;
    summary->settings = *settings;
    summary->bytes = PCS_UNKNOWN;
    summary->messages = PCS_UNKNOWN;
    summary->end_s = (double)NAN;
    summary->ranks = calloc((size_t)settings->ranks, sizeof *summary->ranks);
    summary->speeds = calloc((size_t)settings->ranks, sizeof *summary->speeds);
    if (!summary->ranks || !summary->speeds) {
        pcs_summary_destroy(summary);
        return NULL;
    }
    return summary;
}

void pcs_summary_destroy(struct pcs_summary *summary)
{
    if (!summary)
        return;
    free(summary->latencies.data);
    free(summary->active.data);
    free(summary->ranks);
    free(summary->speeds);
    free(summary);
}

static int values_add(struct values *values, double value)
{
    if (values->n == values->room) {
        size_t room = values->room ? 2 * values->room : 1024;
        double *data = realloc(values->data, room * sizeof *data);

        if (!data)
            return -1; /* errno is ENOMEM */
        values->data = data;
        values->room = room;
    }
    values->data[values->n++] = value;
    return 0;
}

/* ---- rows --------------------------------------------------------------------------------- */

/** A row of another step or bucket than the last one's. @return 0, or -1 without memory */
static int add_times(struct pcs_summary *summary, struct rank_times *rank,
                     const struct pcs_step_row *row)
{
    double start_s = row->arrive_s - row->compute_s;

    if (rank->has_rows && row->step == rank->step.step) {
        pcs_step_add(&rank->step, row->compute_s, row->arrive_s, row->return_s);
    } else {
        if (values_add(&summary->latencies, 0) < 0)
            return -1;
        if (rank->has_rows)
            rank->idle_s += pcs_step_latency(&rank->step);
        rank->latency_i = summary->latencies.n - 1;
        rank->step = pcs_step_first(row->step, row->compute_s, row->arrive_s, row->return_s);
    }
    summary->latencies.data[rank->latency_i] = pcs_step_latency(&rank->step);
    if (!rank->has_rows) {
        rank->first_start_s = start_s;
        rank->last_return_s = row->return_s;
    }
    rank->has_rows = true;
    rank->last_return_s = fmax(rank->last_return_s, row->return_s);
    rank->first_start_s = fmin(rank->first_start_s, start_s);
    return 0;
}

static void add_staleness(struct pcs_summary *summary, uint64_t staleness)
{
    summary->taken_n++;
    summary->staleness_sum += staleness;
    if (staleness > summary->staleness_max)
        summary->staleness_max = staleness;
}

int pcs_summary_add_step(struct pcs_summary *summary, const struct pcs_step_row *row)
{
    const struct pcs_summary_settings *settings = &summary->settings;

    if (row->rank < 0 || row->rank >= settings->ranks) {
        errno = ERANGE;
        return -1;
    }
    if (row->step >= settings->warmup) {
        struct rank_times *rank = &summary->ranks[row->rank];

        if (rank->has_rows && row->step < rank->step.step) {
            errno = EINVAL;
            return -1;
        }
        if (add_times(summary, rank, row) < 0)
            return -1;
        if (row->taken_round >= 0)
            add_staleness(summary, (uint64_t)(row->taken_round - (int64_t)row->step));
    }
    summary->has_steps = true;
    summary->lost += row->taken_round == PCS_TAKEN_LOST;
    summary->left_over += row->taken_round == PCS_TAKEN_LEFT_OVER;
    summary->end_s = fmax(summary->end_s, row->return_s); /* the number, if one is NAN */
    return 0;
}

/** Add to a sum of which one unknown part, or an overflow, makes the whole unknown. */
static void add_traffic(int64_t *sum, int64_t value, bool is_first)
{
    if (is_first)
        *sum = value;
    else if (*sum == PCS_UNKNOWN || value == PCS_UNKNOWN ||
             __builtin_add_overflow(*sum, value, sum))
        *sum = PCS_UNKNOWN;
}

int pcs_summary_add_round(struct pcs_summary *summary, const struct pcs_round_row *row)
{
    const struct pcs_summary_settings *settings = &summary->settings;

    if (row->round >= settings->warmup && row->round < settings->steps &&
        values_add(&summary->active, row->active) < 0)
        return -1;
    add_traffic(&summary->bytes, row->bytes, !summary->has_rounds);
    add_traffic(&summary->messages, row->messages, !summary->has_rounds);
    summary->has_rounds = true;
    summary->end_s = fmax(summary->end_s, row->end_s);
    return 0;
}

/* ---- figures ------------------------------------------------------------------------------ */

static double if_finite(double value)
{
    return isfinite(value) ? value : (double)NAN;
}

static void figure_latency(struct values *latencies, struct pcs_summary_figures *figures)
{
    if (latencies->n == 0)
        return;
    gsl_sort(latencies->data, 1, latencies->n);
    figures->latency_mean_s = gsl_stats_mean(latencies->data, 1, latencies->n);
    figures->latency_p50_s =
        gsl_stats_quantile_from_sorted_data(latencies->data, 1, latencies->n, 0.5);
    figures->latency_p99_s =
        gsl_stats_quantile_from_sorted_data(latencies->data, 1, latencies->n, 0.99);
}

static void figure_active(struct values *active, struct pcs_summary_figures *figures)
{
    if (active->n == 0)
        return;
    gsl_sort(active->data, 1, active->n);
    figures->active_mean = gsl_stats_mean(active->data, 1, active->n);
    figures->active_sd = active->n > 1 ? gsl_stats_sd(active->data, 1, active->n) : 0;
}

/** Figures over the ranks that have rows. A rank whose steps took no time is infinitely fast. */
static void figure_ranks(struct pcs_summary *summary, struct pcs_summary_figures *figures)
{
    double steps = (double)summary->settings.steps - summary->settings.warmup;
    double *speeds = summary->speeds;
    double idle_s = 0, time_s = 0;
    size_t n = 0;

    for (int i = 0; i < summary->settings.ranks; i++) {
        const struct rank_times *rank = &summary->ranks[i];
        double rank_s = rank->last_return_s - rank->first_start_s;

        if (!rank->has_rows)
            continue;
        idle_s += rank->idle_s + pcs_step_latency(&rank->step);
        time_s += rank_s;
        speeds[n++] = rank_s > 0 ? steps / rank_s : (double)INFINITY;
    }
    if (n == 0)
        return;
    gsl_sort(speeds, 1, n);
    figures->throughput_steps_per_s = if_finite(gsl_stats_median_from_sorted_data(speeds, 1, n));
    figures->throughput_fastest = if_finite(speeds[n - 1]);
    figures->throughput_slowest = if_finite(speeds[0]);
    if (time_s > 0)
        figures->idle_fraction = idle_s / time_s;
}

void pcs_summary_end(struct pcs_summary *summary, uint32_t steps)
{
    summary->settings.steps = steps;
}

void pcs_summary_figures(struct pcs_summary *summary, struct pcs_summary_figures *figures)
{
    double none = (double)NAN;

    *figures = (struct pcs_summary_figures){
        .latency_mean_s = none,
        .latency_p50_s = none,
        .latency_p99_s = none,
        .active_mean = none,
        .active_sd = none,
        .staleness_mean = none,
        .staleness_max = none,
        .lost = summary->has_steps ? summary->lost : PCS_UNKNOWN_COUNT,
        .left_over = summary->has_steps ? summary->left_over : PCS_UNKNOWN_COUNT,
        .throughput_steps_per_s = none,
        .throughput_fastest = none,
        .throughput_slowest = none,
        .idle_fraction = none,
        .bytes_sent = summary->bytes,
        .messages = summary->messages,
        .sim_time_s = summary->end_s,
    };
    figure_latency(&summary->latencies, figures);
    figure_active(&summary->active, figures);
    if (summary->taken_n > 0) {
        figures->staleness_mean = (double)summary->staleness_sum / (double)summary->taken_n;
        figures->staleness_max = (double)summary->staleness_max;
    }
    figure_ranks(summary, figures);
}
