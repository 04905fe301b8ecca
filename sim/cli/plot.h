/*
 * Plots: gnuplot runs one of the project's scripts on a CSV file.
 */
#ifndef PCS_CLI_PLOT_H
#define PCS_CLI_PLOT_H

#include "sim/cli/job.h"
#include "sim/cli/run_folder.h"

/**
 * Run `gnuplot -c SCRIPT CSV OUT` in the temporary folder, which gives OUT.png and OUT.svg there.
 *
 * Where gnuplot is not installed a message says so, and that is no failure. Blocks. Between
 * pcs_job_guard_begin() and pcs_job_guard_end() only.
 *
 * @param settings  gnuplot commands that go before the script, such as "formats='svg'"; or NULL
 * @param script  such as "analysis/plots/microbench.gp"
 * @return 0; -1 after a message on stderr; or the signal that interrupted it
 */
int pcs_plot_with(const char *settings, const char *script, const char *csv, const char *out,
                  const struct pcs_run_folder *folder, const struct pcs_job_guard *guard);

/** The same without settings. */
int pcs_plot(const char *script, const char *csv, const char *out,
             const struct pcs_run_folder *folder, const struct pcs_job_guard *guard);

#endif
