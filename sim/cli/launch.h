/*
 * The smpirun line of a scenario: one list of words, for us to run and for the user to repeat.
 */
#ifndef PCS_CLI_LAUNCH_H
#define PCS_CLI_LAUNCH_H

#include "sim/cli/programs.h"
#include "sim/cli/words.h"
#include "sim/scenario/scenario.h"

/** Names in the working directory of smpirun; relative, so that the folder can be moved. */
#define PCS_LAUNCH_SCENARIO "scenario.yaml"
#define PCS_LAUNCH_PLATFORM "platform.xml"
#define PCS_LAUNCH_HOSTFILE "hosts.txt"
#define PCS_LAUNCH_RESULT "result"

struct pcs_launch {
    struct pcs_words words; /**< smpirun and its arguments */
    char *preload;          /**< for LD_PRELOAD, or NULL */
    char *line;             /**< all of it for a shell */
};

/**
 * Make the line for a checked scenario.
 *
 * @param may_preload  whether libraries that make it faster are preloaded, where there are any
 * @param launch       filled on success; release with pcs_launch_fini()
 * @return 0, or -1 when there is no memory
 */
int pcs_launch_create(const struct pcs_scenario *scenario, const struct pcs_programs *programs,
                      bool may_preload, struct pcs_launch *launch);

/** Add to @p set what its environment needs: "NAME=value", for struct pcs_job. */
void pcs_launch_environment(const struct pcs_launch *launch, struct pcs_words *set);

void pcs_launch_fini(struct pcs_launch *launch);

#endif
