/*
 * The collectives of a gradient's buckets, all in the one engine of the rank.
 */
#ifndef PCS_APP_BUCKETS_H
#define PCS_APP_BUCKETS_H

#include "sim/app/record.h"
#include "sim/scenario/scenario.h"

struct pcs_buckets;

/**
 * Add a collective for each bucket to @p engine, before its start.
 *
 * Collective: yes. The caller owns *buckets.
 *
 * @param spec    what all of them have in common: draw and draw_context are used
 * @param record  borrowed; calls and rounds are written into it
 */
enum pcoll_status pcs_buckets_create(const struct pcs_scenario *scenario,
                                     const struct pcoll_host *host, struct pcs_record *record,
                                     struct pcoll_engine *engine, const struct pcoll_spec *spec,
                                     struct pcs_buckets **buckets) PCOLL_MUST_CHECK;
/** After the engine's finish. NULL is allowed. */
void pcs_buckets_destroy(struct pcs_buckets *buckets);

/**
 * Bring one bucket of the gradient of @p step. Blocks: no.
 *
 * @param compute_s  work of the step so far, recorded
 * @param gradient   the whole gradient, or NULL
 */
enum pcoll_status pcs_buckets_post(struct pcs_buckets *buckets, uint32_t step, int bucket,
                                   double compute_s, const void *gradient) PCOLL_MUST_CHECK;

/**
 * Wait until all buckets of @p step are answered.
 *
 * @param result   the whole gradient's, written; or NULL
 * @param outcome  of the bucket that is furthest behind, when they differ
 */
enum pcoll_status pcs_buckets_wait(struct pcs_buckets *buckets, uint32_t step, void *result,
                                   struct pcoll_outcome *outcome) PCOLL_MUST_CHECK;

/** Bring all buckets, last one first, and wait: post and wait in one. */
enum pcoll_status pcs_buckets_call(struct pcs_buckets *buckets, uint32_t step, double compute_s,
                                   const void *gradient, void *result,
                                   struct pcoll_outcome *outcome) PCOLL_MUST_CHECK;

/** End the run after the step just answered, as pcoll_allreduce_stop(). */
enum pcoll_status pcs_buckets_stop(struct pcs_buckets *buckets) PCOLL_MUST_CHECK;

/** The closing round of each bucket. Collective: yes. */
enum pcoll_status pcs_buckets_flush(struct pcs_buckets *buckets, void *result,
                                    struct pcoll_outcome *outcome) PCOLL_MUST_CHECK;

#endif
