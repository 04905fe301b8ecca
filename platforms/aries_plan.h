/*
 * The size of a Cray XC, from a spec: its numbers, completed with the standard machine's.
 */
#ifndef PCS_PLATFORMS_ARIES_PLAN_H
#define PCS_PLATFORMS_ARIES_PLAN_H

#include "platforms/model.h"

struct pcs_aries_plan {
    int groups;
    int chassis; /**< in a group */
    int routers; /**< in a chassis */
    int nodes;   /**< at a router */
    int blue;    /**< links between two groups; 0: more groups than can be cabled */
    int paths;
    int group_hosts;
    int hosts; /**< described; the spread rendering leaves out what is not in use */
};

/** Complete the numbers of @p spec; it need not have been checked. */
struct pcs_aries_plan pcs_aries_plan(const struct pcs_platform_spec *spec, int nodes);

/** model.check() and units() of both renderings. */
int pcs_aries_check(const struct pcs_platform_spec *spec, int nodes, char *error,
                    size_t error_size);
struct pcs_units pcs_aries_units(const struct pcs_platform_spec *spec, int nodes);

/** model_facts.half_groups */
int pcs_aries_half_groups(const struct pcs_aries_plan *plan);

/** Whether the platform has a link called @p name between routers or groups. */
bool pcs_aries_has_link(const struct pcs_platform_spec *spec, int nodes, const char *name);

/** Bandwidth between the halves of the groups, each way, by the blue links alone. */
double pcs_aries_bisection(const struct pcs_aries_plan *plan);

#endif
