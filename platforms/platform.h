/*
 * Network models and the SimGrid platform files that describe them.
 *
 * A spec says which network and how large; pcs_platform_write() turns it into an XML file for
 * SimGrid with its SMPI calibration, and pcs_platform_write_hostfile() into the file that places
 * the ranks. Every number of a model stands with its source in platforms/links.c.
 */
#ifndef PCS_PLATFORMS_PLATFORM_H
#define PCS_PLATFORMS_PLATFORM_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum pcs_platform_model {
    PCS_PLATFORM_ARIES,    /**< Cray XC dragonfly */
    PCS_PLATFORM_FAT_TREE, /**< fat tree of two or three levels */
    PCS_PLATFORM_FLAT,     /**< one switch */
    PCS_PLATFORM_FILE,     /**< the user's own files */
};

enum pcs_platform_rendering {
    PCS_RENDERING_SPREAD,  /**< a group is a crossbar, groups joined by their aggregated links */
    PCS_RENDERING_MINIMAL, /**< each router and link; one minimal path for each pair */
};

enum pcs_placement {
    PCS_PLACEMENT_BLOCK,   /**< rank i on the i-th host, in the platform's order */
    PCS_PLACEMENT_ROUTERS, /**< one after the other on each router (leaf switch), then again */
    PCS_PLACEMENT_GROUPS,  /**< the same over groups (pods, or leaf switches of two levels) */
    PCS_PLACEMENT_RANDOM,  /**< hosts drawn without putting back */
    PCS_PLACEMENT_FILE,    /**< a host file of the user's for a generated model */
};

/** A class of link with its SMPI calibration. */
enum pcs_link_class {
    PCS_LINKS_ARIES,
    PCS_LINKS_EDR,
    PCS_LINKS_HDR,
    PCS_LINKS_10GBE,
    PCS_LINKS_100GBE,
};

/** What a link of a model joins: for background traffic and reduced links. */
enum pcs_link_kind {
    PCS_LINK_NONE,    /**< no such traffic, no such links */
    PCS_LINK_GREEN,   /**< aries, minimal: routers of one chassis */
    PCS_LINK_BLACK,   /**< aries, minimal: routers of the same slot in two chassis of a group */
    PCS_LINK_BLUE,    /**< aries: two groups */
    PCS_LINK_LEAF_UP, /**< fat-tree: a leaf and a switch above it */
    PCS_LINK_POD_UP,  /**< fat-tree of three levels: a pod and a top switch */
};

#define PCS_HOSTS_MAX 1000000

/**
 * Strings are owned by whoever made the spec (a scenario, say); NULL where they do not apply.
 * For all numbers 0 is the model's own standard, so a spec of a model alone is complete.
 */
struct pcs_platform_spec {
    enum pcs_platform_model model;
    enum pcs_platform_rendering rendering; /**< aries only */
    enum pcs_link_class links;             /**< fat-tree and flat; aries has its own */
    char *file;                            /**< PCS_PLATFORM_FILE: platform file */
    char *hostfile;                        /**< PCS_PLATFORM_FILE: one host a line, "host:4" = 4 */

    int groups;     /**< aries: all of them are described; 0 = as many as the ranks need */
    int chassis;    /**< aries: in a group */
    int routers;    /**< aries: in a chassis */
    int nodes;      /**< aries: at a router */
    int blue_links; /**< aries: optical links between two groups */
    int paths;      /**< aries, minimal: green links that one flow may use at once */

    int levels;     /**< fat-tree: 2 or 3 levels of switches */
    int leaf_hosts; /**< fat-tree: hosts below a leaf switch */
    int pod_leaves; /**< fat-tree, 3 levels: leaf switches of a pod */
    int taper;      /**< fat-tree: hosts below a leaf for each link above it */

    int scale;        /**< how many times slower the network is, for shorter messages; 0 = 1 */
    int header_bytes; /**< of each message, which scale does not shorten */

    int ranks_per_node;
    char *placement_file; /**< PCS_PLACEMENT_FILE */
    uint64_t seed;        /**< of random placement, background traffic, reduced links, slow hosts */

    enum pcs_link_kind background; /**< links that carry other jobs' traffic */
    double background_share;       /**< of their bandwidth that it takes, mean over the links */
    double background_spread;      /**< standard deviation between links; 0 = all alike */
    enum pcs_link_kind reduced;    /**< links of which some are slower than they should be */
    int reduced_links;             /**< how many, drawn; both ways of one count as one */
    char *reduced_names;   /**< links that are too; names with a blank between them, or NULL */
    double reduced_to;     /**< what is left of their bandwidth */
    int slow_hosts;        /**< hosts, drawn among those with ranks, that compute slower */
    char *slow_host_names; /**< hosts that do too; names with a blank between them, or NULL */
    double slow_factor;    /**< how many times slower */
};

struct pcs_name {
    int value;
    const char *name; /**< as in scenario files; NULL ends a table */
    const char *help;
};

const struct pcs_name *pcs_platform_models(void);     /* "aries", "fat-tree", "flat" */
const struct pcs_name *pcs_platform_renderings(void); /* "spread", "minimal" */
const struct pcs_name *pcs_placements(void);          /* "block", ... */
const struct pcs_name *pcs_link_classes(void);        /* "aries", "edr", "hdr", ... */
const struct pcs_name *pcs_link_kinds(void);          /* "none", "green", ... */

/**
 * Check that a generated model can be built as the spec says, and for that many ranks.
 *
 * @param error  on failure one line: "KEY: what is wrong; expected what would be right", KEY the
 *               member's name
 * @return 0, or -1 with @p error
 */
int pcs_platform_check(const struct pcs_platform_spec *spec, enum pcs_placement placement,
                       int ranks, char *error, size_t error_size);

/**
 * Number of hosts that the model is built with for @p ranks ranks, ranks_per_node of them a host.
 *
 * @return enough for @p ranks; 0 for PCS_PLATFORM_FILE, for ranks < 1, and beyond what the model's
 *         switches can be cabled for (aries: 92,544)
 *         or what the spec's numbers allow
 */
int pcs_platform_hosts(const struct pcs_platform_spec *spec, int ranks);

/**
 * Write the platform of a generated model (not PCS_PLATFORM_FILE) for @p ranks ranks.
 *
 * Pure but for writing to @p out; the text depends on the arguments only.
 *
 * @return 0, or -1 when writing failed (errno is set) or there is nothing to write because
 *         pcs_platform_hosts() is 0 (errno is EINVAL)
 */
int pcs_platform_write(const struct pcs_platform_spec *spec, int ranks, FILE *out);

/**
 * The host of each rank: indexes in the platform's order, in an array of @p ranks that the caller
 * frees. For every placement but PCS_PLACEMENT_FILE.
 *
 * @return NULL with errno: ENOMEM, or EINVAL as in pcs_platform_write()
 */
int *pcs_placement_hosts(const struct pcs_platform_spec *spec, enum pcs_placement placement,
                         int ranks);

/**
 * How many times slower each rank computes: @p ranks numbers, 1 or slow_factor, in an array that
 * the caller frees. A drawn host is slow for all of its ranks.
 *
 * @return NULL with errno, as pcs_placement_hosts()
 */
double *pcs_platform_slowdowns(const struct pcs_platform_spec *spec, enum pcs_placement placement,
                               int ranks);

/**
 * Say what the platform is: hosts, links by class, bisection, diameter, the nearest and farthest
 * pair, sources of the numbers. The spec has passed pcs_platform_check().
 *
 * @return 0, or -1 when writing failed (errno is set)
 */
int pcs_platform_describe(const struct pcs_platform_spec *spec, int ranks, FILE *out);

/** pcs_platform_summary.half_groups */
#define PCS_HALVES_CUT_GROUPS (-1)

/** Figures of a platform, for programs; as pcs_platform_describe() has them for people. */
struct pcs_platform_summary {
    const char *host_prefix;
    const char *links; /**< name of the class of link */
    int hosts;         /**< described */
    /** Groups in each half, each pair of them joined by links of its own; 0: there is one group, or
     *  none; PCS_HALVES_CUT_GROUPS: the halves do not consist of whole groups, and the bisection is
     *  between those nearest to halves that do. */
    int half_groups;
    int far_from; /**< it and far_host are farthest from each other; 0 and 1 are nearest */
    int far_host;
    double bisection_mb_per_s; /**< payload of large messages, each way */
};

/** The spec has passed pcs_platform_check(). */
void pcs_platform_summarize(const struct pcs_platform_spec *spec, int ranks,
                            struct pcs_platform_summary *summary);

/** Write the host file that goes with it: @p ranks lines in placement order. @return as above */
int pcs_platform_write_hostfile(const struct pcs_platform_spec *spec, enum pcs_placement placement,
                                int ranks, FILE *out);

#endif
