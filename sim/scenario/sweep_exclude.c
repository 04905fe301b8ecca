/*
 * Which combinations a sweep leaves out.
 */
#include <stdlib.h>
#include <string.h>

#include "sim/scenario/sweep.h"

bool pcs_sweep_find_key(const struct pcs_sweep *sweep, const char *key, int *axis, int *column)
{
    for (*axis = 0; *axis < sweep->axes_n; (*axis)++) {
        for (*column = 0; *column < sweep->axes[*axis].keys_n; (*column)++) {
            if (strcmp(sweep->axes[*axis].keys[*column], key) == 0)
                return true;
        }
    }
    return false;
}

/** Mark the values of an axis that are @p node's. */
static int mark(const struct pcs_sweep *sweep, int axis_number, int column,
                const struct pcs_node *node, bool *matches, struct pcs_error *error)
{
    const struct pcs_sweep_axis *axis = &sweep->axes[axis_number];
    char *text = pcs_sweep_flow_text(node);
    bool found = false;

    if (!text)
        return pcs_error_in(error, &sweep->document.source, "out of memory");
    for (int i = 0; i < axis->values_n; i++) {
        if (strcmp(axis->values[column * axis->values_n + i], text) == 0) {
            matches[i] = true;
            found = true;
        }
    }
    int rc = found ? 0
                   : pcs_error_at(error, node->place,
                                  "%s is no value of %s; expected one that it has in this sweep",
                                  pcs_quote(text).text, axis->keys[column]);
    free(text);
    return rc;
}

static int read_rule(struct pcs_sweep *sweep, struct pcs_sweep_exclusion *rule,
                     const struct pcs_node *node, struct pcs_error *error)
{
    size_t n = 0;

    if (pcs_sweep_expect(node, PCS_NODE_MAPPING, "a mapping of keys to values", error) < 0)
        return -1;
    for (const struct pcs_node *child = node->children; child; child = child->next)
        n++;
    if (n == 0)
        return pcs_error_at(error, node->place, "an empty mapping; expected keys and values");
    rule->axes = calloc(n, sizeof *rule->axes);
    rule->columns = calloc(n, sizeof *rule->columns);
    rule->matches = calloc(n, sizeof *rule->matches);
    if (!rule->axes || !rule->columns || !rule->matches)
        return pcs_error_in(error, &sweep->document.source, "out of memory");
    for (const struct pcs_node *child = node->children; child; child = child->next) {
        const int key = rule->keys_n;
        if (!pcs_sweep_find_key(sweep, child->key->text, &rule->axes[key], &rule->columns[key]))
            return pcs_error_at(error, child->key->place,
                                "%s does not vary; expected a key of vary or zip",
                                pcs_quote(child->key->text).text);
        rule->matches[key] =
            calloc((size_t)sweep->axes[rule->axes[key]].values_n, sizeof **rule->matches);
        if (!rule->matches[key])
            return pcs_error_in(error, &sweep->document.source, "out of memory");
        rule->keys_n++;
        const bool is_list = child->kind == PCS_NODE_LIST;
        for (const struct pcs_node *value = is_list ? child->children : child; value;
             value = is_list ? value->next : NULL) {
            if (mark(sweep, rule->axes[key], rule->columns[key], value, rule->matches[key], error) <
                0)
                return -1;
        }
    }
    return 0;
}

int pcs_sweep_read_exclusions(struct pcs_sweep *sweep, struct pcs_error *error)
{
    const struct pcs_node *node = pcs_node_at(sweep->document.root, "exclude");
    size_t n = 0;

    if (!node)
        return 0;
    if (pcs_sweep_expect(node, PCS_NODE_LIST, "a list of mappings", error) < 0)
        return -1;
    for (const struct pcs_node *child = node->children; child; child = child->next)
        n++;
    sweep->exclusions = calloc(n + 1, sizeof *sweep->exclusions);
    if (!sweep->exclusions)
        return pcs_error_in(error, &sweep->document.source, "out of memory");
    for (const struct pcs_node *child = node->children; child; child = child->next) {
        if (read_rule(sweep, &sweep->exclusions[sweep->exclusions_n++], child, error) < 0)
            return -1;
    }
    return 0;
}
