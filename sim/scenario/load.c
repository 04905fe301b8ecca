/*
 * Loading a scenario: file, overrides, defaults, checks.
 */
#include <stdlib.h>
#include <string.h>

#include "sim/scenario/buckets.h"
#include "sim/scenario/check.h"
#include "sim/scenario/document.h"
#include "sim/scenario/gradient_file.h"
#include "sim/scenario/key.h"
#include "sim/scenario/machine_spec.h"
#include "sim/scenario/names.h"
#include "sim/scenario/override.h"
#include "sim/scenario/train.h"
#include "sim/scenario/value.h"

#define NAME_BYTES_MAX 64

/* The name of a scenario that has none: its file's, with only the characters a name may have. */
static int derive_name(const char *path, struct pcs_scenario *scenario)
{
    const char *slash = strrchr(path, '/');
    const char *base = slash ? slash + 1 : path;
    const char *dot = strrchr(base, '.');
    size_t length = dot && dot != base ? (size_t)(dot - base) : strlen(base);

    scenario->name = strndup(base, length < NAME_BYTES_MAX ? length : NAME_BYTES_MAX);
    if (!scenario->name)
        return -1;
    for (char *c = scenario->name; *c; c++) {
        bool is_good =
            strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_", *c) != NULL;
        if (!is_good && (c == scenario->name || !strchr(".-", *c)))
            *c = '_';
    }
    return 0;
}

static int report_missing(const struct pcs_key *key, const struct pcs_node *root,
                          struct pcs_error *error)
{
    char allowed[PCS_KEY_ALLOWED_SIZE];
    char section[32];
    const char *dot = strchr(key->path, '.');
    const struct pcs_node *node = root;

    if (dot) {
        snprintf(section, sizeof section, "%.*s", (int)(dot - key->path), key->path);
        node = pcs_node_at(root, section);
    }
    if (!node)
        return pcs_error_at(error, root->place,
                            "%s is missing; expected a mapping with the key %s at least", section,
                            dot + 1);
    pcs_key_allowed(key, allowed);
    return pcs_error_at(error, node->place, "%s is missing; expected %s", key->path, allowed);
}

static int report_inapplicable(const struct pcs_key *key, const struct pcs_node *node,
                               const struct pcs_scenario *scenario, struct pcs_error *error)
{
    const struct pcs_key *owner = pcs_key_find(key->depends_on);
    const char *value =
        owner->type == PCS_KEY_BOOLEAN
            ? (*(const bool *)((const char *)scenario + owner->offset) ? "true" : "false")
            : pcs_name_of(owner->names(), (int)pcs_value_integer(owner, scenario));

    return pcs_error_at(error, node->key->place,
                        "%s does not apply to %s: %s; expected it only with %s", key->path,
                        key->depends_on, value ? value : "(none)", key->applies_to);
}

static int check_excluded(const struct pcs_key *key, const struct pcs_node *node,
                          const struct pcs_node *root, struct pcs_error *error)
{
    for (int i = 0; i < PCS_KEY_EXCLUDES_MAX && key->excludes[i]; i++) {
        if (pcs_node_at(root, key->excludes[i]))
            return pcs_error_at(error, node->key->place,
                                "%s is there beside %s; expected only one of them", key->path,
                                key->excludes[i]);
    }
    return 0;
}

static int read_key(const struct pcs_key *key, const struct pcs_node *root,
                    struct pcs_scenario *scenario, struct pcs_error *error)
{
    const struct pcs_node *node = pcs_node_at(root, key->path);
    bool applies = pcs_key_applies(key, scenario);

    if (node && !applies)
        return report_inapplicable(key, node, scenario, error);
    if (node && check_excluded(key, node, root, error) < 0)
        return -1;
    if (node)
        return pcs_value_read(key, node, scenario, error);
    if (key->is_required)
        return applies ? report_missing(key, root, error) : 0;
    if (key->derive)
        key->derive(scenario);
    return key->standard ? pcs_value_read_standard(key, scenario, error) : 0;
}

static int read_tree(const struct pcs_node *root, const char *path, struct pcs_scenario *scenario,
                     struct pcs_error *error)
{
    if (pcs_keys_check_known(root, error) < 0)
        return -1;
    for (const struct pcs_key *key = pcs_keys(); key->path; key++) {
        if (read_key(key, root, scenario, error) < 0)
            return -1;
    }
    scenario->platform.seed = scenario->seed;
    if (!scenario->name && derive_name(path, scenario) < 0)
        return pcs_error_in(error, root->place.source, "out of memory");
    if (pcs_node_at(root, "collective.elements"))
        scenario->collective.bytes *= pcs_type_size(scenario->collective.type);
    pcs_train_complete(scenario, root);
    if (pcs_buckets_complete(scenario, root, error) < 0)
        return -1;
    if (scenario->gradients.file && pcs_gradient_file_read(&scenario->gradients, error) < 0)
        return -1;
    return pcs_scenario_check(scenario, root, error);
}

static int check_root(const struct pcs_document *document, struct pcs_error *error)
{
    struct pcs_place place = {&document->source, 1, 1};

    if (!document->root)
        return pcs_error_at(error, place,
                            "the file is empty; expected a mapping with the keys "
                            "ranks and collective at least");
    if (document->root->kind != PCS_NODE_MAPPING)
        return pcs_error_at(error, document->root->place,
                            "%s; expected a mapping with the keys ranks and collective at least",
                            pcs_node_kind_name(document->root));
    return 0;
}

/* Relative file names in an override's value are relative to this folder. */
static int set_folder(struct pcs_document *document, const char *folder, struct pcs_error *error)
{
    char *copy = strdup(folder);

    if (!copy)
        return pcs_error_in(error, &document->source, "out of memory");
    free(document->source.folder);
    document->source.folder = copy;
    return 0;
}

/* The document that @p base names: a file, a text, or a mapping inside one. */
static int read_base(const struct pcs_scenario_base *base, struct pcs_document *document,
                     struct pcs_error *error)
{
    int rc = base->text ? pcs_document_parse(document, base->path, base->text, error)
                        : pcs_document_read(document, base->path, error);

    if (rc == 0)
        rc = check_root(document, error);
    if (rc == 0 && base->section) {
        document->root = pcs_node_edit(document->root, base->section);
        rc = check_root(document, error);
    }
    return rc;
}

int pcs_scenario_load_base(const struct pcs_scenario_base *base, const char *const *overrides,
                           int overrides_n, struct pcs_scenario *scenario, struct pcs_error *error)
{
    struct pcs_scenario loaded = {.name = NULL};
    struct pcs_document machine = {.root = NULL};
    struct pcs_document *documents = calloc((size_t)overrides_n + 1, sizeof *documents);
    int rc = -1;

    if (!documents) {
        snprintf(error->text, sizeof error->text, "out of memory");
        return -1;
    }
    rc = read_base(base, &documents[0], error);
    for (int i = 0; rc == 0 && i < overrides_n; i++) {
        rc = pcs_override_apply(documents[0].root, overrides[i], &documents[i + 1], error);
        if (rc == 0 && base->overrides_folder)
            rc = set_folder(&documents[i + 1], base->overrides_folder, error);
    }
    if (rc == 0)
        rc = pcs_machine_spec_merge(documents[0].root, &machine, error);
    if (rc == 0)
        rc = read_tree(documents[0].root, base->path, &loaded, error);
    if (rc == 0)
        *scenario = loaded;
    else
        pcs_scenario_fini(&loaded);
    for (int i = 0; i <= overrides_n; i++)
        pcs_document_fini(&documents[i]);
    pcs_document_fini(&machine);
    free(documents);
    return rc;
}

int pcs_scenario_load(const char *path, const char *const *overrides, int overrides_n,
                      struct pcs_scenario *scenario, struct pcs_error *error)
{
    const struct pcs_scenario_base base = {.path = path};

    return pcs_scenario_load_base(&base, overrides, overrides_n, scenario, error);
}

int pcs_scenario_parse(const char *name, const char *text, const char *const *overrides,
                       int overrides_n, struct pcs_scenario *scenario, struct pcs_error *error)
{
    const struct pcs_scenario_base base = {.path = name, .text = text};

    return pcs_scenario_load_base(&base, overrides, overrides_n, scenario, error);
}

void pcs_scenario_fini(struct pcs_scenario *scenario)
{
    free(scenario->name);
    free(scenario->platform.file);
    free(scenario->platform.hostfile);
    free(scenario->platform.placement_file);
    free(scenario->platform.slow_host_names);
    free(scenario->platform.reduced_names);
    free(scenario->collective.layers);
    pcs_layers_destroy(scenario->collective.table);
    free(scenario->gradients.file);
    pcs_gradient_table_destroy(scenario->gradients.table);
    pcs_delay_spec_fini(&scenario->compute);
    pcs_delay_spec_fini(&scenario->delay);
    memset(scenario, 0, sizeof *scenario);
}
