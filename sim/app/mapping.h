/*
 * From the words of a scenario to the arguments of the library.
 */
#ifndef PCS_APP_MAPPING_H
#define PCS_APP_MAPPING_H

#include "sim/pcoll/pcoll.h"
#include "sim/scenario/scenario.h"

enum pcoll_type pcs_map_type(enum pcs_type type);
struct pcoll_costs pcs_map_costs(const struct pcs_costs *costs);

/** @return the spec of a bucket's collective (not for kind mpi), without draw and observer */
struct pcoll_spec pcs_map_collective(const struct pcs_scenario *scenario, int bucket);

/** Fill @p n elements with 1, as the published micro-benchmark does. */
void pcs_fill_gradient(enum pcoll_type type, void *elements, size_t n);

#endif
