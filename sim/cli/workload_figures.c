/*
 * Figures of a delay model.
 *
 * Standard errors come from the means of batches of successive steps: that way they are right also
 * where a step is correlated with those before it, as long as a batch is much longer than that.
 */
#include "sim/cli/workload_figures.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_statistics_double.h>

#include "workloads/extremes.h"

#define BATCHES 32

static const double levels[] = {0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.999};

/* ---- draws ------------------------------------------------------------------------------------
 */

/* A quantity that each step has one value of. */
struct track {
    double sum;
    double batches[BATCHES];
};

/* All ranks of a run, each with a clock. */
struct run {
    struct pcs_delay **delays;
    double *clocks;
    uint64_t steps;
    struct track mean, max, min;
};

/* Fewer steps than batches: some batches stay empty. */
static uint64_t batch_steps(uint64_t steps)
{
    return steps < BATCHES ? 1 : steps / BATCHES;
}

static void track_add(struct track *track, uint64_t step, uint64_t steps, double value)
{
    track->sum += value;
    if (step / batch_steps(steps) < BATCHES) /* a few at the end are left over */
        track->batches[step / batch_steps(steps)] += value;
}

static double track_error(const struct track *track, uint64_t steps)
{
    const int n = steps < BATCHES ? (int)steps : BATCHES;
    double means[BATCHES];

    if (n < 2)
        return NAN;
    for (int i = 0; i < n; i++)
        means[i] = track->batches[i] / (double)batch_steps(steps);
    return gsl_stats_sd(means, 1, (size_t)n) / sqrt(n);
}

static void draw_step(struct run *run, const struct pcs_workload_task *task, uint64_t step,
                      double *draws, FILE *trace)
{
    double sum = 0, max = 0, min = INFINITY;

    for (int rank = 0; rank < task->ranks; rank++) {
        const double seconds =
            pcs_delay_next_at(run->delays[rank], run->clocks[rank], task->work_s);
        run->clocks[rank] += task->work_s + seconds;
        draws[rank] = seconds;
        sum += seconds;
        max = fmax(max, seconds);
        min = fmin(min, seconds);
        if (trace)
            fprintf(trace, "%d,%" PRIu64 ",%.17g\n", rank, step, seconds);
    }
    track_add(&run->mean, step, run->steps, sum / task->ranks);
    track_add(&run->max, step, run->steps, max);
    track_add(&run->min, step, run->steps, min);
}

static int double_compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static int draw_all(struct run *run, struct pcs_workload_figures *figures,
                    const struct pcs_workload_task *task, FILE *trace)
{
    const uint64_t ranks = (uint64_t)task->ranks;

    run->steps = (task->samples + ranks - 1) / ranks;
    figures->draws_n = run->steps * ranks;
    figures->draws = malloc(figures->draws_n * sizeof *figures->draws);
    run->clocks = calloc(ranks, sizeof *run->clocks);
    run->delays = calloc(ranks, sizeof(struct pcs_delay *));
    if (!figures->draws || !run->clocks || !run->delays)
        return -1;
    for (int rank = 0; rank < task->ranks; rank++) {
        run->delays[rank] =
            pcs_delay_create(task->spec, task->seed, task->purpose, rank, task->ranks);
        if (!run->delays[rank])
            return -1;
    }
    if (trace)
        fprintf(trace, "rank,step,seconds\n");
    for (uint64_t step = 0; step < run->steps; step++)
        draw_step(run, task, step, &figures->draws[step * ranks], trace);
    return 0;
}

static void run_fini(struct run *run, int ranks)
{
    for (int rank = 0; run->delays && rank < ranks; rank++)
        pcs_delay_destroy(run->delays[rank]);
    free(run->delays);
    free(run->clocks);
}

/* ---- figures ----------------------------------------------------------------------------------
 */

static void add(struct pcs_workload_figures *figures, const char *name, double exact,
                double sampled, double error)
{
    struct pcs_workload_figure *figure = &figures->items[figures->n++];

    *figure = (struct pcs_workload_figure){.exact = exact, .sampled = sampled, .error = error};
    snprintf(figure->name, sizeof figure->name, "%s", name);
}

static void add_tracks(struct pcs_workload_figures *figures, const struct pcs_workload_task *task,
                       const struct run *run)
{
    const struct pcs_vantage place = {task->ranks, PCS_ANY_RANK, task->work_s, PCS_CHOICE_OPEN};
    const double steps = (double)run->steps;
    struct pcs_extremes extremes = {NAN, NAN};
    char name[24];

    if (pcs_extremes_exact(task->spec, task->ranks, task->work_s, &extremes) != PCS_LAW_GOOD)
        extremes = (struct pcs_extremes){NAN, NAN};
    add(figures, "mean", pcs_delay_mean(task->spec, &place), run->mean.sum / steps,
        track_error(&run->mean, run->steps));
    add(figures, "sd", sqrt(pcs_delay_variance(task->spec, &place)),
        gsl_stats_sd(figures->draws, 1, figures->draws_n), NAN);
    snprintf(name, sizeof name, "E[max of %d]", task->ranks);
    add(figures, name, extremes.max, run->max.sum / steps, track_error(&run->max, run->steps));
    snprintf(name, sizeof name, "E[min of %d]", task->ranks);
    add(figures, name, extremes.min, run->min.sum / steps, track_error(&run->min, run->steps));
}

/* The least draw that a part p of all draws does not exceed. */
static double sampled_quantile(const struct pcs_workload_figures *figures, double p)
{
    const double index = ceil(p * (double)figures->draws_n) - 1;

    return figures->draws[index > 0 ? (uint64_t)index : 0];
}

static int add_quantiles(struct pcs_workload_figures *figures, const struct pcs_workload_task *task)
{
    const struct pcs_vantage place = {task->ranks, PCS_ANY_RANK, task->work_s, PCS_CHOICE_OPEN};
    struct pcs_law *law;
    char name[24];

    if (pcs_law_create(task->spec, &place, &law) == PCS_LAW_NO_MEMORY)
        return -1;
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        snprintf(name, sizeof name, "quantile %g", levels[i]);
        add(figures, name, law ? pcs_law_quantile(law, levels[i]) : NAN,
            sampled_quantile(figures, levels[i]), NAN);
    }
    pcs_law_destroy(law);
    return 0;
}

int pcs_workload_figures_init(struct pcs_workload_figures *figures,
                              const struct pcs_workload_task *task, FILE *trace)
{
    struct run run = {0};

    *figures = (struct pcs_workload_figures){.n = 0};
    int rc = draw_all(&run, figures, task, trace);
    if (rc == 0) {
        add_tracks(figures, task, &run);
        qsort(figures->draws, figures->draws_n, sizeof *figures->draws, double_compare);
        rc = add_quantiles(figures, task);
    }
    run_fini(&run, task->ranks);
    if (rc < 0)
        pcs_workload_figures_fini(figures);
    return rc;
}

void pcs_workload_figures_fini(struct pcs_workload_figures *figures)
{
    free(figures->draws);
    *figures = (struct pcs_workload_figures){.n = 0};
}
