/*
 * Published measurements: rows of platforms/published/measurements.csv.
 */
#ifndef PCS_CLI_PUBLISHED_H
#define PCS_CLI_PUBLISHED_H

#include <stdbool.h>

struct pcs_published {
    char *line; /**< that the other texts stand in; owned */
    const char *links, *benchmark, *pair;
    int ranks, bytes;
    double value;
    bool is_rate; /**< in GB/s; otherwise in us */
    const char *date, *source;
};

struct pcs_published_table {
    struct pcs_published *rows;
    int rows_n;
};

/**
 * Read the table. Blocks.
 *
 * @param table  filled on success; release with pcs_published_fini()
 * @return 0, or -1 after a message on stderr
 */
int pcs_published_read(struct pcs_published_table *table);

void pcs_published_fini(struct pcs_published_table *table);

#endif
