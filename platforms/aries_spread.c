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

#include <stdlib.h>

#include "platforms/aries_plan.h"
#include "platforms/cluster.h"
#include "platforms/disturb.h"

static int spread_hosts(const struct pcs_platform_spec *spec, int nodes)
{
    return pcs_aries_plan(spec, nodes).hosts;
}

static int spread_write_title(const struct pcs_platform_spec *spec, int nodes, FILE *out)
{
    struct pcs_aries_plan plan = pcs_aries_plan(spec, nodes);

    if (fprintf(out, "Cray XC dragonfly (Aries), spread: %d nodes in %d group(s) of up to %d",
                plan.hosts, plan.groups, plan.group_hosts) < 0 ||
        (plan.groups > 1 && fprintf(out, ", %d blue links between two groups", plan.blue) < 0)) {
        return -1;
    }
    return fprintf(out, ".") < 0 ? -1 : 0;
}

/** All blue links of a pair of groups as one. */
static int write_bundle(const struct pcs_platform_spec *spec, int from, int to, int mb_per_s,
                        FILE *out)
{
    char name[48];

    snprintf(name, sizeof(name), "blue-g%d-g%d", from, to);
    if (fprintf(out, "    <link id=\"%s\" bandwidth=\"", name) < 0 ||
        pcs_bandwidth_write(pcs_named_link(spec, name, mb_per_s), spec->scale, out) < 0 ||
        fprintf(out, "\" latency=\"%dns\" sharing_policy=\"SPLITDUPLEX\"/>\n",
                pcs_aries_shape()->blue_latency_ns) < 0) {
        return -1;
    }
    return 0;
}

static int write_bundles(const struct pcs_platform_spec *spec, const struct pcs_aries_plan *plan,
                         FILE *out)
{
    int pairs = plan->groups * (plan->groups - 1) / 2;
    int rc = 0;
    int *mb_per_s = pcs_disturbed_links(spec, PCS_LINK_BLUE, pairs,
                                        plan->blue * pcs_aries_shape()->blue_link_mb_per_s);

    if (!mb_per_s) {
        return -1;
    }
    for (int from = 0, i = 0; rc == 0 && from < plan->groups; from++) {
        for (int to = from + 1; rc == 0 && to < plan->groups; to++) {
            rc = write_bundle(spec, from, to, mb_per_s[i++], out);
        }
    }
    free(mb_per_s);
    return rc;
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
static int spread_write_zones(const struct pcs_platform_spec *spec, const struct pcs_links *links,
                              int nodes, FILE *out)
{
    struct pcs_aries_plan plan = pcs_aries_plan(spec, nodes);

    if (fprintf(out, "  <zone id=\"xc\" routing=\"Full\">\n") < 0) {
        return -1;
    }
    for (int group = 0; group < plan.groups; group++) {
        int first = group * plan.group_hosts;
        int last = (group + 1 < plan.groups ? first + plan.group_hosts : plan.hosts) - 1;
        char id[16];

        snprintf(id, sizeof(id), "g%d", group);
        if (pcs_cluster_write(id, pcs_model_aries_spread.host_prefix, first, last, links, out) <
            0) {
            return -1;
        }
    }
    if (write_bundles(spec, &plan, out) < 0) {
        return -1;
    }
    for (int from = 0; from < plan.groups; from++) {
        for (int to = from + 1; to < plan.groups; to++) {
            if (write_route(from, to, out) < 0) {
                return -1;
            }
        }
    }
    return fprintf(out, "  </zone>\n") < 0 ? -1 : 0;
}

static struct pcs_model_facts spread_facts(const struct pcs_platform_spec *spec,
                                           const struct pcs_links *links, int nodes)
{
    const struct pcs_aries_shape *shape = pcs_aries_shape();
    struct pcs_aries_plan plan = pcs_aries_plan(spec, nodes);
    double half_injection = (double)(plan.hosts / 2) * links->bandwidth_mb_per_s;
    double blue = pcs_aries_bisection(&plan);

    return (struct pcs_model_facts){
        .links = {{"node", plan.hosts, links->bandwidth_mb_per_s, links->latency_ns},
                  {"blue bundle", (long long)plan.groups * (plan.groups - 1) / 2,
                   plan.blue * shape->blue_link_mb_per_s, shape->blue_latency_ns, PCS_LINK_BLUE}},
        .injection_mb_per_s = links->bandwidth_mb_per_s,
        .bisection_mb_per_s = plan.groups > 1 && blue < half_injection ? blue : half_injection,
        .half_groups = pcs_aries_half_groups(&plan),
        .diameter = plan.groups > 1 ? 3 : 2,
        .far_host = plan.hosts - 1,
    };
}

static struct pcs_pair spread_pair(const struct pcs_platform_spec *spec,
                                   const struct pcs_links *links, int nodes, int a, int b)
{
    struct pcs_aries_plan plan = pcs_aries_plan(spec, nodes);
    struct pcs_pair pair = {2, 2 * links->latency_ns, links->bandwidth_mb_per_s};
    int bundle = plan.blue * pcs_aries_shape()->blue_link_mb_per_s;

    if (a / plan.group_hosts != b / plan.group_hosts) {
        pair.links++;
        pair.latency_ns += pcs_aries_shape()->blue_latency_ns;
        pair.mb_per_s = bundle < pair.mb_per_s ? bundle : pair.mb_per_s;
    }
    return pair;
}

const struct pcs_model pcs_model_aries_spread = {
    .host_prefix = "nid",
    .own_links = true,
    .links = PCS_LINKS_ARIES,
    .check = pcs_aries_check,
    .hosts = spread_hosts,
    .units = pcs_aries_units,
    .write_title = spread_write_title,
    .write_zones = spread_write_zones,
    .facts = spread_facts,
    .pair = spread_pair,
    .has_link = pcs_aries_has_link,
    .link_examples = "such as blue-g0-g1",
};
