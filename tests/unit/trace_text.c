/*
 * Files in memory for tests of the traces.
 */
#define _GNU_SOURCE /* open_memstream(), fmemopen() */

#include "tests/unit/trace_text.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

void text_open(struct text *text)
{
    text->out = open_memstream(&text->bytes, &text->length);
    cr_assert(ne(ptr, text->out, NULL));
}

char *text_close(struct text *text)
{
    cr_assert(eq(int, fclose(text->out), 0));
    return text->bytes;
}

FILE *text_reopen(struct text *text)
{
    return text_in(text_close(text));
}

FILE *text_in(const char *text)
{
    FILE *in = tmpfile();

    cr_assert(ne(ptr, in, NULL));
    cr_assert(eq(sz, fwrite(text, 1, strlen(text), in), strlen(text)));
    rewind(in);
    return in;
}

uint64_t next_bits(uint64_t *state)
{
    *state = *state * 6364136223846793005U + 1442695040888963407U;
    return *state ^ *state >> 29;
}
