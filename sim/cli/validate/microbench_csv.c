/*
 * The table and the runs of the micro-benchmark as CSV, in SI units.
 */
#include "analysis/csv_writer.h"
#include "sim/cli/validate/microbench.h"

static void put_row(const struct pcs_microbench_row *row, struct pcs_csv_line *line)
{
    const double figures[] = {
        row->latency_s,
        row->latency_sd_s,
        row->published_latency_s,
        row->published_latency_error_s,
        row->latency_s / row->published_latency_s - 1,
        row->ratio,
        row->published_ratio,
        row->ratio / row->published_ratio - 1,
        row->active,
        row->published_active,
        row->published_active_error,
        row->active_closed_form,
        row->round_s,
        row->closed_form_s,
    };

    pcs_csv_line_init(line);
    pcs_csv_put_unsigned(line, row->bytes);
    pcs_csv_put_text(line, pcs_kind_name(row->kind));
    pcs_csv_put_signed(line, row->runs_n);
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++)
        pcs_csv_put_number(line, figures[i]);
}

int pcs_microbench_csv(const struct pcs_microbench *bench, FILE *out)
{
    struct pcs_csv_line line;

    if (fputs("bytes,kind,seeds,latency_s,latency_sd_s,published_latency_s,published_error_s,"
              "latency_deviation,ratio,published_ratio,ratio_deviation,active,published_active,"
              "published_active_error,active_closed_form,round_duration_s,closed_form_s\n",
              out) < 0)
        return -1;
    for (int i = 0; i < PCS_MICROBENCH_CASES; i++) {
        put_row(&bench->rows[i], &line);
        if (pcs_csv_line_write(&line, out) < 0)
            return -1;
    }
    return 0;
}

int pcs_microbench_runs_csv(const struct pcs_microbench *bench, FILE *out)
{
    struct pcs_csv_line line;

    if (fputs("bytes,kind,seed,latency_mean_s,closed_form_s,active_mean,round_duration_s,"
              "initiator_mean,run_id\n",
              out) < 0)
        return -1;
    for (int i = 0; i < bench->runs_n; i++) {
        const struct pcs_microbench_run *run = &bench->runs[i];
        pcs_csv_line_init(&line);
        pcs_csv_put_unsigned(&line, pcs_microbench_bytes(run->case_i));
        pcs_csv_put_text(&line, pcs_kind_name(pcs_microbench_kind(run->case_i)));
        pcs_csv_put_unsigned(&line, run->seed);
        pcs_csv_put_number(&line, run->latency_s);
        pcs_csv_put_number(&line, run->closed_form_s);
        pcs_csv_put_number(&line, run->active);
        pcs_csv_put_number(&line, run->round_s);
        pcs_csv_put_number(&line, run->initiator);
        pcs_csv_put_text(&line, run->run_id);
        if (pcs_csv_line_write(&line, out) < 0)
            return -1;
    }
    return 0;
}
