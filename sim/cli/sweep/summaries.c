#define _GNU_SOURCE /* fdopen */
#include "sim/cli/sweep/summaries.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/csv_reader.h"
#include "sim/cli/sweep/store.h"

/* The columns of a file, as numbers in the table. Most files have the same. */
struct pcs_summary_header {
    char **names;
    size_t *columns;
    int n;
    struct pcs_summary_header *next;
};

struct pcs_summary_row {
    const struct pcs_summary_header *header;
    char *fields; /* n texts, each with its zero */
};

static int out_of_memory(void)
{
    fprintf(stderr, "pcollsim sweep: out of memory\n");
    return -1;
}

/** The number of a column, which is added if it is new. @return -1 without memory */
static long column_of(struct pcs_summaries *summaries, const char *name)
{
    for (size_t i = 0; i < summaries->columns_n; i++) {
        if (strcmp(summaries->columns[i], name) == 0)
            return (long)i;
    }
    char **columns =
        realloc(summaries->columns, (summaries->columns_n + 1) * sizeof *summaries->columns);
    if (!columns)
        return -1;
    summaries->columns = columns;
    columns[summaries->columns_n] = strdup(name);
    return columns[summaries->columns_n] ? (long)summaries->columns_n++ : -1;
}

static bool has_names(const struct pcs_summary_header *header, const struct pcs_csv_reader *reader)
{
    bool same = header->n == reader->fields_n;

    for (int i = 0; same && i < header->n; i++)
        same = strcmp(header->names[i], reader->fields[i].text) == 0;
    return same;
}

/** The header just read, which is added if it is new. */
static const struct pcs_summary_header *header_of(struct pcs_summaries *summaries,
                                                  const struct pcs_csv_reader *reader)
{
    struct pcs_summary_header *header;

    for (header = summaries->headers; header; header = header->next) {
        if (has_names(header, reader))
            return header;
    }
    header = calloc(1, sizeof *header);
    if (!header)
        return NULL;
    header->next = summaries->headers;
    summaries->headers = header;
    header->names = calloc((size_t)reader->fields_n, sizeof *header->names);
    header->columns = calloc((size_t)reader->fields_n, sizeof *header->columns);
    for (; header->names && header->columns && header->n < reader->fields_n; header->n++) {
        const char *name = reader->fields[header->n].text;
        const long column = column_of(summaries, name);
        header->names[header->n] = strdup(name);
        if (!header->names[header->n] || column < 0)
            return NULL;
        header->columns[header->n] = (size_t)column;
    }
    return header->n == reader->fields_n ? header : NULL;
}

static int add_row(struct pcs_summaries *summaries, const struct pcs_summary_header *header,
                   const struct pcs_csv_reader *reader)
{
    size_t length = 0;

    if (summaries->rows_n == summaries->rows_room) {
        const size_t room = summaries->rows_room ? 2 * summaries->rows_room : 64;
        struct pcs_summary_row *rows = realloc(summaries->rows, room * sizeof *rows);
        if (!rows)
            return out_of_memory();
        summaries->rows = rows;
        summaries->rows_room = room;
    }
    for (int i = 0; i < reader->fields_n; i++)
        length += strlen(reader->fields[i].text) + 1;
    char *fields = malloc(length);
    if (!fields)
        return out_of_memory();
    char *end = fields;
    for (int i = 0; i < reader->fields_n; i++)
        end = stpcpy(end, reader->fields[i].text) + 1;
    summaries->rows[summaries->rows_n++] = (struct pcs_summary_row){header, fields};
    return 0;
}

static int read_rows(struct pcs_summaries *summaries, struct pcs_csv_reader *reader)
{
    if (pcs_csv_reader_header(reader) < 0)
        return -1;
    const struct pcs_summary_header *header = header_of(summaries, reader);
    if (!header) {
        snprintf(reader->error->text, sizeof reader->error->text, "out of memory");
        return -1;
    }
    const int got = pcs_csv_reader_next(reader);
    if (got == 0)
        snprintf(reader->error->text, sizeof reader->error->text, "%s: no row, expected one",
                 reader->name);
    return got == 1 ? add_row(summaries, header, reader) : -1;
}

int pcs_summaries_add(struct pcs_summaries *summaries, int store, const char *id)
{
    const struct pcs_store_name name = pcs_store_name(PCS_STORE_RUNS, id, "/summary.csv");
    struct pcs_read_error error = {""};
    struct pcs_csv_reader *reader = malloc(sizeof *reader);
    const int fd = openat(store, name.text, O_RDONLY | O_CLOEXEC);
    FILE *in = fd >= 0 ? fdopen(fd, "r") : NULL;
    int rc = -1;

    if (!in) {
        snprintf(error.text, sizeof error.text, "%s: %s", name.text, strerror(errno));
    } else if (reader) {
        pcs_csv_reader_init(reader, in, name.text, NULL, 0, &error);
        rc = read_rows(summaries, reader);
    }
    if (in)
        fclose(in);
    else if (fd >= 0)
        close(fd);
    free(reader);
    if (rc < 0)
        fprintf(stderr, "pcollsim sweep: %s; without the folder the run is done again\n",
                error.text[0] ? error.text : "out of memory");
    return rc;
}

const char *pcs_summaries_field(const struct pcs_summaries *summaries, size_t row, size_t column)
{
    const struct pcs_summary_header *header = summaries->rows[row].header;
    const char *field = summaries->rows[row].fields;

    for (int i = 0; i < header->n; i++) {
        if (header->columns[i] == column)
            return field;
        field += strlen(field) + 1;
    }
    return "";
}

void pcs_summaries_fini(struct pcs_summaries *summaries)
{
    for (struct pcs_summary_header *header = summaries->headers, *next; header; header = next) {
        next = header->next;
        for (int i = 0; header->names && i < header->n; i++)
            free(header->names[i]);
        free(header->names);
        free(header->columns);
        free(header);
    }
    for (size_t i = 0; i < summaries->rows_n; i++)
        free(summaries->rows[i].fields);
    for (size_t i = 0; i < summaries->columns_n; i++)
        free(summaries->columns[i]);
    free(summaries->rows);
    free(summaries->columns);
    *summaries = (struct pcs_summaries){0};
}
