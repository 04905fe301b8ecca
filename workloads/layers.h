/*
 * The tensors of a model in the order of the forward pass: which parts a gradient consists of.
 */
#ifndef PCS_WORKLOADS_LAYERS_H
#define PCS_WORKLOADS_LAYERS_H

#include <stddef.h>
#include <stdint.h>

#include "workloads/table.h"

/** Tensor i has the elements starts[i] to starts[i + 1] - 1 of the gradient. */
struct pcs_layers {
    size_t n;
    size_t room;
    uint64_t *starts; /**< n + 1 of them, the first is 0 */
};

/** A built-in table; the list ends with a NULL name. */
struct pcs_layers_model {
    const char *name;
    const char *help; /**< which model, and where its numbers come from */
    int (*build)(struct pcs_layers *layers);
};
const struct pcs_layers_model *pcs_layers_models(void);

/** @return the built-in table @p name, owned by the caller; NULL when there is none, or no memory
 */
struct pcs_layers *pcs_layers_builtin(const char *name);

/**
 * Parse `name,elements` lines. Blocks: no.
 *
 * @param layers  owned by the caller on success
 * @return 0, or -1 with @p error
 */
int pcs_layers_parse(const char *text, size_t length, struct pcs_layers **layers,
                     struct pcs_table_error *error);

/** Release a table; NULL is allowed. */
void pcs_layers_destroy(struct pcs_layers *layers);

/** Put one more tensor behind the others. @return 0, or -1 when there is no memory */
int pcs_layers_add(struct pcs_layers *layers, uint64_t elements);

/** @return elements of all tensors */
uint64_t pcs_layers_elements(const struct pcs_layers *layers);

#endif
