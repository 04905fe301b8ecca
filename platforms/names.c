/*
 * Names of models, renderings, placements and link classes, as scenario files and help use them.
 */
#include <stddef.h>

#include "platforms/platform.h"

static const struct pcs_name models[] = {
    {PCS_PLATFORM_ARIES, "aries", "Cray XC dragonfly: groups of 384 nodes joined by optical links"},
    {PCS_PLATFORM_FAT_TREE, "fat-tree",
     "InfiniBand fat tree of two levels with full bisection, static routing"},
    {PCS_PLATFORM_FLAT, "flat", "one switch: no congestion but on the hosts' own links"},
    {0, NULL, NULL},
};

static const struct pcs_name renderings[] = {
    {PCS_RENDERING_SPREAD, "spread",
     "a group is a crossbar, all optical links of a pair of groups act as one: the optimistic "
     "picture of adaptive routing"},
    {0, NULL, NULL},
};

static const struct pcs_name placements[] = {
    {PCS_PLACEMENT_BLOCK, "block", "rank i on the i-th host"},
    {0, NULL, NULL},
};

static const struct pcs_name link_classes[] = {
    {PCS_LINKS_ARIES, "aries", "Cray Aries: 10.2 GB/s, 1.4 us for 8 bytes inside a group"},
    {PCS_LINKS_EDR, "edr", "InfiniBand EDR: 12.5 GB/s, 1.0 us for 8 bytes under one switch"},
    {PCS_LINKS_HDR, "hdr", "InfiniBand HDR: 25 GB/s, 1.0 us for 8 bytes under one switch"},
    {0, NULL, NULL},
};

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
