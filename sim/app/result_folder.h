/*
 * The result folder: filled under a temporary name, renamed when it is complete.
 */
#ifndef PCS_APP_RESULT_FOLDER_H
#define PCS_APP_RESULT_FOLDER_H

#include <stdio.h>

#include "sim/scenario/scenario.h"

struct pcs_result_folder {
    char *path;           /**< final name */
    char *temporary;      /**< beside it */
    FILE *steps, *rounds; /**< NULL when the scenario's trace leaves them out */
    FILE *syncs;          /**< model_syncs.csv of a run with model_sync_period; likewise */
    FILE *sparse;         /**< sparse.csv of a sparse kind; likewise */
    FILE *training;       /**< training.csv of a run that trains; likewise */
};

/** What the manifest tells of a run; everything that differs from run to run is there. */
struct pcs_manifest {
    const char *command; /**< the smpirun line, or NULL when it is not known */
    double wall_s;
    uint64_t peak_memory_bytes;
    double sim_time_s;
    int64_t messages; /**< data blocks, tokens, reports; PCS_UNKNOWN when not counted */
};

/**
 * Create the temporary folder and open the traces in it.
 *
 * @param error  one line when -1 is returned
 * @return 0; -1 when @p path exists or cannot be made
 */
int pcs_result_folder_create(struct pcs_result_folder *folder, const char *path,
                             const struct pcs_scenario *scenario, struct pcs_error *error);

/**
 * Write scenario.yaml and manifest.yaml, close everything, and rename the folder to its final name.
 *
 * @param summary  open summary.csv is written through @p write_summary
 * @return 0; -1 with @p error filled, and nothing left behind
 */
int pcs_result_folder_finish(struct pcs_result_folder *folder, const struct pcs_scenario *scenario,
                             const struct pcs_manifest *manifest,
                             int (*write_summary)(void *context, FILE *out), void *context,
                             struct pcs_error *error);

/** Remove what was written so far. */
void pcs_result_folder_discard(struct pcs_result_folder *folder);

#endif
