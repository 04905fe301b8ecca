/*
 * The output folder of a run: all happens in a temporary folder beside it, and the output folder
 * appears, or is replaced, in one instant at the end of a good run.
 */
#ifndef PCS_CLI_RUN_FOLDER_H
#define PCS_CLI_RUN_FOLDER_H

#include <stdbool.h>
#include <stdio.h>

#define PCS_RUN_LOG "run.log"
#define PCS_RUN_MANIFEST "manifest.yaml"
/** The last line of the manifest of a run that came to its end. */
#define PCS_RUN_FINISHED "finished: true"

struct pcs_run_folder {
    char *target;     /**< the output folder */
    char *temporary;  /**< beside it */
    char *failed_log; /**< where the log of a failed run is kept, beside it too */
    int fd;           /**< of the temporary folder; -1 once it is gone */
    bool replaces;    /**< the output folder is there and may be replaced */
};

/**
 * Check that @p target can be made, and make the temporary folder.
 *
 * @param force   an old result folder, or an empty one, may be in the way
 * @param folder  filled on success; release with pcs_run_folder_close()
 * @return PCS_EXIT_GOOD, or another exit code after a message on stderr
 */
int pcs_run_folder_open(const char *target, bool force, struct pcs_run_folder *folder);

/** Open a file in the temporary folder, mode "r" or "w". @return NULL with errno on failure */
FILE *pcs_run_folder_file(const struct pcs_run_folder *folder, const char *name, const char *mode);

/** Whether the rank program left a result with its end marker. */
bool pcs_run_folder_is_finished(const struct pcs_run_folder *folder);

/**
 * Make the result, with what it was made from, the output folder.
 *
 * @return 0, or -1 after a message on stderr
 */
int pcs_run_folder_publish(struct pcs_run_folder *folder);

/** Make the temporary folder itself the output folder. @return as above */
int pcs_run_folder_publish_inputs(struct pcs_run_folder *folder);

/** Keep the log as failed_log, over an older one. @return whether there is a log, and it is kept */
bool pcs_run_folder_keep_log(const struct pcs_run_folder *folder);

/** Remove the temporary folder if it is still there, and release everything. */
void pcs_run_folder_close(struct pcs_run_folder *folder);

#endif
