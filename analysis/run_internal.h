/*
 * Steps of reading a run, each in a file of its own.
 */
#ifndef PCS_ANALYSIS_RUN_INTERNAL_H
#define PCS_ANALYSIS_RUN_INTERNAL_H

#include "analysis/run_reader.h"

/**
 * Open FILE or FILE.gz of a folder.
 *
 * @param name  set to the path, for the caller to free, whatever the result; NULL without memory
 * @return NULL with the error filled, or left empty when neither is there
 */
FILE *pcs_run_open_file(const char *folder, const char *file, char **name,
                        struct pcs_read_error *error);

/** Read scenario.yaml, manifest.yaml and summary.csv, and make sure they are of one run. */
int pcs_run_read_settings(struct pcs_run *run, struct pcs_read_error *error);

/** Read rounds.csv, then steps.csv, of the run's folder. */
int pcs_run_read_traces(struct pcs_run *run, struct pcs_read_error *error);

/** Read the stream as rounds.csv or, after it, steps.csv. @param name for messages */
int pcs_run_read_rounds(struct pcs_run *run, FILE *in, const char *name,
                        struct pcs_read_error *error);
int pcs_run_read_steps(struct pcs_run *run, FILE *in, const char *name,
                       struct pcs_read_error *error);

/** Read the stream as a steps.csv without a folder: it tells ranks and steps. */
int pcs_run_read_bare(struct pcs_run *run, FILE *in, const char *name,
                      struct pcs_read_error *error);

/** Make sure that what was read agrees: the traces with each other and with summary.csv;
 *  and note what is not there. */
int pcs_run_check(struct pcs_run *run, struct pcs_read_error *error);

/** Fill the error. @return -1, always */
int pcs_run_refuse(struct pcs_read_error *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
