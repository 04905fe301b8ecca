/*
 * Fields of the CSV files of a sweep: unlike those of a run they hold what users write.
 */
#ifndef PCS_CLI_SWEEP_CSV_TEXT_H
#define PCS_CLI_SWEEP_CSV_TEXT_H

#include <stdio.h>

/** Write a field as RFC 4180 has it: in quotes when it holds a comma, a quote or a line end. */
void pcs_csv_text_put(const char *text, FILE *out);

#endif
