/*
 * Rules between keys.
 */
#ifndef PCS_SCENARIO_CHECK_H
#define PCS_SCENARIO_CHECK_H

#include "sim/scenario/node.h"

/**
 * Check what the keys of @p scenario, each good for itself, must be to each other.
 *
 * @param root  the tree it was loaded from, for places
 * @return 0, or -1 with @p error
 */
int pcs_scenario_check(const struct pcs_scenario *scenario, const struct pcs_node *root,
                       struct pcs_error *error);

#endif
