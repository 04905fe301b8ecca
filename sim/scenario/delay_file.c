/*
 * Data files of delay models: read into the table that the model keeps.
 */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "sim/scenario/delay_spec.h"
#include "sim/scenario/text_file.h"
#include "workloads/table.h"

/* About 10^8 rows of a trace. */
#define FILE_BYTES_MAX ((size_t)2 * 1024 * 1024 * 1024)

static int refuse_name(const char *path, const struct pcs_node *node, const char *wrong,
                       struct pcs_error *error)
{
    return pcs_error_at(error, node->place, "%s.file: %s: %s; expected the name of a readable file",
                        path, pcs_quote(node->text).text, wrong);
}

/* The file's name as it is opened and shown. @return NULL, or what is wrong */
static const char *find_file(const struct pcs_node *node, char name[PATH_MAX])
{
    const char *folder = node->text[0] == '/' ? "" : node->place.source->folder;

    if (!node->text[0])
        return "empty";
    if (strcmp(folder, ".") == 0)
        folder = "";
    const int length =
        snprintf(name, PATH_MAX, "%s%s%s", folder,
                 *folder && folder[strlen(folder) - 1] != '/' ? "/" : "", node->text);
    if (length >= PATH_MAX)
        return strerror(ENAMETOOLONG);
    return pcs_text_file_check(name);
}

static int parse(const struct pcs_source *source, struct pcs_delay_spec *spec,
                 struct pcs_error *error)
{
    struct pcs_table_error wrong;
    char *text = NULL;
    size_t length = 0;

    if (pcs_text_file_read(source, FILE_BYTES_MAX, &text, &length, error) < 0)
        return -1;
    int rc = spec->distribution == PCS_TRACE_REPLAY
                 ? pcs_delay_table_parse_trace(text, length, &spec->table, &wrong)
                 : pcs_delay_table_parse_values(text, length, &spec->table, &wrong);
    free(text);
    if (rc == 0)
        return 0;
    const struct pcs_place place = {source, wrong.line, wrong.column};
    return pcs_error_at(error, place, "%s", wrong.text);
}

int pcs_delay_file_read(const char *path, const struct pcs_node *node, struct pcs_delay_spec *spec,
                        struct pcs_error *error)
{
    char name[PATH_MAX], folder[] = ".";
    const char *wrong = find_file(node, name);
    const struct pcs_source source = {name, folder, true};

    if (wrong)
        return refuse_name(path, node, wrong, error);
    spec->file = realpath(name, NULL);
    if (!spec->file)
        return refuse_name(path, node, strerror(errno), error);
    if (!pcs_text_is_printable(spec->file))
        return refuse_name(path, node, "its folder's name is not UTF-8 text", error);
    return parse(&source, spec, error);
}

int pcs_delay_spec_check_run(const char *path, struct pcs_place place,
                             const struct pcs_delay_spec *spec, int ranks, uint32_t steps,
                             struct pcs_error *error)
{
    const struct pcs_delay_spec *at = spec;
    const char *wrong = pcs_delay_check_run(spec, ranks, steps, &at);

    if (!wrong)
        return 0;
    if (at->distribution == PCS_TRACE_REPLAY) {
        const struct pcs_source source = {at->file, at->file, true};
        const struct pcs_place end = {&source, at->table->lines, 1};
        return pcs_error_at(error, end,
                            "the trace ends with %d ranks of %u steps; expected at least %d ranks "
                            "of %u steps for %s",
                            at->table->ranks, at->table->steps, ranks, steps, path);
    }
    return pcs_error_at(error, place, "%s: %.*s; expected a model that fits %d ranks", path,
                        (int)strlen(wrong) - 1, wrong, ranks);
}
