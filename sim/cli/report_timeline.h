/*
 * pcollsim report DIR --timeline FILE.
 */
#ifndef PCS_CLI_REPORT_TIMELINE_H
#define PCS_CLI_REPORT_TIMELINE_H

#include "analysis/run_reader.h"

/**
 * Write the timeline of the run at @p path in the Trace Event format. Blocks on the files.
 *
 * @param output  a file, complete or not there at all; "-" is stdout
 * @return an exit code, after a message on stderr if it is not good
 */
int pcs_report_timeline(const char *path, const struct pcs_run_read_options *options,
                        const char *output);

#endif
