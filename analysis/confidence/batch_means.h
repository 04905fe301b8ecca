/*
 * Intervals within one run, whose steps depend on each other; and how much of its start to drop.
 */
#ifndef PCS_ANALYSIS_CONFIDENCE_BATCH_MEANS_H
#define PCS_ANALYSIS_CONFIDENCE_BATCH_MEANS_H

#include "analysis/confidence/interval.h"

#define PCS_BATCHES 20

/**
 * Of sum(sums) / sum(counts) over the @p n steps of a run, by batch means.
 *
 * The steps are cut into 20 batches, whose means are taken for independent. They are nearly so
 * when a batch is at least 9 times (1 + r) / (1 - r) steps long, with the correlation r of
 * neighbouring steps; otherwise the run is too short for an interval. At r = 0 it takes 180
 * steps, at r = 0.8 1,620.
 *
 * @param counts  NULL for a mean over the steps: 1 each
 */
struct pcs_interval pcs_interval_batch_means(const double *sums, const double *counts, size_t n);

/** @return whether a run of @p n steps with these values is long enough for batch means */
bool pcs_is_long_enough(const double *values, size_t n);

/** @return the first step of batch @p i, of PCS_BATCHES over @p n steps */
size_t pcs_batch_start(size_t n, int i);

/**
 * Steps to drop at the start by MSER-5 (White, Cobb, Spratt 2000): with the means Z of 5 steps
 * each, the cut d, of at most half of them, with the least sum of (Z - mean)^2 / (m - d)^2 over
 * what is left.
 *
 * @param steps  set to the number of steps
 * @return whether a cut was found: false when it is at the limit, or there are fewer than 20 steps
 */
bool pcs_mser5(const double *values, size_t n, size_t *steps);

#endif
