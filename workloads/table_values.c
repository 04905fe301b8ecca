/*
 * Parsing histograms and columns of values.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "workloads/csv.h"

#define HISTOGRAM_HEADER "bin_lo,bin_hi,count"
#define COLUMN_HEADER "value"
#define EITHER "one value a line, or " HISTOGRAM_HEADER
/* Bins may overlap by this part of the narrower one: edges are often rounded. */
#define OVERLAP_MAX 0.01

static int out_of_memory(struct pcs_table_error *error)
{
    return pcs_csv_refuse(error, 1, 1, "out of memory; expected a smaller file");
}

/* Make room for one more item. @return whether there is */
static bool reserve(void **items, size_t *room, size_t n, size_t size)
{
    if (n < *room)
        return true;
    const size_t more = *room ? 2 * *room : 64;
    void *grown = realloc(*items, more * size);
    if (!grown)
        return false;
    *items = grown;
    *room = more;
    return true;
}

/* Put a good row behind the bins; until the end, `share` is the count. */
static int add_bin(struct pcs_delay_table *table, const struct pcs_csv *csv,
                   const struct pcs_csv_row *row, struct pcs_table_error *error)
{
    struct pcs_bin bin = {.lo = row->values[0], .hi = row->values[1], .share = row->values[2]};
    const struct pcs_bin *before = table->n > 0 ? &table->bins[table->n - 1] : NULL;

    if (!(bin.lo < bin.hi))
        return pcs_csv_refuse(error, csv->line, row->columns[1],
                              "the bin ends at %g, not after its start at %g; expected bin_lo < "
                              "bin_hi",
                              bin.hi, bin.lo);
    if (before && bin.lo < before->lo)
        return pcs_csv_refuse(error, csv->line, row->columns[0],
                              "the bin starts at %g, before the one above, which starts at %g; "
                              "expected bins in ascending order",
                              bin.lo, before->lo);
    if (before && bin.lo < before->hi) {
        const double narrower = fmin(bin.hi - bin.lo, before->hi - before->lo);
        if (before->hi - bin.lo > OVERLAP_MAX * narrower)
            return pcs_csv_refuse(error, csv->line, row->columns[0],
                                  "the bin starts at %g, before the end %g of the one above; "
                                  "expected bins that overlap by at most 1 %% of their width",
                                  bin.lo, before->hi);
        bin.lo = before->hi; /* a rounded edge: the bin is still 99 % as wide */
    }
    table->bins[table->n++] = bin;
    return 0;
}

static int parse_bins(struct pcs_csv *csv, struct pcs_delay_table *table,
                      struct pcs_table_error *error)
{
    struct pcs_csv_row row;
    size_t room = 0;
    int rc;

    while ((rc = pcs_csv_row(csv, HISTOGRAM_HEADER, &row, error)) > 0) {
        if (row.n != 3)
            return pcs_csv_refuse(error, csv->line, row.columns[row.n - 1],
                                  "%d values in the line; expected " HISTOGRAM_HEADER, row.n);
        if (!reserve((void **)&table->bins, &room, table->n, sizeof *table->bins))
            return out_of_memory(error);
        if (add_bin(table, csv, &row, error) < 0)
            return -1;
    }
    return rc;
}

/* Turn counts into probabilities. */
static int finish_bins(struct pcs_delay_table *table, struct pcs_table_error *error)
{
    double sum = 0, below = 0;

    for (size_t i = 0; i < table->n; i++)
        sum += table->bins[i].share;
    if (!(sum > 0) || !isfinite(sum))
        return pcs_csv_refuse(error, table->lines, 1,
                              "all counts together are %g; expected a bin that is not empty", sum);
    table->min = INFINITY;
    for (size_t i = 0; i < table->n; i++) {
        struct pcs_bin *bin = &table->bins[i];
        const double count = bin->share;
        bin->below = below / sum;
        bin->share = count / sum;
        below += count;
        if (count > 0) {
            table->min = fmin(table->min, bin->lo);
            table->max = bin->hi;
        }
    }
    return 0;
}

static int parse_column(struct pcs_csv *csv, struct pcs_delay_table *table,
                        struct pcs_table_error *error)
{
    struct pcs_csv_row row;
    size_t room = 0;
    int rc;

    while ((rc = pcs_csv_row(csv, "one value a line", &row, error)) > 0) {
        if (row.n != 1)
            return pcs_csv_refuse(error, csv->line, row.columns[1],
                                  "%d values in the line; expected one value a line", row.n);
        if (!reserve((void **)&table->values, &room, table->n, sizeof *table->values))
            return out_of_memory(error);
        table->values[table->n++] = row.values[0];
    }
    return rc;
}

static int value_compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static int finish_column(struct pcs_delay_table *table, struct pcs_table_error *error)
{
    table->sorted = malloc(table->n * sizeof *table->sorted);
    if (!table->sorted)
        return out_of_memory(error);
    memcpy(table->sorted, table->values, table->n * sizeof *table->sorted);
    qsort(table->sorted, table->n, sizeof *table->sorted, value_compare);
    table->min = table->sorted[0];
    table->max = table->sorted[table->n - 1];
    return 0;
}

static int parse(const char *text, size_t length, struct pcs_delay_table *table,
                 struct pcs_table_error *error)
{
    struct pcs_csv csv = pcs_csv_open(text, length);
    bool is_histogram = pcs_csv_skip_header(&csv, HISTOGRAM_HEADER);
    bool has_header = is_histogram || pcs_csv_skip_header(&csv, COLUMN_HEADER);
    struct pcs_csv_row row;

    if (!has_header) {
        struct pcs_csv ahead = csv;
        if (pcs_csv_row(&ahead, EITHER, &row, error) < 0)
            return -1;
        is_histogram = ahead.line > csv.line && row.n > 1;
    }
    table->kind = is_histogram ? PCS_TABLE_HISTOGRAM : PCS_TABLE_COLUMN;
    if ((is_histogram ? parse_bins : parse_column)(&csv, table, error) < 0)
        return -1;
    table->lines = csv.line > 0 ? csv.line : 1;
    if (table->n == 0)
        return pcs_csv_refuse(error, table->lines, 1, "no values in the file; expected " EITHER);
    return is_histogram ? finish_bins(table, error) : finish_column(table, error);
}

int pcs_delay_table_parse_values(const char *text, size_t length, struct pcs_delay_table **table,
                                 struct pcs_table_error *error)
{
    struct pcs_delay_table *made = calloc(1, sizeof *made);

    if (!made)
        return out_of_memory(error);
    if (parse(text, length, made, error) < 0) {
        pcs_delay_table_destroy(made);
        return -1;
    }
    *table = made;
    return 0;
}
