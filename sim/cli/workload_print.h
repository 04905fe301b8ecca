/*
 * The figures of a delay model as a table, a histogram in text, and CSV.
 */
#ifndef PCS_CLI_WORKLOAD_PRINT_H
#define PCS_CLI_WORKLOAD_PRINT_H

#include "sim/cli/workload_figures.h"

/** Print for people: the figures in one unit, then the histogram of the draws. */
void pcs_workload_print(const struct pcs_workload_figures *figures,
                        const struct pcs_workload_task *task, FILE *out);

/** Print the figures as CSV: figure,exact_s,sampled_s,standard_error_s; empty: not known. */
void pcs_workload_print_csv(const struct pcs_workload_figures *figures, FILE *out);

/** Print the histogram of the draws as CSV that `empirical` reads with unit 1s. */
void pcs_workload_print_histogram(const struct pcs_workload_figures *figures, FILE *out);

#endif
