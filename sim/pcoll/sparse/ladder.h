/*
 * Sum of many sorted lists of entries: lists of about the same age are added to each other, as bits
 * carry in a binary counter, so each entry is copied about log2(lists) times. Which lists are added
 * depends on their order only, so the same lists in the same order give the same bits.
 */
#ifndef PCOLL_SPARSE_LADDER_H
#define PCOLL_SPARSE_LADDER_H

#include "sim/pcoll/sparse/entries.h"

#define PCOLL_LADDER_RUNGS 32

/** All zero is an empty one. */
struct pcoll_ladder {
    struct pcoll_entries rungs[PCOLL_LADDER_RUNGS]; /* rung r: sum of 2^r lists, if it is used */
    uint32_t lists;                                 /* its bits tell which rungs are used */
    struct pcoll_entries spare;
};

/** Add the next list (copied). */
enum pcoll_status pcoll_ladder_push(struct pcoll_ladder *ladder, const struct pcoll_entry *list,
                                    size_t n) PCOLL_MUST_CHECK;

/** Write the sum of all lists into @p out and start again from none; memory is kept. */
enum pcoll_status pcoll_ladder_sum(struct pcoll_ladder *ladder,
                                   struct pcoll_entries *out) PCOLL_MUST_CHECK;

void pcoll_ladder_fini(struct pcoll_ladder *ladder);

#endif
