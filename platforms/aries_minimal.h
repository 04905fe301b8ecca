/*
 * Minimal routing on a dragonfly, as pure arithmetic: which cables a message takes.
 */
#ifndef PCS_PLATFORMS_ARIES_MINIMAL_H
#define PCS_PLATFORMS_ARIES_MINIMAL_H

#include "platforms/aries_plan.h"

/** A router: group, chassis in the group, slot in the chassis. */
struct pcs_router {
    int group, chassis, slot;
};

/** One link on a way, from one router to the next. */
struct pcs_hop {
    enum pcs_link_kind kind;
    struct pcs_router from, to;
};

/** Green, black, blue: the longest way to the landing router of another group. */
#define PCS_HOPS_MAX 3

/** Cables between each two groups: one in each chassis, or fewer when there are fewer links. */
int pcs_aries_cables(const struct pcs_aries_plan *plan);

/** Links that cable @p cable bundles. */
int pcs_aries_cable_links(const struct pcs_aries_plan *plan, int cable);

/** The router in @p group that cable @p cable to group @p peer starts at. */
struct pcs_router pcs_aries_gateway(const struct pcs_aries_plan *plan, int group, int peer,
                                    int cable);

/** The way between two routers of one group. @return hops, 0 to 2 */
int pcs_aries_way_inside(struct pcs_router from, struct pcs_router to,
                         struct pcs_hop hops[PCS_HOPS_MAX]);

/** The way from a router to the landing router of another group, and that. @return hops, 1 to 3 */
int pcs_aries_way_out(const struct pcs_aries_plan *plan, struct pcs_router from, int group,
                      struct pcs_hop hops[PCS_HOPS_MAX], struct pcs_router *landing);

#endif
