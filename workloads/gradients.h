/*
 * Synthetic gradients for sparse collectives: the elements of large magnitude of a vector of n, as
 * sorted entries, without the vector.
 *
 * A gradient of n independent elements is meant, of which the `support` times k largest exist; all
 * others count as zero. Magnitudes are those of the tail: above the value that as many of n
 * elements exceed in the mean. Positions are sorted uniform draws, bent by the skew, and moved by
 * cluster and step. A part `overlap` of the elements is the same on all ranks (of a cluster), index
 * and value.
 *
 * Or entries are replayed from a table: step and rank of a run modulo those of the table.
 */
#ifndef PCS_WORKLOADS_GRADIENTS_H
#define PCS_WORKLOADS_GRADIENTS_H

#include <stddef.h>
#include <stdint.h>

enum pcs_gradient_values {
    PCS_GRADIENT_NORMAL,
    PCS_GRADIENT_LAPLACE,
    PCS_GRADIENT_STUDENT_T,
};

/** Layout as of a collective's entries: four bytes each. */
struct pcs_gradient_entry {
    uint32_t index;
    float value;
};

/** What one rank brings in one step: entries [first, first + n) of a table. */
struct pcs_gradient_block {
    size_t first, n;
};

struct pcs_gradient_table {
    struct pcs_gradient_entry *entries;
    size_t entries_n;
    uint32_t steps, ranks;
    struct pcs_gradient_block *blocks; /**< steps * ranks, by step, then rank */
    uint32_t index_max;
};

struct pcs_gradient_spec {
    enum pcs_gradient_values values;
    double freedom;  /**< degrees of freedom of student-t, > 0 */
    double skew;     /**< >= 1: position x of [0, 1] becomes x^skew; 1 = uniform */
    double overlap;  /**< part of the elements that all ranks share, 0..1 */
    double support;  /**< elements that exist, as a multiple of k, >= 1 */
    double drift;    /**< magnitudes shrink by exp(-drift) a step */
    double movement; /**< positions move by this part of n a step */
    int clusters;    /**< groups of ranks, each with its positions in a part of its own, >= 1 */
    char *file;      /**< or NULL; owned by who filled it */
    struct pcs_gradient_table *table; /**< of the file; likewise */
};

struct pcs_gradients;

/**
 * The gradients of one rank. Collective: no. Blocks: no. The caller owns the result.
 *
 * @param spec  borrowed
 * @param n, k  elements of a vector, and those that a collective sends
 * @return NULL when there is no memory
 */
struct pcs_gradients *pcs_gradients_create(const struct pcs_gradient_spec *spec, uint64_t seed,
                                           int rank, int ranks, uint32_t n, uint32_t k);
void pcs_gradients_destroy(struct pcs_gradients *gradients);

/** @return the entries of the next step, sorted by index; good until the next call */
const struct pcs_gradient_entry *pcs_gradients_next(struct pcs_gradients *gradients, size_t *n);

/** @return the magnitude that a part @p p of the elements exceeds, 0 < p <= 1 */
double pcs_gradient_quantile(const struct pcs_gradient_spec *spec, double p);

/** What is wrong with the text of a table, and where. */
struct pcs_gradient_table_error {
    int line, column; /**< from 1 */
    char text[128];
};

/**
 * Read "step,rank,index,value" lines, sorted by the first three; a line of these words may come
 * first, `#` starts a comment line.
 *
 * @param table  filled on success; released by pcs_gradient_table_destroy()
 * @return 0, or -1 with @p error
 */
int pcs_gradient_table_parse(const char *text, struct pcs_gradient_table **table,
                             struct pcs_gradient_table_error *error);
void pcs_gradient_table_destroy(struct pcs_gradient_table *table);

#endif
