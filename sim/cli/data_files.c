/*
 * Finding files of the project.
 */
#define _GNU_SOURCE /* asprintf */
#include "sim/cli/data_files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "pcs_data_folder.h"

char *pcs_data_file(const char *name)
{
    const char *folder = getenv("PCOLLSIM_DATA");
    char *path = NULL;

    if (!folder || !*folder)
        folder = PCS_DATA_FOLDER;
    if (asprintf(&path, "%s/%s", folder, name) < 0) {
        fprintf(stderr, "pcollsim: out of memory\n");
        return NULL;
    }
    char *absolute = realpath(path, NULL);
    if (!absolute || access(absolute, R_OK) < 0) {
        fprintf(stderr, "pcollsim: cannot read %s: %s; PCOLLSIM_DATA names another folder\n", path,
                strerror(errno));
        free(absolute);
        absolute = NULL;
    }
    free(path);
    return absolute;
}
