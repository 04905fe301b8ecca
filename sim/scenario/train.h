/*
 * The section train: what follows from it for other keys, and what it demands of them.
 */
#ifndef PCS_SCENARIO_TRAIN_H
#define PCS_SCENARIO_TRAIN_H

#include "sim/scenario/node.h"
#include "sim/scenario/scenario.h"

/** Complete size of the gradient and number of steps, when they come from the section. */
void pcs_train_complete(struct pcs_scenario *scenario, const struct pcs_node *root);

/** @return 0, or -1 with @p error */
int pcs_train_check(const struct pcs_scenario *scenario, const struct pcs_node *root,
                    struct pcs_error *error);

#endif
