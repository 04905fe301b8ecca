/*
 * A line of CSV put together field by field, and written at once.
 *
 * Fields are never quoted: what this project writes holds no comma, quote or line end.
 */
#ifndef PCS_ANALYSIS_CSV_WRITER_H
#define PCS_ANALYSIS_CSV_WRITER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define PCS_CSV_LINE_MAX 16384 /**< bytes of a line, without its end */

struct pcs_csv_line {
    int length;
    bool is_bad; /**< a field did not fit, or held a character that it cannot hold */
    char text[PCS_CSV_LINE_MAX + 1];
};

/** Start a line. Each put adds a field and a comma. */
void pcs_csv_line_init(struct pcs_csv_line *line);
void pcs_csv_put_signed(struct pcs_csv_line *line, int64_t value);
void pcs_csv_put_unsigned(struct pcs_csv_line *line, uint64_t value);
void pcs_csv_put_empty(struct pcs_csv_line *line);
/** Exactly (number.h); NaN is an empty field. */
void pcs_csv_put_number(struct pcs_csv_line *line, double value);
void pcs_csv_put_text(struct pcs_csv_line *line, const char *text);

/** Write the line, ended by a line feed. @return 0, or -1 when writing failed (errno is set;
 *  EINVAL when a field could not be put) */
int pcs_csv_line_write(struct pcs_csv_line *line, FILE *out);

#endif
