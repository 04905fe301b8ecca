/*
 * speedup.csv: what analysis/plots/speedup.gp reads; columns are described in docs/plots.md.
 */
#ifndef PCS_ANALYSIS_PLOT_SPEEDUP_H
#define PCS_ANALYSIS_PLOT_SPEEDUP_H

#include <stdio.h>

#include "analysis/report/report.h"

/** What speed-ups can be shown against; the names are columns of the file. */
enum pcs_speedup_axis {
    PCS_SPEEDUP_NOTHING, /**< there are none */
    PCS_SPEEDUP_BY,      /**< the key that the report is grouped by, when its values are numbers */
    PCS_SPEEDUP_CANDIDATES,
    PCS_SPEEDUP_RANKS,
    PCS_SPEEDUP_BYTES,
};

/** @return the column of an axis */
const char *pcs_speedup_axis_name(enum pcs_speedup_axis axis);

/** @return the axis that tells most of this report: the first on which its groups differ */
enum pcs_speedup_axis pcs_speedup_axis_of(const struct pcs_report *report);

/** Write the file. @return 0, or -1 when writing failed (errno is set) */
int pcs_plot_speedup(const struct pcs_report *report, FILE *out);

#endif
