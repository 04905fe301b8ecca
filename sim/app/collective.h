/*
 * What a rank calls once a step, whatever the scenario's kind: the partial engine, the MPI
 * library's allreduce, a sparse allreduce, or sparse contributions to the engine.
 */
#ifndef PCS_APP_COLLECTIVE_H
#define PCS_APP_COLLECTIVE_H

#include "sim/app/gradients.h"
#include "sim/app/record.h"
#include "sim/scenario/scenario.h"

struct pcs_collective;

/**
 * Collective: yes. The caller owns *collective, also after a failure (it may be NULL then).
 *
 * @param record  borrowed until it is destroyed; calls and rounds are written into it
 */
enum pcoll_status pcs_collective_create(const struct pcs_scenario *scenario,
                                        struct pcoll_host *host, struct pcs_record *record,
                                        struct pcs_collective **collective) PCOLL_MUST_CHECK;
/** After the finish, or after a failure. NULL is allowed. */
void pcs_collective_destroy(struct pcs_collective *collective);

/** Before the first call. Collective: yes. Blocks: until all ranks are there. */
enum pcoll_status pcs_collective_start(struct pcs_collective *collective) PCOLL_MUST_CHECK;

/** @return whether it sums vectors of the caller's; otherwise they are ignored and may be NULL */
bool pcs_collective_has_vectors(const struct pcs_scenario *scenario);

/**
 * Bring the gradient of @p step and wait for the answer. Blocks: until then.
 *
 * @param compute_s  work of the step, recorded; arrival and return are, too
 * @param gradient  elements of the scenario's gradient; copied
 * @param result    as many, written
 */
enum pcoll_status pcs_collective_call(struct pcs_collective *collective, uint32_t step,
                                      double compute_s, const void *gradient, void *result,
                                      struct pcoll_outcome *outcome) PCOLL_MUST_CHECK;

/**
 * The same bucket by bucket, for kinds that have several: bring each, then wait for all.
 * pcs_collective_post() does not block.
 */
enum pcoll_status pcs_collective_post(struct pcs_collective *collective, uint32_t step, int bucket,
                                      double compute_s, const void *gradient) PCOLL_MUST_CHECK;
enum pcoll_status pcs_collective_wait(struct pcs_collective *collective, uint32_t step,
                                      void *result, struct pcoll_outcome *outcome) PCOLL_MUST_CHECK;

/** The closing round of a scenario with flush. Collective: yes. Blocks: until all are there. */
enum pcoll_status pcs_collective_flush(struct pcs_collective *collective, void *result,
                                       struct pcoll_outcome *outcome) PCOLL_MUST_CHECK;

/**
 * End the run after the call just answered, whose round waited for all ranks: nothing is left over,
 * and there is no closing round. All ranks do so.
 */
enum pcoll_status pcs_collective_stop(struct pcs_collective *collective) PCOLL_MUST_CHECK;

/**
 * After the results of @p step: average the ranks' weights, if it is time to (model_sync.h).
 * Collective: yes. Blocks: until all ranks have come, when it is.
 */
enum pcoll_status pcs_collective_sync_model(struct pcs_collective *collective, uint32_t step,
                                            const struct pcs_gradient_source *source,
                                            void *gradient, void *result) PCOLL_MUST_CHECK;

/** After the last call, if nothing failed. Collective: yes. Blocks: until all are there. */
enum pcoll_status pcs_collective_finish(struct pcs_collective *collective) PCOLL_MUST_CHECK;

/** @return seconds for which its helper, if it has one, has been busy so far */
double pcs_collective_busy_s(const struct pcs_collective *collective);

#endif
