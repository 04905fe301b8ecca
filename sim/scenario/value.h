/*
 * One value between its text in a scenario file and its field in struct pcs_scenario.
 */
#ifndef PCS_SCENARIO_VALUE_H
#define PCS_SCENARIO_VALUE_H

#include "sim/scenario/key.h"

/**
 * Check a node and store it in the field of @p key; strings are allocated.
 *
 * @return 0, or -1 with @p error: wrong type, unknown word, out of range, no such file
 */
int pcs_value_read(const struct pcs_key *key, const struct pcs_node *node,
                   struct pcs_scenario *scenario, struct pcs_error *error);

/** The same from a default's text, which is good. @return -1 only when there is no memory */
int pcs_value_read_standard(const struct pcs_key *key, struct pcs_scenario *scenario,
                            struct pcs_error *error);

/** Write the field of @p key as in a canonical file; look at ferror() of @p out afterwards. */
void pcs_value_print(const struct pcs_key *key, const struct pcs_scenario *scenario, FILE *out);

/** @return the number in the field of a count, bytes or choice key */
uint64_t pcs_value_integer(const struct pcs_key *key, const struct pcs_scenario *scenario);

/** Read a delay model, a mapping with `distribution` and its parameters. @return as above */
int pcs_delay_spec_read(const char *path, const struct pcs_node *node, struct pcs_delay_spec *spec,
                        struct pcs_error *error);

/** Write a delay model as a flow mapping. */
void pcs_delay_spec_print(const struct pcs_delay_spec *spec, FILE *out);

#endif
