/*
 * Error feedback: what a rank's vectors held and no sum contains yet.
 *
 * Invariant, exact for integers of up to 24 bits and to rounding otherwise: over all ranks,
 * residuals + sums applied = all gradients brought. The residual is dense, or, when gradients come
 * as entries, sparse: then no vector of n elements is held.
 */
#ifndef PCOLL_SPARSE_RESIDUAL_H
#define PCOLL_SPARSE_RESIDUAL_H

#include "sim/pcoll/sparse/sparse.h"

/** All zero is an empty residual of nothing; see pcoll_residual_init(). */
struct pcoll_residual {
    uint32_t n;
    float *dense; /* or entries */
    struct pcoll_entries entries, work;
};

/** @param is_dense  whether gradients come as dense vectors */
enum pcoll_status pcoll_residual_init(struct pcoll_residual *residual, uint32_t n,
                                      bool is_dense) PCOLL_MUST_CHECK;
void pcoll_residual_fini(struct pcoll_residual *residual);

/**
 * Add a gradient: the vector to bring to the next call is then pcoll_residual_view().
 * @param gradient  dense or entries as the residual is
 */
enum pcoll_status pcoll_residual_add(struct pcoll_residual *residual,
                                     const struct pcoll_sparse_view *gradient) PCOLL_MUST_CHECK;

/** @return what is there; good until the next change */
struct pcoll_sparse_view pcoll_residual_view(const struct pcoll_residual *residual);

/** Take out what reached the sum of a call that was given pcoll_residual_view(). */
enum pcoll_status pcoll_residual_settle(struct pcoll_residual *residual,
                                        const struct pcoll_sparse_result *result) PCOLL_MUST_CHECK;

#endif
