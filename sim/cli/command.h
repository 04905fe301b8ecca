/*
 * The commands of `pcollsim`: one object a command, one command a file.
 *
 * A new command is a file with such an object and a row in main.c's table.
 */
#ifndef PCS_CLI_COMMAND_H
#define PCS_CLI_COMMAND_H

#include "sim/cli/options.h"

/** Exit codes of all commands. */
enum pcs_exit {
    PCS_EXIT_GOOD = 0,
    PCS_EXIT_FAILED = 1, /**< what was asked for was tried and did not work */
    PCS_EXIT_BAD = 2,    /**< bad usage or bad input: nothing was tried */
};

struct pcs_command {
    struct pcs_usage usage; /**< its name, options and help */
    /** Do it. argv[0] is the command's name. @return the exit code */
    int (*run)(int argc, char **argv);
};

extern const struct pcs_command pcs_command_run;
extern const struct pcs_command pcs_command_sweep;
extern const struct pcs_command pcs_command_sweep_job;
extern const struct pcs_command pcs_command_report;
extern const struct pcs_command pcs_command_platform;
extern const struct pcs_command pcs_command_workload;
extern const struct pcs_command pcs_command_validate;
extern const struct pcs_command pcs_command_bench;
extern const struct pcs_command pcs_command_info;

#endif
