/*
 * Cray XC (Aries) dragonfly, rendering "spread".
 *
 * A group of 384 nodes is one crossbar: inside it only the nodes' own links limit a flow. Two
 * groups are joined by one link with the bandwidth of all optical ("blue") links between them.
 * So traffic is spread perfectly over all paths: the optimistic end of what adaptive routing
 * does. Only the nodes in use are described, whole routers of them; a group that is used in part
 * keeps its full bundles, since the rest of the machine is still there.
 *
 * Two crossbar hops for a pair in one group, plus the optical hop between groups.
 */
#include "platforms/model.h"

#include "platforms/cluster.h"

static int group_hosts(void)
{
    const struct pcs_aries_shape *shape = pcs_aries_shape();

    return shape->nodes_per_router * shape->routers_per_group;
}

static int groups(int hosts)
{
    return (hosts + group_hosts() - 1) / group_hosts();
}

/**
 * Links between each pair of groups: the default, or what the ports of a group allow when all
 * pairs get the same (from 42 groups on that is less). 0: the machine cannot be cabled.
 */
static int blue_links(int groups_n)
{
    const struct pcs_aries_shape *shape = pcs_aries_shape();

    if (groups_n < 2) {
        return shape->blue_links;
    }
    int cables = shape->blue_cables_per_group / (groups_n - 1);
    int possible = cables * shape->blue_links_per_cable;

    return possible < shape->blue_links ? possible : shape->blue_links;
}

static int aries_hosts(int ranks)
{
    int routers = (ranks - 1) / pcs_aries_shape()->nodes_per_router + 1;
    int hosts = routers * pcs_aries_shape()->nodes_per_router;

    return blue_links(groups(hosts)) > 0 ? hosts : 0;
}

static int aries_write_title(int ranks, FILE *out)
{
    int hosts = aries_hosts(ranks);
    int groups_n = groups(hosts);

    if (fprintf(out, "Cray XC dragonfly (Aries), spread: %d nodes in %d group(s) of up to %d",
                hosts, groups_n, group_hosts()) < 0 ||
        (groups_n > 1 &&
         fprintf(out, ", %d blue links between two groups", blue_links(groups_n)) < 0)) {
        return -1;
    }
    return fprintf(out, ".") < 0 ? -1 : 0;
}

/** All blue links of a pair of groups as one. */
static int write_bundle(int from, int to, int links_n, FILE *out)
{
    const struct pcs_aries_shape *shape = pcs_aries_shape();

    if (fprintf(out, "    <link id=\"blue-g%d-g%d\" bandwidth=\"", from, to) < 0 ||
        pcs_bandwidth_write(links_n * shape->blue_link_mb_per_s, out) < 0 ||
        fprintf(out, "\" latency=\"%dns\" sharing_policy=\"SPLITDUPLEX\"/>\n",
                shape->blue_latency_ns) < 0) {
        return -1;
    }
    return 0;
}

static int write_route(int from, int to, FILE *out)
{
    return fprintf(out,
                   "    <zoneRoute src=\"g%d\" dst=\"g%d\" gw_src=\"g%d-gw\" gw_dst=\"g%d-gw\">"
                   "<link_ctn id=\"blue-g%d-g%d\" direction=\"UP\"/></zoneRoute>\n",
                   from, to, from, to, from, to) < 0
               ? -1
               : 0;
}

/** SimGrid's order of elements in a zone: clusters, then all links, then all routes. */
static int aries_write_zones(const struct pcs_links *links, int ranks, FILE *out)
{
    int hosts = aries_hosts(ranks);
    int groups_n = groups(hosts);

    if (fprintf(out, "  <zone id=\"xc\" routing=\"Full\">\n") < 0) {
        return -1;
    }
    for (int group = 0; group < groups_n; group++) {
        int first = group * group_hosts();
        int last = (group + 1 < groups_n ? first + group_hosts() : hosts) - 1;
        char id[16];

        snprintf(id, sizeof(id), "g%d", group);
        if (pcs_cluster_write(id, pcs_model_aries.host_prefix, first, last, links, out) < 0) {
            return -1;
        }
    }
    for (int from = 0; from < groups_n; from++) {
        for (int to = from + 1; to < groups_n; to++) {
            if (write_bundle(from, to, blue_links(groups_n), out) < 0) {
                return -1;
            }
        }
    }
    for (int from = 0; from < groups_n; from++) {
        for (int to = from + 1; to < groups_n; to++) {
            if (write_route(from, to, out) < 0) {
                return -1;
            }
        }
    }
    return fprintf(out, "  </zone>\n") < 0 ? -1 : 0;
}

const struct pcs_model pcs_model_aries = {
    .host_prefix = "nid",
    .own_links = true,
    .links = PCS_LINKS_ARIES,
    .hosts = aries_hosts,
    .write_title = aries_write_title,
    .write_zones = aries_write_zones,
};
