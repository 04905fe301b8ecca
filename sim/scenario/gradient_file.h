/*
 * The file of gradients to replay.
 */
#ifndef PCS_SCENARIO_GRADIENT_FILE_H
#define PCS_SCENARIO_GRADIENT_FILE_H

#include "sim/scenario/scenario.h"

/** Read spec->file into spec->table. Blocks. @return 0, or -1 with @p error */
int pcs_gradient_file_read(struct pcs_gradient_spec *spec, struct pcs_error *error);

#endif
