/*
 * A file that a command writes: complete or not there at all.
 */
#ifndef PCS_CLI_OUTPUT_FILE_H
#define PCS_CLI_OUTPUT_FILE_H

#include <stdio.h>

struct pcs_output_file {
    FILE *out;
    char *path;      /**< NULL for stdout */
    char *temporary; /**< beside it, until it is complete */
};

/** Open @p path for writing; "-" is stdout. @return 0, or -1 with errno */
int pcs_output_file_open(const char *path, struct pcs_output_file *file);

/** It is complete: give it its name. Releases @p file. @return 0, or -1 with errno */
int pcs_output_file_commit(struct pcs_output_file *file);

/** Give it up; an older file of that name stays. Releases @p file; may follow a commit. */
void pcs_output_file_discard(struct pcs_output_file *file);

#endif
