/*
 * Messages about bad input: where, what, and what was expected, on one line.
 */
#ifndef PCS_SCENARIO_ERROR_H
#define PCS_SCENARIO_ERROR_H

#include "sim/scenario/scenario.h"

/** Where text came from: a file, or one --set option. */
struct pcs_source {
    char *name;      /**< as shown: "dir/file.yaml" or "--set key=value" */
    char *folder;    /**< what relative file names in the text are relative to */
    bool has_places; /**< whether line and column mean something to the reader */
};

/** A position in a source; line and column count from 1. */
struct pcs_place {
    const struct pcs_source *source;
    int line;
    int column;
};

/** Write "SOURCE:LINE:COLUMN: message" into @p error, cut to its size. @return -1, always */
int pcs_error_at(struct pcs_error *error, struct pcs_place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/** The same without a position: "SOURCE: message". @return -1, always */
int pcs_error_in(struct pcs_error *error, const struct pcs_source *source, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/** A piece of the user's text, fit for a message: quoted, on one line, not too long. */
struct pcs_quoted {
    char text[128];
};

struct pcs_quoted pcs_quote(const char *text);

#endif
