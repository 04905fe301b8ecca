/*
 * Drawing candidates: rank by rank when they are few, out of a list of all ranks otherwise.
 *
 * Few: a rank drawn before is drawn again. With m * m <= ranks all m first draws are distinct more
 * often than not, and no list of ranks is needed, on none of the ranks. Many: one pass over the
 * list picks m in ascending order, a shuffle puts them in random order.
 */
#include "workloads/candidates.h"

#include <stdbool.h>
#include <stdlib.h>

#include <gsl/gsl_randist.h>

#include "workloads/stream.h"

struct pcs_candidates {
    gsl_rng *rng;
    int ranks;
    int m;
    int *all; /* 0 .. ranks - 1; NULL when the candidates are few */
};

static bool all_create(struct pcs_candidates *sequence)
{
    if (sequence->m <= sequence->ranks / sequence->m)
        return true;
    sequence->all = malloc((size_t)sequence->ranks * sizeof(*sequence->all));
    if (!sequence->all)
        return false;
    for (int rank = 0; rank < sequence->ranks; rank++)
        sequence->all[rank] = rank;
    return true;
}

struct pcs_candidates *pcs_candidates_create(uint64_t seed, int ranks, int m)
{
    if (m < 1 || m > ranks)
        return NULL;

    struct pcs_candidates *sequence = calloc(1, sizeof(*sequence));
    if (!sequence)
        return NULL;
    sequence->ranks = ranks;
    sequence->m = m;
    sequence->rng = pcs_stream_create(seed, PCS_PURPOSE_CANDIDATES, 0);
    if (!sequence->rng || !all_create(sequence)) {
        pcs_candidates_destroy(sequence);
        return NULL;
    }
    return sequence;
}

static bool is_among(const int *ranks, int n, int rank)
{
    for (int i = 0; i < n; i++) {
        if (ranks[i] == rank)
            return true;
    }
    return false;
}

static void draw_few(struct pcs_candidates *sequence, int *candidates)
{
    for (int n = 0; n < sequence->m; n++) {
        int rank;

        do
            rank = (int)gsl_rng_uniform_int(sequence->rng, (unsigned long)sequence->ranks);
        while (is_among(candidates, n, rank));
        candidates[n] = rank;
    }
}

static void draw_many(struct pcs_candidates *sequence, int *candidates)
{
    const size_t m = (size_t)sequence->m;

    gsl_ran_choose(sequence->rng, candidates, m, sequence->all, (size_t)sequence->ranks,
                   sizeof(*candidates));
    gsl_ran_shuffle(sequence->rng, candidates, m, sizeof(*candidates));
}

void pcs_candidates_next(struct pcs_candidates *sequence, int *candidates)
{
    if (sequence->all)
        draw_many(sequence, candidates);
    else
        draw_few(sequence, candidates);
}

void pcs_candidates_destroy(struct pcs_candidates *sequence)
{
    if (!sequence)
        return;
    gsl_rng_free(sequence->rng);
    free(sequence->all);
    free(sequence);
}
