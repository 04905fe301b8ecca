/*
 * Overrides: --set KEY=VALUE.
 *
 * KEY is a key of the table, a whole section, or a parameter of a delay model such as
 * workload.delay.step. All else about the value is checked with the rest of the scenario.
 */
#include "sim/scenario/override.h"

#include <string.h>

#include "sim/scenario/key.h"

#define SHOWN_MAX 160
#define PATH_BYTES_MAX 128

static int report_unknown(const struct pcs_document *document, char *path, struct pcs_error *error)
{
    struct pcs_place place = {.source = &document->source};
    char *dot = strchr(path, '.');

    if (!dot)
        return pcs_key_report_unknown(error, place, "", path);
    *dot = '\0';
    if (!pcs_key_is_section(path)) {
        *dot = '.';
        return pcs_key_report_unknown(error, place, "", path);
    }
    return pcs_key_report_unknown(error, place, path, dot + 1);
}

/* workload.delay.step, workload.delay.of.step: a parameter of a model, or of a model in it, checked
   against its distribution later. */
static bool is_parameter(const char *path)
{
    char owner[PATH_BYTES_MAX];
    size_t length = strlen(path);

    if (length == 0 || path[length - 1] == '.')
        return false;
    snprintf(owner, sizeof owner, "%s", path);
    for (char *dot = strrchr(owner, '.'); dot; dot = strrchr(owner, '.')) {
        *dot = '\0';
        const struct pcs_key *key = pcs_key_find(owner);
        if (key)
            return key->type == PCS_KEY_DELAY;
        dot = strrchr(owner, '.');
        if (!dot || strcmp(dot, ".of") != 0)
            return false;
    }
    return false;
}

static struct pcs_node *create(struct pcs_document *document, enum pcs_node_kind kind,
                               const char *text)
{
    struct pcs_place place = {.source = &document->source};

    return pcs_node_create(document, kind, place, text);
}

/* Put the value at the path, making the mappings on the way. */
static int put(struct pcs_node *root, const char *path, struct pcs_node *value,
               struct pcs_document *document, struct pcs_error *error)
{
    struct pcs_node *mapping = root;
    char word[PATH_BYTES_MAX];

    while (*path) {
        size_t length = strcspn(path, ".");
        bool is_last = !path[length];
        snprintf(word, sizeof word, "%.*s", (int)length, path);
        struct pcs_node *child = is_last ? value : pcs_node_edit(mapping, word);
        if (!child)
            child = create(document, PCS_NODE_MAPPING, NULL);
        if (child && (is_last || !child->key)) {
            child->key = create(document, PCS_NODE_SCALAR, word);
            if (child->key)
                pcs_node_put(mapping, child);
        }
        if (!child || !child->key)
            return pcs_error_in(error, &document->source, "out of memory");
        if (!is_last && child->kind != PCS_NODE_MAPPING)
            return pcs_error_at(error, child->place, "%s: %s; expected a mapping with keys", word,
                                pcs_node_is_null(child) ? "no value" : pcs_node_kind_name(child));
        mapping = child;
        path += length + !is_last;
    }
    return 0;
}

static void remove_excluded(struct pcs_node *root, const char *path)
{
    const struct pcs_key *key = pcs_key_find(path);

    for (int i = 0; key && i < PCS_KEY_EXCLUDES_MAX && key->excludes[i]; i++)
        pcs_node_remove(root, key->excludes[i]);
    for (int i = 0; key && i < PCS_KEY_EXCLUDES_MAX && key->replaces[i]; i++)
        pcs_node_remove(root, key->replaces[i]);
}

int pcs_override_apply(struct pcs_node *root, const char *text, struct pcs_document *document,
                       struct pcs_error *error)
{
    char name[SHOWN_MAX];
    char path[PATH_BYTES_MAX];
    const char *equals = strchr(text, '=');
    struct pcs_place place = {.source = &document->source};
    int rc;

    int length = snprintf(name, sizeof name, "--set %s", text);
    if (length >= (int)sizeof name)
        memcpy(name + sizeof name - 4, "...", 4);
    rc = pcs_document_parse(document, name, equals ? equals + 1 : "", error);
    if (!document->source.name)
        return rc;
    if (!equals || equals == text)
        return pcs_error_at(error, place, "no %s; expected KEY=VALUE", equals ? "key" : "\"=\"");
    snprintf(path, sizeof path, "%.*s", (int)(equals - text < 4096 ? equals - text : 4096), text);
    if (!pcs_key_find(path) && !pcs_key_is_section(path) && !is_parameter(path))
        return report_unknown(document, path, error);
    if (rc < 0)
        return rc;
    if (!document->root)
        document->root = create(document, PCS_NODE_SCALAR, "");
    if (!document->root)
        return pcs_error_in(error, &document->source, "out of memory");
    if (document->root->kind == PCS_NODE_SCALAR && !document->root->text[0])
        return pcs_error_at(error, place, "%s: no value; expected KEY=VALUE", path);
    remove_excluded(root, path);
    return put(root, path, document->root, document, error);
}
