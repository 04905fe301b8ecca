/*
 * A whole SMPI run inside one Criterion test.
 */
#ifndef TESTS_SMPI_WORLD_H
#define TESTS_SMPI_WORLD_H

#include <mpi.h>

/**
 * Run @p body(@p argument) as @p ranks MPI ranks on a generated platform, from MPI_Init to
 * MPI_Finalize, and assert that all of them came to their end. Once a test: Criterion gives each
 * test a process of its own. All ranks share the process's memory.
 */
void smpi_world_run(int ranks, void (*body)(void *argument), void *argument);

#endif
