/*
 * Machines: files with keys of `platform:`, which a scenario names and then changes as it likes.
 */
#ifndef PCS_SCENARIO_MACHINE_SPEC_H
#define PCS_SCENARIO_MACHINE_SPEC_H

#include "sim/scenario/node.h"

/**
 * If the scenario has a `platform.preset`, read that file and add its keys to the scenario's
 * `platform:` wherever the scenario does not have them itself. Blocks.
 *
 * @param document  uninitialised; released with pcs_document_fini() after the last use of @p root,
 *                  after a failure too
 * @return 0, or -1 with @p error
 */
int pcs_machine_spec_merge(struct pcs_node *root, struct pcs_document *document,
                           struct pcs_error *error);

/** The names of the machines there are, with commas, cut to @p size; for messages. */
void pcs_machine_list(char *out, size_t size);

/** @return whether a word is meant as a file's name, not as a machine's */
bool pcs_machine_is_file(const char *name);

#endif
