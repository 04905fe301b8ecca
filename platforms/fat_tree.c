/*
 * Fat trees of two and three levels, full bisection or tapered, by SimGrid's FAT_TREE cluster.
 *
 * A leaf switch has k hosts below it and u = k / taper links up. All switches have k + u ports.
 *
 * Two levels: u spines with a port to each leaf, so at most k + u leaves. Without a given k, the
 * tree is the smallest of this family: k = 16 (or the next multiple of the taper) as long as that
 * goes, above that the least k that does. At taper 1 that is 18, a full 36-port tree, up to 648
 * hosts and 20, a full 40-port HDR tree, up to 800. Beyond, no single switch chip has k + u ports;
 * such a switch stands for a director.
 *
 * Three levels: a pod has m leaves (m = (k + u) / 2 unless given) and u switches above them, each
 * with m links down and m up; the top switches have a port to each pod, at most k + u.
 *
 * SimGrid routes d-mod-k on the destination: one static path, shifts are free of contention.
 * Every cable count is 1, because for larger ones 3.32 chooses the cables downwards unevenly. With
 * links that differ, fat_tree_links.c writes the same tree.
 */
#include "platforms/fat_tree.h"

#include "platforms/cluster.h"

static int ports(const struct pcs_tree *tree)
{
    return tree->leaf_hosts + tree->up;
}

static long long pod_hosts(const struct pcs_tree *tree)
{
    return (long long)tree->leaf_hosts * tree->pod_leaves;
}

/** The tree with @p leaf_hosts; more pods or leaves than ports when it is too small. */
static struct pcs_tree tree_of(const struct pcs_platform_spec *spec, int leaf_hosts, int nodes)
{
    struct pcs_tree tree = {
        .levels = spec->levels > 0 ? spec->levels : 2,
        .leaf_hosts = leaf_hosts,
        .up = leaf_hosts / (spec->taper > 0 ? spec->taper : 1),
        .pods = 1,
    };

    if (tree.levels == 2) {
        tree.pod_leaves = (nodes - 1) / leaf_hosts + 1;
    } else {
        tree.pod_leaves = spec->pod_leaves > 0 ? spec->pod_leaves : ports(&tree) / 2;
        tree.pods = (int)((nodes - 1) / pod_hosts(&tree)) + 1;
    }
    return tree;
}

static bool is_large_enough(const struct pcs_tree *tree)
{
    return (tree->levels == 2 ? tree->pod_leaves : tree->pods) <= ports(tree);
}

struct pcs_tree pcs_tree_plan(const struct pcs_platform_spec *spec, int nodes)
{
    int taper = spec->taper > 0 ? spec->taper : 1;

    if (spec->leaf_hosts > 0) {
        return tree_of(spec, spec->leaf_hosts, nodes);
    }
    int k = (pcs_fat_tree_shape()->leaf_hosts_min + taper - 1) / taper * taper;
    struct pcs_tree tree = tree_of(spec, k, nodes);
    while (!is_large_enough(&tree)) {
        k += taper;
        tree = tree_of(spec, k, nodes);
    }
    return tree;
}

int pcs_tree_leaf_links(const struct pcs_tree *tree)
{
    return tree->pods * tree->pod_leaves * tree->up;
}

static int check_number(const char *key, int value, int max, char *error, size_t error_size)
{
    if (value >= 0 && value <= max) {
        return 0;
    }
    snprintf(error, error_size, "%s: %d; expected a whole number from 1 to %d", key, value, max);
    return -1;
}

static int fat_tree_check(const struct pcs_platform_spec *spec, int nodes, char *error,
                          size_t error_size)
{
    if (check_number("leaf_hosts", spec->leaf_hosts, 1024, error, error_size) < 0 ||
        check_number("pod_leaves", spec->pod_leaves, 1024, error, error_size) < 0 ||
        check_number("taper", spec->taper, 64, error, error_size) < 0) {
        return -1;
    }
    if (spec->levels != 0 && spec->levels != 2 && spec->levels != 3) {
        snprintf(error, error_size, "levels: %d; expected 2 or 3", spec->levels);
        return -1;
    }
    if (spec->pod_leaves > 0 && spec->levels != 3) {
        snprintf(error, error_size,
                 "pod_leaves: a tree of two levels has no pods; expected it "
                 "only with levels: 3");
        return -1;
    }
    if (spec->leaf_hosts > 0 && spec->taper > 0 && spec->leaf_hosts % spec->taper != 0) {
        snprintf(error, error_size,
                 "taper: %d does not divide the %d hosts of a leaf; expected a divisor of %d",
                 spec->taper, spec->leaf_hosts, spec->leaf_hosts);
        return -1;
    }
    struct pcs_tree tree = pcs_tree_plan(spec, nodes);
    long long most = pod_hosts(&tree) * ports(&tree);
    if (tree.levels == 2) {
        most = (long long)tree.leaf_hosts * ports(&tree);
    }
    if (!is_large_enough(&tree)) {
        snprintf(error, error_size,
                 "leaf_hosts: switches of %d ports and %d levels go up to %lld hosts, and %d are "
                 "needed; expected %s",
                 ports(&tree), tree.levels, most, nodes,
                 tree.levels == 2 ? "levels: 3, or more hosts a leaf" : "more hosts a leaf");
        return -1;
    }
    if (pod_hosts(&tree) * tree.pods > PCS_HOSTS_MAX) {
        snprintf(error, error_size, "pod_leaves: %lld hosts; expected at most %d",
                 pod_hosts(&tree) * tree.pods, PCS_HOSTS_MAX);
        return -1;
    }
    return 0;
}

static int fat_tree_hosts(const struct pcs_platform_spec *spec, int nodes)
{
    struct pcs_tree tree = pcs_tree_plan(spec, nodes);

    return (int)pod_hosts(&tree) * tree.pods;
}

static struct pcs_units fat_tree_units(const struct pcs_platform_spec *spec, int nodes)
{
    struct pcs_tree tree = pcs_tree_plan(spec, nodes);

    return (struct pcs_units){
        .router = tree.leaf_hosts,
        .group = tree.levels == 2 ? tree.leaf_hosts : (int)pod_hosts(&tree),
    };
}

static int fat_tree_write_title(const struct pcs_platform_spec *spec, int nodes, FILE *out)
{
    struct pcs_tree tree = pcs_tree_plan(spec, nodes);
    char bisection[48] = "full bisection";

    if (tree.up < tree.leaf_hosts) {
        snprintf(bisection, sizeof(bisection), "tapered %d:1 at the leaves",
                 tree.leaf_hosts / tree.up);
    }
    if (tree.levels == 2) {
        return fprintf(out,
                       "Fat tree of two levels, %s: %d nodes, %d leaf switch(es) of %d hosts, %d "
                       "spines.",
                       bisection, (int)pod_hosts(&tree), tree.pod_leaves, tree.leaf_hosts,
                       tree.up) < 0
                   ? -1
                   : 0;
    }
    return fprintf(out,
                   "Fat tree of three levels, %s: %d nodes, %d pod(s) of %d leaf switches of %d "
                   "hosts, %d top switches.",
                   bisection, (int)pod_hosts(&tree) * tree.pods, tree.pods, tree.pod_leaves,
                   tree.leaf_hosts, tree.up * tree.pod_leaves) < 0
               ? -1
               : 0;
}

static int fat_tree_write_zones(const struct pcs_platform_spec *spec, const struct pcs_links *links,
                                int nodes, FILE *out)
{
    struct pcs_tree tree = pcs_tree_plan(spec, nodes);

    if (pcs_tree_is_disturbed(spec)) {
        return pcs_tree_write_links(spec, links, nodes, out);
    }
    if (fprintf(out, "  <cluster id=\"cluster\" prefix=\"%s\" suffix=\"\" radical=\"0-%d\"",
                pcs_model_fat_tree.host_prefix, fat_tree_hosts(spec, nodes) - 1) < 0 ||
        pcs_cluster_write_links(links, out) < 0) {
        return -1;
    }
    if (tree.levels == 2) {
        return fprintf(out, " topology=\"FAT_TREE\" topo_parameters=\"2;%d,%d;1,%d;1,1\"/>\n",
                       tree.leaf_hosts, tree.pod_leaves, tree.up) < 0
                   ? -1
                   : 0;
    }
    return fprintf(out, " topology=\"FAT_TREE\" topo_parameters=\"3;%d,%d,%d;1,%d,%d;1,1,1\"/>\n",
                   tree.leaf_hosts, tree.pod_leaves, tree.pods, tree.up, tree.pod_leaves) < 0
               ? -1
               : 0;
}

static struct pcs_model_facts fat_tree_facts(const struct pcs_platform_spec *spec,
                                             const struct pcs_links *links, int nodes)
{
    struct pcs_tree tree = pcs_tree_plan(spec, nodes);
    int hosts = fat_tree_hosts(spec, nodes);
    int mb_per_s = links->bandwidth_mb_per_s;
    bool one_leaf = hosts == tree.leaf_hosts;
    int leaf_links = pcs_tree_leaf_links(&tree);
    struct pcs_model_facts facts = {
        .links = {{"node", hosts, mb_per_s, links->latency_ns},
                  {"leaf to spine", leaf_links, mb_per_s, links->latency_ns, PCS_LINK_LEAF_UP}},
        .injection_mb_per_s = mb_per_s,
        .bisection_mb_per_s =
            (double)(hosts / 2) * mb_per_s * (one_leaf ? 1 : (double)tree.up / tree.leaf_hosts),
        .diameter = one_leaf        ? 2
                    : tree.pods > 1 ? 6
                                    : 4,
        .far_host = hosts - 1,
    };

    if (tree.levels == 3) {
        facts.links[1].name = "leaf to pod";
        facts.links[2] = (struct pcs_link_count){"pod to top", leaf_links, mb_per_s,
                                                 links->latency_ns, PCS_LINK_POD_UP};
    }
    return facts;
}

static struct pcs_pair fat_tree_pair(const struct pcs_platform_spec *spec,
                                     const struct pcs_links *links, int nodes, int a, int b)
{
    struct pcs_tree tree = pcs_tree_plan(spec, nodes);
    int pod = (int)pod_hosts(&tree);
    int n = 6;

    if (a / tree.leaf_hosts == b / tree.leaf_hosts) {
        n = 2;
    } else if (a / pod == b / pod) {
        n = 4;
    }
    return (struct pcs_pair){n, n * links->latency_ns, links->bandwidth_mb_per_s};
}

const struct pcs_model pcs_model_fat_tree = {
    .host_prefix = "node-",
    .check = fat_tree_check,
    .hosts = fat_tree_hosts,
    .units = fat_tree_units,
    .write_title = fat_tree_write_title,
    .write_zones = fat_tree_write_zones,
    .facts = fat_tree_facts,
    .pair = fat_tree_pair,
    .has_link = pcs_tree_has_link,
    .link_examples = "such as leaf-up-l0-0, node-link-0, or with three levels pod-up-p0-s0-0",
};
