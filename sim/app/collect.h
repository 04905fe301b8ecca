/*
 * From every rank's records to the traces of the run.
 *
 * One collection for all ranks, which live in one process and take turns: each hands over its
 * rounds when they are settled. A round's row is complete when the last rank has done so.
 */
#ifndef PCS_APP_COLLECT_H
#define PCS_APP_COLLECT_H

#include "analysis/summary.h"
#include "sim/app/record.h"
#include "sim/scenario/scenario.h"

/** Where the rows go. NULL files are not written. */
struct pcs_sinks {
    FILE *steps, *rounds, *syncs;
    struct pcs_summary *summary;
};

struct pcs_collection;

/** @return an empty collection, owned by the caller, or NULL when there is no memory; scenario and
 *          sinks are borrowed */
struct pcs_collection *pcs_collection_create(const struct pcs_scenario *scenario,
                                             const struct pcs_sinks *sinks);
void pcs_collection_destroy(struct pcs_collection *collection);

/**
 * Hand over what is settled of @p rank's first @p steps steps, and release it. Rows of rounds that
 * are complete are written; rows of steps wait for the end, because they stand in the order of
 * ranks.
 *
 * Collective: no. Blocks: no. Failures are told by pcs_collection_finish().
 */
void pcs_collection_add(struct pcs_collection *collection, int rank, struct pcs_record *record,
                        uint32_t steps);

/** Hand over the rest: @p rank is at its end. Likewise. */
void pcs_collection_add_rest(struct pcs_collection *collection, int rank,
                             struct pcs_record *record);

/**
 * Write what is left, after all ranks have handed over everything. The run is sound when every
 * round was completed by every rank, and the participation counted by the collective is that of the
 * ranks' own records.
 *
 * @param error  a constant sentence when -1 is returned
 * @return 0; -1 when a row could not be written or the run is not sound
 */
int pcs_collection_finish(struct pcs_collection *collection, const char **error);

#endif
