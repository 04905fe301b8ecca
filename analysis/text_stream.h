/*
 * Text files to read, plain or gzip, told apart by their first bytes.
 */
#ifndef PCS_ANALYSIS_TEXT_STREAM_H
#define PCS_ANALYSIS_TEXT_STREAM_H

#include <stdio.h>

/**
 * Open @p path for reading from its start; "-" is standard input. Blocks on the file.
 *
 * Reading fails with EBADMSG when a gzip stream is damaged or cut off.
 *
 * @return a stream for fclose(), which leaves standard input open; or NULL with errno
 */
FILE *pcs_text_open(const char *path);

#endif
