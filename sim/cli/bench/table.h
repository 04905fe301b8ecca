/*
 * What `pcollsim bench` found, as a table, as CSV and as the page docs/performance.md.
 */
#ifndef PCS_CLI_BENCH_TABLE_H
#define PCS_CLI_BENCH_TABLE_H

#include <stdio.h>

#include "sim/cli/bench/measure.h"

/** One row: a program at a size on a network. */
struct pcs_bench_row {
    const char *model;
    int ranks;
    enum pcs_bench_program program;
    double rate;                         /**< messages a CPU second, start-up taken off, median */
    double ratio, ratio_low, ratio_high; /**< of rates, to bare SMPI's beside it: median, range */
    double whole;                        /**< the same of whole runs, median */
    double cpu_s;                        /**< median */
    double memory_bytes;                 /**< median, of the whole process */
    double messages;
};

/** Growth of CPU time with P log2 P on a network, fitted on log scales. */
struct pcs_bench_growth {
    const char *model;
    enum pcs_bench_program program;
    double exponent;
    int sizes_n;
};

/** Instructions a message, counted by callgrind, of a small case. */
struct pcs_bench_count {
    enum pcs_bench_program program;
    double instructions_per_message;
};

struct pcs_bench_result {
    int rounds, bytes, repetitions;
    struct pcs_bench_row *rows;
    int rows_n;
    struct pcs_bench_growth *growths;
    int growths_n;
    struct pcs_bench_count counts[PCS_BENCH_PROGRAMS_N];
    int counts_n, counts_ranks;
    const char *command; /**< how to repeat it */
};

/** @return 0, or -1 when there is no memory */
int pcs_bench_print(const struct pcs_bench_result *result, FILE *out);
void pcs_bench_csv(const struct pcs_bench_result *result, FILE *out);
/** @return 0, or -1 when there is no memory */
int pcs_bench_markdown(const struct pcs_bench_result *result, FILE *out);

#endif
