/*
 * Overrides: --set KEY=VALUE changes the tree of a scenario file before it is checked.
 */
#ifndef PCS_SCENARIO_OVERRIDE_H
#define PCS_SCENARIO_OVERRIDE_H

#include "sim/scenario/document.h"

/**
 * Apply one override to the tree below @p root. VALUE is YAML; a mapping replaces a mapping.
 *
 * Keys that cannot stand beside KEY are taken out, so the override wins over the file.
 *
 * @param root      a mapping
 * @param text      "KEY=VALUE"
 * @param document  will hold the new nodes; as for pcs_document_parse()
 * @return 0, or -1 with @p error
 */
int pcs_override_apply(struct pcs_node *root, const char *text, struct pcs_document *document,
                       struct pcs_error *error);

#endif
