/*
 * Parts of pcs_report_finish(), each in a file of its own.
 */
#ifndef PCS_ANALYSIS_REPORT_INTERNAL_H
#define PCS_ANALYSIS_REPORT_INTERNAL_H

#include "analysis/report/report.h"

/** @return 0, or -1 with the error filled */
int pcs_report_make_groups(struct pcs_report *report, struct pcs_read_error *error);
int pcs_report_compare(struct pcs_report *report, struct pcs_read_error *error);
int pcs_report_fit(struct pcs_report *report, struct pcs_read_error *error);

/** Whether two scenarios are the same but for what @p is_left_out names. A bare trace is like no
 *  other run. */
bool pcs_report_is_alike(const struct pcs_run *a, const struct pcs_run *b,
                         bool (*is_left_out)(const char *path));

#endif
