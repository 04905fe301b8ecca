/*
 * The law of a delay model: mean, spread, distribution function and quantiles of a draw.
 *
 * A law is a mixture of points and of parts, each a smooth distribution or a histogram that is
 * moved and scaled. Sums stay of that form while at most one term is not made of points only;
 * otherwise mean and variance are known, but the law is not. For models that a step number decides
 * (shifted, replayed columns, traces) and for periodic noise, a draw is that of a step at random.
 */
#ifndef PCS_WORKLOADS_LAW_H
#define PCS_WORKLOADS_LAW_H

#include "workloads/delay.h"

#define PCS_ANY_RANK (-1) /**< a rank at random */

/** What is known of random-k. */
enum pcs_choice { PCS_CHOICE_OPEN, PCS_CHOSEN, PCS_NOT_CHOSEN };

/** Whose draw it is. */
struct pcs_vantage {
    int ranks;              /**< of the run; 0 is good enough where no model looks at it */
    int rank;               /**< or PCS_ANY_RANK */
    double work_s;          /**< noise: work of a step; steps follow each other without a pause */
    enum pcs_choice chosen; /**< random-k: whether this rank is among the k */
};

/** What decides a model's draws. */
enum pcs_nature {
    PCS_NATURE_RANDOM = 1, /**< chance, anew for each rank */
    PCS_NATURE_RANK = 2,   /**< the rank's number */
    PCS_NATURE_STEP = 4,   /**< the step's number, without chance */
    PCS_NATURE_COMMON = 8, /**< chance, alike for all ranks */
    PCS_NATURE_CLOCK = 16, /**< the time at which the work starts */
    PCS_NATURE_LOCKED = 32 /**< that too, alike for all ranks */
};

/** @return what decides the draws of @p spec: enum pcs_nature, or-ed; 0: nothing, a constant */
unsigned pcs_delay_nature(const struct pcs_delay_spec *spec);

/** How many times @p distribution is in @p spec. */
int pcs_delay_count(const struct pcs_delay_spec *spec, enum pcs_distribution distribution);

/** Mean in seconds of a draw. Known for every model. */
double pcs_delay_mean(const struct pcs_delay_spec *spec, const struct pcs_vantage *place);

/** Variance of a draw of one rank; NAN where the law is not known and terms are not independent. */
double pcs_delay_variance(const struct pcs_delay_spec *spec, const struct pcs_vantage *place);

/**
 * Standard error of the mean of @p steps draws of one rank, in a row. It knows that the draws of
 * markov and noise are not independent. What the step number decides has none.
 */
double pcs_delay_mean_error(const struct pcs_delay_spec *spec, const struct pcs_vantage *place,
                            double steps);

struct pcs_law;

enum pcs_law_status { PCS_LAW_GOOD, PCS_LAW_UNKNOWN, PCS_LAW_NO_MEMORY };

/** Make the law of a draw. @p spec has to outlive it. @param law  set to NULL on failure */
enum pcs_law_status pcs_law_create(const struct pcs_delay_spec *spec,
                                   const struct pcs_vantage *place, struct pcs_law **law);
void pcs_law_destroy(struct pcs_law *law);

double pcs_law_mean(const struct pcs_law *law);
double pcs_law_variance(const struct pcs_law *law);
double pcs_law_cdf(const struct pcs_law *law, double seconds);      /**< at most that */
double pcs_law_survival(const struct pcs_law *law, double seconds); /**< more than that */
/** The least time that a draw does not exceed with probability @p p, 0 < p < 1. */
double pcs_law_quantile(const struct pcs_law *law, double p);
/** The least time that a draw exceeds with probability @p q at most, 0 < q < 1. */
double pcs_law_upper_quantile(const struct pcs_law *law, double q);

/** Times where the distribution function jumps or bends; @p times may be NULL. @return how many */
size_t pcs_law_breaks(const struct pcs_law *law, double *times);
/** @return whether it is made of points only: between breaks nothing happens */
bool pcs_law_is_discrete(const struct pcs_law *law);

/** F(t) of the law that is made for it; NAN when the law is not known. */
double pcs_delay_cdf(const struct pcs_delay_spec *spec, const struct pcs_vantage *place,
                     double seconds);

#endif
