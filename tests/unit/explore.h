/*
 * Every order of events of a small in-memory world, and random orders of larger ones.
 */
#ifndef TESTS_EXPLORE_H
#define TESTS_EXPLORE_H

#include <stdint.h>

#include "sim/pcoll/net/memory.h"

struct exploration {
    uint64_t states;      /* different ones */
    uint64_t ends;        /* states without possible events */
    const char *problem;  /* NULL, or the first thing found wrong */
    uint64_t saw_late;    /* states in which a call had been answered at once */
};

/* What a state without possible events must look like. @return NULL or what is wrong */
typedef const char *check_end(const struct pcoll_world *world, const struct pcoll_tables *tables);

/* Visit every state that can be reached; equal states are visited once. */
struct exploration explore_all(const struct pcoll_world_settings *settings, check_end *check);

/* Follow one random order to its end. Slow ranks are picked at random, so that some lag. */
struct exploration explore_random(const struct pcoll_world_settings *settings, uint64_t seed,
                                  struct pcoll_world_totals *totals);

#endif
