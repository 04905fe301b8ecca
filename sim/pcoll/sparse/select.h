/*
 * Which elements of a vector are worth sending: the k of largest magnitude, or those that reach a
 * threshold. Zeros are never selected.
 *
 * Exact top-k by radix selection on the bits of the magnitude (four passes, no copy, no worst
 * case: quickselect would need a copy of the vector and has one). Magnitudes of finite floats are
 * ordered as their bits are. Of elements tied at the k-th place those of lowest index are taken.
 */
#ifndef PCOLL_SPARSE_SELECT_H
#define PCOLL_SPARSE_SELECT_H

#include "sim/pcoll/sparse/entries.h"

/** What the k-th largest magnitude is. */
struct pcoll_cut {
    float threshold; /**< k-th largest magnitude; 0: fewer than k elements differ from zero;
                          infinity: k = 0 */
    size_t above;    /**< elements above the threshold */
    size_t ties;     /**< elements at the threshold to take, so that there are k in all */
};

/** @return PCOLL_EVALUE if an element is infinite or not a number */
enum pcoll_status pcoll_select_check(const struct pcoll_sparse_view *view) PCOLL_MUST_CHECK;

/** Find the cut of the @p k largest magnitudes; all values are finite. */
struct pcoll_cut pcoll_select_cut(const struct pcoll_sparse_view *view, size_t k);

/** Write what a cut takes, sorted by index. */
enum pcoll_status pcoll_select_top(const struct pcoll_sparse_view *view,
                                   const struct pcoll_cut *cut,
                                   struct pcoll_entries *out) PCOLL_MUST_CHECK;

/** @return how many elements differ from zero and reach @p threshold in magnitude */
size_t pcoll_select_count(const struct pcoll_sparse_view *view, float threshold);

/** Write them, sorted by index. */
enum pcoll_status pcoll_select_reaching(const struct pcoll_sparse_view *view, float threshold,
                                        struct pcoll_entries *out) PCOLL_MUST_CHECK;

/**
 * The threshold that a part @p density of the elements would exceed in magnitude if they were
 * normally distributed with the mean and the variance of @p view: |mean| + z sigma with
 * P(|Z| > z) = density for a standard normal Z.
 */
float pcoll_select_gaussian(const struct pcoll_sparse_view *view, double density);

#endif
