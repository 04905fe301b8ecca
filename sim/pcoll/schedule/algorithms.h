/*
 * The builders behind the table of schedules (private to this folder).
 */
#ifndef PCOLL_SCHEDULE_ALGORITHMS_H
#define PCOLL_SCHEDULE_ALGORITHMS_H

#include "sim/pcoll/schedule/schedule.h"

int pcoll_recursive_doubling_steps_max(int ranks);
int pcoll_recursive_doubling_build(int rank, int ranks, size_t count, struct pcoll_step *steps);

int pcoll_ring_steps_max(int ranks);
int pcoll_ring_build(int rank, int ranks, size_t count, struct pcoll_step *steps);

int pcoll_rabenseifner_steps_max(int ranks);
int pcoll_rabenseifner_build(int rank, int ranks, size_t count, struct pcoll_step *steps);

int pcoll_allgather_steps_max(int ranks);
int pcoll_allgather_build(int rank, int ranks, size_t count, struct pcoll_step *steps);

#endif
