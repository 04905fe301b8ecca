/*
 * What a data file of a delay model holds: a histogram, a column of values, or a trace.
 *
 * Made from text by a parser, then only read: one table serves all ranks of a process.
 */
#ifndef PCS_WORKLOADS_TABLE_H
#define PCS_WORKLOADS_TABLE_H

#include <stddef.h>
#include <stdint.h>

enum pcs_table_kind { PCS_TABLE_HISTOGRAM, PCS_TABLE_COLUMN, PCS_TABLE_TRACE };

/** A bin of a histogram; values in it are equally likely. */
struct pcs_bin {
    double lo, hi;
    double below; /**< probability of less than lo */
    double share; /**< probability of the bin */
};

/** Values are in the unit of the file; of a trace, seconds. */
struct pcs_delay_table {
    enum pcs_table_kind kind;
    struct pcs_bin *bins; /**< histogram: ascending, apart from each other */
    double *values;       /**< column: in the order of the file; trace: rank after rank */
    double *sorted;       /**< column: ascending */
    size_t n;             /**< bins, or values of the column */
    int ranks;            /**< trace: 0 .. ranks - 1, each of which has all steps */
    uint32_t steps;
    int lines; /**< of the file */
    double min, max;
};

/** Where and what is wrong in a data file; line and column count from 1. */
struct pcs_table_error {
    int line, column;
    char text[256]; /**< "what is wrong; expected what" */
};

/**
 * Read a histogram (bin_lo,bin_hi,count) or a column of values; which of them is seen from its
 * first line of numbers. A header line may be there, `#` starts a comment line.
 *
 * @param text   ends with a zero after @p length bytes; is not changed
 * @param table  set on success; release it with pcs_delay_table_destroy()
 * @return 0, or -1 with @p error
 */
int pcs_delay_table_parse_values(const char *text, size_t length, struct pcs_delay_table **table,
                                 struct pcs_table_error *error);

/** The same for a trace (rank,step,seconds), rows in any order but without gaps. */
int pcs_delay_table_parse_trace(const char *text, size_t length, struct pcs_delay_table **table,
                                struct pcs_table_error *error);

/** Release a table; NULL is allowed. */
void pcs_delay_table_destroy(struct pcs_delay_table *table);

/** Histogram: the value below which a part @p p of the values lies, 0 <= p <= 1. */
double pcs_histogram_quantile(const struct pcs_delay_table *table, double p);

/** Histogram: probability of at most @p value. */
double pcs_histogram_cdf(const struct pcs_delay_table *table, double value);

/** Histogram: mean and variance, exactly as the bins say. */
double pcs_histogram_mean(const struct pcs_delay_table *table);
double pcs_histogram_variance(const struct pcs_delay_table *table);

/** Trace: what @p rank takes in @p step. */
double pcs_trace_at(const struct pcs_delay_table *table, int rank, uint32_t step);

#endif
