/*
 * Every order of events of a small in-memory world, and random orders of larger ones.
 */
#ifndef TESTS_EXPLORE_H
#define TESTS_EXPLORE_H

#include <stdint.h>

#include "sim/pcoll/net/memory.h"

struct exploration {
    uint64_t states;     /* different ones */
    uint64_t ends;       /* states without possible events */
    const char *problem; /* NULL, or the first thing found wrong */
    uint64_t saw_late;   /* states in which a call had been answered at once */
};

/* What a state without possible events must look like. @return NULL or what is wrong */
typedef const char *check_end(const struct pcoll_world *world, const struct pcoll_tables *tables);

/*
 * Visit every state that can be reached; equal states are visited once.
 *
 * Deliveries that commute with everything else are made at once instead of in every order. Always:
 * a token that changes nothing. With @p reduce also: a block, or the news that one has left, that
 * does not end its rank's round. Such a delivery is seen by nothing but its own rank's data part;
 * calls and tokens look at the number of the round and at whether it has started, which it leaves
 * alone, and it disables no other event.
 */
struct exploration explore_all(const struct pcoll_world_settings *settings, check_end *check,
                               bool reduce);

/* Follow one random order to its end. Slow ranks are picked at random, so that some lag. */
struct exploration explore_random(const struct pcoll_world_settings *settings, uint64_t seed,
                                  struct pcoll_world_totals *totals);

#endif
