/*
 * Messages about bad input.
 *
 * They quote what others wrote (file names, values), which can be of any length and hold any byte;
 * a message stays one line of readable length nevertheless.
 */
#include "sim/scenario/error.h"

#include <stdarg.h>
#include <string.h>

/* Bytes of a source's name that are shown; of a longer one, the end of a path matters more. */
#define NAME_SHOWN 400
/* Bytes of a value that are shown. */
#define QUOTE_SHOWN 60

static bool is_control(char c)
{
    return (unsigned char)c < 0x20 || c == 0x7f;
}

static size_t write_name(char *out, size_t size, const struct pcs_source *source)
{
    const char *name = source->name;
    const char *dots = "";

    if (source->has_places && strlen(name) > NAME_SHOWN) {
        name += strlen(name) - NAME_SHOWN;
        dots = "...";
    }
    int length = snprintf(out, size, "%s%.*s", dots, NAME_SHOWN, name);
    for (int i = 0; i < length; i++) {
        if (is_control(out[i]))
            out[i] = '?';
    }
    return (size_t)length;
}

int pcs_error_at(struct pcs_error *error, struct pcs_place place, const char *format, ...)
{
    size_t size = sizeof error->text;
    size_t length = write_name(error->text, size, place.source);
    va_list arguments;

    if (place.source->has_places)
        length += (size_t)snprintf(error->text + length, size - length, ":%d:%d", place.line,
                                   place.column);
    length += (size_t)snprintf(error->text + length, size - length, ": ");
    va_start(arguments, format);
    vsnprintf(error->text + length, size - length, format, arguments);
    va_end(arguments);
    return -1;
}

int pcs_error_in(struct pcs_error *error, const struct pcs_source *source, const char *format, ...)
{
    size_t size = sizeof error->text;
    size_t length = write_name(error->text, size, source);
    va_list arguments;

    length += (size_t)snprintf(error->text + length, size - length, ": ");
    va_start(arguments, format);
    vsnprintf(error->text + length, size - length, format, arguments);
    va_end(arguments);
    return -1;
}

struct pcs_quoted pcs_quote(const char *text)
{
    struct pcs_quoted quoted;
    size_t shown = strlen(text);
    bool cut = shown > QUOTE_SHOWN;

    if (cut) {
        shown = QUOTE_SHOWN;
        while (shown > 0 && ((unsigned char)text[shown] & 0xc0) == 0x80)
            shown--; /* not in the middle of a character */
    }
    snprintf(quoted.text, sizeof quoted.text, "\"%.*s%s\"", (int)shown, text, cut ? "..." : "");
    for (char *c = quoted.text; *c; c++) {
        if (is_control(*c))
            *c = '?';
    }
    return quoted;
}
