/*
 * The folder of a sweep (docs/sweeps.md): where each run's files are, and what they tell of it.
 *
 *   scenarios/ID.yaml  the canonical scenario; who carries out the run holds a lock on it
 *   runs/ID            its result folder: appears when it is complete
 *   work/ID*           temporaries, whoever left them
 *   failed/ID          why it failed: exit code and reason
 *   logs/ID.log        what a failed run printed
 */
#ifndef PCS_CLI_SWEEP_STORE_H
#define PCS_CLI_SWEEP_STORE_H

#include <limits.h>

#include "sim/cli/sweep/plan.h"

/** Bytes of any name inside the folder. */
#define PCS_STORE_NAME_SIZE 80

#define PCS_STORE_SCENARIOS "scenarios"
#define PCS_STORE_RUNS "runs"
#define PCS_STORE_WORK "work"
#define PCS_STORE_FAILED "failed"
#define PCS_STORE_LOGS "logs"

struct pcs_store_name {
    char text[PCS_STORE_NAME_SIZE];
};

/** "FOLDER/ID", with @p ending behind it. */
struct pcs_store_name pcs_store_name(const char *folder, const char *id, const char *ending);

/** @return whether @p text is a run id */
bool pcs_store_is_id(const char *text);

/**
 * Open the folder at @p path, making it and those in it where they are missing.
 *
 * @return its descriptor, to close(), or -1 after a message on stderr
 */
int pcs_store_make(const char *path);

/** Why a run failed. */
struct pcs_failure {
    int exit_code;
    char reason[512]; /**< one line */
};

/** Read failed/ID. @return whether it is there and complete */
bool pcs_store_read_failure(int store, const char *id, struct pcs_failure *failure);
/** Write failed/ID. @return 0, or -1 with errno */
int pcs_store_write_failure(int store, const char *id, const struct pcs_failure *failure);

/** Whether the reason is the machine's, not the run's: the same run may come to a good end later.
 */
bool pcs_failure_is_of_machine(const struct pcs_failure *failure);

/** What is known of a run. @param store  descriptor of the folder; -1: there is none */
enum pcs_run_state pcs_store_state(int store, const char *id);

/** Look up all runs of a plan. */
void pcs_store_look_up(int store, struct pcs_plan *plan);

/** Write the scenarios of the selected runs, and estimate their memory. @return 0, or -1 after a
 * message on stderr */
int pcs_store_write_scenarios(int store, struct pcs_plan *plan);

#endif
