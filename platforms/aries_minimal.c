/*
 * Cray XC (Aries) dragonfly, rendering "minimal": every router, every link, one way a pair.
 *
 * The pessimistic end of what adaptive routing does: a message takes the shortest way, however
 * full it is. SimGrid's own DRAGONFLY is not used: in 3.32 it gives all links one bandwidth, takes
 * wrong links in every chassis but the first, and crashes with more groups than slots.
 *
 * A router is a cluster of its nodes; a group is a zone of routers with a route for each pair.
 * From a router to another group leads a bypass route, since the way depends on the router's
 * chassis; from the landing router on, the other group's own routes do.
 */
#include "platforms/aries_minimal.h"

#include <stdlib.h>

#include "platforms/cluster.h"
#include "platforms/disturb.h"

static int minimal_hosts(const struct pcs_platform_spec *spec, int nodes)
{
    return pcs_aries_plan(spec, nodes).hosts;
}

static int minimal_write_title(const struct pcs_platform_spec *spec, int nodes, FILE *out)
{
    struct pcs_aries_plan plan = pcs_aries_plan(spec, nodes);

    if (fprintf(out,
                "Cray XC dragonfly (Aries), minimal: %d nodes in %d group(s) of %d chassis of %d "
                "routers of %d",
                plan.hosts, plan.groups, plan.chassis, plan.routers, plan.nodes) < 0 ||
        (plan.groups > 1 && fprintf(out, ", %d blue links between two groups", plan.blue) < 0)) {
        return -1;
    }
    return fprintf(out, ".") < 0 ? -1 : 0;
}

static void print_router(struct pcs_router router, FILE *out)
{
    fprintf(out, "g%dc%ds%d", router.group, router.chassis, router.slot);
}

/** Room for the longest name of a link. */
#define NAME_SIZE 64

/** The name of a link, the same from both ends. */
static void link_name(const struct pcs_hop *hop, bool up, char *name, size_t size)
{
    const struct pcs_router *low = up ? &hop->from : &hop->to;
    const struct pcs_router *high = up ? &hop->to : &hop->from;

    if (hop->kind == PCS_LINK_GREEN) {
        snprintf(name, size, "green-g%dc%d-s%d-s%d", low->group, low->chassis, low->slot,
                 high->slot);
    } else if (hop->kind == PCS_LINK_BLACK) {
        snprintf(name, size, "black-g%ds%d-c%d-c%d", low->group, low->slot, low->chassis,
                 high->chassis);
    } else {
        snprintf(name, size, "blue-g%d-g%d-%d", low->group, high->group, low->chassis);
    }
}

/** Whether a hop goes from the lower end of its link to the higher. */
static bool goes_up(const struct pcs_hop *hop)
{
    if (hop->kind == PCS_LINK_GREEN) {
        return hop->from.slot < hop->to.slot;
    }
    if (hop->kind == PCS_LINK_BLACK) {
        return hop->from.chassis < hop->to.chassis;
    }
    return hop->from.group < hop->to.group;
}

static void print_hops(const struct pcs_hop *hops, int n, FILE *out)
{
    char name[NAME_SIZE];

    for (int i = 0; i < n; i++) {
        bool up = goes_up(&hops[i]);

        link_name(&hops[i], up, name, sizeof(name));
        fprintf(out, "<link_ctn id=\"%s\" direction=\"%s\"/>", name, up ? "UP" : "DOWN");
    }
}

static int write_link(enum pcs_link_kind kind, struct pcs_router low, struct pcs_router high,
                      int mb_per_s, int latency_ns, const struct pcs_platform_spec *spec, FILE *out)
{
    const struct pcs_hop hop = {kind, low, high};

    char name[NAME_SIZE];

    link_name(&hop, true, name, sizeof(name));
    fprintf(out, "      <link id=\"%s\" bandwidth=\"", name);
    pcs_bandwidth_write(pcs_named_link(spec, name, mb_per_s), spec->scale, out);
    return fprintf(out, "\" latency=\"%dns\" sharing_policy=\"SPLITDUPLEX\"/>\n", latency_ns) < 0
               ? -1
               : 0;
}

/** Bandwidths of all links of the platform, by kind, in the order in which they are written. */
struct bandwidths {
    int *green, *black, *blue;
    int green_next, black_next, blue_next;
    const struct pcs_platform_spec *spec;
};

static long long green_links(const struct pcs_aries_plan *plan)
{
    return (long long)plan->groups * plan->chassis * plan->routers * (plan->routers - 1) / 2;
}

static long long black_links(const struct pcs_aries_plan *plan)
{
    return (long long)plan->groups * plan->routers * plan->chassis * (plan->chassis - 1) / 2;
}

static long long blue_cables(const struct pcs_aries_plan *plan)
{
    return (long long)plan->groups * (plan->groups - 1) / 2 * pcs_aries_cables(plan);
}

static void bandwidths_fini(struct bandwidths *bandwidths)
{
    free(bandwidths->green);
    free(bandwidths->black);
    free(bandwidths->blue);
}

static int bandwidths_init(const struct pcs_platform_spec *spec, const struct pcs_aries_plan *plan,
                           struct bandwidths *bandwidths)
{
    int copper = pcs_aries_shape()->copper_link_mb_per_s;

    *bandwidths = (struct bandwidths){
        .green =
            pcs_disturbed_links(spec, PCS_LINK_GREEN, (int)green_links(plan), plan->paths * copper),
        .black = pcs_disturbed_links(spec, PCS_LINK_BLACK, (int)black_links(plan),
                                     pcs_aries_shape()->black_links * copper),
        /* Of one link: cables may bundle different numbers of them. */
        .blue = pcs_disturbed_links(spec, PCS_LINK_BLUE, (int)blue_cables(plan),
                                    pcs_aries_shape()->blue_link_mb_per_s),
        .spec = spec,
    };
    if (bandwidths->green && bandwidths->black && bandwidths->blue) {
        return 0;
    }
    bandwidths_fini(bandwidths);
    return -1;
}

static int write_routers(const struct pcs_aries_plan *plan, int group,
                         const struct pcs_links *links, FILE *out)
{
    int first = group * plan->group_hosts;
    char id[48];

    for (int chassis = 0; chassis < plan->chassis; chassis++) {
        for (int slot = 0; slot < plan->routers; slot++) {
            snprintf(id, sizeof(id), "g%dc%ds%d", group, chassis, slot);
            fputs("  ", out);
            if (pcs_cluster_write(id, pcs_model_aries_minimal.host_prefix, first,
                                  first + plan->nodes - 1, links, out) < 0) {
                return -1;
            }
            first += plan->nodes;
        }
    }
    return 0;
}

static int write_copper(const struct pcs_aries_plan *plan, int group, struct bandwidths *bandwidths,
                        FILE *out)
{
    int latency_ns = pcs_aries_shape()->hop_ns;

    for (int c = 0; c < plan->chassis; c++) {
        for (int a = 0; a < plan->routers; a++) {
            for (int b = a + 1; b < plan->routers; b++) {
                write_link(PCS_LINK_GREEN, (struct pcs_router){group, c, a},
                           (struct pcs_router){group, c, b},
                           bandwidths->green[bandwidths->green_next++], latency_ns,
                           bandwidths->spec, out);
            }
        }
    }
    for (int s = 0; s < plan->routers; s++) {
        for (int a = 0; a < plan->chassis; a++) {
            for (int b = a + 1; b < plan->chassis; b++) {
                write_link(PCS_LINK_BLACK, (struct pcs_router){group, a, s},
                           (struct pcs_router){group, b, s},
                           bandwidths->black[bandwidths->black_next++], latency_ns,
                           bandwidths->spec, out);
            }
        }
    }
    return ferror(out) ? -1 : 0;
}

static struct pcs_router router_at(const struct pcs_aries_plan *plan, int group, int index)
{
    return (struct pcs_router){group, index / plan->routers, index % plan->routers};
}

static int write_inside_routes(const struct pcs_aries_plan *plan, int group, FILE *out)
{
    int routers = plan->chassis * plan->routers;
    struct pcs_hop hops[PCS_HOPS_MAX];

    for (int i = 0; i < routers; i++) {
        for (int j = i + 1; j < routers; j++) {
            struct pcs_router from = router_at(plan, group, i);
            struct pcs_router to = router_at(plan, group, j);
            int n = pcs_aries_way_inside(from, to, hops);

            fprintf(out,
                    "      <zoneRoute src=\"g%dc%ds%d\" dst=\"g%dc%ds%d\" "
                    "gw_src=\"g%dc%ds%d-gw\" gw_dst=\"g%dc%ds%d-gw\">",
                    group, from.chassis, from.slot, group, to.chassis, to.slot, group, from.chassis,
                    from.slot, group, to.chassis, to.slot);
            print_hops(hops, n, out);
            fputs("</zoneRoute>\n", out);
        }
    }
    return ferror(out) ? -1 : 0;
}

static int write_blue(const struct pcs_aries_plan *plan, struct bandwidths *bandwidths, FILE *out)
{
    for (int a = 0; a < plan->groups; a++) {
        for (int b = a + 1; b < plan->groups; b++) {
            for (int cable = 0; cable < pcs_aries_cables(plan); cable++) {
                write_link(PCS_LINK_BLUE, pcs_aries_gateway(plan, a, b, cable),
                           pcs_aries_gateway(plan, b, a, cable),
                           bandwidths->blue[bandwidths->blue_next++] *
                               pcs_aries_cable_links(plan, cable),
                           pcs_aries_shape()->blue_latency_ns, bandwidths->spec, out);
            }
        }
    }
    return ferror(out) ? -1 : 0;
}

static void write_way_out(const struct pcs_aries_plan *plan, struct pcs_router from, int group,
                          FILE *out)
{
    struct pcs_hop hops[PCS_HOPS_MAX];
    struct pcs_router landing;
    int n = pcs_aries_way_out(plan, from, group, hops, &landing);

    fputs("    <bypassZoneRoute src=\"", out);
    print_router(from, out);
    fprintf(out, "\" dst=\"g%d\" gw_src=\"", group);
    print_router(from, out);
    fputs("-gw\" gw_dst=\"", out);
    print_router(landing, out);
    fputs("-gw\">", out);
    print_hops(hops, n, out);
    fputs("</bypassZoneRoute>\n", out);
}

static int write_groups(const struct pcs_aries_plan *plan, const struct pcs_links *links,
                        struct bandwidths *bandwidths, FILE *out)
{
    for (int group = 0; group < plan->groups; group++) {
        fprintf(out, "    <zone id=\"g%d\" routing=\"Full\">\n", group);
        if (write_routers(plan, group, links, out) < 0 ||
            write_copper(plan, group, bandwidths, out) < 0 ||
            write_inside_routes(plan, group, out) < 0 || fprintf(out, "    </zone>\n") < 0) {
            return -1;
        }
    }
    return 0;
}

static int minimal_write_zones(const struct pcs_platform_spec *spec, const struct pcs_links *links,
                               int nodes, FILE *out)
{
    struct pcs_aries_plan plan = pcs_aries_plan(spec, nodes);
    struct pcs_links node_links = *links;
    struct bandwidths bandwidths;

    /* Between node and router only: the hops from router to router have links of their own. */
    node_links.latency_ns = pcs_aries_shape()->injection_ns;
    if (bandwidths_init(spec, &plan, &bandwidths) < 0) {
        return -1;
    }
    fprintf(out, "  <zone id=\"xc\" routing=\"Full\">\n");
    int rc = write_groups(&plan, &node_links, &bandwidths, out);
    if (rc == 0) {
        rc = write_blue(&plan, &bandwidths, out);
    }
    for (int group = 0; rc == 0 && group < plan.groups; group++) {
        for (int router = 0; router < plan.chassis * plan.routers; router++) {
            for (int other = 0; other < plan.groups; other++) {
                if (other != group) {
                    write_way_out(&plan, router_at(&plan, group, router), other, out);
                }
            }
        }
    }
    bandwidths_fini(&bandwidths);
    return rc < 0 || fprintf(out, "  </zone>\n") < 0 || ferror(out) ? -1 : 0;
}

/** Between the halves of the machine, each way; inside one group copper is what is cut. */
static double bisection(const struct pcs_aries_plan *plan)
{
    const struct pcs_aries_shape *shape = pcs_aries_shape();
    int half = plan->chassis / 2;

    if (plan->groups > 1) {
        return pcs_aries_bisection(plan);
    }
    if (plan->chassis > 1) {
        return (double)half * (plan->chassis - half) * plan->routers * shape->black_links *
               shape->copper_link_mb_per_s;
    }
    half = plan->routers / 2;
    return (double)half * (plan->routers - half) * plan->paths * shape->copper_link_mb_per_s;
}

static struct pcs_router router_of(const struct pcs_aries_plan *plan, int host)
{
    return router_at(plan, host / plan->group_hosts, host % plan->group_hosts / plan->nodes);
}

static int way(const struct pcs_aries_plan *plan, int a, int b, struct pcs_hop hops[])
{
    struct pcs_router from = router_of(plan, a);
    struct pcs_router to = router_of(plan, b);
    int n = 0;

    if (to.group != from.group) {
        n = pcs_aries_way_out(plan, from, to.group, hops, &from);
    }
    return n + pcs_aries_way_inside(from, to, hops + n);
}

static struct pcs_pair minimal_pair(const struct pcs_platform_spec *spec,
                                    const struct pcs_links *links, int nodes, int a, int b)
{
    const struct pcs_aries_shape *shape = pcs_aries_shape();
    struct pcs_aries_plan plan = pcs_aries_plan(spec, nodes);
    struct pcs_hop hops[2 * PCS_HOPS_MAX];
    int n = way(&plan, a, b, hops);
    struct pcs_pair pair = {2 + n, 2 * shape->injection_ns, links->bandwidth_mb_per_s};

    for (int i = 0; i < n; i++) {
        int mb_per_s = plan.paths * shape->copper_link_mb_per_s;

        if (hops[i].kind == PCS_LINK_BLACK) {
            mb_per_s = shape->black_links * shape->copper_link_mb_per_s;
        } else if (hops[i].kind == PCS_LINK_BLUE) {
            mb_per_s =
                pcs_aries_cable_links(&plan, hops[i].from.chassis) * shape->blue_link_mb_per_s;
        }
        pair.latency_ns += hops[i].kind == PCS_LINK_BLUE ? shape->blue_latency_ns : shape->hop_ns;
        pair.mb_per_s = mb_per_s < pair.mb_per_s ? mb_per_s : pair.mb_per_s;
    }
    return pair;
}

struct far {
    int from, to;
};

/**
 * Two hosts of the longest way: the last router of group 0, which is not the gateway to group 1,
 * and a router of group 1 that shares neither chassis nor slot with the landing one; in a machine
 * of one group, the first and the last router.
 */
static struct far find_far(const struct pcs_aries_plan *plan)
{
    int last = plan->chassis * plan->routers - 1;

    if (plan->groups == 1) {
        return (struct far){0, plan->hosts > 1 ? plan->hosts - 1 : 0};
    }
    int landing = (plan->chassis - 1) % pcs_aries_cables(plan);
    int chassis = (landing + 1) % plan->chassis;
    return (struct far){last * plan->nodes,
                        plan->group_hosts +
                            (chassis * plan->routers + plan->routers - 1) * plan->nodes};
}

static struct pcs_model_facts minimal_facts(const struct pcs_platform_spec *spec,
                                            const struct pcs_links *links, int nodes)
{
    const struct pcs_aries_shape *shape = pcs_aries_shape();
    struct pcs_aries_plan plan = pcs_aries_plan(spec, nodes);
    double half_injection = (double)(plan.hosts / 2) * links->bandwidth_mb_per_s;
    double cut = bisection(&plan);
    struct far far = find_far(&plan);

    return (struct pcs_model_facts){
        .links = {{"node", plan.hosts, links->bandwidth_mb_per_s, shape->injection_ns},
                  {"green", green_links(&plan), plan.paths * shape->copper_link_mb_per_s,
                   shape->hop_ns, PCS_LINK_GREEN},
                  {"black", black_links(&plan), shape->black_links * shape->copper_link_mb_per_s,
                   shape->hop_ns, PCS_LINK_BLACK},
                  {"blue cable", blue_cables(&plan),
                   pcs_aries_cable_links(&plan, 0) * shape->blue_link_mb_per_s,
                   shape->blue_latency_ns, PCS_LINK_BLUE}},
        .injection_mb_per_s = links->bandwidth_mb_per_s,
        .bisection_mb_per_s =
            plan.chassis * plan.routers > 1 && cut < half_injection ? cut : half_injection,
        .half_groups = pcs_aries_half_groups(&plan),
        .diameter = plan.hosts > 1 ? minimal_pair(spec, links, nodes, far.from, far.to).links : 0,
        .far_from = far.from,
        .far_host = far.to,
    };
}

const struct pcs_model pcs_model_aries_minimal = {
    .host_prefix = "nid",
    .own_links = true,
    .links = PCS_LINKS_ARIES,
    .check = pcs_aries_check,
    .hosts = minimal_hosts,
    .units = pcs_aries_units,
    .write_title = minimal_write_title,
    .write_zones = minimal_write_zones,
    .facts = minimal_facts,
    .pair = minimal_pair,
    .has_link = pcs_aries_has_link,
    .link_examples = "such as blue-g0-g1-0, green-g0c0-s0-s1 or black-g0s0-c0-c1",
};
