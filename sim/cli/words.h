/*
 * A command line as a list of words, run as it is or printed for a shell.
 */
#ifndef PCS_CLI_WORDS_H
#define PCS_CLI_WORDS_H

#include <stdbool.h>

/** Zero-initialised it is empty. */
struct pcs_words {
    char **items; /**< ended by NULL once there is one; owned */
    int items_n;
    bool failed; /**< a word could not be added: there was no memory */
};

/** Append a word made like printf() does; on failure `failed` is set and stays set. */
void pcs_words_add(struct pcs_words *words, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

void pcs_words_fini(struct pcs_words *words);

/**
 * The words as one line that a POSIX shell splits into the same words.
 *
 * @return the line, to free(), or NULL when there is no memory
 */
char *pcs_words_line(const struct pcs_words *words);

#endif
