/*
 * Reading summary.csv back.
 *
 * Strict, as trace_reader.h: more columns than ours are allowed, and columns in another order.
 */
#ifndef PCS_ANALYSIS_SUMMARY_READER_H
#define PCS_ANALYSIS_SUMMARY_READER_H

#include <stdint.h>
#include <stdio.h>

#include "analysis/csv_reader.h"
#include "analysis/summary.h"

/** A figure of a column that is not ours: what training adds, for example. */
struct pcs_summary_extra {
    char *name;
    double value;
};

/** The row of a summary.csv. Its strings are its own. */
struct pcs_summary_row {
    char *name, *run_id, *kind, *schedule;
    uint64_t seed;
    int ranks;
    uint64_t bytes;
    uint32_t steps;
    struct pcs_summary_figures figures; /**< NAN, PCS_UNKNOWN... where fields are empty */
    struct pcs_summary_extra *extras;   /**< of the other columns, those that hold a number */
    int extras_n;
};

/**
 * Read a file of a header and one row. Blocks on the file.
 *
 * @param in     borrowed; read to its end, not closed
 * @param name   of the file, for messages
 * @param row    filled on success, then for pcs_summary_row_fini(); untouched on failure
 * @param error  filled on failure
 * @return 0; -1 when something is wrong, or when there is no memory
 */
int pcs_summary_row_read(FILE *in, const char *name, struct pcs_summary_row *row,
                         struct pcs_read_error *error);

/** Release the strings of a row that was read. */
void pcs_summary_row_fini(struct pcs_summary_row *row);

#endif
