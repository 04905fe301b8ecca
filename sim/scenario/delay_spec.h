/*
 * Delay models between their text and struct pcs_delay_spec.
 */
#ifndef PCS_SCENARIO_DELAY_SPEC_H
#define PCS_SCENARIO_DELAY_SPEC_H

#include "sim/scenario/node.h"

/**
 * Read a delay model, a mapping with `distribution` and its parameters, and the files it names.
 *
 * Blocks. File names are taken relative to the folder of the text. The caller releases the spec
 * with pcs_delay_spec_fini().
 *
 * @param path  what the model is called in messages: "workload.delay"
 * @return 0, or -1 with @p error
 */
int pcs_delay_spec_read(const char *path, const struct pcs_node *node, struct pcs_delay_spec *spec,
                        struct pcs_error *error);

/** Read the file that @p node names, into `file` and `table` of @p spec. @return as above */
int pcs_delay_file_read(const char *path, const struct pcs_node *node, struct pcs_delay_spec *spec,
                        struct pcs_error *error);

/**
 * Check models against the size of the run; a trace that is too short is told with its place.
 *
 * @param node   where the model stands; files have places of their own
 * @param steps  0 if not known
 * @return 0, or -1 with @p error
 */
int pcs_delay_spec_check_run(const char *path, struct pcs_place place,
                             const struct pcs_delay_spec *spec, int ranks, uint32_t steps,
                             struct pcs_error *error);

/** Write a delay model as a flow mapping. */
void pcs_delay_spec_print(const struct pcs_delay_spec *spec, FILE *out);

#endif
