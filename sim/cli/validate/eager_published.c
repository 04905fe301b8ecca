/*
 * Reading the published figures of an eager-SGD experiment.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/csv_reader.h"
#include "sim/cli/validate/eager.h"

enum column { CASE, KIND, FIGURE, PUBLISHED, ROLE, WHY, COLUMNS_N };

static const char *const columns[COLUMNS_N] = {
    [CASE] = "case",           [KIND] = "kind", [FIGURE] = "figure",
    [PUBLISHED] = "published", [ROLE] = "role", [WHY] = "why",
};

/** The number of the field's text among @p words, or -1 after a message. */
static int read_word(const struct pcs_csv_reader *reader, int column, const char *const *words,
                     const char *expected)
{
    const char *text = pcs_csv_reader_field(reader, column)->text;

    for (int i = 0; words[i]; i++) {
        if (strcmp(words[i], text) == 0)
            return i;
    }
    return pcs_csv_reader_refuse(reader, column, "expected %s", expected);
}

static int read_text(const struct pcs_csv_reader *reader, int column, char *text, size_t size)
{
    const char *field = pcs_csv_reader_field(reader, column)->text;

    if (strlen(field) >= size)
        return pcs_csv_reader_refuse(reader, column, "expected at most %zu bytes", size - 1);
    memcpy(text, field, strlen(field) + 1);
    return 0;
}

static int read_row(const struct pcs_csv_reader *reader, struct pcs_eager *work)
{
    static const char *const figures[] = {"step_s", "speedup", NULL};
    static const char *const roles[] = {"input", "prediction", "unsure", NULL};
    struct pcs_eager_published *row = &work->published[work->published_n];

    if (work->published_n == PCS_EAGER_FIGURES)
        return pcs_csv_reader_refuse_start(reader, "too many rows; expected at most 16");
    const int figure = read_word(reader, FIGURE, figures, "step_s or speedup");
    const int role =
        figure < 0 ? -1 : read_word(reader, ROLE, roles, "input, prediction or unsure");
    if (role < 0 || pcs_csv_read_number(reader, PUBLISHED, &row->value) < 0 ||
        read_text(reader, CASE, row->case_name, sizeof row->case_name) < 0 ||
        read_text(reader, KIND, row->kind, sizeof row->kind) < 0 ||
        read_text(reader, WHY, row->why, sizeof row->why) < 0)
        return -1;
    if (row->value <= 0)
        return pcs_csv_reader_refuse(reader, PUBLISHED, "expected more than 0");
    row->figure = (enum pcs_eager_figure)figure;
    row->role = (enum pcs_eager_role)role;
    work->published_n++;
    return 0;
}

/** Pass over the lines at the start that begin with '#'. @return how many */
static uint64_t skip_comments(FILE *in)
{
    uint64_t lines = 0;
    int c;

    while ((c = getc(in)) == '#') {
        while ((c = getc(in)) != '\n' && c != EOF) {
        }
        lines++;
    }
    ungetc(c, in);
    return lines;
}

int pcs_eager_published_read(const char *path, struct pcs_eager *work)
{
    struct pcs_csv_reader *reader = malloc(sizeof *reader); /* too large for a stack */
    struct pcs_read_error error = {"pcollsim validate: out of memory"};
    FILE *in = fopen(path, "re");
    int rc = -1;

    if (!in) {
        snprintf(error.text, sizeof error.text, "pcollsim validate: cannot read %s: %s", path,
                 strerror(errno));
    } else if (reader) {
        const uint64_t skipped = skip_comments(in);
        pcs_csv_reader_init(reader, in, path, columns, COLUMNS_N, &error);
        reader->line = skipped;
        while ((rc = pcs_csv_reader_next(reader)) > 0) {
            rc = read_row(reader, work);
            if (rc < 0)
                break;
        }
    }
    if (rc < 0)
        fprintf(stderr, "%s\n", error.text);
    if (in)
        fclose(in);
    free(reader);
    return rc;
}
