/*
 * Reading sweep files, by the same reader as scenarios.
 */
#define _GNU_SOURCE /* asprintf */
#include <stdlib.h>
#include <string.h>

#include "sim/scenario/quantity.h"
#include "sim/scenario/sweep.h"
#include "sim/scenario/text_file.h"

static const char expected_keys[] =
    "expected one of scenario, set, vary, zip, exclude, repeat, slurm";

static int no_memory(const struct pcs_sweep *sweep, struct pcs_error *error)
{
    return pcs_error_in(error, &sweep->document.source, "out of memory");
}

int pcs_sweep_expect(const struct pcs_node *node, enum pcs_node_kind kind, const char *what,
                     struct pcs_error *error)
{
    if (node->kind == kind)
        return 0;
    return pcs_error_at(error, node->place, "%s; expected %s",
                        pcs_node_is_null(node) ? "no value" : pcs_node_kind_name(node), what);
}

static int read_base(struct pcs_sweep *sweep, const char *path, struct pcs_error *error)
{
    const struct pcs_node *node = pcs_node_at(sweep->document.root, "scenario");
    int rc;

    if (!node)
        return pcs_error_at(error, sweep->document.root->place,
                            "scenario is missing; expected the name of a file, or a mapping");
    sweep->is_inline = node->kind == PCS_NODE_MAPPING;
    if (sweep->is_inline) {
        sweep->path = strdup(path);
        return sweep->path ? 0 : no_memory(sweep, error);
    }
    if (pcs_sweep_expect(node, PCS_NODE_SCALAR, "the name of a file, or a mapping", error) < 0)
        return -1;
    if (node->text[0] == '/')
        rc = asprintf(&sweep->path, "%s", node->text);
    else
        rc = asprintf(&sweep->path, "%s/%s", sweep->document.source.folder, node->text);
    if (rc < 0) {
        sweep->path = NULL;
        return no_memory(sweep, error);
    }
    const char *problem = pcs_text_file_check(sweep->path);
    if (problem)
        return pcs_error_at(error, node->place, "scenario %s: %s; expected a readable file",
                            pcs_quote(node->text).text, problem);
    return 0;
}

static int read_set(struct pcs_sweep *sweep, struct pcs_error *error)
{
    const struct pcs_node *node = pcs_node_at(sweep->document.root, "set");
    int n = 0;

    if (!node)
        return 0;
    if (pcs_sweep_expect(node, PCS_NODE_MAPPING, "a mapping of keys to values", error) < 0)
        return -1;
    for (const struct pcs_node *child = node->children; child; child = child->next)
        n++;
    sweep->set = calloc((size_t)n + 1, sizeof *sweep->set);
    sweep->set_places = calloc((size_t)n + 1, sizeof *sweep->set_places);
    if (!sweep->set || !sweep->set_places)
        return no_memory(sweep, error);
    for (const struct pcs_node *child = node->children; child; child = child->next) {
        char *value = pcs_sweep_flow_text(child);
        int length =
            value ? asprintf(&sweep->set[sweep->set_n], "%s=%s", child->key->text, value) : -1;
        free(value);
        if (length < 0) {
            sweep->set[sweep->set_n] = NULL;
            return no_memory(sweep, error);
        }
        sweep->set_places[sweep->set_n++] = child->place;
    }
    return 0;
}

static int check_new_key(const struct pcs_sweep *sweep, const struct pcs_node *key,
                         struct pcs_error *error)
{
    for (int i = 0; i < pcs_sweep_keys_n(sweep); i++) {
        if (strcmp(pcs_sweep_key(sweep, i), key->text) == 0)
            return pcs_error_at(error, key->place, "%s varies twice; expected it once",
                                pcs_quote(key->text).text);
    }
    return 0;
}

/** Add an axis with room for @p keys_n keys. */
static struct pcs_sweep_axis *add_axis(struct pcs_sweep *sweep, int keys_n)
{
    struct pcs_sweep_axis *axes =
        realloc(sweep->axes, ((size_t)sweep->axes_n + 1) * sizeof *sweep->axes);

    if (!axes)
        return NULL;
    sweep->axes = axes;
    struct pcs_sweep_axis *axis = &axes[sweep->axes_n];
    *axis = (struct pcs_sweep_axis){.keys = calloc((size_t)keys_n, sizeof *axis->keys)};
    if (!axis->keys)
        return NULL;
    sweep->axes_n++;
    return axis;
}

/** Add a key with its values to an axis, which has the same number of them. */
static int add_key(struct pcs_sweep *sweep, struct pcs_sweep_axis *axis,
                   const struct pcs_node *node, struct pcs_error *error)
{
    char **values;
    struct pcs_place *places;

    if (check_new_key(sweep, node->key, error) < 0)
        return -1;
    int n = pcs_sweep_values(node, &values, &places, error);
    int rc = n < 0 ? -1 : 0;
    if (rc == 0 && axis->keys_n > 0 && n != axis->values_n)
        rc = pcs_error_at(error, node->place, "%d values; expected %d, as for %s in the same zip",
                          n, axis->values_n, axis->keys[0]);
    if (rc == 0) {
        const size_t all = (size_t)(axis->keys_n + 1) * (size_t)n;
        char **more = realloc(axis->values, all * sizeof *more);
        axis->values = more ? more : axis->values;
        struct pcs_place *more_places = realloc(axis->places, all * sizeof *more_places);
        axis->places = more_places ? more_places : axis->places;
        if (!values || !places || !more || !more_places) {
            rc = no_memory(sweep, error);
        } else {
            const size_t first = (size_t)axis->keys_n * (size_t)n;
            memcpy(axis->values + first, values, (size_t)n * sizeof *values);
            memcpy(axis->places + first, places, (size_t)n * sizeof *places);
            axis->values_n = n;
            axis->keys[axis->keys_n++] = node->key->text;
            free(values);
            values = NULL;
            for (size_t i = first; rc == 0 && i < all; i++)
                rc = axis->values[i] ? 0 : no_memory(sweep, error);
        }
    }
    for (int i = 0; values && i < n; i++)
        free(values[i]);
    free(values);
    free(places);
    return rc;
}

static int read_vary(struct pcs_sweep *sweep, struct pcs_error *error)
{
    const struct pcs_node *node = pcs_node_at(sweep->document.root, "vary");

    if (!node)
        return 0;
    if (pcs_sweep_expect(node, PCS_NODE_MAPPING, "a mapping of keys to lists of values", error) < 0)
        return -1;
    for (const struct pcs_node *child = node->children; child; child = child->next) {
        struct pcs_sweep_axis *axis = add_axis(sweep, 1);
        if (!axis)
            return no_memory(sweep, error);
        if (add_key(sweep, axis, child, error) < 0)
            return -1;
    }
    return 0;
}

static int read_one_zip(struct pcs_sweep *sweep, const struct pcs_node *node,
                        struct pcs_error *error)
{
    int n = 0;

    if (pcs_sweep_expect(node, PCS_NODE_MAPPING, "a mapping of keys to lists of equal length",
                         error) < 0)
        return -1;
    for (const struct pcs_node *child = node->children; child; child = child->next)
        n++;
    if (n == 0)
        return pcs_error_at(error, node->place, "an empty mapping; expected keys that vary");
    struct pcs_sweep_axis *axis = add_axis(sweep, n);
    if (!axis)
        return no_memory(sweep, error);
    for (const struct pcs_node *child = node->children; child; child = child->next) {
        if (add_key(sweep, axis, child, error) < 0)
            return -1;
    }
    return 0;
}

static int read_zip(struct pcs_sweep *sweep, struct pcs_error *error)
{
    const struct pcs_node *node = pcs_node_at(sweep->document.root, "zip");

    if (!node)
        return 0;
    if (node->kind != PCS_NODE_LIST)
        return read_one_zip(sweep, node, error);
    for (const struct pcs_node *child = node->children; child; child = child->next) {
        if (read_one_zip(sweep, child, error) < 0)
            return -1;
    }
    return 0;
}

static int read_repeat(struct pcs_sweep *sweep, struct pcs_error *error)
{
    const struct pcs_node *node = pcs_node_at(sweep->document.root, "repeat");
    int axis, column;

    sweep->repeat = 1;
    if (!node)
        return 0;
    if (node->kind != PCS_NODE_SCALAR || pcs_quantity_count(node->text, &sweep->repeat) ||
        sweep->repeat < 1 || sweep->repeat > 1000000)
        return pcs_error_at(error, node->place,
                            "repeat: expected a number of seeds from 1 to 1000000");
    if (sweep->repeat > 1 && pcs_sweep_find_key(sweep, "seed", &axis, &column))
        return pcs_error_at(error, node->place,
                            "repeat is there beside a seed that varies; expected one of them");
    return 0;
}

static int read_batch(struct pcs_sweep *sweep, struct pcs_error *error)
{
    const struct pcs_node *node = pcs_node_at(sweep->document.root, "slurm");
    struct pcs_sweep_batch *batch = &sweep->batch;
    const struct {
        const char *key;
        const char **value;
    } keys[] = {{"partition", &batch->partition}, {"account", &batch->account},
                {"time", &batch->time},           {"memory", &batch->memory},
                {"chunk", &batch->chunk},         {"throttle", &batch->throttle}};
    const size_t keys_n = sizeof keys / sizeof *keys;

    if (!node)
        return 0;
    if (pcs_sweep_expect(node, PCS_NODE_MAPPING, "a mapping", error) < 0)
        return -1;
    for (const struct pcs_node *child = node->children; child; child = child->next) {
        size_t i = 0;
        while (i < keys_n && strcmp(keys[i].key, child->key->text) != 0)
            i++;
        if (i == keys_n)
            return pcs_error_at(error, child->key->place,
                                "unknown key %s in slurm; expected one of partition, account, "
                                "time, memory, chunk, throttle",
                                pcs_quote(child->key->text).text);
        if (pcs_sweep_expect(child, PCS_NODE_SCALAR, "a single value", error) < 0)
            return -1;
        *keys[i].value = child->text;
    }
    return 0;
}

static int check_keys(const struct pcs_sweep *sweep, struct pcs_error *error)
{
    static const char *const known[] = {"scenario", "set",    "vary", "zip",
                                        "exclude",  "repeat", "slurm"};
    const struct pcs_place start = {&sweep->document.source, 1, 1};
    const struct pcs_node *root = sweep->document.root;

    if (!root)
        return pcs_error_at(error, start, "the file is empty; %s", expected_keys);
    if (pcs_sweep_expect(root, PCS_NODE_MAPPING, "a mapping with the key scenario at least",
                         error) < 0)
        return -1;
    for (const struct pcs_node *child = root->children; child; child = child->next) {
        size_t i = 0;
        while (i < sizeof known / sizeof *known && strcmp(known[i], child->key->text) != 0)
            i++;
        if (i == sizeof known / sizeof *known)
            return pcs_error_at(error, child->key->place, "unknown key %s; %s",
                                pcs_quote(child->key->text).text, expected_keys);
    }
    return 0;
}

int pcs_sweep_read(struct pcs_sweep *sweep, const char *path, struct pcs_error *error)
{
    memset(sweep, 0, sizeof *sweep);
    if (pcs_document_read(&sweep->document, path, error) < 0 || check_keys(sweep, error) < 0 ||
        read_base(sweep, path, error) < 0 || read_set(sweep, error) < 0 ||
        read_vary(sweep, error) < 0 || read_zip(sweep, error) < 0 ||
        pcs_sweep_read_exclusions(sweep, error) < 0 || read_repeat(sweep, error) < 0)
        return -1;
    return read_batch(sweep, error);
}

void pcs_sweep_fini(struct pcs_sweep *sweep)
{
    for (int i = 0; i < sweep->set_n; i++)
        free(sweep->set[i]);
    free(sweep->set);
    free(sweep->set_places);
    for (int i = 0; i < sweep->exclusions_n; i++) {
        for (int k = 0; k < sweep->exclusions[i].keys_n; k++)
            free(sweep->exclusions[i].matches[k]);
        free(sweep->exclusions[i].matches);
        free(sweep->exclusions[i].axes);
        free(sweep->exclusions[i].columns);
    }
    free(sweep->exclusions);
    for (int i = 0; i < sweep->axes_n; i++) {
        for (int k = 0; k < sweep->axes[i].keys_n * sweep->axes[i].values_n; k++)
            free(sweep->axes[i].values[k]);
        free(sweep->axes[i].values);
        free(sweep->axes[i].places);
        free(sweep->axes[i].keys);
    }
    free(sweep->axes);
    free(sweep->path);
    pcs_document_fini(&sweep->document);
    memset(sweep, 0, sizeof *sweep);
}
