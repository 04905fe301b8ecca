/*
 * One switch that all hosts hang on: no congestion but on the hosts' own links.
 *
 * The network of alpha-beta formulas; as many hosts as nodes in use, and what a result looks like
 * when topology plays no part.
 */
#include "platforms/model.h"

#include "platforms/cluster.h"

static int flat_check(const struct pcs_platform_spec *spec, int nodes, char *error,
                      size_t error_size)
{
    (void)spec;
    (void)nodes;
    (void)error;
    (void)error_size;
    return 0;
}

static int flat_hosts(const struct pcs_platform_spec *spec, int nodes)
{
    (void)spec;
    return nodes;
}

static struct pcs_units flat_units(const struct pcs_platform_spec *spec, int nodes)
{
    (void)spec;
    return (struct pcs_units){.router = nodes, .group = nodes};
}

static int flat_write_title(const struct pcs_platform_spec *spec, int nodes, FILE *out)
{
    return fprintf(out, "One switch: %d nodes. No congestion inside the network.",
                   flat_hosts(spec, nodes)) < 0
               ? -1
               : 0;
}

static int flat_write_zones(const struct pcs_platform_spec *spec, const struct pcs_links *links,
                            int nodes, FILE *out)
{
    if (fprintf(out, "  <zone id=\"flat\" routing=\"Full\">\n") < 0 ||
        pcs_cluster_write("switch", pcs_model_flat.host_prefix, 0, flat_hosts(spec, nodes) - 1,
                          links, out) < 0 ||
        fprintf(out, "  </zone>\n") < 0) {
        return -1;
    }
    return 0;
}

static struct pcs_model_facts flat_facts(const struct pcs_platform_spec *spec,
                                         const struct pcs_links *links, int nodes)
{
    (void)spec;
    return (struct pcs_model_facts){
        .links = {{"node", nodes, links->bandwidth_mb_per_s, links->latency_ns}},
        .injection_mb_per_s = links->bandwidth_mb_per_s,
        .bisection_mb_per_s = (double)(nodes / 2) * links->bandwidth_mb_per_s,
        .diameter = 2,
        .far_host = nodes - 1,
    };
}

static struct pcs_pair flat_pair(const struct pcs_platform_spec *spec,
                                 const struct pcs_links *links, int nodes, int a, int b)
{
    (void)spec;
    (void)nodes;
    (void)a;
    (void)b;
    return (struct pcs_pair){2, 2 * links->latency_ns, links->bandwidth_mb_per_s};
}

const struct pcs_model pcs_model_flat = {
    .host_prefix = "node-",
    .check = flat_check,
    .hosts = flat_hosts,
    .units = flat_units,
    .write_title = flat_write_title,
    .write_zones = flat_write_zones,
    .facts = flat_facts,
    .pair = flat_pair,
};
