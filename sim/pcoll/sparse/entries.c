#include "sim/pcoll/sparse/entries.h"

#include <stdlib.h>

struct pcoll_sparse_view pcoll_view_of_dense(const float *values, uint32_t n)
{
    return (struct pcoll_sparse_view){.dense = values, .stored = n, .n = n};
}

struct pcoll_sparse_view pcoll_view_of_entries(const struct pcoll_entry *entries, size_t stored,
                                               uint32_t n)
{
    return (struct pcoll_sparse_view){.entries = entries, .stored = stored, .n = n};
}

enum pcoll_status pcoll_entries_reserve(struct pcoll_entries *entries, size_t capacity)
{
    if (capacity <= entries->capacity)
        return PCOLL_OK;
    struct pcoll_entry *at = realloc(entries->at, capacity * sizeof *at);
    if (!at)
        return PCOLL_EMEMORY;
    entries->at = at;
    entries->capacity = capacity;
    return PCOLL_OK;
}

void pcoll_entries_fini(struct pcoll_entries *entries)
{
    free(entries->at);
    *entries = (struct pcoll_entries){0};
}

size_t pcoll_entries_below(const struct pcoll_entry *entries, size_t n, uint64_t index)
{
    size_t first = 0, end = n;
    while (first < end) {
        const size_t middle = first + (end - first) / 2;
        if (entries[middle].index < index)
            first = middle + 1;
        else
            end = middle;
    }
    return first;
}

size_t pcoll_entries_add(const struct pcoll_entry *a, size_t a_n, const struct pcoll_entry *b,
                         size_t b_n, struct pcoll_entry *out)
{
    size_t i = 0, j = 0, n = 0;
    while (i < a_n && j < b_n) {
        if (a[i].index < b[j].index) {
            out[n++] = a[i++];
        } else if (a[i].index > b[j].index) {
            out[n++] = b[j++];
        } else {
            out[n++] = (struct pcoll_entry){a[i].index, a[i].value + b[j].value};
            i++;
            j++;
        }
    }
    while (i < a_n)
        out[n++] = a[i++];
    while (j < b_n)
        out[n++] = b[j++];
    return n;
}

size_t pcoll_entries_intersect(const struct pcoll_entry *a, size_t a_n,
                               const struct pcoll_entry *kept, size_t kept_n,
                               struct pcoll_entry *out)
{
    size_t n = 0, j = 0;
    for (size_t i = 0; i < a_n; i++) {
        while (j < kept_n && kept[j].index < a[i].index)
            j++;
        if (j < kept_n && kept[j].index == a[i].index)
            out[n++] = a[i];
    }
    return n;
}
