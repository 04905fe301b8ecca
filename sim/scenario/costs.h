/*
 * Presets of what the host does: a scenario starts from one and may change single numbers.
 */
#ifndef PCS_SCENARIO_COSTS_H
#define PCS_SCENARIO_COSTS_H

#include "sim/scenario/scenario.h"

struct pcs_costs_preset {
    struct pcs_costs costs; /**< costs.preset is its name; costs.progress is not part of it */
    const char *help;
    const char *source; /**< where the numbers come from */
};

/** @return the table of presets; a row whose costs.preset is NULL ends it */
const struct pcs_costs_preset *pcs_costs_presets(void);

/** @return the preset called @p name, or NULL */
const struct pcs_costs_preset *pcs_costs_preset_find(const char *name);

#endif
