/*
 * Traffic: bytes and messages that leave ranks.
 */
#include <math.h>

#include "analysis/metrics/metrics.h"

/** Per rank and round: the sum of the whole run over its rounds, each with its closing round. */
static void add_rates(const struct pcs_measured *measured, struct pcs_metrics *metrics)
{
    const struct pcs_run *run = measured->run;
    const struct pcs_summary_figures *figures = &measured->figures;
    double parts = (double)run->settings.ranks * (double)run->rounds_n / run->settings.buckets;

    if (!(parts > 0))
        return;
    if (figures->bytes_sent != PCS_UNKNOWN)
        pcs_metrics_add(metrics, "bytes_per_rank_round", "bytes",
                        (double)figures->bytes_sent / parts, "whole run");
    if (figures->messages != PCS_UNKNOWN)
        pcs_metrics_add(metrics, "messages_per_rank_round", "messages",
                        (double)figures->messages / parts, "whole run");
}

/** Traffic of each round, its buckets together. */
static void add_rounds(const struct pcs_run *run, struct pcs_metrics *metrics)
{
    for (size_t i = 0; i < run->rounds_n;) {
        const uint32_t number = run->rounds[i].row.round;
        double bytes = 0, messages = 0;

        for (; i < run->rounds_n && run->rounds[i].row.round == number; i++) {
            const struct pcs_round_row *row = &run->rounds[i].row;
            bytes += row->bytes == PCS_UNKNOWN ? (double)NAN : (double)row->bytes;
            messages += row->messages == PCS_UNKNOWN ? (double)NAN : (double)row->messages;
        }
        pcs_metrics_add_part(metrics, "bytes_sent", "round", number, "bytes", bytes);
        pcs_metrics_add_part(metrics, "messages", "round", number, "messages", messages);
    }
}

/** Greatest over mean of the ranks. */
static double balance(const struct pcs_run *run, bool is_bytes)
{
    double sum = 0, greatest = 0;

    for (int i = 0; i < run->settings.ranks; i++) {
        int64_t value = is_bytes ? run->ranks[i].bytes : run->ranks[i].messages;
        if (value == PCS_UNKNOWN)
            return (double)NAN;
        sum += (double)value;
        greatest = fmax(greatest, (double)value);
    }
    return greatest * run->settings.ranks / sum; /* NAN when there is no traffic */
}

void pcs_metrics_traffic(const struct pcs_measured *measured, struct pcs_metrics *metrics)
{
    const struct pcs_run *run = measured->run;
    const struct pcs_summary_figures *figures = &measured->figures;

    if (figures->bytes_sent != PCS_UNKNOWN)
        pcs_metrics_add(metrics, "bytes_sent", "bytes", (double)figures->bytes_sent, "whole run");
    if (figures->messages != PCS_UNKNOWN)
        pcs_metrics_add(metrics, "messages", "messages", (double)figures->messages, "whole run");
    add_rates(measured, metrics);
    if (measured->has_details)
        add_rounds(run, metrics);
    if (!run->has_calls)
        return;
    pcs_metrics_add(metrics, "bytes_balance", "1", balance(run, true), "greatest over mean rank");
    pcs_metrics_add(metrics, "messages_balance", "1", balance(run, false),
                    "greatest over mean rank");
    for (int i = 0; measured->has_details && i < run->settings.ranks; i++) {
        const struct pcs_rank_calls *rank = &run->ranks[i];
        if (rank->bytes != PCS_UNKNOWN)
            pcs_metrics_add_part(metrics, "bytes_sent", "rank", i, "bytes", (double)rank->bytes);
        if (rank->messages != PCS_UNKNOWN)
            pcs_metrics_add_part(metrics, "messages", "rank", i, "messages",
                                 (double)rank->messages);
    }
}
