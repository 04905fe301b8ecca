/*
 * The tree that a YAML text is read into: scalars, mappings and lists, each with its place.
 *
 * All nodes belong to the document in which they were made and live as long as it does; a node may
 * be linked into the tree of another document that ends no later.
 */
#ifndef PCS_SCENARIO_NODE_H
#define PCS_SCENARIO_NODE_H

#include "sim/scenario/error.h"

enum pcs_node_kind { PCS_NODE_SCALAR, PCS_NODE_MAPPING, PCS_NODE_LIST };

struct pcs_node {
    enum pcs_node_kind kind;
    struct pcs_place place;
    bool plain;                /**< scalar without quotes: only these can be null */
    struct pcs_node *key;      /**< scalar; in a mapping only */
    struct pcs_node *children; /**< of a mapping or list, in the order of the text */
    struct pcs_node *next;     /**< the next child of the same parent */
    struct pcs_node *made;     /**< the node made before it in the same document */
    char text[];               /**< of a scalar: UTF-8 without control characters */
};

struct pcs_document {
    struct pcs_source source;
    struct pcs_node *root; /**< NULL for a text without content */
    struct pcs_node *made; /**< the node made last */
};

/** Make a node of @p document; @p text may be NULL. @return NULL when there is no memory */
struct pcs_node *pcs_node_create(struct pcs_document *document, enum pcs_node_kind kind,
                                 struct pcs_place place, const char *text);

/** @return the node at a path such as "collective.bytes" below @p root, or NULL */
const struct pcs_node *pcs_node_at(const struct pcs_node *root, const char *path);

/** The same, to change it. */
struct pcs_node *pcs_node_edit(struct pcs_node *root, const char *path);

/** Put @p value, whose key is set, into @p mapping: in place of the same key, or at the end. */
void pcs_node_put(struct pcs_node *mapping, struct pcs_node *value);

/** Unlink the node at @p path, if there is one. */
void pcs_node_remove(struct pcs_node *root, const char *path);

/** @return whether the node is YAML's null: nothing, "~" or "null", without quotes */
bool pcs_node_is_null(const struct pcs_node *node);

/** @return "a mapping", "a list" or "a single value" */
const char *pcs_node_kind_name(const struct pcs_node *node);

#endif
