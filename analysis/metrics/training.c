/*
 * Training: the loss at the end, and against simulated time.
 */
#include <math.h>
#include <stdlib.h>

#include "analysis/metrics/metrics.h"
#include "analysis/metrics/series.h"

/** Losses at each step, and the time at which the last rank was through with it. */
struct losses {
    struct pcs_series series;
    double *times;
};

static void add_rank(const struct pcs_rank_calls *rank, struct losses *losses)
{
    for (size_t c = 0; rank->losses && c < rank->n; c++) {
        uint32_t t = rank->calls[c].step;

        losses->times[t] = fmax(losses->times[t], rank->calls[c].return_s);
        if (isnan(rank->losses[c]))
            continue;
        losses->series.sums[t] += rank->losses[c];
        losses->series.counts[t] += 1;
    }
}

static void add_all(const struct pcs_measured *measured, const struct losses *losses,
                    struct pcs_metrics *metrics)
{
    double last = (double)NAN, last_s = (double)NAN, least = (double)NAN;

    for (size_t t = 0; t < losses->series.n; t++) {
        double loss = losses->series.sums[t] / losses->series.counts[t];
        if (isnan(loss))
            continue;
        last = loss;
        last_s = losses->times[t];
        least = fmin(least, loss);
        if (measured->has_details) {
            pcs_metrics_add_part(metrics, "loss", "step", (int64_t)t, "1", loss);
            pcs_metrics_add_part(metrics, "loss_time", "step", (int64_t)t, "s", last_s);
        }
    }
    pcs_metrics_add(metrics, "loss_last", "1", last, "mean over ranks");
    pcs_metrics_add(metrics, "loss_least", "1", least, "least mean over ranks");
    pcs_metrics_add(metrics, "loss_last_time", "s", last_s, "last return of that step");
}

void pcs_metrics_training(const struct pcs_measured *measured, struct pcs_metrics *metrics)
{
    const struct pcs_run *run = measured->run;
    struct losses losses = {0};
    bool is_trained = false;

    for (int i = 0; run->has_calls && i < run->settings.ranks; i++)
        is_trained = is_trained || run->ranks[i].losses;
    if (!is_trained)
        return;
    losses.times = calloc((size_t)run->settings.steps + 1, sizeof *losses.times);
    if (!losses.times || pcs_series_init(&losses.series, run->settings.steps) < 0) {
        metrics->failed = true;
    } else {
        for (int i = 0; i < run->settings.ranks; i++)
            add_rank(&run->ranks[i], &losses);
        add_all(measured, &losses, metrics);
    }
    pcs_series_fini(&losses.series);
    free(losses.times);
}
