/*
 * The micro-benchmark's cases, and what our runs give for them beside what is published.
 */
#include <math.h>
#include <stddef.h>

#include <gsl/gsl_statistics_double.h>

#include "analysis/closed_forms.h"
#include "sim/cli/validate/microbench.h"

static const uint64_t sizes[PCS_MICROBENCH_SIZES] = {64, 512, 4096, 32768, 262144, 4194304};
static const enum pcs_kind kinds[PCS_MICROBENCH_KINDS] = {
    [PCS_MICROBENCH_MPI] = PCS_KIND_MPI,
    [PCS_MICROBENCH_MAJORITY] = PCS_KIND_MAJORITY,
    [PCS_MICROBENCH_SOLO] = PCS_KIND_SOLO,
};

enum pcs_kind pcs_microbench_kind(int case_i)
{
    return kinds[case_i % PCS_MICROBENCH_KINDS];
}

uint64_t pcs_microbench_bytes(int case_i)
{
    return sizes[case_i / PCS_MICROBENCH_KINDS];
}

/** The column of a figure over the runs of a case, which lie one after the other. */
static double mean_of(const double *figure, size_t n)
{
    const size_t stride = sizeof(struct pcs_microbench_run) / sizeof(double);
    return gsl_stats_mean(figure, stride, n);
}

static double sd_of(const double *figure, size_t n)
{
    const size_t stride = sizeof(struct pcs_microbench_run) / sizeof(double);
    return n > 1 ? gsl_stats_sd(figure, stride, n) : NAN;
}

_Static_assert(sizeof(struct pcs_microbench_run) % sizeof(double) == 0,
               "GSL's stride counts in doubles");

static double active_closed_form(enum pcs_kind kind, int ranks)
{
    switch (kind) {
    case PCS_KIND_SOLO:
        return 1;
    case PCS_KIND_MAJORITY:
        return pcs_active_mean_uniform(ranks);
    default:
        return ranks;
    }
}

static void fill_row(struct pcs_microbench *bench, int case_i,
                     const struct pcs_microbench_run *runs, int n)
{
    const struct pcs_microbench_published *published = &bench->published;
    const size_t count = (size_t)n;

    bench->rows[case_i] = (struct pcs_microbench_row){
        .kind = pcs_microbench_kind(case_i),
        .bytes = pcs_microbench_bytes(case_i),
        .runs_n = n,
        .latency_s = mean_of(&runs->latency_s, count),
        .latency_sd_s = sd_of(&runs->latency_s, count),
        .published_latency_s = published->cases[case_i].latency_s,
        .published_latency_error_s = published->cases[case_i].latency_error_s,
        .active = mean_of(&runs->active, count),
        .published_active = published->cases[case_i].active,
        .published_active_error = published->cases[case_i].active_error,
        .active_closed_form =
            active_closed_form(pcs_microbench_kind(case_i), bench->scenario->ranks),
        .round_s = mean_of(&runs->round_s, count),
        .closed_form_s = mean_of(&runs->closed_form_s, count),
    };
}

static void fill_ratios(struct pcs_microbench *bench)
{
    for (int i = 0; i < PCS_MICROBENCH_CASES; i++) {
        const int kind_i = i % PCS_MICROBENCH_KINDS;
        const struct pcs_microbench_row *mpi = &bench->rows[i - kind_i + PCS_MICROBENCH_MPI];
        struct pcs_microbench_row *row = &bench->rows[i];
        row->ratio = mpi->latency_s / row->latency_s;
        row->published_ratio = mpi->published_latency_s / row->published_latency_s;
        bench->ratio[kind_i] += row->ratio / PCS_MICROBENCH_SIZES;
    }
}

static void find_deviation(struct pcs_microbench *bench)
{
    for (int i = 0; i < bench->runs_n; i++) {
        const struct pcs_microbench_run *run = &bench->runs[i];
        const double deviation = fabs(run->latency_s / run->closed_form_s - 1);
        /* Also when it is no number: a figure that is missing must not pass. */
        if (!bench->deviates || !(deviation <= bench->deviation)) {
            bench->deviation = deviation;
            bench->deviates = run;
        }
    }
}

void pcs_microbench_compare(struct pcs_microbench *bench)
{
    int first = 0;

    for (int case_i = 0; case_i < PCS_MICROBENCH_CASES; case_i++) {
        int n = 0;
        while (first + n < bench->runs_n && bench->runs[first + n].case_i == case_i)
            n++;
        fill_row(bench, case_i, &bench->runs[first], n);
        first += n;
    }
    for (int i = 0; i < PCS_MICROBENCH_KINDS; i++)
        bench->ratio[i] = 0;
    fill_ratios(bench);
    bench->deviates = NULL;
    find_deviation(bench);
}
