/*
 * The user's own platform and host files, checked before a run.
 *
 * SimGrid ends the process, or crashes, on most mistakes in such files, and smpirun wraps round
 * when the host file is too short; here they become one line with the file's name and place.
 */
#ifndef PCS_PLATFORMS_USER_FILES_H
#define PCS_PLATFORMS_USER_FILES_H

#include <stddef.h>

#include "platforms/platform.h"

/** Results of the functions below; in both cases of failure the error text is filled in. */
enum {
    PCS_USER_FILES_BAD = -1,       /**< the files are wrong: "FILE:LINE:COLUMN: what" */
    PCS_USER_FILES_UNCHECKED = -2, /**< could not check: no memory, the probe does not start */
};

struct pcs_hostfile_entry {
    char *host;
    int slots; /**< ranks that may be placed on it, >= 0 */
    int line;  /**< in the host file, from 1 */
};

struct pcs_hostfile {
    struct pcs_hostfile_entry *entries;
    int entries_n;
    int slots; /**< sum over the entries */
};

/**
 * Read a host file as smpirun does: a line is HOST or HOST:N (N ranks on it), empty lines are
 * skipped. What smpirun would take as part of the host's name and then not find (blanks, comments)
 * is refused here.
 *
 * Blocks: reads the file. The caller releases the result with pcs_hostfile_fini().
 *
 * @param hostfile    filled on success, untouched on failure
 * @param error       one line, no newline
 * @param error_size  bytes in @p error
 * @return 0, or one of the above
 */
int pcs_hostfile_read(const char *path, struct pcs_hostfile *hostfile, char *error,
                      size_t error_size);

/** Release what pcs_hostfile_read() allocated. */
void pcs_hostfile_fini(struct pcs_hostfile *hostfile);

/** The entry that @p rank is placed by, 0 <= rank < slots. Owned by @p hostfile. */
const struct pcs_hostfile_entry *pcs_hostfile_entry(const struct pcs_hostfile *hostfile, int rank);

/**
 * Check the files of a PCS_PLATFORM_FILE spec: SimGrid loads the platform, each host of the host
 * file is in it, there is a slot for each rank, and the first and the last rank reach each other.
 *
 * Blocks: runs @p probe_program, which loads the platform, up to two times.
 *
 * @param probe_program  path of pcollsim-probe
 * @param spec           with file and hostfile set
 * @param error          one line, no newline
 * @return 0, or one of the above
 */
int pcs_platform_check_user_files(const char *probe_program, const struct pcs_platform_spec *spec,
                                  int ranks, char *error, size_t error_size);

#endif
