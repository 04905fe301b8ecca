/*
 * Delay models: how many seconds a rank spends in a step.
 *
 * A model is a distribution by name with its parameters (the spec), or, once a run is set up, a
 * sampler bound to one rank and one stream. Pure: no I/O, no state outside the objects.
 */
#ifndef PCS_WORKLOADS_DELAY_H
#define PCS_WORKLOADS_DELAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "workloads/stream.h"

#define PCS_DELAY_PARAMETERS_MAX 4

#define PCS_DELAY_SECONDS_MAX 1e9 /**< longest time a parameter may state */
/** Greatest sigma of a lognormal: with both limits no draw and no mean comes near overflow. */
#define PCS_DELAY_SIGMA_MAX 10.0

enum pcs_distribution {
    PCS_CONSTANT,
    PCS_LINEAR_SKEW,
    PCS_UNIFORM,
    PCS_NORMAL,
    PCS_LOGNORMAL,
    PCS_EXPONENTIAL,
    PCS_DISTRIBUTION_LAST
};

/** One parameter of a distribution, as it stands in a scenario file. */
struct pcs_delay_parameter {
    const char *name;
    bool is_time;     /**< seconds with a unit ("1ms"); otherwise a plain number */
    bool is_positive; /**< must be > 0; otherwise >= 0 */
    const char *help;
};

/** One row of the table of distributions; the table ends with a row whose name is NULL. */
struct pcs_distribution_row {
    enum pcs_distribution distribution;
    const char *name;
    const char *help;
    struct pcs_delay_parameter parameters[PCS_DELAY_PARAMETERS_MAX]; /**< ends with a NULL name */
};

/** @return the table, rows in the order of the enum */
const struct pcs_distribution_row *pcs_distributions(void);

/** A delay model as a scenario states it; parameters in the order of its table row. */
struct pcs_delay_spec {
    enum pcs_distribution distribution;
    double parameters[PCS_DELAY_PARAMETERS_MAX]; /**< seconds where the row says is_time */
};

/**
 * Check parameters against each other (a uniform's low against its high, for example); that each
 * of them alone is in range (finite, sign) is checked too.
 *
 * @return NULL if the spec is good; otherwise a constant sentence that says what is wrong
 */
const char *pcs_delay_check(const struct pcs_delay_spec *spec);

/** Mean in seconds of what a rank draws, in closed form. @p rank matters for linear-skew only. */
double pcs_delay_mean(const struct pcs_delay_spec *spec, int rank);

/** Probability that a draw of @p rank is at most @p seconds, in closed form. */
double pcs_delay_cdf(const struct pcs_delay_spec *spec, int rank, double seconds);

struct pcs_delay; /* a spec bound to a rank and its stream */

/**
 * Bind @p spec (copied) to @p rank and its stream of (@p seed, @p purpose).
 *
 * Collective: no. Blocks: no. The caller owns the result.
 *
 * @return the sampler, or NULL when there is no memory
 */
struct pcs_delay *pcs_delay_create(const struct pcs_delay_spec *spec, uint64_t seed,
                                   enum pcs_purpose purpose, int rank);

/** @return the delay of the next step in seconds, finite and >= 0; steps are drawn in order */
double pcs_delay_next(struct pcs_delay *delay);

/** Release a sampler; NULL is allowed. */
void pcs_delay_destroy(struct pcs_delay *delay);

#endif
