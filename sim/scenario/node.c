/*
 * Operations on the tree of a YAML text; what a node is stands in node.h.
 */
#include "sim/scenario/node.h"

#include <stdlib.h>
#include <string.h>

struct pcs_node *pcs_node_create(struct pcs_document *document, enum pcs_node_kind kind,
                                 struct pcs_place place, const char *text)
{
    size_t length = text ? strlen(text) : 0;
    struct pcs_node *node = calloc(1, sizeof *node + length + 1);

    if (!node)
        return NULL;
    node->kind = kind;
    node->place = place;
    if (text)
        memcpy(node->text, text, length);
    node->made = document->made;
    document->made = node;
    return node;
}

static bool is_named(const struct pcs_node *node, const char *key, size_t length)
{
    return strlen(node->key->text) == length && memcmp(node->key->text, key, length) == 0;
}

/* The link that points to the value of a key, or the last link, which is NULL. */
static struct pcs_node **find_link(struct pcs_node *mapping, const char *key, size_t length)
{
    struct pcs_node **link = &mapping->children;

    while (*link && !is_named(*link, key, length))
        link = &(*link)->next;
    return link;
}

/* The link that points to the node at a path; NULL or a link that is NULL if there is none. */
static struct pcs_node **link_at(struct pcs_node *root, const char *path)
{
    struct pcs_node **link = NULL;

    for (struct pcs_node *node = root; *path; node = *link) {
        size_t length = strcspn(path, ".");
        if (!node || node->kind != PCS_NODE_MAPPING)
            return NULL;
        link = find_link(node, path, length);
        path += length + (path[length] == '.');
    }
    return link;
}

struct pcs_node *pcs_node_edit(struct pcs_node *root, const char *path)
{
    struct pcs_node **link = link_at(root, path);

    return link ? *link : NULL;
}

const struct pcs_node *pcs_node_at(const struct pcs_node *root, const char *path)
{
    const struct pcs_node *node = root;

    while (node && *path) {
        size_t length = strcspn(path, ".");
        node = node->kind == PCS_NODE_MAPPING ? node->children : NULL;
        while (node && !is_named(node, path, length))
            node = node->next;
        path += length + (path[length] == '.');
    }
    return node;
}

void pcs_node_put(struct pcs_node *mapping, struct pcs_node *value)
{
    struct pcs_node **link = find_link(mapping, value->key->text, strlen(value->key->text));

    value->next = *link ? (*link)->next : NULL;
    *link = value;
}

void pcs_node_remove(struct pcs_node *root, const char *path)
{
    struct pcs_node **link = link_at(root, path);

    if (link && *link)
        *link = (*link)->next;
}

bool pcs_node_is_null(const struct pcs_node *node)
{
    static const char *const nulls[] = {"", "~", "null", "Null", "NULL"};

    if (node->kind != PCS_NODE_SCALAR || !node->plain)
        return false;
    for (size_t i = 0; i < sizeof nulls / sizeof *nulls; i++) {
        if (strcmp(node->text, nulls[i]) == 0)
            return true;
    }
    return false;
}

const char *pcs_node_kind_name(const struct pcs_node *node)
{
    switch (node->kind) {
    case PCS_NODE_MAPPING:
        return "a mapping";
    case PCS_NODE_LIST:
        return "a list";
    case PCS_NODE_SCALAR:
        break;
    }
    return "a single value";
}
