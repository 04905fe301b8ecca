/*
 * The run that stands for a larger one: platform.scale.
 */
#ifndef PCS_APP_SCALE_H
#define PCS_APP_SCALE_H

#include "sim/scenario/scenario.h"

/**
 * What the ranks carry out for @p scenario: gradients of 1/scale of its elements, rounded up, and
 * costs per byte as many times higher. The network's file is as many times slower already.
 *
 * Shares the texts and delay models of @p scenario, which must outlive it; not to be released.
 */
struct pcs_scenario pcs_scaled_scenario(const struct pcs_scenario *scenario);

#endif
