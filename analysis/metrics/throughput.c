/*
 * Throughput: steps in the time of a rank; and the share of this time that it waits.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_statistics_double.h>

#include "analysis/confidence/batch_means.h"
#include "analysis/metrics/metrics.h"
#include "analysis/metrics/series.h"

/** A rank and its steps per second. */
struct speed {
    double steps_per_s;
    int rank;
};

static int compare(const void *a, const void *b)
{
    const struct speed *x = a, *y = b;

    if (x->steps_per_s != y->steps_per_s)
        return x->steps_per_s < y->steps_per_s ? -1 : 1;
    return (x->rank > y->rank) - (x->rank < y->rank);
}

/** Add the time and the idle time of each step of a rank; a step ends when the next starts. */
static void add_steps(const struct pcs_measured *measured, int rank_i, struct pcs_series *time,
                      double *idle)
{
    const struct pcs_rank_calls *rank = &measured->run->ranks[rank_i];
    struct pcs_rank_step step, next;
    size_t at = pcs_rank_find(rank, measured->warmup);

    for (bool has = pcs_rank_step(rank, at, &step); has; step = next) {
        size_t t = step.times.step - measured->warmup;

        has = pcs_rank_step(rank, step.next, &next);
        time->sums[t] += (has ? next.times.start_s : step.times.return_s) - step.times.start_s;
        time->counts[t] += 1;
        if (idle)
            idle[t] += pcs_step_latency(&step.times);
    }
}

/** @return steps per second of a rank; 0 when it has no steps, infinite when they take no time */
static double speed_of(const struct pcs_measured *measured, int rank_i, double *idle_share)
{
    const struct pcs_rank_calls *rank = &measured->run->ranks[rank_i];
    struct pcs_rank_step step;
    double first_s = (double)INFINITY, last_s = -(double)INFINITY, idle_s = 0;

    for (size_t at = pcs_rank_find(rank, measured->warmup); pcs_rank_step(rank, at, &step);
         at = step.next) {
        first_s = fmin(first_s, step.times.start_s);
        last_s = fmax(last_s, step.times.return_s);
        idle_s += pcs_step_latency(&step.times);
    }
    *idle_share = idle_s / (last_s - first_s);
    return last_s >= first_s ? measured->steps / (last_s - first_s) : 0;
}

/** Interval of a speed: that of the mean time of a step of the ranks that show it. */
static struct pcs_interval interval_of(const struct pcs_measured *measured, double value,
                                       const struct speed *speeds, int n)
{
    struct pcs_interval interval = pcs_interval_none("out of memory");
    struct pcs_series time;

    if (pcs_series_init(&time, measured->steps) < 0)
        return interval;
    for (int i = 0; i < n; i++)
        add_steps(measured, speeds[i].rank, &time, NULL);
    double sum = 0, count = 0;
    for (size_t t = 0; t < time.n; t++) {
        sum += time.sums[t];
        count += time.counts[t];
    }
    interval = pcs_interval_batch_means(time.sums, time.counts, time.n);
    double mean = sum / count, low = interval.low, high = interval.high;
    interval.high = low > 0 ? value * mean / low : (double)NAN;
    interval.low = low > 0 ? value * mean / high : (double)NAN;
    pcs_series_fini(&time);
    return interval;
}

static double if_finite(double value)
{
    return isfinite(value) ? value : (double)NAN;
}

static void add_speeds(const struct pcs_measured *measured, const struct speed *speeds, int n,
                       struct pcs_metrics *metrics)
{
    const struct pcs_summary_figures *figures = &measured->figures;
    int middle = (n - 1) / 2, middles = n % 2 ? 1 : 2;
    double sum = 0;

    for (int i = 0; i < n; i++)
        sum += speeds[i].steps_per_s;
    pcs_metrics_add_interval(
        metrics, "throughput_steps_per_s", "steps/s", figures->throughput_steps_per_s,
        interval_of(measured, figures->throughput_steps_per_s, speeds + middle, middles));
    pcs_metrics_add_interval(metrics, "throughput_fastest", "steps/s", figures->throughput_fastest,
                             interval_of(measured, figures->throughput_fastest, speeds + n - 1, 1));
    pcs_metrics_add_interval(metrics, "throughput_slowest", "steps/s", figures->throughput_slowest,
                             interval_of(measured, figures->throughput_slowest, speeds, 1));
    struct pcs_interval all = interval_of(measured, sum, speeds, n);
    pcs_metrics_add_interval(metrics, "throughput_aggregate", "steps/s", if_finite(sum), all);
    all.low /= n;
    all.high /= n;
    pcs_metrics_add_interval(metrics, "throughput_mean", "steps/s", if_finite(sum / n), all);
}

static void add_idle(const struct pcs_measured *measured, struct pcs_metrics *metrics)
{
    struct pcs_series time;
    double *idle = calloc((size_t)measured->steps + 1, sizeof *idle);

    if (!idle || pcs_series_init(&time, measured->steps) < 0) {
        free(idle);
        metrics->failed = true;
        return;
    }
    for (int i = 0; i < measured->run->settings.ranks; i++)
        add_steps(measured, i, &time, idle);
    pcs_metrics_add_interval(metrics, "idle_fraction", "1", measured->figures.idle_fraction,
                             pcs_interval_batch_means(idle, time.sums, time.n));
    pcs_series_fini(&time);
    free(idle);
}

static void add_of_summary(const struct pcs_summary_figures *figures, struct pcs_metrics *metrics)
{
    static const char method[] = "of summary.csv";

    pcs_metrics_add(metrics, "throughput_steps_per_s", "steps/s", figures->throughput_steps_per_s,
                    method);
    pcs_metrics_add(metrics, "throughput_fastest", "steps/s", figures->throughput_fastest, method);
    pcs_metrics_add(metrics, "throughput_slowest", "steps/s", figures->throughput_slowest, method);
    pcs_metrics_add(metrics, "idle_fraction", "1", figures->idle_fraction, method);
}

void pcs_metrics_throughput(const struct pcs_measured *measured, struct pcs_metrics *metrics)
{
    int ranks = measured->run->settings.ranks;
    struct speed *speeds;
    int n = 0;

    if (!measured->run->has_calls) {
        add_of_summary(&measured->figures, metrics);
        return;
    }
    speeds = calloc((size_t)ranks + 1, sizeof *speeds);
    if (!speeds) {
        metrics->failed = true;
        return;
    }
    for (int i = 0; i < ranks; i++) {
        double idle_share;
        double steps_per_s = speed_of(measured, i, &idle_share);
        if (steps_per_s == 0)
            continue;
        speeds[n++] = (struct speed){.steps_per_s = steps_per_s, .rank = i};
        if (measured->has_details) {
            pcs_metrics_add_part(metrics, "throughput", "rank", i, "steps/s",
                                 if_finite(steps_per_s));
            pcs_metrics_add_part(metrics, "idle_fraction", "rank", i, "1", idle_share);
        }
    }
    qsort(speeds, (size_t)n, sizeof *speeds, compare);
    if (n > 0) {
        add_speeds(measured, speeds, n, metrics);
        add_idle(measured, metrics);
    }
    free(speeds);
}
