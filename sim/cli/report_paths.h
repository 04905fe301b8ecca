/*
 * The folders that a report is asked for.
 */
#ifndef PCS_CLI_REPORT_PATHS_H
#define PCS_CLI_REPORT_PATHS_H

#include "sim/cli/words.h"

/**
 * Add the runs that @p path stands for: itself, or, for a folder that holds no run, the folders in
 * it that do, in the order of their names.
 *
 * @return 0, or -1 with a message printed
 */
int pcs_report_paths(const char *path, struct pcs_words *paths);

#endif
