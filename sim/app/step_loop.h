/*
 * The program of one rank: compute, arrive, wait, again.
 */
#ifndef PCS_APP_STEP_LOOP_H
#define PCS_APP_STEP_LOOP_H

#include "sim/app/collect.h"
#include "sim/scenario/scenario.h"

/**
 * Run all steps of @p scenario on this rank and record them.
 *
 * Collective: yes. Blocks: until all ranks are through.
 *
 * @param record       initialised for the scenario's steps and rounds
 * @param peak_memory  rank 0: memory in use when every buffer was allocated, in bytes of
 *                     proportional set size of the process; others: untouched
 * @return PCOLL_OK or what failed first on this rank
 */
enum pcoll_status pcs_step_loop(const struct pcs_scenario *scenario, struct pcoll_host *host,
                                struct pcs_record *record, struct pcs_collection *collection,
                                uint64_t *peak_memory);

#endif
