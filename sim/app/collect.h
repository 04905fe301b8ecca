/*
 * From every rank's records to the traces of the run, on rank 0.
 */
#ifndef PCS_APP_COLLECT_H
#define PCS_APP_COLLECT_H

#include "analysis/summary.h"
#include "sim/app/record.h"
#include "sim/scenario/scenario.h"

/** Where the rows go; rank 0 only. NULL files are not written. */
struct pcs_sinks {
    FILE *steps, *rounds, *syncs;
    struct pcs_summary *summary;
};

/**
 * Bring the records of all ranks to rank 0, one rank after the other, and turn them into rows:
 * steps in the order of ranks, then rounds. Checks on the way that the run is sound: every round
 * was completed by every rank, and the participation counted by the collective is that of the
 * ranks' own records.
 *
 * Collective: yes. Blocks: until rank 0 has everything.
 *
 * @param error  rank 0: a constant sentence when -1 is returned
 * @return 0; -1 on rank 0 when a row could not be written or the run is not sound
 */
int pcs_collect(const struct pcs_scenario *scenario, const struct pcs_record *record,
                const struct pcs_sinks *sinks, const char **error);

#endif
