/*
 * One switch that all hosts hang on: no congestion but on the hosts' own links.
 *
 * The network of alpha-beta formulas; as many hosts as ranks, and what a result looks like when
 * topology plays no part.
 */
#include "platforms/model.h"

#include "platforms/cluster.h"

static int flat_hosts(int ranks)
{
    return ranks;
}

static int flat_write_title(int ranks, FILE *out)
{
    return fprintf(out, "One switch: %d nodes. No congestion inside the network.",
                   flat_hosts(ranks)) < 0
               ? -1
               : 0;
}

static int flat_write_zones(const struct pcs_links *links, int ranks, FILE *out)
{
    if (fprintf(out, "  <zone id=\"flat\" routing=\"Full\">\n") < 0 ||
        pcs_cluster_write("switch", pcs_model_flat.host_prefix, 0, flat_hosts(ranks) - 1, links,
                          out) < 0 ||
        fprintf(out, "  </zone>\n") < 0) {
        return -1;
    }
    return 0;
}

const struct pcs_model pcs_model_flat = {
    .host_prefix = "node-",
    .hosts = flat_hosts,
    .write_title = flat_write_title,
    .write_zones = flat_write_zones,
};
