/*
 * The parts of a gradient that have a collective of their own: buckets.
 */
#ifndef PCS_SCENARIO_BUCKETS_H
#define PCS_SCENARIO_BUCKETS_H

#include "sim/scenario/node.h"
#include "sim/scenario/scenario.h"

/**
 * Complete what the keys of @p scenario say of its buckets: their number, and with a layer table
 * the size of the gradient.
 *
 * Blocks: reads the file of layers, if one is named. What is there beside `layers` or
 * `bucket_bytes`, as in the canonical form, has to agree with them.
 *
 * @return 0, or -1 with @p error
 */
int pcs_buckets_complete(struct pcs_scenario *scenario, const struct pcs_node *root,
                         struct pcs_error *error);

/** @return whether @p name is that of a file of layers, not of a built-in table */
bool pcs_layers_is_file(const char *name);

#endif
