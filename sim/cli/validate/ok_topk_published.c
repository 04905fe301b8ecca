/*
 * Reading the published bars of the comparison.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/csv_reader.h"
#include "sim/cli/validate/ok_topk.h"

enum column { KIND, TOTAL, COMMUNICATION, SELECT, COLUMNS_N };

static const char *const columns[COLUMNS_N] = {
    [KIND] = "kind",
    [TOTAL] = "total_s",
    [COMMUNICATION] = "communication_s",
    [SELECT] = "select_s",
};

/* The bar of a row's kind, or NULL. */
static struct pcs_ok_topk_bar *find_bar(const char *kind, struct pcs_ok_topk *work)
{
    for (int i = 0; i < PCS_OK_TOPK_KINDS; i++) {
        if (strcmp(kind, pcs_kind_name((enum pcs_kind)(PCS_KIND_DENSE + i))) == 0)
            return &work->published[i];
    }
    return strcmp(kind, "dense-ovlp") == 0 ? &work->overlapped : NULL;
}

static int read_row(const struct pcs_csv_reader *reader, struct pcs_ok_topk *work)
{
    const char *kind = pcs_csv_reader_field(reader, KIND)->text;
    struct pcs_ok_topk_bar *bar = find_bar(kind, work);

    if (strcmp(kind, "base") == 0)
        return pcs_csv_read_number(reader, TOTAL, &work->base_s);
    if (!bar)
        return pcs_csv_reader_refuse(reader, KIND, "a kind of sparse allreduce, or base");
    bar->select_s = 0;
    if (pcs_csv_read_number(reader, TOTAL, &bar->total_s) < 0 ||
        pcs_csv_read_number(reader, COMMUNICATION, &bar->communication_s) < 0)
        return -1;
    if (pcs_csv_is_empty(reader, SELECT))
        return 0;
    return pcs_csv_read_number(reader, SELECT, &bar->select_s);
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

static int read_rows(FILE *in, const char *path, struct pcs_ok_topk *work)
{
    struct pcs_csv_reader *reader = malloc(sizeof *reader); /* too large for a stack */
    struct pcs_read_error error = {"pcollsim validate: out of memory"};
    int rc = -1;

    if (reader) {
        const uint64_t skipped = skip_comments(in);
        pcs_csv_reader_init(reader, in, path, columns, COLUMNS_N, &error);
        reader->line = skipped;
        while ((rc = pcs_csv_reader_next(reader)) > 0) {
            rc = read_row(reader, work);
            if (rc < 0)
                break;
        }
    }
    for (int i = 0; rc == 0 && i < PCS_OK_TOPK_KINDS; i++) {
        if (work->published[i].total_s > 0)
            continue;
        snprintf(error.text, sizeof error.text, "%s: no row of kind %s; expected one", path,
                 pcs_kind_name((enum pcs_kind)(PCS_KIND_DENSE + i)));
        rc = -1;
    }
    if (rc < 0)
        fprintf(stderr, "%s\n", error.text);
    free(reader);
    return rc;
}

int pcs_ok_topk_published_read(const char *path, struct pcs_ok_topk *work)
{
    FILE *in = fopen(path, "re");

    if (!in) {
        fprintf(stderr, "pcollsim validate: cannot read %s: %s\n", path, strerror(errno));
        return -1;
    }
    const int rc = read_rows(in, path, work);
    fclose(in);
    return rc;
}
