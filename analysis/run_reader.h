/*
 * Reading a result folder, and refusing what is not one whole run.
 */
#ifndef PCS_ANALYSIS_RUN_READER_H
#define PCS_ANALYSIS_RUN_READER_H

#include <stdbool.h>

#include "analysis/run.h"

struct pcs_run_read_options {
    bool accepts_partial; /**< also a folder without an end marker: a run that was cut off */
};

/**
 * Read a run. Blocks on the files. Each may be there as FILE or FILE.gz.
 *
 * @param path   a result folder; or a steps.csv alone, plain or gzip; or "-": the same from
 *               standard input
 * @param run    filled on success, for pcs_run_destroy()
 * @param error  filled on failure: FILE:LINE:COLUMN: what, what was expected
 * @return 0, or -1
 */
int pcs_run_read(const char *path, const struct pcs_run_read_options *options, struct pcs_run **run,
                 struct pcs_read_error *error);

/** @return whether @p path is a folder that holds a run: at least one of its files */
bool pcs_run_is_folder(const char *path);

#endif
