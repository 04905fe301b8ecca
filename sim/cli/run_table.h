/*
 * The summary of a run as a table for people.
 */
#ifndef PCS_CLI_RUN_TABLE_H
#define PCS_CLI_RUN_TABLE_H

/**
 * Print summary.csv of a result folder on stdout, a line a figure, with units.
 *
 * @return 0, or -1 after a message on stderr
 */
int pcs_run_table_print(const char *folder);

#endif
