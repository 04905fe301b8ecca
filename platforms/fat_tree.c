/*
 * Fat tree of two levels with full bisection, by SimGrid's FAT_TREE cluster.
 *
 * A leaf switch has k hosts below and k spines above it; a spine has one port to each leaf. With
 * 2k ports on every switch that goes up to 2k leaves, 2k^2 hosts. The tree is the smallest of
 * this family: k = 16 up to 512 ranks, above that the least k with 2k^2 >= ranks (18, a full
 * 36-port tree, up to 648; 20, a full 40-port HDR tree, up to 800), and as many leaves as the
 * ranks fill. Above that no single switch chip has 2k ports; such a switch stands for a director.
 *
 * SimGrid routes d-mod-k on the destination: one static path, shifts are free of contention.
 * Every cable count is 1, because for larger ones 3.32 chooses the cables downwards unevenly.
 */
#include "platforms/model.h"

#include "platforms/cluster.h"

/** Hosts below a leaf = spines above it. */
static int leaf_hosts(int ranks)
{
    int k = pcs_fat_tree_shape()->leaf_hosts_min;

    while (2LL * k * k < ranks) {
        k++;
    }
    return k;
}

static int leaves(int ranks)
{
    return (ranks - 1) / leaf_hosts(ranks) + 1;
}

static int fat_tree_hosts(int ranks)
{
    return leaves(ranks) * leaf_hosts(ranks);
}

static int fat_tree_write_title(int ranks, FILE *out)
{
    return fprintf(out,
                   "Fat tree of two levels, full bisection: %d nodes, %d leaf switch(es) of %d "
                   "hosts, %d spines.",
                   fat_tree_hosts(ranks), leaves(ranks), leaf_hosts(ranks), leaf_hosts(ranks)) < 0
               ? -1
               : 0;
}

static int fat_tree_write_zones(const struct pcs_links *links, int ranks, FILE *out)
{
    int k = leaf_hosts(ranks);

    if (fprintf(out, "  <cluster id=\"cluster\" prefix=\"%s\" suffix=\"\" radical=\"0-%d\"",
                pcs_model_fat_tree.host_prefix, fat_tree_hosts(ranks) - 1) < 0 ||
        pcs_cluster_write_links(links, out) < 0 ||
        fprintf(out, " topology=\"FAT_TREE\" topo_parameters=\"2;%d,%d;1,%d;1,1\"/>\n", k,
                leaves(ranks), k) < 0) {
        return -1;
    }
    return 0;
}

const struct pcs_model pcs_model_fat_tree = {
    .host_prefix = "node-",
    .hosts = fat_tree_hosts,
    .write_title = fat_tree_write_title,
    .write_zones = fat_tree_write_zones,
};
