/*
 * The fat tree link by link, for background traffic and reduced links: SimGrid's own FAT_TREE has
 * one bandwidth for all.
 *
 * The routes are those of FAT_TREE, d-mod-k on the destination b: up from a leaf on link b mod u,
 * up from a pod's switch on link (b / u) mod m, and down the only way there is. They are not listed
 * pair by pair, which would be P^2 lines, but follow from shortest paths in a graph: hosts and
 * switches lead up by an edge a link, and a switch leads down by one edge a host, straight to it,
 * but only to the hosts that are routed over that switch. The next shortest way to a host is longer
 * by two links at least, so that no tie is left to chance. tests/smpi/tree_links.sh holds this
 * against FAT_TREE for every pair.
 *
 * The zone is SimGrid's DijkstraCache: one search for each host that sends, and an int for each
 * pair of sender and node of the graph.
 */
#include "platforms/fat_tree.h"

#include <stdlib.h>
#include <string.h>

#include "platforms/cluster.h"
#include "platforms/disturb.h"

/** Link @p up of leaf @p leaf. */
struct leaf_link {
    int leaf, up;
};

/** Link @p up of switch @p spine of pod @p pod. */
struct pod_link {
    int pod, spine, up;
};

/** The links that a message to a host comes down by. */
struct way {
    struct pod_link pod;
    struct leaf_link leaf;
    int host;
};

static struct way way_to(const struct pcs_tree *tree, int host)
{
    int leaf = host / tree->leaf_hosts;
    int spine = host % tree->up;

    return (struct way){
        .pod = {leaf / tree->pod_leaves, spine, host / tree->up % tree->pod_leaves},
        .leaf = {leaf, spine},
        .host = host,
    };
}

static int write_link(const char *name, int mb_per_s, int latency_ns,
                      const struct pcs_platform_spec *spec, FILE *out)
{
    if (fprintf(out, "    <link id=\"%s\" bandwidth=\"", name) < 0 ||
        pcs_bandwidth_write(pcs_named_link(spec, name, mb_per_s), spec->scale, out) < 0) {
        return -1;
    }
    return fprintf(out, "\" latency=\"%dns\" sharing_policy=\"SPLITDUPLEX\"/>\n", latency_ns) < 0
               ? -1
               : 0;
}

static void leaf_link_name(struct leaf_link link, char *name, size_t size)
{
    snprintf(name, size, "leaf-up-l%d-%d", link.leaf, link.up);
}

static void pod_link_name(struct pod_link link, char *name, size_t size)
{
    snprintf(name, size, "pod-up-p%d-s%d-%d", link.pod, link.spine, link.up);
}

static int write_leaf_links(const struct pcs_tree *tree, const struct pcs_platform_spec *spec,
                            const struct pcs_links *links, FILE *out)
{
    int n = pcs_tree_leaf_links(tree);
    int *mb_per_s = pcs_disturbed_links(spec, PCS_LINK_LEAF_UP, n, links->bandwidth_mb_per_s);
    char name[64];
    int rc = mb_per_s ? 0 : -1;

    for (int i = 0; rc == 0 && i < n; i++) {
        leaf_link_name((struct leaf_link){i / tree->up, i % tree->up}, name, sizeof(name));
        rc = write_link(name, mb_per_s[i], links->latency_ns, spec, out);
    }
    free(mb_per_s);
    return rc;
}

static int write_pod_links(const struct pcs_tree *tree, const struct pcs_platform_spec *spec,
                           const struct pcs_links *links, FILE *out)
{
    int n = tree->levels == 3 ? pcs_tree_leaf_links(tree) : 0;
    int *mb_per_s = pcs_disturbed_links(spec, PCS_LINK_POD_UP, n, links->bandwidth_mb_per_s);
    char name[64];
    int rc = mb_per_s ? 0 : -1;

    for (int i = 0; rc == 0 && i < n; i++) {
        int of_pod = i % (tree->up * tree->pod_leaves);
        struct pod_link link = {i / (tree->up * tree->pod_leaves), of_pod / tree->pod_leaves,
                                of_pod % tree->pod_leaves};

        pod_link_name(link, name, sizeof(name));
        rc = write_link(name, mb_per_s[i], links->latency_ns, spec, out);
    }
    free(mb_per_s);
    return rc;
}

/** Hosts and switches: SimGrid wants them before the links. */
static int write_points(const struct pcs_tree *tree, int hosts, const struct pcs_links *links,
                        FILE *out)
{
    for (int host = 0; host < hosts; host++) {
        fprintf(out, "    <host id=\"node-%d\" speed=\"%dGf\" core=\"%d\"/>\n", host,
                links->host_gflops, links->host_cores);
    }
    for (int leaf = 0; leaf < tree->pods * tree->pod_leaves; leaf++) {
        fprintf(out, "    <router id=\"leaf-l%d\"/>\n", leaf);
    }
    for (int pod = 0; pod < tree->pods; pod++) {
        for (int spine = 0; spine < tree->up; spine++) {
            fprintf(out, "    <router id=\"pod-p%d-s%d\"/>\n", pod, spine);
        }
    }
    for (int spine = 0; tree->levels == 3 && spine < tree->up; spine++) {
        for (int up = 0; up < tree->pod_leaves; up++) {
            fprintf(out, "    <router id=\"top-s%d-%d\"/>\n", spine, up);
        }
    }
    return ferror(out) ? -1 : 0;
}

/** FATPIPE: messages inside a host do not share it, so one does for all hosts. */
static int write_loopback(const struct pcs_links *links, FILE *out)
{
    if (fprintf(out, "    <link id=\"loopback\" bandwidth=\"") < 0 ||
        pcs_bandwidth_write(links->loopback_mb_per_s, links->scale, out) < 0) {
        return -1;
    }
    return fprintf(out, "\" latency=\"%dns\" sharing_policy=\"FATPIPE\"/>\n", links->loopback_ns) <
                   0
               ? -1
               : 0;
}

static int write_host_links(int hosts, const struct pcs_platform_spec *spec,
                            const struct pcs_links *links, FILE *out)
{
    char name[64];
    int rc = 0;

    for (int host = 0; rc == 0 && host < hosts; host++) {
        snprintf(name, sizeof(name), "node-link-%d", host);
        rc = write_link(name, links->bandwidth_mb_per_s, links->latency_ns, spec, out);
    }
    return rc;
}

#define ROUTE "    <route src=\"%s\" dst=\"%s\" symmetrical=\"NO\">"
#define UP "<link_ctn id=\"%s\" direction=\"UP\"/></route>\n"
#define DOWN "<link_ctn id=\"%s\" direction=\"DOWN\"/>"

/** Edges to a host, from its leaf, its pod's switch and its top switch; and the one from it. */
static void write_host_edges(const struct pcs_tree *tree, int host, FILE *out)
{
    struct way way = way_to(tree, host);
    char node[32], leaf[32], spine[48], top[48];
    char host_link[64], leaf_link[64], pod_link[64];

    snprintf(node, sizeof(node), "node-%d", host);
    snprintf(leaf, sizeof(leaf), "leaf-l%d", way.leaf.leaf);
    snprintf(spine, sizeof(spine), "pod-p%d-s%d", way.pod.pod, way.pod.spine);
    snprintf(top, sizeof(top), "top-s%d-%d", way.pod.spine, way.pod.up);
    snprintf(host_link, sizeof(host_link), "node-link-%d", host);
    leaf_link_name(way.leaf, leaf_link, sizeof(leaf_link));
    pod_link_name(way.pod, pod_link, sizeof(pod_link));

    fprintf(out, ROUTE "<link_ctn id=\"loopback\"/></route>\n", node, node);
    fprintf(out, ROUTE UP, node, leaf, host_link);
    /* SimGrid puts the links of an edge before those it has, one by one: last link first. */
    fprintf(out, ROUTE DOWN "</route>\n", leaf, node, host_link);
    fprintf(out, ROUTE DOWN DOWN "</route>\n", spine, node, host_link, leaf_link);
    if (tree->levels == 3) {
        fprintf(out, ROUTE DOWN DOWN DOWN "</route>\n", top, node, host_link, leaf_link, pod_link);
    }
}

static void write_switch_edges(const struct pcs_tree *tree, FILE *out)
{
    char from[48], to[48], link[64];

    for (int i = 0; i < pcs_tree_leaf_links(tree); i++) {
        struct leaf_link up = {i / tree->up, i % tree->up};

        snprintf(from, sizeof(from), "leaf-l%d", up.leaf);
        snprintf(to, sizeof(to), "pod-p%d-s%d", up.leaf / tree->pod_leaves, up.up);
        leaf_link_name(up, link, sizeof(link));
        fprintf(out, ROUTE UP, from, to, link);
    }
    for (int i = 0; tree->levels == 3 && i < tree->pods * tree->up; i++) {
        for (int up = 0; up < tree->pod_leaves; up++) {
            struct pod_link pod_up = {i / tree->up, i % tree->up, up};

            snprintf(from, sizeof(from), "pod-p%d-s%d", pod_up.pod, pod_up.spine);
            snprintf(to, sizeof(to), "top-s%d-%d", pod_up.spine, up);
            pod_link_name(pod_up, link, sizeof(link));
            fprintf(out, ROUTE UP, from, to, link);
        }
    }
}

int pcs_tree_write_links(const struct pcs_platform_spec *spec, const struct pcs_links *links,
                         int nodes, FILE *out)
{
    struct pcs_tree tree = pcs_tree_plan(spec, nodes);
    int hosts = tree.leaf_hosts * tree.pod_leaves * tree.pods;

    if (fprintf(out, "  <zone id=\"tree\" routing=\"DijkstraCache\">\n") < 0 ||
        write_points(&tree, hosts, links, out) < 0 || write_loopback(links, out) < 0 ||
        write_host_links(hosts, spec, links, out) < 0 ||
        write_leaf_links(&tree, spec, links, out) < 0 ||
        write_pod_links(&tree, spec, links, out) < 0) {
        return -1;
    }
    for (int host = 0; host < hosts; host++) {
        write_host_edges(&tree, host, out);
    }
    write_switch_edges(&tree, out);
    return fprintf(out, "  </zone>\n") < 0 || ferror(out) ? -1 : 0;
}

bool pcs_tree_is_disturbed(const struct pcs_platform_spec *spec)
{
    return spec->background != PCS_LINK_NONE || spec->reduced != PCS_LINK_NONE ||
           spec->reduced_names;
}

bool pcs_tree_has_link(const struct pcs_platform_spec *spec, int nodes, const char *name)
{
    struct pcs_tree tree = pcs_tree_plan(spec, nodes);
    struct leaf_link leaf;
    struct pod_link pod;
    char again[64] = "";
    int host;
    bool is_there = false;

    /* Written once more, so that "leaf-up-l01-0" is no name. */
    if (sscanf(name, "node-link-%d", &host) == 1) {
        is_there = host >= 0 && host < tree.leaf_hosts * tree.pod_leaves * tree.pods;
        snprintf(again, sizeof(again), "node-link-%d", host);
    } else if (sscanf(name, "leaf-up-l%d-%d", &leaf.leaf, &leaf.up) == 2) {
        is_there = leaf.leaf >= 0 && leaf.leaf < tree.pods * tree.pod_leaves && leaf.up >= 0 &&
                   leaf.up < tree.up;
        leaf_link_name(leaf, again, sizeof(again));
    } else if (tree.levels == 3 &&
               sscanf(name, "pod-up-p%d-s%d-%d", &pod.pod, &pod.spine, &pod.up) == 3) {
        is_there = pod.pod >= 0 && pod.pod < tree.pods && pod.spine >= 0 && pod.spine < tree.up &&
                   pod.up >= 0 && pod.up < tree.pod_leaves;
        pod_link_name(pod, again, sizeof(again));
    }
    return is_there && strcmp(again, name) == 0;
}
