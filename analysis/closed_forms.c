/*
 * Closed forms for evenly spread arrivals; see the header for their derivation.
 */
#include "analysis/closed_forms.h"

#include <math.h>

double pcs_skewed_latency(const struct pcs_skewed_calls *calls, int initiator)
{
    double sum = 0;

    for (int i = 0; i < calls->ranks; i++) {
        double rest = calls->round_s + (initiator - i) * calls->skew_s;
        sum += i <= initiator ? rest : fmax(calls->call_s, rest);
    }
    return sum / calls->ranks + calls->out_s;
}

double pcs_skewed_latency_mean(const struct pcs_skewed_calls *calls)
{
    double sum = 0;

    for (int j = 0; j < calls->ranks; j++)
        sum += pcs_skewed_latency(calls, j);
    return sum / calls->ranks;
}

double pcs_skewed_latency_sd(const struct pcs_skewed_calls *calls)
{
    double mean = pcs_skewed_latency_mean(calls);
    double sum = 0;

    for (int j = 0; j < calls->ranks; j++) {
        double difference = pcs_skewed_latency(calls, j) - mean;
        sum += difference * difference;
    }
    return sqrt(sum / calls->ranks);
}

double pcs_skewed_wait_of_draws(int ranks, double skew_s, double mean, double sd)
{
    return (mean * mean + sd * sd + mean) / (2.0 * ranks) * skew_s;
}

double pcs_skewed_wait_uniform(int ranks, double skew_s)
{
    double p = ranks;

    return (p * p - 1) / (6 * p) * skew_s;
}

double pcs_active_mean_uniform(int ranks)
{
    return (ranks + 1) / 2.0;
}
