/*
 * The shape of a fat tree, and its rendering with links of different bandwidths.
 */
#ifndef PCS_PLATFORMS_FAT_TREE_H
#define PCS_PLATFORMS_FAT_TREE_H

#include "platforms/model.h"

struct pcs_tree {
    int levels;
    int leaf_hosts; /**< k */
    int up;         /**< u: links up of a leaf, and switches above the leaves of a pod */
    int pod_leaves; /**< m; two levels: all leaves */
    int pods;       /**< two levels: 1 */
};

/** Complete the numbers of @p spec; it need not have been checked. */
struct pcs_tree pcs_tree_plan(const struct pcs_platform_spec *spec, int nodes);

/** Links from the leaves up; in a tree of three levels there are as many from the pods up. */
int pcs_tree_leaf_links(const struct pcs_tree *tree);

/** Whether links are not all alike: background traffic, or some of them reduced. */
bool pcs_tree_is_disturbed(const struct pcs_platform_spec *spec);

/** model.has_link(). Links from leaves and pods up have names in the disturbed rendering only. */
bool pcs_tree_has_link(const struct pcs_platform_spec *spec, int nodes, const char *name);

/**
 * model.write_zones() with every link written out: the same tree with the same routes, for links
 * of different bandwidths.
 */
int pcs_tree_write_links(const struct pcs_platform_spec *spec, const struct pcs_links *links,
                         int nodes, FILE *out);

#endif
