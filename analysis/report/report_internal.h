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

/** How a key counts when two scenarios are compared. */
enum pcs_report_weight {
    PCS_REPORT_KEY_COUNTS,  /**< in both, with the same value, or in neither */
    PCS_REPORT_KEY_IF_BOTH, /**< with the same value where both have it */
    PCS_REPORT_KEY_IGNORED,
};

/** Whether two scenarios are the same in the keys that count. A bare trace is like no other run. */
bool pcs_report_is_alike(const struct pcs_run *a, const struct pcs_run *b,
                         enum pcs_report_weight (*weigh)(const char *path));

#endif
