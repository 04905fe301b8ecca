/*
 * The micro-benchmark's rows in the table of all experiments.
 */
#include <math.h>
#include <string.h>

#include "sim/cli/validate/microbench.h"

/** From this size on the costs of a byte, which are fitted, are a good part of every latency. */
#define FITTED_FROM 4194304

static const char fitted[] = "the costs of preset fflib-daint, one set for all sizes, are fitted "
                             "to these figures: of a call "
                             "to solo at small sizes, of a byte to 4 MiB";
static const char *const latency_reasons[PCS_MICROBENCH_KINDS] = {
    [PCS_MICROBENCH_MPI] = "waiting for the last of 32 ranks 1 ms apart is 15.5 ms of it; noise of "
                           "the machine and the algorithm of Cray MPICH are not modelled",
    [PCS_MICROBENCH_MAJORITY] =
        "published is one run of 64 draws, which varies by 11 % from set to set; ours is the mean "
        "over the seeds, and grows between sizes as the transfer does",
    [PCS_MICROBENCH_SOLO] = fitted,
};
static const char *const ratio_reasons[PCS_MICROBENCH_KINDS] = {
    [PCS_MICROBENCH_MAJORITY] = "mean over six sizes; mostly waiting, which is not fitted",
    [PCS_MICROBENCH_SOLO] = "mean over six sizes; rests on the cost of a call, which is fitted",
};
static const char *const active_reasons[PCS_MICROBENCH_KINDS] = {
    [PCS_MICROBENCH_MAJORITY] = "64 draws; a uniform draw finds 16.5 on average",
    [PCS_MICROBENCH_SOLO] = "on the machine sleeps are not exact and a second rank may be there "
                            "while the first activates; here ranks are 1 ms apart",
};

static void put_size(char *text, size_t size, uint64_t bytes)
{
    static const char *const units[] = {"B", "KiB", "MiB"};
    int unit = 0;

    while (bytes >= 1024 && unit < 2) {
        bytes /= 1024;
        unit++;
    }
    snprintf(text, size, "%d %s", (int)bytes, units[unit]);
}

static void add(struct pcs_overview *overview, struct pcs_overview_row row, double published,
                double ours, const char *role, const char *why)
{
    row.experiment = "microbench";
    row.published = published;
    row.low = row.high = ours;
    row.role = role;
    snprintf(row.why, sizeof row.why, "%s", why);
    if (!isnan(published))
        pcs_overview_add(overview, row);
}

void pcs_microbench_overview(const struct pcs_microbench *bench, struct pcs_overview *overview)
{
    for (int i = 0; i < PCS_MICROBENCH_CASES; i++) {
        const struct pcs_microbench_row *figures = &bench->rows[i];
        const int kind_i = i % PCS_MICROBENCH_KINDS;
        const bool is_fitted = kind_i == PCS_MICROBENCH_SOLO || figures->bytes >= FITTED_FROM;
        struct pcs_overview_row row = {.figure = "latency ms"};
        put_size(row.case_name, sizeof row.case_name, figures->bytes);
        snprintf(row.kind, sizeof row.kind, "%s", pcs_kind_name(figures->kind));
        add(overview, row, 1e3 * figures->published_latency_s, 1e3 * figures->latency_s,
            is_fitted ? PCS_OVERVIEW_INPUT : PCS_OVERVIEW_PREDICTION,
            is_fitted ? fitted : latency_reasons[kind_i]);
        row.figure = "active ranks";
        if (kind_i != PCS_MICROBENCH_MPI)
            add(overview, row, figures->published_active, figures->active, PCS_OVERVIEW_PREDICTION,
                active_reasons[kind_i]);
    }
    for (int kind_i = PCS_MICROBENCH_MAJORITY; kind_i <= PCS_MICROBENCH_SOLO; kind_i++) {
        struct pcs_overview_row row = {.case_name = "all sizes", .figure = "x faster"};
        snprintf(row.kind, sizeof row.kind, "%s", pcs_kind_name(pcs_microbench_kind(kind_i)));
        add(overview, row, bench->published.ratio[kind_i], bench->ratio[kind_i],
            kind_i == PCS_MICROBENCH_SOLO ? PCS_OVERVIEW_INPUT : PCS_OVERVIEW_PREDICTION,
            ratio_reasons[kind_i]);
    }
}
