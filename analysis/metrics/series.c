/*
 * One value a step.
 */
#include "analysis/metrics/series.h"

#include <stdlib.h>

int pcs_series_init(struct pcs_series *series, size_t n)
{
    *series = (struct pcs_series){
        .sums = calloc(n + 1, sizeof(double)), .counts = calloc(n + 1, sizeof(double)), .n = n};
    if (series->sums && series->counts)
        return 0;
    pcs_series_fini(series);
    return -1;
}

void pcs_series_fini(struct pcs_series *series)
{
    free(series->sums);
    free(series->counts);
    *series = (struct pcs_series){0};
}

size_t pcs_series_divide(struct pcs_series *series)
{
    size_t kept = 0;

    for (size_t t = 0; t < series->n; t++) {
        if (series->counts[t] > 0)
            series->sums[kept++] = series->sums[t] / series->counts[t];
    }
    return kept;
}

int pcs_series_latency(const struct pcs_run *run, uint32_t first, struct pcs_series *series)
{
    size_t n = run->settings.steps > first ? run->settings.steps - first : 0;

    if (pcs_series_init(series, n) < 0)
        return -1;
    for (int i = 0; i < run->settings.ranks; i++) {
        const struct pcs_rank_calls *rank = &run->ranks[i];
        struct pcs_rank_step step;
        for (size_t at = pcs_rank_find(rank, first); pcs_rank_step(rank, at, &step);
             at = step.next) {
            series->sums[step.times.step - first] += pcs_step_latency(&step.times);
            series->counts[step.times.step - first] += 1;
        }
    }
    return 0;
}

bool pcs_rank_step(const struct pcs_rank_calls *rank, size_t at, struct pcs_rank_step *step)
{
    const struct pcs_call *call = &rank->calls[at];

    if (at >= rank->n)
        return false;
    *step = (struct pcs_rank_step){
        .times = pcs_step_first(call->step, call->compute_s, call->arrive_s, call->return_s),
        .next = at + 1};
    while (step->next < rank->n && rank->calls[step->next].step == step->times.step) {
        call = &rank->calls[step->next++];
        pcs_step_add(&step->times, call->compute_s, call->arrive_s, call->return_s);
    }
    return true;
}
