/*
 * Gaussiank: as TopkA, with a threshold estimated from the mean and the variance of the vector
 * instead of an exact selection; so ranks send different numbers of elements.
 *
 * Rounds: 2 ceil(log2 P) with the sizes. Cost: 2(log P) alpha + 2k(P-1) beta for k = the largest
 * number that a rank selects, and P - 1 words of sizes; a scan for the moments, one to select, and
 * one for each correction. Residual: all but what was selected.
 * From: S. Shi et al., "Understanding Top-k Sparsification in Distributed Deep Learning", 2019, as
 * compared with by S. Li, T. Hoefler, PPoPP 2022. The corrections that the published code makes to
 * the threshold, one set of constants for each model, are an option (adaptation.c).
 * Departure: selects what reaches the threshold, where the published code asks for more.
 */
#include "sim/pcoll/sparse/sparse_internal.h"

/* Corrections until the number is in the range, or has reached the goal from below. */
static float corrected(struct pcoll_sparse *s, const struct pcoll_sparse_view *vector,
                       float threshold)
{
    const struct pcoll_adaptation_row *row = pcoll_adaptation_row(s->spec.adaptation);
    const double k = s->spec.k;
    double low = row->fit.low;
    for (int i = 0; i < row->fit_steps; i++) {
        const double count = (double)pcoll_select_count(vector, threshold);
        pcoll_world_charge_scan(&s->world, s->spec.n);
        if (count < low * k) {
            threshold = (float)((double)threshold / row->fit.lower);
            low = row->fit_goal;
        } else if (count > row->fit.high * k) {
            threshold = (float)((double)threshold * row->fit.raise);
        } else {
            break;
        }
    }
    return threshold;
}

enum pcoll_status pcoll_gaussiank_call(struct pcoll_sparse *s,
                                       const struct pcoll_sparse_view *vector,
                                       struct pcoll_sparse_result *result)
{
    const double n = s->spec.n;
    float threshold = pcoll_select_gaussian(vector, n > 0 ? s->spec.k / n : 0);
    pcoll_world_charge_scan(&s->world, s->spec.n);
    if (s->spec.k > 0 && s->spec.k < s->spec.n)
        threshold = corrected(s, vector, threshold);
    enum pcoll_status status = pcoll_select_reaching(vector, threshold, &s->local);
    pcoll_world_charge_scan(&s->world, s->spec.n);
    if (status == PCOLL_OK)
        status = pcoll_sparse_gather_sum(s);
    if (status != PCOLL_OK)
        return status;
    result->sum = pcoll_view_of_entries(s->sum.at, s->sum.n, s->spec.n);
    result->reached = s->local.at;
    result->reached_n = s->local.n;
    result->selected = s->local.n;
    result->local_threshold = threshold;
    return PCOLL_OK;
}
