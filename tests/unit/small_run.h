/*
 * A run small enough to be worked out by hand.
 */
#ifndef TESTS_UNIT_SMALL_RUN_H
#define TESTS_UNIT_SMALL_RUN_H

#include "analysis/run.h"

/**
 * Solo on two ranks, with a warm-up of one step:
 *
 *   step   rank 0: compute, call        rank 1: compute, call           round
 *   0      0.5 s, 0.5 to 1.0 s, fresh   0.75 s, 0.75 to 1.0 s, fresh    0.5 to 1 s by rank 0
 *   1      1 s,   2.0 to 2.5 s, fresh   3 s,    4.0 to 4.25 s, 1 late   2 to 2.5 s by rank 0
 *   2      0.5 s, 3.0 to 3.5 s, left    0.75 s, 5.0 to 5.5 s, lost      5 to 5.5 s by rank 1
 *
 * @return for pcs_run_destroy()
 */
struct pcs_run *small_run(void);

#endif
