/*
 * Fairness of contribution: how evenly the ranks' gradients are taken in the round of their step.
 */
#include "analysis/fairness.h"

#include <stdlib.h>

#include "analysis/metrics/metrics.h"
#include "analysis/metrics/series.h"

static double fresh_of(const struct pcs_measured *measured, const struct pcs_rank_calls *rank)
{
    double fresh = 0;

    for (size_t c = pcs_rank_find(rank, measured->warmup); c < rank->n; c++)
        fresh += rank->calls[c].fate == 0;
    return fresh;
}

void pcs_metrics_fairness(const struct pcs_measured *measured, struct pcs_metrics *metrics)
{
    const struct pcs_run *run = measured->run;
    size_t n = (size_t)run->settings.ranks;
    double *fresh;

    if (!run->has_calls || measured->steps == 0)
        return;
    fresh = calloc(n + 1, sizeof *fresh);
    if (!fresh) {
        metrics->failed = true;
        return;
    }
    for (size_t i = 0; i < n; i++) {
        fresh[i] = fresh_of(measured, &run->ranks[i]);
        if (measured->has_details)
            pcs_metrics_add_part(metrics, "fresh_share", "rank", (int64_t)i, "1",
                                 fresh[i] / measured->steps / run->settings.buckets);
    }
    pcs_metrics_add(metrics, "fairness_jain", "1", pcs_jain(fresh, n), "Jain over fresh gradients");
    pcs_metrics_add(metrics, "fairness_gini", "1", pcs_gini(fresh, n), "Gini over fresh gradients");
    free(fresh);
}
