/*
 * Published experiments that can be repeated: rows of a table, one file an experiment.
 */
#ifndef PCS_CLI_VALIDATE_EXPERIMENT_H
#define PCS_CLI_VALIDATE_EXPERIMENT_H

#include <stdbool.h>
#include <stdio.h>

#include "sim/cli/options.h"
#include "sim/cli/validate/overview.h"

struct pcs_validate_settings {
    int seeds;                  /**< runs of what draws at random; seeds 1 to this number */
    const char *output;         /**< folder for the result */
    const char *markdown;       /**< file for the table as markdown, or NULL */
    bool force;                 /**< the folder may replace an old one */
    bool keeps_runs;            /**< keep the result folders of the runs too */
    struct pcs_option_list set; /**< overrides of the scenario, after the experiment's own */
    /** Where its figures go when it is one of several; then nothing goes to stdout. Or NULL. */
    struct pcs_overview *overview;
    FILE *section; /**< then its table and notes go here, as markdown */
};

struct pcs_experiment {
    const char *name;
    const char *summary;
    int seeds;      /**< runs of what draws at random, unless the user says */
    bool takes_set; /**< its scenario can be overridden */
    /** Repeat it, print the table, write the folder. Blocks. @return the exit code */
    int (*run)(const struct pcs_validate_settings *settings);
};

extern const struct pcs_experiment pcs_experiment_microbench;
extern const struct pcs_experiment pcs_experiment_hyperplane;
extern const struct pcs_experiment pcs_experiment_resnet50;
extern const struct pcs_experiment pcs_experiment_cifar10;
extern const struct pcs_experiment pcs_experiment_ucf101;
extern const struct pcs_experiment pcs_experiment_ok_topk;

#endif
