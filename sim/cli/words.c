/*
 * Lists of words, and how a shell wants them quoted.
 */
#define _GNU_SOURCE /* vasprintf */
#include "sim/cli/words.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Characters that no shell treats specially. '=' is not in the first word of our lines, where it
 * would make an assignment, unless it is meant as one. */
static const char plain[] =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_/.:=,+@%-";

void pcs_words_add(struct pcs_words *words, const char *format, ...)
{
    char *word = NULL;
    va_list arguments;

    va_start(arguments, format);
    int length = vasprintf(&word, format, arguments);
    va_end(arguments);
    if (length < 0) {
        words->failed = true;
        return;
    }
    char **items = realloc(words->items, ((size_t)words->items_n + 2) * sizeof *items);
    if (!items) {
        words->failed = true;
        free(word);
        return;
    }
    items[words->items_n++] = word;
    items[words->items_n] = NULL;
    words->items = items;
}

void pcs_words_fini(struct pcs_words *words)
{
    for (int i = 0; i < words->items_n; i++)
        free(words->items[i]);
    free(words->items);
    *words = (struct pcs_words){0};
}

static void print_word(const char *word, FILE *out)
{
    if (*word && word[strspn(word, plain)] == '\0') {
        fputs(word, out);
        return;
    }
    fputc('\'', out);
    for (; *word; word++) {
        if (*word == '\'')
            fputs("'\\''", out);
        else
            fputc(*word, out);
    }
    fputc('\'', out);
}

char *pcs_words_line(const struct pcs_words *words)
{
    char *line = NULL;
    size_t length = 0;
    FILE *out = words->failed ? NULL : open_memstream(&line, &length);

    if (!out)
        return NULL;
    for (int i = 0; i < words->items_n; i++) {
        if (i > 0)
            fputc(' ', out);
        print_word(words->items[i], out);
    }
    if (fclose(out) != 0) {
        free(line);
        return NULL;
    }
    return line;
}
