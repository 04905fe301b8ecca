/*
 * A machine given by `groups` is described whole; otherwise there are as many groups as the nodes
 * need. Without `blue_links`, each pair of groups gets the standard number, or what the optical
 * ports of a group allow when all pairs get the same, in whole cables.
 */
#include "platforms/aries_plan.h"

#include <string.h>

static int or_standard(int value, int standard)
{
    return value > 0 ? value : standard;
}

static int blue_links(const struct pcs_aries_plan *plan)
{
    const struct pcs_aries_shape *shape = pcs_aries_shape();

    if (plan->groups < 2) {
        return shape->blue_links;
    }
    int cables = plan->chassis * plan->routers * shape->blue_ports_per_router /
                 shape->blue_links_per_cable / (plan->groups - 1);
    int possible = cables * shape->blue_links_per_cable;

    return possible < shape->blue_links ? possible : shape->blue_links;
}

struct pcs_aries_plan pcs_aries_plan(const struct pcs_platform_spec *spec, int nodes)
{
    const struct pcs_aries_shape *shape = pcs_aries_shape();
    struct pcs_aries_plan plan = {
        .chassis = or_standard(spec->chassis, shape->chassis_per_group),
        .routers = or_standard(spec->routers, shape->routers_per_chassis),
        .nodes = or_standard(spec->nodes, shape->nodes_per_router),
        .paths = or_standard(spec->paths, shape->paths),
    };
    bool is_whole = spec->groups > 0 || spec->rendering == PCS_RENDERING_MINIMAL;

    plan.group_hosts = plan.chassis * plan.routers * plan.nodes;
    plan.groups = or_standard(spec->groups, (nodes - 1) / plan.group_hosts + 1);
    plan.hosts =
        is_whole ? plan.groups * plan.group_hosts : ((nodes - 1) / plan.nodes + 1) * plan.nodes;
    plan.blue = or_standard(spec->blue_links, blue_links(&plan));
    return plan;
}

/** Sizes first: the rest may multiply them. */
static int check_sizes(const struct pcs_platform_spec *spec, char *error, size_t error_size)
{
    const struct {
        const char *key;
        int value;
        int max;
    } numbers[] = {
        {"groups", spec->groups, 1000}, {"chassis", spec->chassis, 64},
        {"routers", spec->routers, 96}, {"nodes", spec->nodes, 64},
        {"paths", spec->paths, 16},     {"blue_links", spec->blue_links, 100000},
    };

    for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++) {
        if (numbers[i].value < 0 || numbers[i].value > numbers[i].max) {
            snprintf(error, error_size, "%s: %d; expected a whole number from 1 to %d",
                     numbers[i].key, numbers[i].value, numbers[i].max);
            return -1;
        }
    }
    return 0;
}

int pcs_aries_check(const struct pcs_platform_spec *spec, int nodes, char *error, size_t error_size)
{
    if (check_sizes(spec, error, error_size) < 0) {
        return -1;
    }
    struct pcs_aries_plan plan = pcs_aries_plan(spec, nodes);
    long long hosts = (long long)plan.groups * plan.group_hosts;
    int ports = plan.chassis * plan.routers * pcs_aries_shape()->blue_ports_per_router;

    if (hosts > PCS_HOSTS_MAX) {
        snprintf(error, error_size, "groups: %d groups of %d nodes; expected at most %d nodes",
                 plan.groups, plan.group_hosts, PCS_HOSTS_MAX);
        return -1;
    }
    if (hosts < nodes) {
        snprintf(error, error_size,
                 "groups: %d groups of %d nodes for %d nodes in use; expected at least %d groups",
                 plan.groups, plan.group_hosts, nodes, (nodes - 1) / plan.group_hosts + 1);
        return -1;
    }
    if (plan.blue < 1) {
        snprintf(error, error_size,
                 "groups: %d groups cannot all be joined by the %d optical ports of a group; "
                 "expected at most %d groups",
                 plan.groups, ports, ports / pcs_aries_shape()->blue_links_per_cable + 1);
        return -1;
    }
    if (plan.groups > 1 && (long long)plan.blue * (plan.groups - 1) > ports) {
        snprintf(error, error_size,
                 "blue_links: %d between each two of %d groups, but a group has %d optical ports; "
                 "expected at most %d",
                 plan.blue, plan.groups, ports, ports / (plan.groups - 1));
        return -1;
    }
    return 0;
}

struct pcs_units pcs_aries_units(const struct pcs_platform_spec *spec, int nodes)
{
    struct pcs_aries_plan plan = pcs_aries_plan(spec, nodes);

    return (struct pcs_units){.router = plan.nodes, .group = plan.group_hosts};
}

double pcs_aries_bisection(const struct pcs_aries_plan *plan)
{
    int half = plan->groups / 2;

    return (double)half * (plan->groups - half) * plan->blue *
           pcs_aries_shape()->blue_link_mb_per_s;
}

int pcs_aries_half_groups(const struct pcs_aries_plan *plan)
{
    bool is_whole = plan->groups % 2 == 0 && plan->hosts == plan->groups * plan->group_hosts;

    if (plan->groups == 1)
        return 0;
    return is_whole ? plan->groups / 2 : PCS_HALVES_CUT_GROUPS;
}

bool pcs_aries_has_link(const struct pcs_platform_spec *spec, int nodes, const char *name)
{
    struct pcs_aries_plan plan = pcs_aries_plan(spec, nodes);
    bool is_minimal = spec->rendering == PCS_RENDERING_MINIMAL;
    int cables = plan.blue < plan.chassis ? plan.blue : plan.chassis;
    char again[64] = "";
    int g = 0;
    int x = 0;
    int a = 0;
    int b = 0;
    bool is_there = false;

    /* Written once more, so that "g01" is no name. */
    if (is_minimal && sscanf(name, "green-g%dc%d-s%d-s%d", &g, &x, &a, &b) == 4) {
        is_there = g < plan.groups && x < plan.chassis && a < b && b < plan.routers;
        snprintf(again, sizeof(again), "green-g%dc%d-s%d-s%d", g, x, a, b);
    } else if (is_minimal && sscanf(name, "black-g%ds%d-c%d-c%d", &g, &x, &a, &b) == 4) {
        is_there = g < plan.groups && x < plan.routers && a < b && b < plan.chassis;
        snprintf(again, sizeof(again), "black-g%ds%d-c%d-c%d", g, x, a, b);
    } else if (is_minimal && sscanf(name, "blue-g%d-g%d-%d", &a, &b, &x) == 3) {
        is_there = a < b && b < plan.groups && x < cables;
        snprintf(again, sizeof(again), "blue-g%d-g%d-%d", a, b, x);
    } else if (!is_minimal && sscanf(name, "blue-g%d-g%d", &a, &b) == 2) {
        is_there = a < b && b < plan.groups;
        snprintf(again, sizeof(again), "blue-g%d-g%d", a, b);
    }
    return is_there && g >= 0 && x >= 0 && a >= 0 && strcmp(again, name) == 0;
}
