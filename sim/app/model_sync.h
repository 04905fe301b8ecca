/*
 * The ranks' weights, averaged every few steps: collective.model_sync_period.
 *
 * A blocking dense allreduce of its own in the rank's engine, of the gradient's size, type and
 * schedule. It is no part of the rounds: it has its own records.
 */
#ifndef PCS_APP_MODEL_SYNC_H
#define PCS_APP_MODEL_SYNC_H

#include "sim/app/gradients.h"
#include "sim/app/record.h"
#include "sim/scenario/scenario.h"

struct pcs_model_sync;

/** @return how often the weights are averaged in a whole run */
uint32_t pcs_model_syncs_n(const struct pcs_scenario *scenario);

/**
 * Add the collective to @p engine, before its start.
 *
 * Collective: yes. The caller owns *sync, also after a failure (it may be NULL then).
 *
 * @param record  borrowed; it has room for pcs_model_syncs_n()
 */
enum pcoll_status pcs_model_sync_create(const struct pcs_scenario *scenario,
                                        struct pcs_record *record, struct pcoll_engine *engine,
                                        struct pcs_model_sync **sync) PCOLL_MUST_CHECK;
/** After the engine's finish. NULL is allowed. */
void pcs_model_sync_destroy(struct pcs_model_sync *sync);

/** @return whether the weights are averaged after @p step; false for NULL */
bool pcs_model_sync_is_due(const struct pcs_model_sync *sync, uint32_t step);

/**
 * Average the weights. Collective: yes. Blocks: until all ranks have come.
 *
 * @param source    whose weights they are; without weights the sum goes nowhere
 * @param gradient  scratch, of the gradient's size; NULL with payload phantom
 * @param result    likewise
 */
enum pcoll_status pcs_model_sync_call(struct pcs_model_sync *sync,
                                      const struct pcs_gradient_source *source, void *gradient,
                                      void *result) PCOLL_MUST_CHECK;

/** The run ends before its time. NULL is allowed. */
enum pcoll_status pcs_model_sync_stop(struct pcs_model_sync *sync) PCOLL_MUST_CHECK;

#endif
