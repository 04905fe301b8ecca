/*
 * What has to be said with the table of the micro-benchmark; figures in it are computed.
 */
#include <math.h>

#include "analysis/closed_forms.h"
#include "sim/cli/validate/microbench.h"

static void note_reading(const struct pcs_microbench *bench, struct pcs_words *notes)
{
    const struct pcs_scenario *scenario = bench->scenario;

    pcs_words_add(notes,
                  "ms: latency, mean over ranks and steps. x: how many times lower than mpi's "
                  "at this size. NAP: active processes of a round, the initiator and those "
                  "that arrived before it. paper: arXiv 1908.04207, figures 8 and 9, read "
                  "off the bars; \"-\": nothing to compare.");
    pcs_words_add(
        notes,
        "ours: %d ranks, %u steps after a warm-up of %u; majority is the mean over the seeds 1 to "
        "%d, sd ms their standard deviation; nothing is drawn in mpi and solo, which run once. "
        "form NAP: the expected value.",
        scenario->ranks, scenario->steps - scenario->warmup, scenario->warmup, bench->seeds);
    pcs_words_add(notes,
                  "mpi is SMPI's MPI_Allreduce by recursive doubling, with an operator that "
                  "takes the time of the reduction; the paper's is that of Cray MPICH, whose "
                  "algorithm is not told.");
}

static void note_fit(const struct pcs_costs *costs, struct pcs_words *notes)
{
    pcs_words_add(
        notes,
        "Fitted to these very figures, the same for all sizes: the costs (preset %s) of a "
        "call, %.3g ms, of noticing an event, %.3g ms, of taking, %.3g ns/B, and of adding, "
        "%.3g ns/B. So solo's latency, and with it the ratio of solo, is a fit and not a "
        "prediction, and so are mpi's and majority's at 4 MiB in part; mpi's and majority's "
        "at small sizes are mostly waiting for other ranks, which is not fitted.",
        costs->preset, 1e3 * costs->call_s, 1e3 * costs->notice_s, 1e9 * costs->take_s_per_byte,
        1e9 * costs->reduce_s_per_byte);
}

/** The greatest distance of published from ours in majority, in standard deviations of a run. */
static double greatest_distance(const struct pcs_microbench *bench)
{
    double greatest = NAN;

    for (int i = PCS_MICROBENCH_MAJORITY; i < PCS_MICROBENCH_CASES; i += PCS_MICROBENCH_KINDS) {
        const struct pcs_microbench_row *row = &bench->rows[i];
        greatest = fmax(greatest, fabs(row->published_latency_s - row->latency_s) /
                                      row->latency_sd_s); /* NAN does not count */
    }
    return greatest;
}

/** How far one run of so many draws can be off, by the closed form at the smallest size. */
static void note_spread(const struct pcs_microbench *bench, struct pcs_words *notes)
{
    const int published_draws = 64;
    const struct pcs_microbench_run *run = bench->runs;
    const double distance = greatest_distance(bench);
    char beside[128] = "";

    while (run->case_i != PCS_MICROBENCH_MAJORITY)
        run++;
    if (!isnan(distance))
        snprintf(
            beside, sizeof beside,
            "; the published latencies are within %.1f of our standard deviations of our means",
            ceil(10 * distance) / 10);
    pcs_words_add(
        notes,
        "The paper's majority is one run of %d draws for each size. By the closed form, at "
        "64 B such a run has a standard deviation of %.0f %% of the mean, from the draws "
        "alone%s.",
        published_draws, 100 * run->uniform_form_sd / run->uniform_form_s / sqrt(published_draws),
        beside);
}

/** Mean of the initiators that the published participation tells of. */
static double published_initiator(const struct pcs_microbench_published *published)
{
    double sum = 0;
    int n = 0;

    for (int i = PCS_MICROBENCH_MAJORITY; i < PCS_MICROBENCH_CASES; i += PCS_MICROBENCH_KINDS) {
        if (isnan(published->cases[i].active))
            continue;
        sum += published->cases[i].active - 1;
        n++;
    }
    return n ? sum / n : NAN;
}

static void note_draws(const struct pcs_microbench *bench, struct pcs_words *notes)
{
    const struct pcs_microbench_published *published = &bench->published;
    const int ranks = bench->scenario->ranks;
    const double skew_s = pcs_microbench_skew_s(bench->scenario);

    if (isnan(published->draws_mean) || isnan(published->draws_sd))
        return;
    const double uniform = pcs_skewed_wait_uniform(ranks, skew_s);
    const double drawn =
        pcs_skewed_wait_of_draws(ranks, skew_s, published->draws_mean, published->draws_sd);
    pcs_words_add(
        notes,
        "The 64 draws of the authors' released code have a mean of %.2f and a standard "
        "deviation of %.2f, above the mean %.1f of a uniform draw: calls then wait %.2f ms "
        "for the initiator (closed form) where uniform draws wait %.2f ms, %.0f %% less. "
        "The published runs need not have had these draws: their NAP tells of a mean of %.1f.",
        published->draws_mean, published->draws_sd, (ranks - 1) / 2.0, 1e3 * drawn, 1e3 * uniform,
        100 * (1 - uniform / drawn), published_initiator(published));
}

static void note_closed_form(const struct pcs_microbench *bench, struct pcs_words *notes)
{
    const struct pcs_microbench_run *run = bench->deviates;

    pcs_words_add(
        notes,
        "Each run is checked against the closed form for the initiators that it drew; the "
        "greatest deviation is %.1f %% (%s, %llu B, seed %llu), allowed are %.0f %%.",
        100 * bench->deviation, pcs_kind_name(pcs_microbench_kind(run->case_i)),
        (unsigned long long)pcs_microbench_bytes(run->case_i), (unsigned long long)run->seed,
        100 * PCS_MICROBENCH_DEVIATION_MAX);
}

void pcs_microbench_notes(const struct pcs_microbench *bench, struct pcs_words *notes)
{
    note_reading(bench, notes);
    for (int i = 0; i < bench->set->items_n; i++)
        pcs_words_add(notes, "Not the published experiment: run with --set %s.",
                      bench->set->items[i]);
    note_fit(&bench->scenario->costs, notes);
    note_spread(bench, notes);
    note_draws(bench, notes);
    note_closed_form(bench, notes);
}
