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
#include <stdio.h>

enum pcs_platform_model {
    PCS_PLATFORM_ARIES,    /**< Cray XC dragonfly */
    PCS_PLATFORM_FAT_TREE, /**< InfiniBand fat tree of two levels */
    PCS_PLATFORM_FLAT,     /**< one switch */
    PCS_PLATFORM_FILE,     /**< the user's own files */
};

enum pcs_platform_rendering {
    PCS_RENDERING_SPREAD, /**< a group is a crossbar, groups joined by their aggregated links */
};

enum pcs_placement {
    PCS_PLACEMENT_BLOCK, /**< rank i on the i-th host, in the platform's order */
};

/** A class of link with its SMPI calibration. */
enum pcs_link_class {
    PCS_LINKS_ARIES,
    PCS_LINKS_EDR,
    PCS_LINKS_HDR,
};

/** Strings are owned by whoever made the spec (a scenario, say); NULL where they do not apply. */
struct pcs_platform_spec {
    enum pcs_platform_model model;
    enum pcs_platform_rendering rendering; /**< aries only */
    enum pcs_link_class links;             /**< fat-tree and flat; aries has its own */
    char *file;                            /**< PCS_PLATFORM_FILE: platform file */
    char *hostfile;                        /**< PCS_PLATFORM_FILE: one host a line, "host:4" = 4 */
};

struct pcs_name {
    int value;
    const char *name; /**< as in scenario files; NULL ends a table */
    const char *help;
};

const struct pcs_name *pcs_platform_models(void);     /* "aries", "fat-tree", "flat" */
const struct pcs_name *pcs_platform_renderings(void); /* "spread" */
const struct pcs_name *pcs_placements(void);          /* "block" */
const struct pcs_name *pcs_link_classes(void);        /* "aries", "edr", "hdr" */

/**
 * Number of hosts that the model is built with for @p ranks ranks, one rank a host.
 *
 * @return at least @p ranks; 0 for PCS_PLATFORM_FILE, for ranks < 1, and beyond what the model's
 *         switches can be cabled for (aries: 92,544)
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

/** Write the host file that goes with it: @p ranks lines in placement order. @return as above */
int pcs_platform_write_hostfile(const struct pcs_platform_spec *spec, enum pcs_placement placement,
                                int ranks, FILE *out);

#endif
