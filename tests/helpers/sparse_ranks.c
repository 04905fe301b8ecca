#include "tests/helpers/sparse_ranks.h"

#include <string.h>

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

uint32_t sparse_hash(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t h = a * 0x9e3779b1u ^ b * 0x85ebca6bu ^ c * 0xc2b2ae35u;
    for (int i = 0; i < 3; i++) {
        h ^= h >> 15;
        h *= 0x2c1b3c6du;
        h ^= h >> 12;
    }
    return h;
}

struct pcoll_sparse_spec sparse_spec(enum pcoll_sparse_kind kind, uint32_t n, uint32_t k)
{
    return (struct pcoll_sparse_spec){.kind = kind,
                                      .n = n,
                                      .k = k,
                                      .threshold_period = 3,
                                      .region_period = 2,
                                      .repartition = true,
                                      .balancing = true,
                                      .bucket = 4};
}

void sparse_check(enum pcoll_status status)
{
    cr_assert(eq(int, status, PCOLL_OK), "%s", pcoll_status_text(status));
}

void sparse_densify(const struct pcoll_sparse_view *view, float *values)
{
    memset(values, 0, view->n * sizeof *values);
    for (size_t i = 0; i < view->stored; i++)
        values[pcoll_view_index(view, i)] = pcoll_view_value(view, i);
}

size_t sparse_entries_of(const float *values, uint32_t n, struct pcoll_entry *entries)
{
    size_t stored = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (values[i] != 0)
            entries[stored++] = (struct pcoll_entry){i, values[i]};
    }
    return stored;
}
