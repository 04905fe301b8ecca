/*
 * Where a rank's dense gradients come from, and what becomes of the results: the step loop calls
 * the functions of one such object a rank and knows nothing else of models and weights.
 *
 * None of the functions takes simulated time (the scenario's workload stands for their work) or
 * blocks, and none is called by the helper.
 */
#ifndef PCS_APP_GRADIENTS_H
#define PCS_APP_GRADIENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/pcoll/pcoll.h"

/**
 * A source of gradients. Vectors have as many elements as the scenario's gradient and its type, and
 * belong to the step loop. With payload phantom, and for sparse kinds, vectors are NULL.
 * Functions may be NULL but for make.
 */
struct pcs_gradient_source {
    void *context;

    /**
     * Write the gradient of @p step; the weights are those after the apply before.
     *
     * Called once a step, in order of steps, when the step's compute begins.
     */
    enum pcoll_status (*make)(void *context, uint32_t step, void *gradient);

    /**
     * Use @p result, what the call of @p step returned: a sum, not divided by the number of ranks.
     *
     * Called once a step before the next make, and once more after the closing round of a run with
     * flush, with @p step = number of steps.
     *
     * @param outcome  the rounds that it is a sum of, and who took part
     */
    enum pcoll_status (*apply)(void *context, uint32_t step, const void *result,
                               const struct pcoll_outcome *outcome);

    /** @return the loss to record for @p step, or NAN; asked for after apply */
    double (*loss)(void *context, uint32_t step);

    /** @return whether the run ends with the step just applied: the same on all ranks */
    bool (*is_done)(void *context);

    /** Write the weights to @p vector, or take the mean from their @p sum over all ranks. */
    void (*get_weights)(void *context, void *vector);
    void (*set_weights)(void *context, const void *sum);

    void (*destroy)(void *context);
};

/**
 * A source of gradients whose every element is 1, as the published micro-benchmark has it.
 *
 * @param elements  of a gradient
 * @return a source whose context is NULL when there is no memory
 */
struct pcs_gradient_source pcs_constant_gradients(enum pcoll_type type, size_t elements);

/** Release what the source holds. */
static inline void pcs_gradient_source_fini(struct pcs_gradient_source *source)
{
    if (source->destroy && source->context)
        source->destroy(source->context);
    source->context = NULL;
}

#endif
