/*
 * Sparse contributions to a partial collective in a run: gradients, and the call.
 */
#ifndef PCS_APP_SPARSE_PARTIAL_H
#define PCS_APP_SPARSE_PARTIAL_H

#include "sim/pcoll/net/host.h"
#include "sim/pcoll/pcoll.h"
#include "sim/scenario/scenario.h"

struct pcs_sparse_partial;

/**
 * Add the scenario's collective to @p engine, before its start.
 *
 * Collective: yes. The caller owns *partial.
 *
 * @param spec  what the engine would be given for a dense one: core, draw and observer are used
 */
enum pcoll_status pcs_sparse_partial_create(const struct pcs_scenario *scenario,
                                            struct pcoll_host *host, struct pcoll_engine *engine,
                                            int rank, const struct pcoll_spec *spec,
                                            struct pcs_sparse_partial **partial) PCOLL_MUST_CHECK;
/** After the engine's finish. NULL is allowed. */
void pcs_sparse_partial_destroy(struct pcs_sparse_partial *partial);

/** Bring the next gradient and wait for the answer: pcoll_partial_call(). */
enum pcoll_status pcs_sparse_partial_call(struct pcs_sparse_partial *partial,
                                          struct pcoll_outcome *outcome) PCOLL_MUST_CHECK;
/** The closing round. Collective: yes. */
enum pcoll_status pcs_sparse_partial_flush(struct pcs_sparse_partial *partial,
                                           struct pcoll_outcome *outcome) PCOLL_MUST_CHECK;

#endif
