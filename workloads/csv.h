/*
 * Reading lines of numbers from CSV text, with the place of whatever is wrong.
 *
 * `#` starts a comment line, empty lines are skipped, blanks around numbers too; lines may end with
 * a carriage return. The text is only read.
 */
#ifndef PCS_WORKLOADS_CSV_H
#define PCS_WORKLOADS_CSV_H

#include <stdbool.h>

#include "workloads/table.h"

#define PCS_CSV_FIELDS_MAX 3

struct pcs_csv {
    const char *next, *end; /**< what is not read yet */
    const char *line_start;
    int line; /**< of the row read last; from 1 */
};

struct pcs_csv_row {
    double values[PCS_CSV_FIELDS_MAX];
    int columns[PCS_CSV_FIELDS_MAX]; /**< where each of them stands, from 1 */
    int n;
};

struct pcs_csv pcs_csv_open(const char *text, size_t length);

/** Skip the line if it is exactly @p header; only before the first row. @return whether it was */
bool pcs_csv_skip_header(struct pcs_csv *csv, const char *header);

/**
 * Read the next row of numbers, each finite and not negative.
 *
 * @param what  the columns that are expected, for the message: "bin_lo,bin_hi,count"
 * @return 1: a row; 0: the end, `line` is that of the last line; -1 with @p error
 */
int pcs_csv_row(struct pcs_csv *csv, const char *what, struct pcs_csv_row *row,
                struct pcs_table_error *error);

/** The same of a row that begins with a name, whatever it is, and goes on with numbers. */
int pcs_csv_named_row(struct pcs_csv *csv, const char *what, struct pcs_csv_row *row,
                      struct pcs_table_error *error);

/** Write an error at a place. @return -1 */
int pcs_csv_refuse(struct pcs_table_error *error, int line, int column, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
