/*
 * Intervals of a quantile within one run, by resampling blocks of neighbouring steps.
 */
#ifndef PCS_ANALYSIS_CONFIDENCE_BLOCK_BOOTSTRAP_H
#define PCS_ANALYSIS_CONFIDENCE_BLOCK_BOOTSTRAP_H

#include "analysis/confidence/interval.h"

/**
 * Of quantile @p q of all values, by the percentiles of 999 resamples of whole blocks. Blocks
 * keep the dependence of the values inside them.
 *
 * @param values  block after block, each sorted
 * @param starts  of the blocks_n blocks in @p values, and the end of the last
 */
struct pcs_interval pcs_interval_quantile(const double *values, const size_t *starts, int blocks_n,
                                          double q);

#endif
