/*
 * Writing summary.csv.
 */
#include "analysis/summary.h"

#include "analysis/csv_writer.h"

#define TRAINING_COLUMNS ",loss_final,weights_distance,weights_distance_max,weights_norm\n"

static void put_count(struct pcs_csv_line *line, uint64_t value)
{
    if (value == PCS_UNKNOWN_COUNT)
        pcs_csv_put_empty(line);
    else
        pcs_csv_put_unsigned(line, value);
}

static void put_traffic(struct pcs_csv_line *line, int64_t value)
{
    if (value == PCS_UNKNOWN)
        pcs_csv_put_empty(line);
    else
        pcs_csv_put_signed(line, value);
}

int pcs_summary_csv(const struct pcs_summary_settings *settings,
                    const struct pcs_summary_figures *figures, FILE *out)
{
    const struct pcs_summary_training *training = figures->training;
    struct pcs_csv_line line;

    if (fputs("name,run_id,seed,ranks,kind,schedule,bytes,steps,latency_mean_s,latency_p50_s,"
              "latency_p99_s,active_mean,active_sd,staleness_mean,staleness_max,lost,left_over,"
              "throughput_steps_per_s,throughput_fastest,throughput_slowest,idle_fraction,"
              "bytes_sent,messages,sim_time_s",
              out) < 0 ||
        fputs(training ? TRAINING_COLUMNS : "\n", out) < 0)
        return -1;
    pcs_csv_line_init(&line);
    pcs_csv_put_text(&line, settings->name);
    pcs_csv_put_text(&line, settings->run_id);
    pcs_csv_put_unsigned(&line, settings->seed);
    pcs_csv_put_signed(&line, settings->ranks);
    pcs_csv_put_text(&line, settings->kind);
    pcs_csv_put_text(&line, settings->schedule);
    pcs_csv_put_unsigned(&line, settings->bytes);
    pcs_csv_put_unsigned(&line, settings->steps);
    pcs_csv_put_number(&line, figures->latency_mean_s);
    pcs_csv_put_number(&line, figures->latency_p50_s);
    pcs_csv_put_number(&line, figures->latency_p99_s);
    pcs_csv_put_number(&line, figures->active_mean);
    pcs_csv_put_number(&line, figures->active_sd);
    pcs_csv_put_number(&line, figures->staleness_mean);
    pcs_csv_put_number(&line, figures->staleness_max);
    put_count(&line, figures->lost);
    put_count(&line, figures->left_over);
    pcs_csv_put_number(&line, figures->throughput_steps_per_s);
    pcs_csv_put_number(&line, figures->throughput_fastest);
    pcs_csv_put_number(&line, figures->throughput_slowest);
    pcs_csv_put_number(&line, figures->idle_fraction);
    put_traffic(&line, figures->bytes_sent);
    put_traffic(&line, figures->messages);
    pcs_csv_put_number(&line, figures->sim_time_s);
    if (training) {
        pcs_csv_put_number(&line, training->loss);
        pcs_csv_put_number(&line, training->weights_distance);
        pcs_csv_put_number(&line, training->weights_distance_max);
        pcs_csv_put_number(&line, training->weights_norm);
    }
    return pcs_csv_line_write(&line, out);
}
