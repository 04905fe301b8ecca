/*
 * A table of texts and notes below it, for a terminal of 100 columns or as markdown.
 */
#ifndef PCS_CLI_VALIDATE_TEXT_TABLE_H
#define PCS_CLI_VALIDATE_TEXT_TABLE_H

#include <stdio.h>

#include "sim/cli/words.h"

#define PCS_TEXT_COLUMNS_MAX 16
#define PCS_TEXT_CELL_SIZE 24

/** Zero-initialised it is empty. */
struct pcs_text_table {
    const char *const *headings; /**< columns_n texts */
    int columns_n, left_n;       /**< the first left_n columns are set to the left */
    char (*rows)[PCS_TEXT_COLUMNS_MAX][PCS_TEXT_CELL_SIZE];
    int rows_n;
};

/** Append a row of empty cells. @return it, or NULL when there is no memory */
char (*pcs_text_table_add(struct pcs_text_table *table))[PCS_TEXT_CELL_SIZE];
void pcs_text_table_fini(struct pcs_text_table *table);

/** @return 0, or -1 when there is no memory */
int pcs_text_table_print(const struct pcs_text_table *table, FILE *out);
void pcs_text_table_markdown(const struct pcs_text_table *table, FILE *out);

/** Each note behind a dash, in lines that fit, words whole. */
void pcs_text_notes_print(const struct pcs_words *notes, FILE *out);

#endif
