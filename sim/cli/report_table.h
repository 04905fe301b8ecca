/*
 * A report as tables for people.
 */
#ifndef PCS_CLI_REPORT_TABLE_H
#define PCS_CLI_REPORT_TABLE_H

#include <stdio.h>

#include "analysis/report/report.h"

/** Print the report, for the width of the terminal. @return 0, or -1 when it could not be made */
int pcs_report_print(const struct pcs_report *report, FILE *out);

/** Print a line for each group. @return 0, or -1 */
int pcs_report_print_overview(const struct pcs_report *report, FILE *out);

/** What a group is called: name, kind, ranks and size, or KEY=VALUE. @param is_line  on one line,
 *  not on several */
void pcs_report_group_name(const struct pcs_report *report, const struct pcs_report_group *group,
                           bool is_line, char *text, size_t size);

/** A table for @p out: as wide as the terminal, 120 columns where there is none. */
struct libscols_table *pcs_report_new_table(FILE *out);

#endif
