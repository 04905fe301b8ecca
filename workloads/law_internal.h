/*
 * What a law consists of, for the files that make and read one.
 */
#ifndef PCS_WORKLOADS_LAW_INTERNAL_H
#define PCS_WORKLOADS_LAW_INTERNAL_H

#include "workloads/law.h"
#include "workloads/smooth.h"
#include "workloads/table.h"

/** A value with a probability. */
struct pcs_law_point {
    double x, weight;
    double below; /**< probability of this point and all points below it */
    double above; /**< of all points above it */
};

/** shift + factor * X, where X has the smooth distribution or the table's; factor > 0. */
struct pcs_law_part {
    double weight, shift, factor;
    const struct pcs_smooth *smooth;     /**< or NULL, and then */
    const struct pcs_delay_table *table; /**< a histogram */
    double p[PCS_DELAY_PARAMETERS_MAX];
};

struct pcs_law {
    struct pcs_law_point *points; /**< ascending */
    struct pcs_law_part *parts;
    size_t points_n, parts_n;
    size_t points_room, parts_room;
};

#endif
