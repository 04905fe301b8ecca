/*
 * A short program, and what it says.
 */
#ifndef PCS_CLI_SWEEP_CAPTURE_H
#define PCS_CLI_SWEEP_CAPTURE_H

#include "sim/cli/job.h"

/**
 * Run a program to its end. Blocks. Between pcs_job_guard_begin() and pcs_job_guard_end() only.
 *
 * @param folder  its working directory
 * @param log     file there for its stderr
 * @param text    set to its stdout, with a zero behind it, to free()
 * @return its exit code; -1 when it could not be run (errno is set) or was ended by a signal
 */
int pcs_capture(const struct pcs_words *words, const char *folder, const char *log,
                const struct pcs_job_guard *guard, char **text);

#endif
