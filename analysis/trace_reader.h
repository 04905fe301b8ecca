/*
 * Reading steps.csv and rounds.csv row by row, in memory that does not grow with the file.
 *
 * Strict: what could not have been written by trace.h is refused with its place in the file. More
 * columns than ours are allowed, and columns in another order.
 */
#ifndef PCS_ANALYSIS_TRACE_READER_H
#define PCS_ANALYSIS_TRACE_READER_H

#include <stdio.h>

#include "analysis/csv_reader.h"
#include "analysis/trace.h"

struct pcs_steps_reader;
struct pcs_rounds_reader;

/**
 * Start to read @p in from where it stands. Reads nothing yet.
 *
 * @param in    borrowed until the reader is closed, which does not close it
 * @param name  of the file, for messages; borrowed likewise
 * @return a reader for the caller to close, or NULL when there is no memory
 */
struct pcs_steps_reader *pcs_steps_reader_open(FILE *in, const char *name);
struct pcs_rounds_reader *pcs_rounds_reader_open(FILE *in, const char *name);

/**
 * Read the next row. Blocks on the file. After 0 or -1 the only thing to do is to close.
 *
 * @param row  filled when 1 is returned
 * @return 1; 0 at the end of the file; -1 when something is wrong: see the error
 */
int pcs_steps_reader_next(struct pcs_steps_reader *reader, struct pcs_step_row *row);
int pcs_rounds_reader_next(struct pcs_rounds_reader *reader, struct pcs_round_row *row);

/** @return what is wrong, "FILE:LINE:COLUMN: ..." on one line; valid until the close */
const char *pcs_steps_reader_error(const struct pcs_steps_reader *reader);
const char *pcs_rounds_reader_error(const struct pcs_rounds_reader *reader);

/** Before the first row: take a last line that is cut off for the end of the file. */
void pcs_steps_reader_accept_cut(struct pcs_steps_reader *reader);
void pcs_rounds_reader_accept_cut(struct pcs_rounds_reader *reader);

/** @return whether there was such a line */
bool pcs_steps_reader_is_cut(const struct pcs_steps_reader *reader);
bool pcs_rounds_reader_is_cut(const struct pcs_rounds_reader *reader);

/**
 * Refuse the row just read, as the reader itself does: "COLUMN is VALUE, " and what is expected.
 *
 * @param column  name of one of our columns
 * @return -1, always; the error is pcs_steps_reader_error() then
 */
int pcs_steps_reader_refuse(struct pcs_steps_reader *reader, const char *column, const char *format,
                            ...) __attribute__((format(printf, 3, 4)));
int pcs_rounds_reader_refuse(struct pcs_rounds_reader *reader, const char *column,
                             const char *format, ...) __attribute__((format(printf, 3, 4)));

/** Refuse the end of the file. @return -1, always */
int pcs_steps_reader_refuse_end(struct pcs_steps_reader *reader, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/** NULL is allowed. */
void pcs_steps_reader_close(struct pcs_steps_reader *reader);
void pcs_rounds_reader_close(struct pcs_rounds_reader *reader);

#endif
