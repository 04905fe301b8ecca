/*
 * A message of header + n bytes becomes one of header + n / s. A section that holds above a size b
 * holds above header + (b - header) / s then, rounded so that the same n lie on either side.
 */
#include "platforms/scale.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* What SMPI adds to a message before it asks for its factors. */
#define ENVELOPE 16

/** Of a size above which something holds; whole multiples of @p scale stay on their side. */
static long scale_size(long size, int scale, int header)
{
    return size <= header ? size : header + (size - header) / scale;
}

/** "SIZE:FACTOR;..." or "SIZE:SECONDS:SECONDS PER BYTE;...", sizes rising. */
static int write_sections(const char *text, int scale, int header, FILE *out)
{
    long last = -1;

    while (*text) {
        char *end;
        long size = scale_size(strtol(text, &end, 10), scale, header);
        double value = strtod(end + 1, &end);
        double per_byte = 0;
        bool has_per_byte = *end == ':';

        if (has_per_byte) {
            per_byte = strtod(end + 1, &end);
            /* The header's own bytes cost what they did. */
            value -= per_byte * header * (scale - 1);
        }
        size = size > last ? size : last + 1; /* SimGrid sorts sections by their sizes */
        if (fprintf(out, "%s%ld:%.10g", last < 0 ? "" : ";", size, value) < 0 ||
            (has_per_byte && fprintf(out, ":%.10g", per_byte * scale) < 0)) {
            return -1;
        }
        last = size;
        text = *end == ';' ? end + 1 : end;
    }
    return 0;
}

int pcs_setting_write_scaled(const struct pcs_smpi_setting *setting, int scale, int header,
                             FILE *out)
{
    const char *key = setting->key;

    if (scale > 1 && (strcmp(key, "smpi/os") == 0 || strcmp(key, "smpi/ois") == 0 ||
                      strcmp(key, "smpi/or") == 0)) {
        return write_sections(setting->value, scale, header, out);
    }
    if (scale > 1 && (strcmp(key, "smpi/bw-factor") == 0 || strcmp(key, "smpi/lat-factor") == 0)) {
        return write_sections(setting->value, scale, header + ENVELOPE, out);
    }
    if (scale > 1 && strstr(key, "-thresh")) {
        /* Below it something holds: above the size before it. */
        long size = scale_size(strtol(setting->value, NULL, 10) - 1, scale, header) + 1;

        return fprintf(out, "%ld", size) < 0 ? -1 : 0;
    }
    return fputs(setting->value, out) < 0 ? -1 : 0;
}
