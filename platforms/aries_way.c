/*
 * Ways on the dragonfly.
 *
 * Inside a group, two routers of one chassis have a green link and two of one slot a black one;
 * any other pair takes one of each. Both ways of a pair use the same two links, and which of the
 * two corners they turn at alternates from pair to pair, so that all links carry alike.
 *
 * To another group a message takes the cable of its own chassis: each chassis has a bundle of blue
 * links to each other group, at the slot that is the peer's number among the other groups, modulo
 * the slots; so there may be more groups than slots. With fewer links than chassis, the chassis
 * share the cables in turn.
 */
#include "platforms/aries_minimal.h"

int pcs_aries_cables(const struct pcs_aries_plan *plan)
{
    return plan->blue < plan->chassis ? plan->blue : plan->chassis;
}

int pcs_aries_cable_links(const struct pcs_aries_plan *plan, int cable)
{
    int cables = pcs_aries_cables(plan);

    return plan->blue / cables + (cable < plan->blue % cables);
}

struct pcs_router pcs_aries_gateway(const struct pcs_aries_plan *plan, int group, int peer,
                                    int cable)
{
    int number = peer < group ? peer : peer - 1;

    return (struct pcs_router){.group = group, .chassis = cable, .slot = number % plan->routers};
}

int pcs_aries_way_inside(struct pcs_router from, struct pcs_router to,
                         struct pcs_hop hops[PCS_HOPS_MAX])
{
    bool along_chassis_first = (from.chassis + to.chassis + from.slot + to.slot) % 2 == 0;
    struct pcs_router corner = from;
    int n = 0;

    if (from.chassis > to.chassis || (from.chassis == to.chassis && from.slot > to.slot)) {
        along_chassis_first = !along_chassis_first; /* the same corner, seen from the other end */
    }
    if (along_chassis_first) {
        corner.slot = to.slot;
    } else {
        corner.chassis = to.chassis;
    }
    const struct pcs_router stops[] = {from, corner, to};
    for (int i = 0; i < 2; i++) {
        if (stops[i].slot != stops[i + 1].slot) {
            hops[n++] = (struct pcs_hop){PCS_LINK_GREEN, stops[i], stops[i + 1]};
        } else if (stops[i].chassis != stops[i + 1].chassis) {
            hops[n++] = (struct pcs_hop){PCS_LINK_BLACK, stops[i], stops[i + 1]};
        }
    }
    return n;
}

int pcs_aries_way_out(const struct pcs_aries_plan *plan, struct pcs_router from, int group,
                      struct pcs_hop hops[PCS_HOPS_MAX], struct pcs_router *landing)
{
    int cable = from.chassis % pcs_aries_cables(plan);
    struct pcs_router gateway = pcs_aries_gateway(plan, from.group, group, cable);
    int n = pcs_aries_way_inside(from, gateway, hops);

    *landing = pcs_aries_gateway(plan, group, from.group, cable);
    hops[n++] = (struct pcs_hop){PCS_LINK_BLUE, gateway, *landing};
    return n;
}
