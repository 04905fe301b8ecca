/*
 * Published experiments that can be repeated: rows of a table, one file an experiment.
 */
#ifndef PCS_CLI_VALIDATE_EXPERIMENT_H
#define PCS_CLI_VALIDATE_EXPERIMENT_H

#include <stdbool.h>

struct pcs_validate_settings {
    int seeds;            /**< runs of what draws at random; seeds 1 to this number */
    const char *output;   /**< folder for the result */
    const char *markdown; /**< file for the table as markdown, or NULL */
    bool force;           /**< the folder may replace an old one */
    bool keeps_runs;      /**< keep the result folders of the runs too */
};

struct pcs_experiment {
    const char *name;
    const char *summary;
    /** Repeat it, print the table, write the folder. Blocks. @return the exit code */
    int (*run)(const struct pcs_validate_settings *settings);
};

extern const struct pcs_experiment pcs_experiment_microbench;
extern const struct pcs_experiment pcs_experiment_ok_topk;

#endif
