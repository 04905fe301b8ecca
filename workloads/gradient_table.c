/*
 * Gradients that are replayed: "step,rank,index,value" lines.
 */
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "workloads/gradients.h"

#define HEADER "step,rank,index,value"
#define BLOCKS_MAX 100000000u /* steps * ranks */

struct row {
    uint64_t step, rank, index;
    float value;
};

static int refuse(struct pcs_gradient_table_error *error, int line, int column, const char *text)
{
    error->line = line;
    error->column = column;
    snprintf(error->text, sizeof error->text,
             "%s; expected lines of " HEADER ", sorted by the first three", text);
    return -1;
}

/* A number of digits only below 2^32, and what comes behind it. */
static bool read_whole(const char **text, char behind, uint64_t *value)
{
    char *end;
    if (**text < '0' || **text > '9')
        return false;
    errno = 0;
    *value = strtoull(*text, &end, 10);
    if (errno || *value > UINT32_MAX - 1 || *end != behind)
        return false;
    *text = end + 1;
    return true;
}

/* @return NULL for a good row, otherwise what is wrong with the field that *@p text comes to */
static const char *read_row(const char **text, const char *line_end, struct row *row)
{
    char *end;
    if (!read_whole(text, ',', &row->step) || !read_whole(text, ',', &row->rank) ||
        !read_whole(text, ',', &row->index) || **text == '\0' || strchr(" \t\r\n", **text))
        return "not a row";
    row->value = strtof(*text, &end);
    if (end < line_end && *end == '\r')
        end++;
    if (end != line_end)
        return "not a row";
    return isfinite(row->value) ? NULL : "a value that is no finite number of 32 bits";
}

static bool is_before(const struct row *a, const struct row *b)
{
    if (a->step != b->step)
        return a->step < b->step;
    if (a->rank != b->rank)
        return a->rank < b->rank;
    return a->index < b->index;
}

/* Rows of the file, one after the other. */
struct reader {
    const char *next;
    int line;
    bool has_row;
    struct row row; /* the last one */
};

/* @return 1: a row; 0: the end; -1 with @p error */
static int next_row(struct reader *reader, struct pcs_gradient_table_error *error)
{
    while (*reader->next) {
        const char *start = reader->next, *end = start + strcspn(start, "\n");
        struct row row;
        reader->next = *end ? end + 1 : end;
        reader->line++;
        if (start == end || *start == '#' || *start == '\r' ||
            (!reader->has_row && strncmp(start, HEADER, strlen(HEADER)) == 0))
            continue;
        const char *at = start, *wrong = read_row(&at, end, &row);
        if (wrong)
            return refuse(error, reader->line, (int)(at - start) + 1, wrong);
        if (reader->has_row && !is_before(&reader->row, &row))
            return refuse(error, reader->line, 1, "not in order");
        reader->row = row;
        reader->has_row = true;
        return 1;
    }
    return 0;
}

/* First pass: how much there is. */
static int measure(const char *text, struct pcs_gradient_table *table,
                   struct pcs_gradient_table_error *error)
{
    struct reader reader = {.next = text};
    int rc;
    while ((rc = next_row(&reader, error)) == 1) {
        table->entries_n++;
        if (reader.row.step >= table->steps)
            table->steps = (uint32_t)reader.row.step + 1;
        if (reader.row.rank >= table->ranks)
            table->ranks = (uint32_t)reader.row.rank + 1;
        if (reader.row.index > table->index_max)
            table->index_max = (uint32_t)reader.row.index;
        if ((uint64_t)table->steps * table->ranks > BLOCKS_MAX)
            return refuse(error, reader.line, 1, "too many steps and ranks");
    }
    if (rc == 0 && table->entries_n == 0)
        return refuse(error, reader.line > 0 ? reader.line : 1, 1, "no row");
    return rc;
}

static void fill(const char *text, struct pcs_gradient_table *table)
{
    struct pcs_gradient_table_error ignored; /* the first pass has read it well */
    struct reader reader = {.next = text};
    size_t n = 0;
    while (next_row(&reader, &ignored) == 1) {
        struct pcs_gradient_block *block =
            &table->blocks[reader.row.step * table->ranks + reader.row.rank];
        if (block->n == 0)
            block->first = n;
        block->n++;
        table->entries[n++] =
            (struct pcs_gradient_entry){(uint32_t)reader.row.index, reader.row.value};
    }
}

int pcs_gradient_table_parse(const char *text, struct pcs_gradient_table **table,
                             struct pcs_gradient_table_error *error)
{
    struct pcs_gradient_table *t = calloc(1, sizeof *t);
    if (!t)
        return refuse(error, 1, 1, "out of memory");
    int rc = measure(text, t, error);
    if (rc == 0) {
        t->entries = calloc(t->entries_n, sizeof *t->entries);
        t->blocks = calloc((size_t)t->steps * t->ranks, sizeof *t->blocks);
        if (!t->entries || !t->blocks)
            rc = refuse(error, 1, 1, "out of memory");
    }
    if (rc == 0) {
        fill(text, t);
        *table = t;
    } else {
        pcs_gradient_table_destroy(t);
    }
    return rc;
}

void pcs_gradient_table_destroy(struct pcs_gradient_table *table)
{
    if (!table)
        return;
    free(table->entries);
    free(table->blocks);
    free(table);
}
