/*
 * Texts from files are checked here once, so that the page is always good UTF-8.
 */
#include "analysis/html/html_text.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/utf8.h"

#define REPLACEMENT "\xef\xbf\xbd"
#define FORMATTED_SIZE 1024

json_t *pcs_html_text(const char *text)
{
    char *clean = malloc(3 * strlen(text) + 1);
    char *end = clean;

    if (!clean)
        return NULL;
    while (*text) {
        const unsigned char c = (unsigned char)*text;
        const int length = pcs_utf8_length(text);
        const bool is_good = length > 0 && c >= 0x20 && c != 0x7f;

        memcpy(end, is_good ? text : REPLACEMENT, is_good ? (size_t)length : 3);
        end += is_good ? length : 3;
        text += length > 0 ? length : 1;
    }
    *end = '\0';
    json_t *result = json_string(clean);
    free(clean);
    return result;
}

json_t *pcs_html_format(const char *format, ...)
{
    char text[FORMATTED_SIZE];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return pcs_html_text(text);
}
