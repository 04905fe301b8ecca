/*
 * The figures of summary.csv from the calls and rounds of a run that was read back.
 */
#include "analysis/run.h"

static int add_rows(const struct pcs_run *run, struct pcs_summary *summary)
{
    int rc = 0;

    for (int i = 0; i < run->settings.ranks && rc == 0; i++) {
        for (size_t c = 0; run->has_calls && c < run->ranks[i].n && rc == 0; c++) {
            const struct pcs_call *call = &run->ranks[i].calls[c];
            const struct pcs_step_row row = {.rank = i,
                                             .step = call->step,
                                             .compute_s = call->compute_s,
                                             .arrive_s = call->arrive_s,
                                             .return_s = call->return_s,
                                             .taken_round = call->fate >= 0
                                                                ? (int64_t)call->step + call->fate
                                                                : (int64_t)call->fate};
            rc = pcs_summary_add_step(summary, &row);
        }
    }
    for (size_t i = 0; i < run->rounds_n && rc == 0; i++)
        rc = pcs_summary_add_round(summary, &run->rounds[i].row);
    return rc;
}

int pcs_run_figures(const struct pcs_run *run, uint32_t warmup, struct pcs_summary_figures *figures)
{
    const struct pcs_summary_settings settings = {
        .ranks = run->settings.ranks, .steps = run->settings.steps, .warmup = warmup};
    struct pcs_summary *summary = pcs_summary_create(&settings);
    int rc = summary ? add_rows(run, summary) : -1;

    if (rc == 0)
        pcs_summary_figures(summary, figures);
    pcs_summary_destroy(summary);
    return rc;
}
