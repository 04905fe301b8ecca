/*
 * Closed forms of what a partial allreduce does when ranks arrive evenly spread: what simulated
 * micro-benchmarks are checked against.
 *
 * P ranks leave a barrier together, and rank i calls i * D later. Let j be the rank that starts the
 * round, and A the time from its call to the end of the round, taken to end on all ranks at once.
 * A call costs C before the round can be looked at (overhead and copying in; for rank j that is
 * part of A), and O after it (copying out). Then the call of rank i takes
 *
 *   i <= j:  (j - i) D + A + O              it was there before the round was started
 *   i >  j:  max(C, A - (i - j) D) + O      it finds the round over, or waits for the rest of it
 *
 * and the latency of the round is the mean over all i. Solo is j = 0. A collective that waits for
 * all is j = P - 1, with A counted from the last call.
 *
 * In reality a round does not end on all ranks at once; with A the time until the last one, the
 * closed form is a little above what is measured.
 */
#ifndef PCS_ANALYSIS_CLOSED_FORMS_H
#define PCS_ANALYSIS_CLOSED_FORMS_H

struct pcs_skewed_calls {
    int ranks;      /**< P, at least 1 */
    double skew_s;  /**< D */
    double round_s; /**< A */
    double call_s;  /**< C */
    double out_s;   /**< O */
};

/** Latency in seconds, mean over ranks, of a round that @p initiator starts. */
double pcs_skewed_latency(const struct pcs_skewed_calls *calls, int initiator);

/** Mean of pcs_skewed_latency() over an initiator drawn uniformly: majority. */
double pcs_skewed_latency_mean(const struct pcs_skewed_calls *calls);

/** Standard deviation of the same, from one round to another. */
double pcs_skewed_latency_sd(const struct pcs_skewed_calls *calls);

/**
 * Time that calls wait for the initiator, mean over ranks and rounds: j (j + 1) / (2 P) * D, over
 * initiators j with this mean and this standard deviation (of the population, not an estimate).
 */
double pcs_skewed_wait_of_draws(int ranks, double skew_s, double mean, double sd);

/** The same for an initiator drawn uniformly: (P^2 - 1) / (6 P) * D. */
double pcs_skewed_wait_uniform(int ranks, double skew_s);

/** Ranks that have arrived when a rank drawn uniformly starts the round, itself included. */
double pcs_active_mean_uniform(int ranks);

#endif
