/*
 * Reading CSV that should be ours, line by line, and telling exactly where it is not.
 *
 * Columns are found by name, so files may have more columns than are asked for, in any order.
 * Memory is this struct, however long the file is. Fields are never quoted; a line ends in a line
 * feed, also the last one: a line without it is a file that was cut off.
 *
 * Messages are one line, "FILE:LINE:COLUMN: what, what was expected"; the column is the number of
 * the character, from 1, at which the field starts.
 */
#ifndef PCS_ANALYSIS_CSV_READER_H
#define PCS_ANALYSIS_CSV_READER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define PCS_READ_LINE_MAX 16384 /**< bytes of a line, without its end */
#define PCS_READ_FIELDS_MAX 256 /**< columns of a file */
#define PCS_READ_COLUMNS_MAX 32 /**< columns that can be asked for */

/** Where and what is wrong. */
struct pcs_read_error {
    char text[1024]; /**< one line, no newline */
};

struct pcs_csv_field {
    const char *text; /**< with a terminating zero */
    int column;       /**< character position of its start, from 1 */
};

struct pcs_csv_reader {
    FILE *in;
    const char *name;
    const char *const *columns;
    int columns_n;
    int required_n; /**< the columns behind these may be missing: their fields are empty */
    struct pcs_read_error *error;
    bool has_header;
    bool accepts_cut; /**< take a last line without a line feed for the end; standard: refuse it */
    bool is_cut;      /**< there was one */
    uint64_t line;
    int fields_n;                       /**< of the header, and so of each line */
    int position[PCS_READ_COLUMNS_MAX]; /**< of each column asked for, among the fields */
    struct pcs_csv_field fields[PCS_READ_FIELDS_MAX];
    char text[PCS_READ_LINE_MAX + 1];
};

/**
 * Prepare to read @p in from where it stands. Reads nothing yet.
 *
 * @param in       borrowed until the reader is no longer used; not closed
 * @param name     of the file, for messages; borrowed
 * @param columns  names of the columns_n columns that must be there; borrowed
 * @param error    filled when reading fails; borrowed
 */
void pcs_csv_reader_init(struct pcs_csv_reader *reader, FILE *in, const char *name,
                         const char *const *columns, int columns_n, struct pcs_read_error *error);

/**
 * Read the header alone: until the first line is read, fields[0] to fields[fields_n - 1] are the
 * names of all columns, also of those not asked for. @return 0, or -1
 */
int pcs_csv_reader_header(struct pcs_csv_reader *reader);

/** @return whether the field number @p field of a line is of a column that was asked for */
bool pcs_csv_reader_is_asked_for(const struct pcs_csv_reader *reader, int field);

/** Read the next line; the first time the header too. Blocks. @return 1; 0 at the end; -1 */
int pcs_csv_reader_next(struct pcs_csv_reader *reader);

/** Field number @p column of those asked for, in the line just read; valid until the next. */
const struct pcs_csv_field *pcs_csv_reader_field(const struct pcs_csv_reader *reader, int column);

/** Report the field of @p column: "NAME is VALUE, expected ...". @return -1, always */
int pcs_csv_reader_refuse(const struct pcs_csv_reader *reader, int column, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/** Report the start of the line just read, or of the one missing at the end. @return -1, always */
int pcs_csv_reader_refuse_start(const struct pcs_csv_reader *reader, const char *what);

/* ---- values: 0, or -1 with the error filled ----------------------------------------------- */

/** A whole number between @p min and @p max. */
int pcs_csv_read_signed(const struct pcs_csv_reader *reader, int column, int64_t min, int64_t max,
                        int64_t *value);
/** A whole number between 0 and @p max. */
int pcs_csv_read_unsigned(const struct pcs_csv_reader *reader, int column, uint64_t max,
                          uint64_t *value);
/** A finite number, 0 or more. */
int pcs_csv_read_number(const struct pcs_csv_reader *reader, int column, double *value);
/** A number of any sign, "inf" and "-inf" too. */
int pcs_csv_read_any_number(const struct pcs_csv_reader *reader, int column, double *value);
/** @return whether the field is empty */
bool pcs_csv_is_empty(const struct pcs_csv_reader *reader, int column);

#endif
