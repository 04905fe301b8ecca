/*
 * Reading a whole text file that somebody else wrote.
 */
#ifndef PCS_SCENARIO_TEXT_FILE_H
#define PCS_SCENARIO_TEXT_FILE_H

#include <stddef.h>

#include "sim/scenario/error.h"

/**
 * Read all of a file of at most @p bytes_max bytes. Blocks.
 *
 * @param source  its name is the path of the file
 * @param text    set to memory of the caller's to free(), with a zero after its @p length bytes
 * @return 0, or -1 with @p error
 */
int pcs_text_file_read(const struct pcs_source *source, size_t bytes_max, char **text,
                       size_t *length, struct pcs_error *error);

/** Check that @p path is a regular file that can be read. @return NULL, or what is wrong */
const char *pcs_text_file_check(const char *path);

/** @return whether @p text is valid UTF-8 without control characters: YAML can hold it */
bool pcs_text_is_printable(const char *text);

/** @return the folder of @p path ("." if it names none), to free(); NULL when there is no memory */
char *pcs_path_folder(const char *path);

#endif
