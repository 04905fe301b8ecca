/*
 * What a network model is to the writer: one object a model, one model a file.
 *
 * A new model is a file with such an object, a row in model.c's table and one in names.c. "Nodes"
 * are hosts in use: the ranks divided by the ranks on each. All functions expect a spec that
 * check() has passed, with at least one node.
 */
#ifndef PCS_PLATFORMS_MODEL_H
#define PCS_PLATFORMS_MODEL_H

#include <stdio.h>

#include "platforms/links.h"

/** How hosts are grouped, for placements: host i is at router i / router, in group i / group. */
struct pcs_units {
    int router; /**< hosts of a router or leaf switch */
    int group;  /**< hosts of a group or pod */
};

/** One class of link of a described platform. */
struct pcs_link_count {
    const char *name; /**< NULL ends a list */
    long long n;      /**< both ways of one link count as one */
    int mb_per_s;     /**< each way, before background traffic and reductions */
    int latency_ns;
    enum pcs_link_kind kind; /**< for background traffic and reduced links, if they may have any */
};

#define PCS_LINK_COUNTS_MAX 6

/** What `--describe` says of a model beyond its hosts. */
struct pcs_model_facts {
    struct pcs_link_count links[PCS_LINK_COUNTS_MAX];
    int injection_mb_per_s;
    double bisection_mb_per_s; /**< of wire, each way, between the halves of the described hosts,
                                  see half_groups */
    int half_groups;           /**< see pcs_platform_summary */
    int diameter;              /**< links on the longest route */
    int far_from, far_host;    /**< two hosts whose route is the longest */
};

/** The route between two hosts. */
struct pcs_pair {
    int links;
    int latency_ns;
    int mb_per_s; /**< of its narrowest link */
};

struct pcs_model {
    const char *host_prefix; /**< host i is called prefix + i, and rank order is host order */
    bool own_links;          /**< uses the class `links` below, whatever the spec says */
    enum pcs_link_class links;
    /** @return 0, or -1 with a message, see pcs_platform_check() */
    int (*check)(const struct pcs_platform_spec *spec, int nodes, char *error, size_t error_size);
    /** Hosts described for so many nodes. */
    int (*hosts)(const struct pcs_platform_spec *spec, int nodes);
    struct pcs_units (*units)(const struct pcs_platform_spec *spec, int nodes);
    /** The description for the comment at the top: a phrase without a line break or "--". */
    int (*write_title)(const struct pcs_platform_spec *spec, int nodes, FILE *out);
    /** Everything after <config>. Both return 0, or -1 when writing failed, with errno. */
    int (*write_zones)(const struct pcs_platform_spec *spec, const struct pcs_links *links,
                       int nodes, FILE *out);
    struct pcs_model_facts (*facts)(const struct pcs_platform_spec *spec,
                                    const struct pcs_links *links, int nodes);
    /** Hosts @p a and @p b are described and different. */
    struct pcs_pair (*pair)(const struct pcs_platform_spec *spec, const struct pcs_links *links,
                            int nodes, int a, int b);
    /** Whether a link of that name can be reduced; NULL: none can. */
    bool (*has_link)(const struct pcs_platform_spec *spec, int nodes, const char *name);
    const char *link_examples; /**< "such as ..." */
};

extern const struct pcs_model pcs_model_aries_spread;
extern const struct pcs_model pcs_model_aries_minimal;
extern const struct pcs_model pcs_model_fat_tree;
extern const struct pcs_model pcs_model_flat;

/** @return the model of a spec, or NULL for the user's own files */
const struct pcs_model *pcs_model_find(const struct pcs_platform_spec *spec);

/** @return the links of a spec's model */
const struct pcs_links *pcs_model_links(const struct pcs_platform_spec *spec);

/** Read the spec's placement file and check that each of its hosts is in the model. Blocks. */
int pcs_placement_check_file(const struct pcs_platform_spec *spec, const char *host_prefix,
                             int hosts_n, int ranks, char *error, size_t error_size);

/** Hosts in use for @p ranks ranks. */
int pcs_spec_nodes(const struct pcs_platform_spec *spec, int ranks);

#endif
