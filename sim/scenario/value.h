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

/** Write a text in double quotes, as YAML reads it back; it has no control characters. */
void pcs_value_print_quoted(const char *text, FILE *out);

#endif
