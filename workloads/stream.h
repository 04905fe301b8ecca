/*
 * Streams of random numbers: one generator for each (seed, purpose, rank).
 *
 * A stream is a counter-based generator (Philox 4x32-10 of the Random123 library) behind GSL's
 * gsl_rng interface, so every gsl_ran_*() function draws from it. The three numbers go unchanged
 * into its key and its counter: two different triples never share a stream, whatever the number of
 * ranks, and adding a rank or a purpose leaves all other streams as they were.
 */
#ifndef PCS_WORKLOADS_STREAM_H
#define PCS_WORKLOADS_STREAM_H

#include <stdint.h>

#include <gsl/gsl_rng.h>

/** What a stream is used for. The values are part of a run's identity: append, never renumber. */
enum pcs_purpose {
    PCS_PURPOSE_CANDIDATES = 0, /**< the draw of a round's candidates; same on all ranks (rank 0) */
    PCS_PURPOSE_COMPUTE = 1,    /**< base work of a step */
    PCS_PURPOSE_DELAY = 2,      /**< what is added to it */
    PCS_PURPOSE_COMPUTE_COMMON = 3,  /**< base work: draws that all ranks share */
    PCS_PURPOSE_DELAY_COMMON = 4,    /**< what is added: draws that all ranks share */
    PCS_PURPOSE_GRADIENT = 5,        /**< entries of a rank's synthetic gradient */
    PCS_PURPOSE_GRADIENT_COMMON = 6, /**< entries that ranks share (rank = cluster) */
    PCS_PURPOSE_TRAIN_TRUTH = 7,     /**< what generated data follow (rank 0) */
    PCS_PURPOSE_TRAIN_POINTS = 8,    /**< the data (rank 0; 1: those not trained on) */
    PCS_PURPOSE_TRAIN_WEIGHTS = 9,   /**< weights that training starts from (rank 0) */
    PCS_PURPOSE_TRAIN_ORDER = 10,    /**< order of the points (rank = epoch) */

    PCS_PURPOSE_PLACEMENT = 16,  /**< hosts of a random placement (rank 0) */
    PCS_PURPOSE_BACKGROUND = 17, /**< other jobs' share of links (rank = kind of link) */
    PCS_PURPOSE_REDUCED = 18,    /**< links that are slower than they should be (same) */
    PCS_PURPOSE_SLOW_HOSTS = 19, /**< hosts that compute slower (rank 0) */
};

/**
 * Create the stream of (seed, purpose, rank).
 *
 * Collective: no. Blocks: no. The caller owns the result and releases it with gsl_rng_free().
 * gsl_rng_get() gives 32 bits, gsl_rng_uniform() 53; gsl_rng_set() on it starts the stream
 * (its argument, 0, 0). Any seed is as good as another, 0 too.
 *
 * @return the stream, or NULL when there is no memory (GSL's error handler is called before; the
 *         default one aborts, so a program that wants the NULL turns it off)
 */
gsl_rng *pcs_stream_create(uint64_t seed, enum pcs_purpose purpose, uint32_t rank);

#endif
