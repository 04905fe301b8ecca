/*
 * The numbers of the network models: link classes with their SMPI calibration, and the shapes of
 * the machines. Quantities are whole numbers of the unit in their name, so that a platform file
 * is the same text under every locale. All of it is constant data.
 */
#ifndef PCS_PLATFORMS_LINKS_H
#define PCS_PLATFORMS_LINKS_H

#include "platforms/platform.h"

/** One line of the <config> block of a platform file. */
struct pcs_smpi_setting {
    const char *key; /**< NULL ends a list */
    const char *value;
};

/** What one link of a class, and the host behind it, are described with. */
struct pcs_links {
    int bandwidth_mb_per_s; /**< each way; 10^6 bytes per second */
    int latency_ns;         /**< one link, switch included */
    int loopback_mb_per_s;  /**< a message of a rank to a rank on the same host */
    int loopback_ns;
    int host_gflops; /**< a core; SimGrid wants one, no result depends on it */
    int host_cores;
    int scale;                           /**< bandwidths are written divided by it; 0 = 1 */
    const struct pcs_smpi_setting *smpi; /**< calibration: per-message costs and factors */
};

/** Cray XC: how routers form groups and groups the machine. */
struct pcs_aries_shape {
    int nodes_per_router;
    int routers_per_chassis;
    int chassis_per_group;
    int blue_links;            /**< rank-3 links between two groups, where ports allow */
    int blue_ports_per_router; /**< optical ports, one link each */
    int blue_links_per_cable;  /**< links that share one optical cable */
    int blue_link_mb_per_s;    /**< one link, each way: what payload gets over the class's factor */
    int blue_latency_ns;       /**< one optical hop */
    int copper_link_mb_per_s;  /**< one green or black link, each way */
    int black_links;           /**< between two routers of the same slot */
    int paths;                 /**< green links that a flow uses at once, see paths above */
    int hop_ns;                /**< one router */
    int injection_ns;          /**< between node and router */
};

/** InfiniBand tree: the smallest leaf switch used has this many ports down, and as many up. */
struct pcs_fat_tree_shape {
    int leaf_hosts_min;
};

/** The numbers of @p link_class; never NULL for a valid class. Constant. */
const struct pcs_links *pcs_links(enum pcs_link_class link_class);

/** The part of a link's bandwidth that the payload of the largest messages gets. */
double pcs_links_payload_factor(const struct pcs_links *links);

/** SMPI settings of every generated platform, whatever its links. Constant, ended by a NULL key. */
const struct pcs_smpi_setting *pcs_smpi_common(void);

const struct pcs_aries_shape *pcs_aries_shape(void);
const struct pcs_fat_tree_shape *pcs_fat_tree_shape(void);

#endif
