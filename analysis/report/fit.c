/*
 * Latency against size: alpha + beta * bytes, over runs that differ in the size of the gradient.
 *
 * Least squares with weights 1 / latency^2, so that the relative error counts: sizes go over
 * decades, and without weights the largest alone would tell.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_fit.h>

#include "analysis/report/report_internal.h"

/* A line goes through any two sizes. */
#define SIZES_MIN 3

static enum pcs_report_weight all_but_size(const char *path)
{
    static const char *const ignored[] = {"seed", "name", "collective.bytes", "collective.elements",
                                          NULL};

    for (int i = 0; ignored[i]; i++) {
        if (strcmp(path, ignored[i]) == 0)
            return PCS_REPORT_KEY_IGNORED;
    }
    return PCS_REPORT_KEY_COUNTS;
}

/** Runs of one fit. */
struct points {
    double *bytes, *latencies, *weights;
    size_t n;
    int sizes;
};

static void add_point(struct points *points, const struct pcs_report_run *run)
{
    const struct pcs_metric *latency = pcs_metrics_find(&run->metrics, "latency_mean");
    double bytes = (double)run->run->settings.bytes;
    bool is_new = true;

    if (!latency || !(latency->value > 0) || run->run->settings.bytes == PCS_UNKNOWN_COUNT)
        return;
    for (size_t i = 0; i < points->n; i++)
        is_new = is_new && points->bytes[i] != bytes;
    points->sizes += is_new;
    points->bytes[points->n] = bytes;
    points->latencies[points->n] = latency->value;
    points->weights[points->n++] = 1 / (latency->value * latency->value);
}

static struct pcs_interval interval_of(double value, double variance, const struct points *points)
{
    double half = pcs_student((double)points->n - 2) * sqrt(variance);
    struct pcs_interval interval = {.low = value - half, .high = value + half};

    snprintf(interval.method, sizeof interval.method, "line through %zu runs of %d sizes",
             points->n, points->sizes);
    return interval;
}

static int add_fit(struct pcs_report *report, int run, const struct points *points)
{
    struct pcs_report_fit *fits =
        realloc(report->fits, ((size_t)report->fits_n + 1) * sizeof *fits);
    struct pcs_report_fit *fit;
    double alpha, beta, var_alpha, covariance, var_beta, squares;

    if (!fits)
        return -1;
    report->fits = fits;
    fit = &fits[report->fits_n++];
    *fit = (struct pcs_report_fit){.run = run, .sizes = points->sizes};
    gsl_fit_wlinear(points->bytes, 1, points->weights, 1, points->latencies, 1, points->n, &alpha,
                    &beta, &var_alpha, &covariance, &var_beta, &squares);
    /* the weights are known up to a factor, which the residuals give */
    double factor = squares / ((double)points->n - 2);
    pcs_metrics_add_interval(&fit->metrics, "latency_alpha", "s", alpha,
                             interval_of(alpha, var_alpha * factor, points));
    pcs_metrics_add_interval(&fit->metrics, "latency_beta", "s/byte", beta,
                             interval_of(beta, var_beta * factor, points));
    return fit->metrics.failed ? -1 : 0;
}

/** Fit the runs that are like run @p first, unless an earlier one was. */
static int fit_from(struct pcs_report *report, int first, bool *is_done, struct points *points)
{
    points->n = 0;
    points->sizes = 0;
    for (int i = first; i < report->runs_n; i++) {
        if (is_done[i] || (i > first && !pcs_report_is_alike(report->runs[first].run,
                                                             report->runs[i].run, all_but_size)))
            continue;
        is_done[i] = true;
        add_point(points, &report->runs[i]);
    }
    return points->sizes >= SIZES_MIN ? add_fit(report, first, points) : 0;
}

int pcs_report_fit(struct pcs_report *report, struct pcs_read_error *error)
{
    size_t n = (size_t)report->runs_n;
    double *values = calloc(3 * n + 1, sizeof *values);
    bool *is_done = calloc(n + 1, sizeof *is_done);
    struct points points = {.bytes = values};
    int rc = values && is_done ? 0 : -1;

    for (int i = 0; rc == 0 && i < report->runs_n; i++) {
        points.latencies = values + n;
        points.weights = values + 2 * n;
        if (!is_done[i])
            rc = fit_from(report, i, is_done, &points);
    }
    free(values);
    free(is_done);
    if (rc < 0)
        snprintf(error->text, sizeof error->text, "out of memory");
    return rc;
}
