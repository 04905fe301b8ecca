/*
 * The summary.csv of many runs as one table. Runs of different kinds can have different columns.
 */
#ifndef PCS_CLI_SWEEP_SUMMARIES_H
#define PCS_CLI_SWEEP_SUMMARIES_H

#include <stddef.h>

struct pcs_summary_row;
struct pcs_summary_header;

struct pcs_summaries {
    char **columns; /**< names, each once, in the order in which they first came */
    size_t columns_n;
    struct pcs_summary_row *rows;
    size_t rows_n, rows_room;
    struct pcs_summary_header *headers;
};

/**
 * Add the summary of a run; its row has the number of those added before.
 *
 * @param store  descriptor of the sweep's folder
 * @return 0; -1 after a message on stderr, when it cannot be read or is none
 */
int pcs_summaries_add(struct pcs_summaries *summaries, int store, const char *id);

/** The text of a field; "" when that run has no such column. */
const char *pcs_summaries_field(const struct pcs_summaries *summaries, size_t row, size_t column);

void pcs_summaries_fini(struct pcs_summaries *summaries);

#endif
