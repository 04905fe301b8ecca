/*
 * The words that scenario files use for the values of enums.
 *
 * Tables end with a NULL name; rows stand in the order of their enum.
 */
#ifndef PCS_SCENARIO_NAMES_H
#define PCS_SCENARIO_NAMES_H

#include "sim/scenario/scenario.h"

const struct pcs_name *pcs_kinds(void);
const struct pcs_name *pcs_triggers(void);
const struct pcs_name *pcs_schedules(void);
const struct pcs_name *pcs_types(void);
const struct pcs_name *pcs_payloads(void);
const struct pcs_name *pcs_late_policies(void);
const struct pcs_name *pcs_results(void);
const struct pcs_name *pcs_traces(void);
const struct pcs_name *pcs_progress_modes(void);
const struct pcs_name *pcs_nudgings(void);
const struct pcs_name *pcs_sparsities(void);
const struct pcs_name *pcs_gradient_value_models(void);
const struct pcs_name *pcs_train_models(void);
const struct pcs_name *pcs_train_activations(void);

/** @return the name of @p value, or NULL if it has none */
const char *pcs_name_of(const struct pcs_name *names, int value);

/** @return the row named @p text, or NULL */
const struct pcs_name *pcs_name_find(const struct pcs_name *names, const char *text);

#endif
