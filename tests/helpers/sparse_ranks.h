/*
 * What tests of sparse collectives share: gradients that every rank can compute for every other
 * one, and specs with defaults.
 */
#ifndef TESTS_SPARSE_RANKS_H
#define TESTS_SPARSE_RANKS_H

#include "sim/pcoll/sparse/sparse.h"

/** A number that looks random but depends on its arguments only. */
uint32_t sparse_hash(uint32_t a, uint32_t b, uint32_t c);

/** @return a spec of @p kind without costs: thresholds every 3rd call, regions every 2nd */
struct pcoll_sparse_spec sparse_spec(enum pcoll_sparse_kind kind, uint32_t n, uint32_t k);

/** Fail the test unless @p status is good. */
void sparse_check(enum pcoll_status status);

/** Write what @p view stands for into n values. */
void sparse_densify(const struct pcoll_sparse_view *view, float *values);

/** Write the entries of @p values that differ from zero. @return their number */
size_t sparse_entries_of(const float *values, uint32_t n, struct pcoll_entry *entries);

#endif
