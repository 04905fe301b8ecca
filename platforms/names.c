/*
 * Names of models, renderings, placements and link classes, as scenario files and help use them.
 */
#include <stddef.h>

#include "platforms/platform.h"

static const struct pcs_name models[] = {
    {PCS_PLATFORM_ARIES, "aries", "Cray XC dragonfly: groups of 384 nodes joined by optical links"},
    {PCS_PLATFORM_FAT_TREE, "fat-tree",
     "fat tree of two or three levels, full bisection or tapered, static routing"},
    {PCS_PLATFORM_FLAT, "flat", "one switch: no congestion but on the hosts' own links"},
    {0, NULL, NULL},
};

static const struct pcs_name renderings[] = {
    {PCS_RENDERING_SPREAD, "spread",
     "a group is a crossbar, all optical links of a pair of groups act as one: the optimistic "
     "picture of adaptive routing"},
    {PCS_RENDERING_MINIMAL, "minimal",
     "each router and link, one minimal path for each pair of nodes: the pessimistic picture"},
    {0, NULL, NULL},
};

static const struct pcs_name placements[] = {
    {PCS_PLACEMENT_BLOCK, "block", "rank i on the i-th host"},
    {PCS_PLACEMENT_ROUTERS, "round-robin-routers",
     "the next rank on the next router (leaf switch), and round again"},
    {PCS_PLACEMENT_GROUPS, "round-robin-groups",
     "the next rank in the next group (pod; leaf switch of a two-level tree), and round again"},
    {PCS_PLACEMENT_RANDOM, "random", "hosts drawn by the scenario's seed"},
    {PCS_PLACEMENT_FILE, "file", "a host file for the model: platform.placement_file"},
    {0, NULL, NULL},
};

static const struct pcs_name link_classes[] = {
    {PCS_LINKS_ARIES, "aries", "Cray Aries: 10.2 GB/s, 1.4 us for 8 bytes inside a group"},
    {PCS_LINKS_EDR, "edr", "InfiniBand EDR: 12.5 GB/s, 1.0 us for 8 bytes under one switch"},
    {PCS_LINKS_HDR, "hdr", "InfiniBand HDR: 25 GB/s, 1.0 us for 8 bytes under one switch"},
    {PCS_LINKS_10GBE, "10gbe", "10 Gigabit Ethernet with RoCE: 1.25 GB/s, about 2 us for 8 bytes"},
    {PCS_LINKS_100GBE, "100gbe",
     "100 Gigabit Ethernet with RoCE: 12.5 GB/s, about 1.6 us for 8 bytes"},
    {0, NULL, NULL},
};

static const struct pcs_name link_kinds[] = {
    {PCS_LINK_NONE, "none", "none of the links"},
    {PCS_LINK_GREEN, "green", "aries minimal: between routers of one chassis"},
    {PCS_LINK_BLACK, "black", "aries minimal: between chassis of one group"},
    {PCS_LINK_BLUE, "blue", "aries: optical links between groups"},
    {PCS_LINK_LEAF_UP, "leaf-up", "fat-tree: from leaf switches up"},
    {PCS_LINK_POD_UP, "pod-up", "fat-tree of three levels: from pods up to the top switches"},
    {0, NULL, NULL},
};

const struct pcs_name *pcs_link_kinds(void)
{
    return link_kinds;
}

const struct pcs_name *pcs_platform_models(void)
{
    return models;
}

const struct pcs_name *pcs_platform_renderings(void)
{
    return renderings;
}

const struct pcs_name *pcs_placements(void)
{
    return placements;
}

const struct pcs_name *pcs_link_classes(void)
{
    return link_classes;
}
