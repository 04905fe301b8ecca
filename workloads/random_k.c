/*
 * k ranks of P, by Floyd's algorithm (J. Bentley, R. Floyd, "A sample of brilliance", CACM 30(9),
 * 1987): k numbers drawn, whatever P is. Of more than half of the ranks, the others are drawn.
 */
#include "workloads/random_k.h"

#include <stdlib.h>
#include <string.h>

struct pcs_random_k {
    gsl_rng *rng;
    int ranks;
    int drawn_n;     /* of ranks, the smaller of k and P - k */
    bool draws_rest; /* what is drawn are the ranks that are not chosen */
    uint64_t is_drawn[];
};

static size_t words(int ranks)
{
    return (size_t)(ranks + 63) / 64;
}

struct pcs_random_k *pcs_random_k_create(uint64_t seed, enum pcs_purpose purpose, uint32_t number,
                                         int ranks, int k)
{
    struct pcs_random_k *sequence =
        calloc(1, sizeof *sequence + words(ranks) * sizeof sequence->is_drawn[0]);

    if (!sequence)
        return NULL;
    sequence->ranks = ranks;
    sequence->draws_rest = k > ranks - k;
    sequence->drawn_n = sequence->draws_rest ? ranks - k : k;
    sequence->rng = pcs_stream_create(seed, purpose, number);
    if (!sequence->rng) {
        free(sequence);
        return NULL;
    }
    return sequence;
}

static bool is_drawn(const struct pcs_random_k *sequence, int rank)
{
    return sequence->is_drawn[rank / 64] >> (rank % 64) & 1;
}

bool pcs_random_k_next(struct pcs_random_k *sequence, int rank)
{
    memset(sequence->is_drawn, 0, words(sequence->ranks) * sizeof sequence->is_drawn[0]);
    for (int last = sequence->ranks - sequence->drawn_n; last < sequence->ranks; last++) {
        int one = (int)gsl_rng_uniform_int(sequence->rng, (unsigned long)last + 1);
        if (is_drawn(sequence, one))
            one = last;
        sequence->is_drawn[one / 64] |= UINT64_C(1) << (one % 64);
    }
    return is_drawn(sequence, rank) != sequence->draws_rest;
}

void pcs_random_k_destroy(struct pcs_random_k *sequence)
{
    if (!sequence)
        return;
    gsl_rng_free(sequence->rng);
    free(sequence);
}
