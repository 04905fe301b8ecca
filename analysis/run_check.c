/*
 * Whether what was read is of one run: the traces against each other and against summary.csv.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/run_internal.h"

/* Figures are sums in another order at most. */
#define TOLERANCE 1e-9

static bool differs(double found, double expected)
{
    if (isnan(found) || isnan(expected))
        return isnan(found) != isnan(expected);
    return fabs(found - expected) > TOLERANCE * fmax(fabs(found), fabs(expected));
}

static int check_rounds(const struct pcs_run *run, struct pcs_read_error *error)
{
    for (size_t i = 0; i < run->rounds_n; i++) {
        const struct pcs_run_round *round = &run->rounds[i];
        if (round->row.round < run->settings.steps && round->fresh != round->row.active)
            return pcs_run_refuse(error,
                                  "%s: files of two runs: %d ranks are fresh in round %" PRIu32
                                  " by steps.csv, %d by rounds.csv",
                                  run->path, round->fresh, round->row.round, round->row.active);
    }
    return 0;
}

static int check_figures(struct pcs_run *run, struct pcs_read_error *error)
{
    const struct pcs_summary_figures *expected = &run->summary.figures;
    struct pcs_summary_figures found;

    if (pcs_run_figures(run, run->settings.warmup, &found) < 0)
        return pcs_run_refuse(error, "%s: out of memory", run->path);
    const struct {
        const char *name;
        double found, expected;
    } figures[] = {
        {"latency_mean_s", found.latency_mean_s, expected->latency_mean_s},
        {"active_mean", found.active_mean, expected->active_mean},
        {"staleness_mean", found.staleness_mean, expected->staleness_mean},
        {"throughput_steps_per_s", found.throughput_steps_per_s, expected->throughput_steps_per_s},
        {"idle_fraction", found.idle_fraction, expected->idle_fraction},
        {"messages", (double)found.messages, (double)expected->messages},
    };
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++) {
        if (differs(figures[i].found, figures[i].expected))
            return pcs_run_refuse(error,
                                  "%s: files of two runs: %s is %.17g by the traces, %.17g in "
                                  "summary.csv",
                                  run->path, figures[i].name, figures[i].found,
                                  figures[i].expected);
    }
    run->figures = found;
    run->has_figures = true;
    return 0;
}

static void note_lacks(struct pcs_run *run)
{
    const char *what = "";
    const char *state = !run->is_partial            ? ""
                        : run->scenario.items_n > 0 ? "unfinished"
                                                    : "no scenario: kind and size are not known";

    if (run->is_sampled)
        what = "traces of some steps only: as with summary.csv only, no intervals, nothing by rank";
    else if (!run->has_calls && !run->has_rounds)
        what = "summary.csv only: no intervals, no test of participation, nothing by rank or step";
    else if (!run->has_calls)
        what = "no steps.csv: no intervals of latency and throughput, no arrivals, nothing by rank";
    else if (!run->has_rounds)
        what = "no rounds.csv: no participation and no traffic of rounds";
    snprintf(run->lacks, sizeof run->lacks, "%s%s%s%s%s%s", state,
             run->cut_file ? "; the last line of " : "", run->cut_file ? run->cut_file : "",
             run->cut_file ? " is cut off" : "", run->is_partial && *what ? "; " : "", what);
}

int pcs_run_check(struct pcs_run *run, struct pcs_read_error *error)
{
    note_lacks(run);
    if (!run->has_calls || !run->has_rounds || run->is_partial)
        return 0;
    if (check_rounds(run, error) < 0)
        return -1;
    return run->has_summary ? check_figures(run, error) : 0;
}
