#include "sim/scenario/gradient_file.h"

#include <stdlib.h>
#include <string.h>

#include "sim/scenario/error.h"
#include "sim/scenario/text_file.h"

/* About 10^8 entries. */
#define FILE_BYTES_MAX ((size_t)2 * 1024 * 1024 * 1024)

int pcs_gradient_file_read(struct pcs_gradient_spec *spec, struct pcs_error *error)
{
    char folder[] = ".";
    const struct pcs_source source = {spec->file, folder, true};
    struct pcs_gradient_table_error wrong;
    char *text = NULL;
    size_t length = 0;

    if (pcs_text_file_read(&source, FILE_BYTES_MAX, &text, &length, error) < 0)
        return -1;
    int rc = pcs_gradient_table_parse(text, &spec->table, &wrong);
    free(text);
    if (rc == 0)
        return 0;
    const struct pcs_place place = {&source, wrong.line, wrong.column};
    return pcs_error_at(error, place, "%s", wrong.text);
}
