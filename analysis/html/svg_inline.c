/*
 * Ids of inline SVG: gnuplot gives those of every plot the same names.
 */
#define _GNU_SOURCE /* memmem */
#include "analysis/html/svg_inline.h"

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What stands right before an id, inside a tag. */
static const char *const before_ids[] = {" id=\"", " id='",    "\tid=\"", "\tid='", "\nid=\"",
                                         "\nid='", "href=\"#", "href='#", "url(#",  NULL};

static bool starts_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

/** @return how much of @p text is what stands before an id; 0 when it is something else */
static size_t before_id(const char *text)
{
    for (const char *const *before = before_ids; *before; before++) {
        if (starts_with(text, *before))
            return strlen(*before);
    }
    return 0;
}

static void put_escaped(const char *text, FILE *out)
{
    for (; *text; text++) {
        if (*text == '&' || *text == '<')
            fputs(*text == '&' ? "&amp;" : "&lt;", out);
        else
            fputc(*text, out);
    }
}

/** Copy from @p from to @p to with the ids changed; gnuplot's own title and description go. */
static void copy(const char *from, const char *to, const char *prefix, FILE *out)
{
    bool is_tag = false;

    while (from < to) {
        const char *end = starts_with(from, "<title>Gnuplot</title>") ? "</title>"
                          : starts_with(from, "<desc>")               ? "</desc>"
                                                                      : NULL;
        if (end && strstr(from, end)) {
            from = strstr(from, end) + strlen(end);
            continue;
        }
        is_tag = *from == '<' || (is_tag && *from != '>');
        const size_t length = is_tag ? before_id(from) : 0;
        if (length > 0) {
            fprintf(out, "%.*s%s-", (int)length, from, prefix);
            from += length;
        } else {
            fputc(*from++, out);
        }
    }
}

char *pcs_svg_inline(const char *file, const char *prefix, const char *title)
{
    const char *begin = strstr(file, "<svg");
    const char *inside = begin ? strchr(begin, '>') : NULL;
    const char *end = inside ? strstr(inside, "</svg>") : NULL;
    char *result = NULL;
    size_t size;
    FILE *out;

    if (!end) {
        errno = EINVAL;
        return NULL;
    }
    out = open_memstream(&result, &size);
    if (!out)
        return NULL;
    fprintf(out, "<svg role=\"img\" aria-labelledby=\"%s-title\"", prefix);
    copy(begin + strlen("<svg"), inside + 1, prefix, out);
    fprintf(out, "<title id=\"%s-title\">", prefix);
    put_escaped(title, out);
    fputs("</title>", out);
    copy(inside + 1, end, prefix, out);
    fputs("</svg>", out);
    const bool is_bad = ferror(out) != 0;
    if (fclose(out) != 0 || is_bad) {
        free(result);
        errno = ENOMEM;
        return NULL;
    }
    return result;
}
