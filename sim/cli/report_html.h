/*
 * pcollsim report --format html: one file that needs no network.
 */
#ifndef PCS_CLI_REPORT_HTML_H
#define PCS_CLI_REPORT_HTML_H

#include <stdio.h>

#include "analysis/report/report.h"

/**
 * Write the page. Runs gnuplot; reads the traces of the first runs once more. Blocks.
 *
 * @return 0; -1 when writing failed (errno is set); -2 after a message on stderr; or the signal
 *         that interrupted it, after a message
 */
int pcs_report_html(const struct pcs_report *report, FILE *out);

#endif
