/*
 * Sparse vectors in coordinate form (COO): entries sorted by index, no index twice.
 *
 * An entry is two words of four bytes on the wire, in memory order. Indices have 32 bits: vectors
 * of up to 2^32 - 1 elements. Only sums of indices (averaged boundaries) need more; they have 64.
 */
#ifndef PCOLL_SPARSE_ENTRIES_H
#define PCOLL_SPARSE_ENTRIES_H

#include <stddef.h>
#include <stdint.h>

#include "sim/pcoll/status.h"

struct pcoll_entry {
    uint32_t index;
    float value;
};

#define PCOLL_ENTRY_WORDS 2
#define PCOLL_WORD_BYTES 4

/** A growing array. All zero is an empty one. */
struct pcoll_entries {
    struct pcoll_entry *at;
    size_t n, capacity;
};

/** A vector of n elements to read: dense, or the entries that are there, all others being zero. */
struct pcoll_sparse_view {
    const float *dense; /**< n values; NULL: entries */
    const struct pcoll_entry *entries;
    size_t stored; /**< how many values or entries are there */
    uint32_t n;
};

static inline float pcoll_view_value(const struct pcoll_sparse_view *view, size_t i)
{
    return view->dense ? view->dense[i] : view->entries[i].value;
}

static inline uint32_t pcoll_view_index(const struct pcoll_sparse_view *view, size_t i)
{
    return view->dense ? (uint32_t)i : view->entries[i].index;
}

struct pcoll_sparse_view pcoll_view_of_dense(const float *values, uint32_t n);
struct pcoll_sparse_view pcoll_view_of_entries(const struct pcoll_entry *entries, size_t stored,
                                               uint32_t n);

/** Make room for @p capacity entries; what is there stays. */
enum pcoll_status pcoll_entries_reserve(struct pcoll_entries *entries,
                                        size_t capacity) PCOLL_MUST_CHECK;
/** Release the memory; @p entries is empty then. */
void pcoll_entries_fini(struct pcoll_entries *entries);

/** @return how many of @p n sorted entries have an index below @p index */
size_t pcoll_entries_below(const struct pcoll_entry *entries, size_t n, uint64_t index);

/**
 * Add two sorted lists: entries of equal index are summed, a's value first.
 *
 * @param out  room for a_n + b_n entries, no part of a or b
 * @return entries written
 */
size_t pcoll_entries_add(const struct pcoll_entry *a, size_t a_n, const struct pcoll_entry *b,
                         size_t b_n, struct pcoll_entry *out);

/**
 * Write those of @p a that have an index of @p kept, with their value in @p a (both sorted).
 * @p out may be @p a. @return entries written
 */
size_t pcoll_entries_intersect(const struct pcoll_entry *a, size_t a_n,
                               const struct pcoll_entry *kept, size_t kept_n,
                               struct pcoll_entry *out);

#endif
