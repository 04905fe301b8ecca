/*
 * Names from files are to be UTF-8, but may be anything.
 */
#ifndef PCS_ANALYSIS_UTF8_H
#define PCS_ANALYSIS_UTF8_H

/** @return bytes (1 to 4) of the character at @p text; 0 at the end or where it is not UTF-8 */
int pcs_utf8_length(const char *text);

#endif
