/*
 * The file has a head line and one line a row; no field holds a comma.
 */
#include "sim/cli/published.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PATH PCS_PUBLISHED_FOLDER "/measurements.csv"
#define FIELDS_N 9

static int add_row(struct pcs_published_table *table, const char *text)
{
    char *fields[FIELDS_N];
    char *line = strdup(text);
    char *rest = line;
    int n = 0;

    if (!line)
        return -1;
    while (n < FIELDS_N && rest)
        fields[n++] = strsep(&rest, ",");
    struct pcs_published *rows =
        n == FIELDS_N && !rest ? realloc(table->rows, ((size_t)table->rows_n + 1) * sizeof *rows)
                               : NULL;
    if (!rows) {
        free(line);
        return -1;
    }
    table->rows = rows;
    rows[table->rows_n++] = (struct pcs_published){
        .line = line,
        .links = fields[0],
        .benchmark = fields[1],
        .pair = fields[2],
        .ranks = atoi(fields[3]),
        .bytes = atoi(fields[4]),
        .value = strtod(fields[5], NULL),
        .is_rate = strcmp(fields[6], "GB/s") == 0,
        .date = fields[7],
        .source = fields[8],
    };
    return 0;
}

int pcs_published_read(struct pcs_published_table *table)
{
    FILE *in = fopen(PATH, "re");
    char *text = NULL;
    size_t size = 0;
    int line = 0;
    int rc = 0;

    *table = (struct pcs_published_table){0};
    if (!in) {
        fprintf(stderr, "pcollsim platform: %s: %s\n", PATH, strerror(errno));
        return -1;
    }
    while (rc == 0 && getline(&text, &size, in) >= 0) {
        text[strcspn(text, "\n")] = '\0';
        if (line++ > 0)
            rc = add_row(table, text);
    }
    if (rc < 0)
        fprintf(stderr, "pcollsim platform: %s:%d: expected %d fields\n", PATH, line, FIELDS_N);
    free(text);
    fclose(in);
    if (rc < 0)
        pcs_published_fini(table);
    return rc;
}

void pcs_published_fini(struct pcs_published_table *table)
{
    for (int i = 0; i < table->rows_n; i++)
        free(table->rows[i].line);
    free(table->rows);
    *table = (struct pcs_published_table){0};
}
