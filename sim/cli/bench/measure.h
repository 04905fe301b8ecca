/*
 * One measurement of `pcollsim bench`: a program under smpirun, its CPU time and its memory.
 */
#ifndef PCS_CLI_BENCH_MEASURE_H
#define PCS_CLI_BENCH_MEASURE_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/cli/job.h"
#include "sim/cli/programs.h"

/** What runs; the order of the tables. */
enum pcs_bench_program {
    PCS_BENCH_BARE,     /**< MPI_Sendrecv and nothing else: what all others are held against */
    PCS_BENCH_BUILT_IN, /**< kind mpi */
    PCS_BENCH_SYNC,
    PCS_BENCH_SOLO,
    PCS_BENCH_MAJORITY,
    PCS_BENCH_START_BARE, /**< one round of it: start-up of SimGrid alone */
    PCS_BENCH_START,      /**< one round of sync: start-up with ours */
    PCS_BENCH_PROGRAMS_N,
};

/** What the measurements share. */
struct pcs_bench_case {
    const struct pcs_programs *programs;
    const char *scenario; /**< path of the scenario that the kinds run */
    const char *model;    /**< platform.model */
    int ranks;            /**< a power of two */
    int rounds, bytes;
};

struct pcs_bench_figures {
    double cpu_s;        /**< user and system time of smpirun and all below it */
    double memory_bytes; /**< proportional set size at the end of the run */
    double messages;     /**< data blocks, tokens and reports */
    double instructions; /**< with callgrind only, otherwise 0 */
};

/** @return the name of @p program in tables; constant */
const char *pcs_bench_program_name(enum pcs_bench_program program);

/**
 * Run @p program once, in a temporary folder that goes away.
 *
 * Blocks. Between pcs_job_guard_begin() and pcs_job_guard_end() only. Children of this process that
 * end meanwhile would count, too.
 *
 * @param callgrind  count instructions (valgrind; some 50 times slower)
 * @return 0; -1 after a message on stderr; or the signal that interrupted it
 */
int pcs_bench_measure(const struct pcs_bench_case *bench, enum pcs_bench_program program,
                      bool callgrind, const struct pcs_job_guard *guard,
                      struct pcs_bench_figures *figures);

#endif
