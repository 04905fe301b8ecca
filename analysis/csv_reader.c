/*
 * Lines and fields of CSV files.
 */
#include "analysis/csv_reader.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>

/* Bytes of a file's name that are shown; of a longer one, the end matters more. */
#define NAME_SHOWN 400
/* Bytes of a value that are shown. */
#define VALUE_SHOWN 60

void pcs_csv_reader_init(struct pcs_csv_reader *reader, FILE *in, const char *name,
                         const char *const *columns, int columns_n, struct pcs_read_error *error)
{
    reader->in = in;
    reader->name = name;
    reader->columns = columns;
    reader->columns_n = columns_n;
    reader->required_n = columns_n;
    reader->error = error;
    reader->has_header = false;
    reader->accepts_cut = false;
    reader->is_cut = false;
    reader->line = 0;
    reader->fields_n = 0;
}

/* ---- messages ----------------------------------------------------------------------------- */

static size_t append(struct pcs_read_error *error, size_t length, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static size_t append_list(struct pcs_read_error *error, size_t length, const char *format,
                          va_list arguments) __attribute__((format(printf, 3, 0)));

static size_t append_list(struct pcs_read_error *error, size_t length, const char *format,
                          va_list arguments)
{
    int n = vsnprintf(error->text + length, sizeof error->text - length, format, arguments);

    length += n > 0 ? (size_t)n : 0;
    return length < sizeof error->text ? length : sizeof error->text - 1;
}

static size_t append(struct pcs_read_error *error, size_t length, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    length = append_list(error, length, format, arguments);
    va_end(arguments);
    return length;
}

static size_t append_name(const struct pcs_csv_reader *reader)
{
    struct pcs_read_error *error = reader->error;
    size_t bytes = strlen(reader->name);
    bool is_cut = bytes > NAME_SHOWN;
    size_t length = append(error, 0, "%s%s", is_cut ? "..." : "",
                           reader->name + (is_cut ? bytes - NAME_SHOWN : 0));

    for (size_t i = 0; i < length; i++) {
        if ((unsigned char)error->text[i] < 0x20 || error->text[i] == 0x7f)
            error->text[i] = '?'; /* the message stays on one line */
    }
    return length;
}

static size_t append_place(const struct pcs_csv_reader *reader, int column)
{
    return append(reader->error, append_name(reader),
                  ":%llu:%d: ", (unsigned long long)reader->line, column);
}

/** Characters of UTF-8 text, for which bytes 10xxxxxx do not count. */
static int characters(const char *text, int bytes)
{
    int n = 0;

    for (int i = 0; i < bytes; i++)
        n += ((unsigned char)text[i] & 0xc0) != 0x80;
    return n;
}

int pcs_csv_reader_refuse(const struct pcs_csv_reader *reader, int column, const char *format, ...)
{
    const struct pcs_csv_field *field = pcs_csv_reader_field(reader, column);
    size_t length = append_place(reader, field->column);
    int shown = (int)strlen(field->text);
    bool is_cut = shown > VALUE_SHOWN;
    va_list arguments;

    if (is_cut) {
        for (shown = VALUE_SHOWN; shown > 0 && ((unsigned char)field->text[shown] & 0xc0) == 0x80;)
            shown--; /* not in the middle of a character */
    }
    if (shown == 0)
        length = append(reader->error, length, "%s is empty, ", reader->columns[column]);
    else
        length = append(reader->error, length, "%s is \"%.*s%s\", ", reader->columns[column], shown,
                        field->text, is_cut ? "..." : "");
    va_start(arguments, format);
    append_list(reader->error, length, format, arguments);
    va_end(arguments);
    return -1;
}

/** Report a place in the raw line, before it is split: after @p bytes bytes. */
static int refuse_byte(const struct pcs_csv_reader *reader, int bytes, const char *what)
{
    append(reader->error, append_place(reader, characters(reader->text, bytes) + 1), "%s", what);
    return -1;
}

int pcs_csv_reader_refuse_start(const struct pcs_csv_reader *reader, const char *what)
{
    return refuse_byte(reader, 0, what);
}

/** Report the end of a line that was split into @p fields_n fields. */
static int refuse_end(const struct pcs_csv_reader *reader, int fields_n, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static int refuse_end(const struct pcs_csv_reader *reader, int fields_n, const char *format, ...)
{
    const struct pcs_csv_field *last = &reader->fields[fields_n - 1];
    int end = last->column + characters(last->text, (int)strlen(last->text));
    size_t length = append_place(reader, end);
    va_list arguments;

    va_start(arguments, format);
    append_list(reader->error, length, format, arguments);
    va_end(arguments);
    return -1;
}

/* ---- lines -------------------------------------------------------------------------------- */

/** @return 1 for a line, 0 at the end of the file, -1 */
static int read_line(struct pcs_csv_reader *reader)
{
    int length = 0;
    int c;

    reader->line++;
    while ((c = getc_unlocked(reader->in)) != EOF && c != '\n') {
        if (length == PCS_READ_LINE_MAX)
            return refuse_byte(reader, length, "line too long, expected at most 16384 bytes");
        if (c == '\r')
            return refuse_byte(reader, length,
                               "carriage return, expected lines that end in a line feed alone");
        if (c < 0x20 || c == 0x7f)
            return refuse_byte(reader, length, "control character, expected a text file");
        reader->text[length++] = (char)c;
    }
    if (c == EOF && ferror(reader->in) && errno == EBADMSG)
        return refuse_byte(reader, length, "damaged or cut off, expected a whole gzip file");
    if (c == EOF && ferror(reader->in)) {
        append(reader->error, append_name(reader), ": %s", strerror(errno));
        return -1;
    }
    if (c == EOF && length > 0 && reader->accepts_cut) {
        reader->is_cut = true;
        return 0;
    }
    if (c == EOF && length > 0)
        return refuse_byte(reader, length,
                           "cut off: the last line has no line feed, expected a complete file");
    reader->text[length] = '\0';
    return c != EOF;
}

/**
 * Split the line into at most @p max fields.
 *
 * @return how many; -1 if there are more, with the place of the first of them in @p column_of_extra
 */
static int split(struct pcs_csv_reader *reader, int max, int *column_of_extra)
{
    char *start = reader->text;
    int column = 1;
    int n = 0;

    for (char *c = start;; c++) {
        if (*c == ',' || *c == '\0') {
            bool is_last = *c == '\0';
            int width = characters(start, (int)(c - start));

            if (n == max) {
                *column_of_extra = column;
                return -1;
            }
            *c = '\0';
            reader->fields[n++] = (struct pcs_csv_field){.text = start, .column = column};
            if (is_last)
                return n;
            column += width + 1;
            start = c + 1;
        }
    }
}

static int read_header(struct pcs_csv_reader *reader)
{
    int rc = read_line(reader);
    int extra = 0;

    if (rc < 0)
        return -1;
    if (rc == 0) {
        append(reader->error, append_place(reader, 1), "empty file, expected a header line");
        return -1;
    }
    reader->fields_n = split(reader, PCS_READ_FIELDS_MAX, &extra);
    if (reader->fields_n < 0) {
        append(reader->error, append_place(reader, extra), "too many columns, expected at most %d",
               PCS_READ_FIELDS_MAX);
        return -1;
    }
    for (int i = 0; i < reader->columns_n; i++) {
        reader->position[i] = -1;
        for (int f = 0; f < reader->fields_n; f++) {
            if (strcmp(reader->fields[f].text, reader->columns[i]) != 0)
                continue;
            if (reader->position[i] >= 0) {
                append(reader->error, append_place(reader, reader->fields[f].column),
                       "second column %s, expected one", reader->columns[i]);
                return -1;
            }
            reader->position[i] = f;
        }
        if (reader->position[i] < 0 && i < reader->required_n)
            return refuse_end(reader, reader->fields_n, "no column %s in the header",
                              reader->columns[i]);
    }
    reader->has_header = true;
    return 0;
}

int pcs_csv_reader_header(struct pcs_csv_reader *reader)
{
    return reader->has_header ? 0 : read_header(reader);
}

bool pcs_csv_reader_is_asked_for(const struct pcs_csv_reader *reader, int field)
{
    for (int i = 0; i < reader->columns_n; i++) {
        if (reader->position[i] == field)
            return true;
    }
    return false;
}

int pcs_csv_reader_next(struct pcs_csv_reader *reader)
{
    int extra = 0;

    if (pcs_csv_reader_header(reader) < 0)
        return -1;
    int rc = read_line(reader);
    if (rc <= 0)
        return rc;
    int expected = reader->fields_n;
    int found = split(reader, expected, &extra);
    if (found < 0) {
        append(reader->error, append_place(reader, extra),
               "more fields than the header has columns, expected %d", expected);
        return -1;
    }
    if (found < expected)
        return refuse_end(reader, found, "%d field%s, expected %d as in the header", found,
                          found == 1 ? "" : "s", expected);
    return 1;
}

const struct pcs_csv_field *pcs_csv_reader_field(const struct pcs_csv_reader *reader, int column)
{
    static const struct pcs_csv_field none = {"", 1};

    return reader->position[column] < 0 ? &none : &reader->fields[reader->position[column]];
}
