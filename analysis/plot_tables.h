/*
 * The CSV files that the scripts in analysis/plots read; columns are described in docs/plots.md.
 */
#ifndef PCS_ANALYSIS_PLOT_TABLES_H
#define PCS_ANALYSIS_PLOT_TABLES_H

#include <stdbool.h>
#include <stdio.h>

#include "analysis/participation_law.h"
#include "analysis/run.h"

/** @return whether the run has anything for the table to show */
bool pcs_plot_has_participation(const struct pcs_run *run);
bool pcs_plot_has_staleness(const struct pcs_run *run);
bool pcs_plot_has_times(const struct pcs_run *run);
bool pcs_plot_has_traffic(const struct pcs_run *run);
bool pcs_plot_has_loss(const struct pcs_run *run);

/**
 * Write participation.csv.
 *
 * @param law  how many ranks have arrived by the closed form; NULL when there is none
 * @return 0, or -1 with errno: writing failed, or there is no memory
 */
int pcs_plot_participation(const struct pcs_run *run, const struct pcs_participation_law *law,
                           FILE *out);

/** Write staleness.csv. @return as above */
int pcs_plot_staleness(const struct pcs_run *run, FILE *out);

/** Write ranks.csv. @return as above */
int pcs_plot_ranks(const struct pcs_run *run, FILE *out);

/** Write the header of loss.csv. @return as above */
int pcs_plot_loss_header(FILE *out);

/** Write the rows of one run, thinned out to at most 1,000. @param series  spaces become _ */
int pcs_plot_loss_rows(const struct pcs_run *run, const char *series, FILE *out);

#endif
