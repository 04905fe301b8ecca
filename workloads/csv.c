/*
 * Reading lines of numbers from CSV text.
 *
 * strtod() would also take hexadecimal, infinities and NaN, so the characters are looked at first.
 */
#include "workloads/csv.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BYTE_ORDER_MARK "\xef\xbb\xbf"
/* Bytes of a bad field that a message shows. */
#define SHOWN_MAX 40

int pcs_csv_refuse(struct pcs_table_error *error, int line, int column, const char *format, ...)
{
    va_list arguments;

    error->line = line;
    error->column = column;
    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    return -1;
}

struct pcs_csv pcs_csv_open(const char *text, size_t length)
{
    const size_t mark = strlen(BYTE_ORDER_MARK);
    struct pcs_csv csv = {.next = text, .end = text + length};

    if (length >= mark && memcmp(text, BYTE_ORDER_MARK, mark) == 0)
        csv.next += mark;
    return csv;
}

static const char *line_end(const struct pcs_csv *csv)
{
    const char *newline = memchr(csv->next, '\n', (size_t)(csv->end - csv->next));

    return newline ? newline : csv->end;
}

static const char *skip_blanks(const char *c, const char *end)
{
    while (c < end && (*c == ' ' || *c == '\t' || *c == '\r'))
        c++;
    return c;
}

/* Go to the next line that is no comment and not empty. @return whether there is one */
static bool find_line(struct pcs_csv *csv, const char **first, const char **end)
{
    while (csv->next < csv->end) {
        csv->line_start = csv->next;
        csv->line++;
        *end = line_end(csv);
        *first = skip_blanks(csv->next, *end);
        csv->next = *end < csv->end ? *end + 1 : csv->end;
        if (*first < *end && **first != '#')
            return true;
    }
    return false;
}

bool pcs_csv_skip_header(struct pcs_csv *csv, const char *header)
{
    const struct pcs_csv before = *csv;
    const char *first, *end;

    if (find_line(csv, &first, &end)) {
        size_t length = (size_t)(end - first);
        while (length > 0 && strchr(" \t\r", first[length - 1]))
            length--;
        if (length == strlen(header) && memcmp(first, header, length) == 0)
            return true;
    }
    *csv = before;
    return false;
}

static int column_of(const struct pcs_csv *csv, const char *at)
{
    int column = 1;

    for (const char *c = csv->line_start; c < at; c++)
        column += ((unsigned char)*c & 0xc0) != 0x80;
    return column;
}

/* The field as it may stand in a message: on one line, not too long, nothing that is no text. */
static void show(const char *first, const char *end, char shown[SHOWN_MAX + 1])
{
    size_t n = 0;

    for (; first < end && n < SHOWN_MAX; first++)
        shown[n++] = (unsigned char)*first < 0x20 || (unsigned char)*first >= 0x7f ? '?' : *first;
    shown[n] = '\0';
}

static int read_number(const struct pcs_csv *csv, const char *first, const char *end,
                       const char *what, double *value, struct pcs_table_error *error)
{
    const size_t length = (size_t)(end - first);
    char shown[SHOWN_MAX + 1], text[64], *rest;
    const char *wrong = NULL;

    while (end > first && strchr(" \t\r", end[-1]) && end[-1])
        end--;
    show(first, end, shown);
    if (first == end)
        wrong = "a value is missing";
    else if (length >= sizeof text)
        wrong = "too long for a number";
    for (const char *c = first; !wrong && c < end; c++) {
        if (!*c || !strchr("0123456789.eE+-", *c))
            wrong = "not a finite number";
    }
    if (!wrong) {
        memcpy(text, first, (size_t)(end - first));
        text[end - first] = '\0';
        *value = strtod(text, &rest);
        if (*rest)
            wrong = "not a finite number";
        else if (!isfinite(*value))
            wrong = "too large";
        else if (signbit(*value))
            wrong = "negative";
    }
    if (!wrong)
        return 0;
    return pcs_csv_refuse(error, csv->line, column_of(csv, first),
                          "\"%s\": %s; expected %s, numbers that are 0 or more", shown, wrong,
                          what);
}

/* The numbers of the line from @p first on. */
static int read_row(const struct pcs_csv *csv, const char *first, const char *end, const char *what,
                    struct pcs_csv_row *row, struct pcs_table_error *error)
{
    row->n = 0;
    for (;;) {
        const char *comma = memchr(first, ',', (size_t)(end - first));
        const char *field_end = comma ? comma : end;
        if (row->n == PCS_CSV_FIELDS_MAX)
            return pcs_csv_refuse(error, csv->line, column_of(csv, first),
                                  "one value too many; expected %s", what);
        row->columns[row->n] = column_of(csv, first);
        if (read_number(csv, first, field_end, what, &row->values[row->n], error) < 0)
            return -1;
        row->n++;
        if (!comma)
            return 1;
        first = skip_blanks(comma + 1, end);
    }
}

int pcs_csv_row(struct pcs_csv *csv, const char *what, struct pcs_csv_row *row,
                struct pcs_table_error *error)
{
    const char *first, *end;

    return find_line(csv, &first, &end) ? read_row(csv, first, end, what, row, error) : 0;
}

int pcs_csv_named_row(struct pcs_csv *csv, const char *what, struct pcs_csv_row *row,
                      struct pcs_table_error *error)
{
    const char *first, *end;

    if (!find_line(csv, &first, &end))
        return 0;
    const char *comma = memchr(first, ',', (size_t)(end - first));
    if (!comma || comma == first)
        return pcs_csv_refuse(error, csv->line, column_of(csv, first),
                              "no %s in the line; expected %s", comma ? "name" : "comma", what);
    return read_row(csv, skip_blanks(comma + 1, end), end, what, row, error);
}
