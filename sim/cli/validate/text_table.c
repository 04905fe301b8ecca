#include "sim/cli/validate/text_table.h"

#include <libsmartcols.h>
#include <stdlib.h>
#include <string.h>

#define NOTE_WIDTH 98 /* behind an indentation of 2 */

char (*pcs_text_table_add(struct pcs_text_table *table))[PCS_TEXT_CELL_SIZE]
{
    void *rows = realloc(table->rows, (size_t)(table->rows_n + 1) * sizeof *table->rows);
    if (!rows)
        return NULL;
    table->rows = rows;
    memset(table->rows[table->rows_n], 0, sizeof *table->rows);
    return table->rows[table->rows_n++];
}

void pcs_text_table_fini(struct pcs_text_table *table)
{
    free(table->rows);
    *table = (struct pcs_text_table){.rows = NULL};
}

static int fill(const struct pcs_text_table *table, struct libscols_table *lines)
{
    for (int j = 0; j < table->columns_n; j++) {
        if (!scols_table_new_column(lines, table->headings[j], 0,
                                    j < table->left_n ? 0 : SCOLS_FL_RIGHT))
            return -1;
    }
    for (int i = 0; i < table->rows_n; i++) {
        struct libscols_line *line = scols_table_new_line(lines, NULL);
        for (int j = 0; j < table->columns_n; j++) {
            if (!line || scols_line_set_data(line, (size_t)j, table->rows[i][j]) < 0)
                return -1;
        }
    }
    return 0;
}

int pcs_text_table_print(const struct pcs_text_table *table, FILE *out)
{
    struct libscols_table *lines = scols_new_table();
    int rc = -1;

    if (lines && fill(table, lines) == 0) {
        scols_table_set_stream(lines, out);
        rc = scols_print_table(lines);
    }
    scols_unref_table(lines);
    return rc < 0 ? -1 : 0;
}

void pcs_text_table_markdown(const struct pcs_text_table *table, FILE *out)
{
    for (int j = 0; j < table->columns_n; j++)
        fprintf(out, "| %s ", table->headings[j]);
    fputs("|\n", out);
    for (int j = 0; j < table->columns_n; j++)
        fputs(j < table->left_n ? "|---" : "|--:", out);
    fputs("|\n", out);
    for (int i = 0; i < table->rows_n; i++) {
        for (int j = 0; j < table->columns_n; j++)
            fprintf(out, "| %s ", table->rows[i][j]);
        fputs("|\n", out);
    }
}

static void print_note(const char *text, FILE *out)
{
    const char *lead = "- ";

    while (*text) {
        size_t length = strlen(text);
        if (length > NOTE_WIDTH) {
            length = NOTE_WIDTH;
            while (length > 0 && text[length] != ' ')
                length--;
            if (length == 0)
                length = strcspn(text, " ");
        }
        fprintf(out, "%s%.*s\n", lead, (int)length, text);
        text += length;
        text += strspn(text, " ");
        lead = "  ";
    }
}

void pcs_text_notes_print(const struct pcs_words *notes, FILE *out)
{
    for (int i = 0; i < notes->items_n; i++)
        print_note(notes->items[i], out);
}
