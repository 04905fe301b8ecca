/*
 * pcollsim platform --check: measurements on the simulated network beside published ones.
 */
#ifndef PCS_CLI_PLATFORM_CHECK_H
#define PCS_CLI_PLATFORM_CHECK_H

#include "sim/scenario/scenario.h"

/**
 * Run ping-pong, bisection, incast and allreduce on the platform of @p scenario, and print a table
 * on stdout. Blocks, for seconds; small networks are quick.
 *
 * @return an exit code of the command
 */
int pcs_platform_check_run(const struct pcs_scenario *scenario);

#endif
