/*
 * Small files of a sweep's folder, read and written whole: by rename, and on the disk before that,
 * so that after a loss of power there is the old file or the new one.
 */
#ifndef PCS_CLI_SWEEP_WHOLE_FILE_H
#define PCS_CLI_SWEEP_WHOLE_FILE_H

#include <stddef.h>

/** The text of a file in @p folder, to free(). @return NULL with errno; EFBIG above @p bytes_max */
char *pcs_whole_file_read(int folder, const char *name, size_t bytes_max);

/** Write a file in @p folder, over an older one. @return 0, or -1 with errno */
int pcs_whole_file_write(int folder, const char *name, const char *text, size_t length);

#endif
