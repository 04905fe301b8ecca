/*
 * Settings of SimGrid under which results would not be what they claim.
 */
#ifndef PCS_APP_ENGINE_SETTINGS_H
#define PCS_APP_ENGINE_SETTINGS_H

#include "sim/scenario/scenario.h"

/**
 * Check that the engine is set up as the scenario's run needs it.
 *
 * @param error  filled when -1 is returned
 * @return 0, or -1
 */
int pcs_engine_check(const struct pcs_scenario *scenario, struct pcs_error *error);

#endif
