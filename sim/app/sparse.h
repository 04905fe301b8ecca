/*
 * The sparse kinds in a run: gradients, residual, the call, and what it sent and took.
 */
#ifndef PCS_APP_SPARSE_H
#define PCS_APP_SPARSE_H

#include <stdio.h>

#include "sim/app/record.h"
#include "sim/scenario/scenario.h"

struct pcs_sparse;

/**
 * Collective: yes. Blocks: until all ranks are there.
 *
 * @param scenario  as it is carried out (scaled); borrowed until the object is destroyed
 * @param record    this rank's; borrowed likewise; rank 0's tells where sparse.csv goes
 * @return NULL when there is no memory on any rank
 */
struct pcs_sparse *pcs_sparse_create(const struct pcs_scenario *scenario, struct pcoll_host *host,
                                     struct pcs_record *record);
/** After the last call: nobody uses what rank 0 holds for all any more. Collective: yes. Blocks:
 * until all ranks are there. NULL is allowed. */
void pcs_sparse_finish(const struct pcs_sparse *sparse);
/** Collective: no. NULL is allowed. */
void pcs_sparse_destroy(struct pcs_sparse *sparse);

/**
 * Bring the gradient of @p step and wait for the sum, and record the round of that number.
 *
 * @param gradient  the scenario's elements, float32, when a model is trained; else ignored: then
 *                  gradients are drawn or replayed
 * @param sum       as many, written; likewise
 * Collective: yes. Blocks: until this rank has the sum.
 * @return PCOLL_EPROTOCOL if ranks got different sums
 */
enum pcoll_status pcs_sparse_call(struct pcs_sparse *sparse, uint32_t step, const void *gradient,
                                  void *sum);

#endif
