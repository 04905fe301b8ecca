/*
 * Parts of rounds, from the fate of each gradient.
 */
#include "analysis/rank_parts.h"

#include <string.h>

int pcs_call_bucket(const struct pcs_rank_calls *calls, size_t i)
{
    int bucket = 0;

    while (i > 0 && calls->calls[i - 1].step == calls->calls[i].step) {
        bucket++;
        i--;
    }
    return bucket;
}

void pcs_rank_parts(const struct pcs_run *run, int rank, unsigned char *parts)
{
    const struct pcs_rank_calls *calls = &run->ranks[rank];

    memset(parts, PCS_PART_NULL, run->rounds_n);
    for (size_t i = 0; i < calls->n; i++) {
        const struct pcs_call *call = &calls->calls[i];
        if (call->fate < 0)
            continue;
        const uint32_t taken = call->step + (uint32_t)call->fate;
        const struct pcs_run_round *round =
            pcs_run_find_round(run, taken, pcs_call_bucket(calls, i));
        const unsigned char part = call->fate == 0 ? PCS_PART_FRESH : PCS_PART_STALE;
        if (round && parts[round - run->rounds] < part)
            parts[round - run->rounds] = part;
    }
}
