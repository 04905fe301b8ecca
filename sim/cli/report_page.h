/*
 * The tables of a report as data for the template of its page.
 */
#ifndef PCS_CLI_REPORT_PAGE_H
#define PCS_CLI_REPORT_PAGE_H

#include <jansson.h>

#include "analysis/report/report.h"

/**
 * Title, summary, tables, and places for plots and runs that are still empty; what is in it:
 * analysis/html/report.html.
 *
 * @return a new reference, or NULL when there is no memory
 */
json_t *pcs_report_page(const struct pcs_report *report);

/**
 * The section of run number @p run, still without plots and a timeline.
 *
 * @return a new reference, or NULL when there is no memory
 */
json_t *pcs_report_page_run(const struct pcs_report *report, int run);

#endif
