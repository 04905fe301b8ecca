#include "sim/pcoll/sparse/residual.h"

#include <stdlib.h>
#include <string.h>

enum pcoll_status pcoll_residual_init(struct pcoll_residual *residual, uint32_t n, bool is_dense)
{
    *residual = (struct pcoll_residual){.n = n};
    if (is_dense)
        residual->dense = calloc((size_t)n + 1, sizeof *residual->dense);
    return is_dense && !residual->dense ? PCOLL_EMEMORY : PCOLL_OK;
}

void pcoll_residual_fini(struct pcoll_residual *residual)
{
    free(residual->dense);
    residual->dense = NULL;
    pcoll_entries_fini(&residual->entries);
    pcoll_entries_fini(&residual->work);
}

static enum pcoll_status add_entries(struct pcoll_residual *residual,
                                     const struct pcoll_entry *entries, size_t n)
{
    enum pcoll_status status = pcoll_entries_reserve(&residual->work, residual->entries.n + n);
    if (status != PCOLL_OK)
        return status;
    residual->work.n =
        pcoll_entries_add(residual->entries.at, residual->entries.n, entries, n, residual->work.at);
    size_t kept = 0;
    for (size_t i = 0; i < residual->work.n; i++) {
        if (residual->work.at[i].value != 0)
            residual->work.at[kept++] = residual->work.at[i];
    }
    residual->work.n = kept;
    const struct pcoll_entries old = residual->entries;
    residual->entries = residual->work;
    residual->work = old;
    return PCOLL_OK;
}

enum pcoll_status pcoll_residual_add(struct pcoll_residual *residual,
                                     const struct pcoll_sparse_view *gradient)
{
    if (gradient->n != residual->n || !gradient->dense != !residual->dense)
        return PCOLL_EARGUMENT;
    if (!residual->dense)
        return add_entries(residual, gradient->entries, gradient->stored);
    for (size_t i = 0; i < gradient->stored; i++)
        residual->dense[i] += gradient->dense[i];
    return PCOLL_OK;
}

struct pcoll_sparse_view pcoll_residual_view(const struct pcoll_residual *residual)
{
    if (residual->dense)
        return pcoll_view_of_dense(residual->dense, residual->n);
    return pcoll_view_of_entries(residual->entries.at, residual->entries.n, residual->n);
}

/* What reached is taken out whole: its value is the vector's own. */
static void take_out(struct pcoll_residual *residual, const struct pcoll_entry *reached, size_t n)
{
    struct pcoll_entries *entries = &residual->entries;
    size_t kept = 0, j = 0;
    for (size_t i = 0; i < n && residual->dense; i++)
        residual->dense[reached[i].index] = 0;
    for (size_t i = 0; i < entries->n; i++) {
        while (j < n && reached[j].index < entries->at[i].index)
            j++;
        const bool has_reached = j < n && reached[j].index == entries->at[i].index;
        if (!has_reached && entries->at[i].value != 0)
            entries->at[kept++] = entries->at[i];
    }
    entries->n = kept;
}

enum pcoll_status pcoll_residual_settle(struct pcoll_residual *residual,
                                        const struct pcoll_sparse_result *result)
{
    if (result->all_reached) {
        residual->entries.n = 0;
        if (residual->dense)
            memset(residual->dense, 0, residual->n * sizeof *residual->dense);
        return PCOLL_OK;
    }
    take_out(residual, result->reached, result->reached_n);
    if (!residual->dense)
        return add_entries(residual, result->returned, result->returned_n);
    for (size_t i = 0; i < result->returned_n; i++)
        residual->dense[result->returned[i].index] += result->returned[i].value;
    return PCOLL_OK;
}
