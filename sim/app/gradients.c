#include "sim/app/gradients.h"

#include <stdlib.h>

#include "sim/app/mapping.h"

struct constant {
    enum pcoll_type type;
    size_t elements;
};

/* Nobody else writes the vector: it stays as it was filled for the first step. */
static enum pcoll_status make(void *context, uint32_t step, void *gradient)
{
    const struct constant *constant = context;
    if (step == 0 && gradient)
        pcs_fill_gradient(constant->type, gradient, constant->elements);
    return PCOLL_OK;
}

struct pcs_gradient_source pcs_constant_gradients(enum pcoll_type type, size_t elements)
{
    struct constant *constant = malloc(sizeof *constant);
    if (constant)
        *constant = (struct constant){type, elements};
    return (struct pcs_gradient_source){.context = constant, .make = make, .destroy = free};
}
