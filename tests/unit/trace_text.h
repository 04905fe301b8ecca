/*
 * Files in memory for tests of the traces.
 */
#ifndef PCS_TESTS_TRACE_TEXT_H
#define PCS_TESTS_TRACE_TEXT_H

#include <stdio.h>

/** What is written to `out`; `bytes` is the test's to free() after text_close(). */
struct text {
    FILE *out;
    char *bytes;
    size_t length;
};

/** Starts a file in memory; @p text must stay where it is until text_close(). */
void text_open(struct text *text);
/** @return bytes, which end in a zero */
char *text_close(struct text *text);
/** Close, and open what was written for reading. */
FILE *text_reopen(struct text *text);
/** Open a string for reading. */
FILE *text_in(const char *text);

#endif
