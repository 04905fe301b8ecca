/*
 * Reading the published figures of the micro-benchmark.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/csv_reader.h"
#include "sim/cli/validate/microbench.h"

enum column {
    BYTES,
    KIND,
    LATENCY,
    LATENCY_ERROR,
    ACTIVE,
    ACTIVE_ERROR,
    RATIO,
    INITIATOR_MEAN,
    INITIATOR_SD,
    COLUMNS_N
};

static const char *const columns[COLUMNS_N] = {
    [BYTES] = "bytes",
    [KIND] = "kind",
    [LATENCY] = "latency_s",
    [LATENCY_ERROR] = "latency_error_s",
    [ACTIVE] = "active",
    [ACTIVE_ERROR] = "active_error",
    [RATIO] = "ratio",
    [INITIATOR_MEAN] = "initiator_mean",
    [INITIATOR_SD] = "initiator_sd",
};

/** An empty field leaves the value as it is. */
static int read_number(const struct pcs_csv_reader *reader, enum column column, double *value)
{
    if (pcs_csv_is_empty(reader, column))
        return 0;
    return pcs_csv_read_number(reader, column, value);
}

/** @return a case of the same kind; -1 after a refusal */
static int find_kind(const struct pcs_csv_reader *reader)
{
    const char *text = pcs_csv_reader_field(reader, KIND)->text;

    for (int i = 0; i < PCS_MICROBENCH_KINDS; i++) {
        if (strcmp(text, pcs_kind_name(pcs_microbench_kind(i))) == 0)
            return i;
    }
    return pcs_csv_reader_refuse(reader, KIND, "a kind of the micro-benchmark");
}

/** @return the case of that kind and the row's size; -1 after a refusal */
static int find_case(const struct pcs_csv_reader *reader, int kind_i)
{
    uint64_t bytes;

    if (pcs_csv_read_unsigned(reader, BYTES, UINT32_MAX, &bytes) < 0)
        return -1;
    for (int i = kind_i; i < PCS_MICROBENCH_CASES; i += PCS_MICROBENCH_KINDS) {
        if (pcs_microbench_bytes(i) == bytes)
            return i;
    }
    return pcs_csv_reader_refuse(reader, BYTES, "a size of the micro-benchmark");
}

static int read_row(const struct pcs_csv_reader *reader, struct pcs_microbench_published *published)
{
    int kind_i = find_kind(reader);

    if (kind_i < 0)
        return -1;
    if (pcs_csv_is_empty(reader, BYTES)) {
        if (read_number(reader, RATIO, &published->ratio[kind_i]) < 0 ||
            read_number(reader, INITIATOR_MEAN, &published->draws_mean) < 0)
            return -1;
        return read_number(reader, INITIATOR_SD, &published->draws_sd);
    }
    int case_i = find_case(reader, kind_i);
    if (case_i < 0 || read_number(reader, LATENCY, &published->cases[case_i].latency_s) < 0 ||
        read_number(reader, LATENCY_ERROR, &published->cases[case_i].latency_error_s) < 0 ||
        read_number(reader, ACTIVE, &published->cases[case_i].active) < 0)
        return -1;
    return read_number(reader, ACTIVE_ERROR, &published->cases[case_i].active_error);
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

static int read_rows(FILE *in, const char *path, struct pcs_microbench_published *published)
{
    struct pcs_csv_reader *reader = malloc(sizeof *reader); /* too large for a stack */
    struct pcs_read_error error = {"out of memory"};
    int rc = -1;

    if (reader) {
        uint64_t skipped = skip_comments(in);
        pcs_csv_reader_init(reader, in, path, columns, COLUMNS_N, &error);
        reader->line = skipped;
        while ((rc = pcs_csv_reader_next(reader)) > 0) {
            rc = read_row(reader, published);
            if (rc < 0)
                break;
        }
    }
    if (rc < 0)
        fprintf(stderr, "%s\n", error.text);
    free(reader);
    return rc;
}

void pcs_microbench_published_forget(struct pcs_microbench_published *published)
{
    *published = (struct pcs_microbench_published){.draws_mean = NAN, .draws_sd = NAN};
    for (int i = 0; i < PCS_MICROBENCH_CASES; i++) {
        published->cases[i].latency_s = published->cases[i].latency_error_s = NAN;
        published->cases[i].active = published->cases[i].active_error = NAN;
    }
    for (int i = 0; i < PCS_MICROBENCH_KINDS; i++)
        published->ratio[i] = NAN;
}

int pcs_microbench_published_read(const char *path, struct pcs_microbench_published *published)
{
    FILE *in = fopen(path, "re");

    pcs_microbench_published_forget(published);
    if (!in) {
        fprintf(stderr, "pcollsim validate: cannot read %s: %s\n", path, strerror(errno));
        return -1;
    }
    int rc = read_rows(in, path, published);
    fclose(in);
    return rc;
}
