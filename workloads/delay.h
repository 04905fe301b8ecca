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

/** One more than any distribution has, so that a row's parameters always end with a NULL name. */
#define PCS_DELAY_PARAMETERS_MAX 5

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
    PCS_GAMMA,
    PCS_WEIBULL,
    PCS_PARETO,
    PCS_BIMODAL,
    PCS_BERNOULLI,
    PCS_RANDOM_K,
    PCS_SHIFTED,
    PCS_SLOW_RANK,
    PCS_MARKOV,
    PCS_NOISE,
    PCS_EMPIRICAL,
    PCS_TRACE_REPLAY,
    PCS_SUM,
    PCS_SCALE,
    PCS_DISTRIBUTION_LAST
};

/** What a parameter holds, and which field of the spec holds it. */
enum pcs_parameter_kind {
    PCS_PARAMETER_NUMBER, /**< parameters[i]: a time or a plain number */
    PCS_PARAMETER_COUNT,  /**< parameters[i]: a whole number */
    PCS_PARAMETER_ORDER,  /**< parameters[i]: enum pcs_delay_order */
    PCS_PARAMETER_TIMES,  /**< amounts: a list of times */
    PCS_PARAMETER_FILE,   /**< file and table */
    PCS_PARAMETER_MODEL,  /**< of: one delay model */
    PCS_PARAMETER_MODELS, /**< of: a list of delay models */
};

/** How the values of a column are used. */
enum pcs_delay_order { PCS_ORDER_SAMPLED, PCS_ORDER_REPLAYED };

/** One parameter of a distribution, as it stands in a scenario file. */
struct pcs_delay_parameter {
    const char *name;
    bool is_time;     /**< seconds with a unit ("1ms"); otherwise a plain number */
    bool is_positive; /**< must be > 0; otherwise >= 0 */
    const char *help;
    enum pcs_parameter_kind kind;
    double max;       /**< greatest value; 0: 1e9 */
    bool is_optional; /**< parameters[i] is `standard` when it is not there */
    double standard;
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

/** The phase of periodic noise when it is drawn for each rank. */
#define PCS_NOISE_PHASE_DRAWN (-1.0)

struct pcs_delay_table; /* a file's contents: workloads/table.h */

/** A delay model as a scenario states it; parameters in the order of its table row. */
struct pcs_delay_spec {
    enum pcs_distribution distribution;
    double parameters[PCS_DELAY_PARAMETERS_MAX]; /**< seconds where the row says is_time */
    double *amounts;                             /**< shifted: seconds */
    int amounts_n;
    int of_n;
    struct pcs_delay_spec *of;     /**< sum: its terms; scale: what is scaled */
    char *file;                    /**< empirical, trace: name for the reader */
    struct pcs_delay_table *table; /**< empirical, trace: what is in the file, read only */
};

/** Release what a spec owns and leave it constant 0. Plain specs own nothing. */
void pcs_delay_spec_fini(struct pcs_delay_spec *spec);

/**
 * Check parameters against each other (a uniform's low against its high, for example); that each
 * of them alone is in range (finite, sign) is checked too, and so are the models of a sum.
 *
 * @return NULL if the spec is good; otherwise a constant sentence that says what is wrong
 */
const char *pcs_delay_check(const struct pcs_delay_spec *spec);

/**
 * Check a good spec against the size of a run: a fixed rank, k, the number of amounts, a trace.
 *
 * @param steps  0 if not known
 * @param at     set to the model, inside @p spec, that does not fit; may be NULL
 * @return NULL if it fits; otherwise a constant sentence that says what is wrong
 */
const char *pcs_delay_check_run(const struct pcs_delay_spec *spec, int ranks, uint32_t steps,
                                const struct pcs_delay_spec **at);

struct pcs_delay; /* a spec bound to a rank and its stream */

/**
 * Bind @p spec to @p rank of @p ranks and its stream of (@p seed, @p purpose).
 *
 * Collective: no. Blocks: no. The caller owns the result. @p spec is copied, but not what it
 * points to (amounts, models, tables), which has to outlive the sampler and is only read: ranks of
 * one process share it.
 *
 * @param ranks  of the run; the spec has passed pcs_delay_check_run() with it
 * @return the sampler, or NULL when there is no memory
 */
struct pcs_delay *pcs_delay_create(const struct pcs_delay_spec *spec, uint64_t seed,
                                   enum pcs_purpose purpose, int rank, int ranks);

/** @return the delay of the next step in seconds, finite and >= 0; steps are drawn in order */
double pcs_delay_next(struct pcs_delay *delay);

/**
 * The same for models that look at the clock (periodic noise); all others ignore it.
 *
 * @param now_s   when the work of this step starts, seconds of any clock that never goes back
 * @param work_s  how long that work takes by itself; pcs_delay_next() is a step of no work at 0
 */
double pcs_delay_next_at(struct pcs_delay *delay, double now_s, double work_s);

/** Release a sampler; NULL is allowed. */
void pcs_delay_destroy(struct pcs_delay *delay);

#endif
