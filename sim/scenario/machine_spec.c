/*
 * A word is a file of the specs folder, PCOLLSIM_SPECS or the project's platforms/specs; a name
 * with a slash or ending in .yaml is a file of the user's, relative to the scenario's folder.
 */
#include "sim/scenario/machine_spec.h"

#include <glob.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sim/scenario/document.h"
#include "sim/scenario/key.h"

#define EXTENSION ".yaml"

static const char *specs_folder(void)
{
    const char *folder = getenv("PCOLLSIM_SPECS");

    return folder && *folder ? folder : PCS_SPECS_FOLDER;
}

static bool ends_in_yaml(const char *name)
{
    size_t length = strlen(name);

    return length > strlen(EXTENSION) && strcmp(name + length - strlen(EXTENSION), EXTENSION) == 0;
}

bool pcs_machine_is_file(const char *name)
{
    return strchr(name, '/') || ends_in_yaml(name);
}

void pcs_machine_list(char *out, size_t size)
{
    char pattern[PATH_MAX];
    glob_t found;

    out[0] = '\0';
    snprintf(pattern, sizeof pattern, "%s/*" EXTENSION, specs_folder());
    if (glob(pattern, 0, NULL, &found) != 0)
        return;
    for (size_t i = 0; i < found.gl_pathc; i++) {
        const char *name = strrchr(found.gl_pathv[i], '/') + 1;
        size_t length = strlen(out);
        snprintf(out + length, size - length, "%s%.*s", length ? ", " : "",
                 (int)(strlen(name) - strlen(EXTENSION)), name);
    }
    globfree(&found);
}

static int find_file(const struct pcs_node *preset, char path[PATH_MAX], struct pcs_error *error)
{
    char known[256];
    const char *name = preset->text;
    bool is_file = pcs_machine_is_file(name);
    const char *folder = !is_file       ? specs_folder()
                         : *name == '/' ? ""
                                        : preset->place.source->folder;
    int length = snprintf(path, PATH_MAX, "%s%s%s%s", folder, *folder ? "/" : "", name,
                          is_file ? "" : EXTENSION);

    if (length < PATH_MAX && access(path, R_OK) == 0)
        return 0;
    pcs_machine_list(known, sizeof known);
    return pcs_error_at(error, preset->place,
                        "platform.preset: %s: %s; expected one of %s, or the name of a spec file",
                        pcs_quote(name).text, is_file ? "no such file" : "unknown", known);
}

static int check_keys(const struct pcs_document *document, struct pcs_error *error)
{
    char path[128];

    if (!document->root || document->root->kind != PCS_NODE_MAPPING)
        return pcs_error_in(error, &document->source,
                            "expected a mapping with keys of platform, such as model");
    for (const struct pcs_node *child = document->root->children; child; child = child->next) {
        const char *name = child->key->text;
        int length = snprintf(path, sizeof path, "platform.%s", name);
        if (length >= (int)sizeof path || !pcs_key_find(path))
            return pcs_key_report_unknown(error, child->key->place, "platform", name);
        if (strcmp(name, "preset") == 0 || strcmp(name, "file") == 0 ||
            strcmp(name, "hostfile") == 0)
            return pcs_error_at(error, child->key->place,
                                "%s: not in a machine's spec; expected keys of a model", name);
    }
    return 0;
}

int pcs_machine_spec_merge(struct pcs_node *root, struct pcs_document *document,
                           struct pcs_error *error)
{
    struct pcs_node *platform = pcs_node_edit(root, "platform");
    const struct pcs_node *preset = pcs_node_at(root, "platform.preset");
    char path[PATH_MAX];
    struct pcs_node *next;

    memset(document, 0, sizeof *document);
    if (!preset || preset->kind != PCS_NODE_SCALAR || !preset->text[0])
        return 0; /* a wrong type is reported with all others */
    if (find_file(preset, path, error) < 0 || pcs_document_read(document, path, error) < 0 ||
        check_keys(document, error) < 0)
        return -1;
    for (struct pcs_node *child = document->root->children; child; child = next) {
        next = child->next;
        if (!pcs_node_at(platform, child->key->text)) {
            child->next = NULL;
            pcs_node_put(platform, child);
        }
    }
    document->root->children = NULL;
    return 0;
}
