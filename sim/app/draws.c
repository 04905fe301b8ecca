#include "sim/app/draws.h"

#include <stdlib.h>
#include <string.h>

#include "workloads/candidates.h"

/*
 * Draws that are kept. The buckets of a rank are never further apart: if s is the newest step that
 * any rank has called, that rank has been answered in every bucket for step s - 1, so every bucket
 * of every rank has taken part in round s - 1, and none is beyond round s. A bucket thus asks next
 * for one of the rounds s - 1, s and s + 1.
 */
#define KEPT 4

struct pcs_draws {
    struct pcs_candidates *sequence;
    size_t m;
    uint32_t drawn; /* rounds so far */
    int *kept;      /* KEPT times m: round r at r % KEPT */
};

struct pcs_draws *pcs_draws_create(uint64_t seed, int ranks, int candidates)
{
    struct pcs_draws *draws = calloc(1, sizeof *draws);
    if (!draws)
        return NULL;
    draws->m = (size_t)candidates;
    draws->sequence = pcs_candidates_create(seed, ranks, candidates);
    draws->kept = calloc(KEPT * draws->m, sizeof *draws->kept);
    if (draws->sequence && draws->kept)
        return draws;
    pcs_draws_destroy(draws);
    return NULL;
}

void pcs_draws_destroy(struct pcs_draws *draws)
{
    if (!draws)
        return;
    pcs_candidates_destroy(draws->sequence);
    free(draws->kept);
    free(draws);
}

static int *place_of(const struct pcs_draws *draws, uint32_t round)
{
    return draws->kept + round % KEPT * draws->m;
}

void pcs_draws_get(void *context, uint32_t round, int *candidates)
{
    struct pcs_draws *draws = context;
    for (; draws->drawn <= round; draws->drawn++)
        pcs_candidates_next(draws->sequence, place_of(draws, draws->drawn));
    memcpy(candidates, place_of(draws, round), draws->m * sizeof *candidates);
}
