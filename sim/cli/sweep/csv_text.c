#include "sim/cli/sweep/csv_text.h"

#include <string.h>

void pcs_csv_text_put(const char *text, FILE *out)
{
    if (text[strcspn(text, ",\"\r\n")] == '\0') {
        fputs(text, out);
        return;
    }
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', out);
        fputc(*text, out);
    }
    fputc('"', out);
}
