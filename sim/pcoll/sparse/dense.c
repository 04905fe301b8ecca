/*
 * Dense: the sum of all elements, by reduce-scatter and allgather.
 *
 * Rounds: 2 ceil(log2 P). Cost: 2(log P) alpha + 2n(P-1)/P beta for every P. No residual.
 * From: R. Thakur, R. Rabenseifner, W. Gropp, IJHPCA 19(1), 2005, as compared with by S. Li,
 * T. Hoefler, PPoPP 2022, table 1. See sum.c for the rounds and for P that is no power of two.
 */
#include <stdlib.h>
#include <string.h>

#include "sim/pcoll/sparse/sparse_internal.h"

static void fill(const struct pcoll_sparse_view *vector, float *values)
{
    if (vector->dense) {
        memcpy(values, vector->dense, vector->stored * sizeof *values);
        return;
    }
    memset(values, 0, vector->n * sizeof *values);
    for (size_t i = 0; i < vector->stored; i++)
        values[vector->entries[i].index] = vector->entries[i].value;
}

enum pcoll_status pcoll_dense_call(struct pcoll_sparse *s, const struct pcoll_sparse_view *vector,
                                   struct pcoll_sparse_result *result)
{
    const size_t n = s->spec.n;
    if (!s->dense)
        s->dense = malloc((2 * n + 1) * sizeof *s->dense);
    if (!s->dense)
        return PCOLL_EMEMORY;
    if (n)
        fill(vector, s->dense);
    pcoll_account_phase(&s->world.account, PCOLL_PHASE_REDUCE);
    enum pcoll_status status = pcoll_world_sum(&s->world, PCOLL_FLOAT32, s->dense, n, s->dense + n);
    if (status != PCOLL_OK)
        return status;
    result->sum = pcoll_view_of_dense(s->dense, s->spec.n);
    result->all_reached = true;
    result->selected = n;
    return PCOLL_OK;
}
