/*
 * Scenario files for tests: each test works in an empty folder of its own.
 */
#ifndef TESTS_UNIT_SCENARIO_FILE_H
#define TESTS_UNIT_SCENARIO_FILE_H

#include <stddef.h>

#include "sim/scenario/scenario.h"

#define SMALL "ranks: 4\ncollective: {kind: solo, bytes: 64}\n"

/** Change into a new empty folder; the matching function leaves and removes it. */
void folder_enter(void);
void folder_leave(void);

/** Write a file in the current folder. */
void file_write(const char *name, const void *bytes, size_t length);

/** Write @p text to s.yaml and load it with the overrides, a list that ends with NULL. */
int text_load(const char *text, const char *const *overrides, struct pcs_scenario *scenario,
              struct pcs_error *error);

/** The canonical form of what @p text loads as, to free(); fails the test if it does not. */
char *text_canonical(const char *text, const char *const *overrides);

/** The canonical form, to free(). */
char *scenario_canonical(const struct pcs_scenario *scenario);

#endif
