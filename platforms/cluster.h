/*
 * SimGrid's <cluster> element, which all models are made of, and its units.
 */
#ifndef PCS_PLATFORMS_CLUSTER_H
#define PCS_PLATFORMS_CLUSTER_H

#include <stdio.h>

#include "platforms/links.h"

/**
 * Write a flat cluster: hosts prefix+first .. prefix+last, each on a link of its own into one
 * switch that is never a bottleneck. Its gateway is called ID-gw.
 *
 * @return 0, or -1 when writing failed (errno is set)
 */
int pcs_cluster_write(const char *id, const char *prefix, int first, int last,
                      const struct pcs_links *links, FILE *out);

/**
 * Write the attributes that every cluster has: speed, core, bw, lat, sharing_policy, loopback.
 * A space before each; no line break.
 */
int pcs_cluster_write_links(const struct pcs_links *links, FILE *out);

/** Write `mb_per_s` / @p scale as SimGrid reads it: 10200 is "10.2GBps". @return as above */
int pcs_bandwidth_write(int mb_per_s, int scale, FILE *out);

#endif
