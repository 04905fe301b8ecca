/*
 * Flat clusters and the attributes shared by all clusters.
 *
 * The loopback stands in the element because network/loopback-* has no effect on a <cluster>;
 * without it a message to the own host would go up and down the host's link.
 */
#include "platforms/cluster.h"

int pcs_bandwidth_write(int mb_per_s, int scale, FILE *out)
{
    if (scale > 1) {
        return fprintf(out, "%lldBps", (mb_per_s * 1000000LL + scale / 2) / scale) < 0 ? -1 : 0;
    }
    int decimals = 3;
    int fraction = mb_per_s % 1000;

    while (decimals > 0 && fraction % 10 == 0) {
        fraction /= 10;
        decimals--;
    }
    if (fprintf(out, "%d", mb_per_s / 1000) < 0 ||
        (decimals > 0 && fprintf(out, ".%0*d", decimals, fraction) < 0)) {
        return -1;
    }
    return fprintf(out, "GBps") < 0 ? -1 : 0;
}

int pcs_cluster_write_links(const struct pcs_links *links, FILE *out)
{
    if (fprintf(out, " lat=\"%dns\" speed=\"%dGf\" core=\"%d\" bw=\"", links->latency_ns,
                links->host_gflops, links->host_cores) < 0 ||
        pcs_bandwidth_write(links->bandwidth_mb_per_s, links->scale, out) < 0 ||
        fprintf(out, "\" sharing_policy=\"SPLITDUPLEX\" loopback_bw=\"") < 0 ||
        pcs_bandwidth_write(links->loopback_mb_per_s, links->scale, out) < 0 ||
        fprintf(out, "\" loopback_lat=\"%dns\"", links->loopback_ns) < 0) {
        return -1;
    }
    return 0;
}

int pcs_cluster_write(const char *id, const char *prefix, int first, int last,
                      const struct pcs_links *links, FILE *out)
{
    if (fprintf(out, "    <cluster id=\"%s\" prefix=\"%s\" suffix=\"\" radical=\"%d-%d\"", id,
                prefix, first, last) < 0 ||
        pcs_cluster_write_links(links, out) < 0 ||
        fprintf(out, " router_id=\"%s-gw\"/>\n", id) < 0) {
        return -1;
    }
    return 0;
}
