/*
 * pcollsim validate: published experiments beside ours.
 */
#define _GNU_SOURCE /* asprintf */
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/cli/command.h"
#include "sim/cli/validate/all.h"
#include "sim/cli/validate/experiment.h"

#define SEEDS_MAX 10000

static const struct pcs_experiment *const experiments[] = {
    &pcs_experiment_microbench,
    &pcs_experiment_hyperplane,
    &pcs_experiment_resnet50,
    &pcs_experiment_cifar10,
    &pcs_experiment_ucf101,
    &pcs_experiment_ok_topk,
    NULL,
};

struct validate_options {
    const char *seeds;
    const char *output;
    const char *markdown;
    bool force;
    bool keep_runs;
    struct pcs_option_list set;
};

#define VALUE(member) .offset = offsetof(struct validate_options, member)

/* clang-format off */
static const struct pcs_option options[] = {
    {.name = "seeds", .argument = "N", .type = PCS_OPTION_TEXT, VALUE(seeds),
     .help = "runs, with the seeds 1 to N, of what draws at random; standard: 32 in microbench, 4"},
    {.name = "set", .argument = "KEY=VALUE", .type = PCS_OPTION_LIST, VALUE(set),
     .help = "override a key of the scenario of an eager-SGD experiment; may be repeated"},
    {.name = "output", .letter = 'o', .argument = "DIR", .type = PCS_OPTION_TEXT, VALUE(output),
     .help = "folder for CSV and plots; standard: validate-NAME here, of all validate"},
    {.name = "force", .type = PCS_OPTION_FLAG, VALUE(force),
     .help = "replace an old folder, once all is good"},
    {.name = "markdown", .argument = "FILE", .type = PCS_OPTION_TEXT, VALUE(markdown),
     .help = "write the table as markdown too; of all, the page docs/validation.md"},
    {.name = "keep-runs", .type = PCS_OPTION_FLAG, VALUE(keep_runs),
     .help = "keep the result folder of each run, in DIR/runs"},
    {.name = NULL},
};
/* clang-format on */

static const struct pcs_experiment *find_experiment(const char *name)
{
    for (const struct pcs_experiment *const *row = experiments; *row; row++) {
        if (strcmp((*row)->name, name) == 0)
            return *row;
    }
    return NULL;
}

/** @return 0, or -1 when @p text is no number of seeds */
static int read_seeds(const char *text, int *seeds)
{
    char *end;

    errno = 0;
    const long value = strtol(text, &end, 10);
    if (!strchr("123456789", *text) || !*text || *end || errno || value > SEEDS_MAX)
        return -1;
    *seeds = (int)value;
    return 0;
}

/** @param experiment  NULL: all of them */
static int repeat(const struct pcs_experiment *experiment, const struct validate_options *values,
                  int seeds)
{
    struct pcs_validate_settings settings = {
        .seeds = seeds || !experiment ? seeds : experiment->seeds,
        .set = values->set,
        .markdown = values->markdown,
        .force = values->force,
        .keeps_runs = values->keep_runs,
    };
    char *output = NULL;
    int length = values->output ? asprintf(&output, "%s", values->output)
                                : asprintf(&output, "validate%s%s", experiment ? "-" : "",
                                           experiment ? experiment->name : "");

    if (length < 0) {
        fprintf(stderr, "pcollsim validate: out of memory\n");
        return PCS_EXIT_FAILED;
    }
    settings.output = output;
    const int code =
        experiment ? experiment->run(&settings) : pcs_validate_all(experiments, &settings);
    free(output);
    return code;
}

static int validate(const struct pcs_usage *usage, const struct validate_options *values,
                    const char *name)
{
    const struct pcs_experiment *experiment = name ? find_experiment(name) : NULL;
    int seeds = 0; /* the experiment's own */

    if (values->seeds && read_seeds(values->seeds, &seeds) < 0) {
        pcs_usage_refuse(usage, "--seeds %s; expected a whole number from 1 to %d", values->seeds,
                         SEEDS_MAX);
        return PCS_EXIT_BAD;
    }
    if (name && !experiment) {
        pcs_usage_refuse(usage, "unknown experiment %s; --help lists them", name);
        return PCS_EXIT_BAD;
    }
    if (values->set.items_n > 0 && (!experiment || !experiment->takes_set)) {
        pcs_usage_refuse(usage, "--set needs the NAME of an eager-SGD experiment: microbench, "
                                "hyperplane, resnet50, cifar10 or ucf101");
        return PCS_EXIT_BAD;
    }
    return repeat(experiment, values, seeds);
}

static int run(int argc, char **argv)
{
    const struct pcs_usage *usage = &pcs_command_validate.usage;
    struct validate_options values = {0};
    int first;
    int code = PCS_EXIT_GOOD;

    enum pcs_parsed parsed = pcs_options_parse(usage, argc, argv, &values, &first);
    if (parsed == PCS_PARSED_BAD) {
        code = PCS_EXIT_BAD;
    } else if (parsed == PCS_PARSED_HELP) {
        printf("\nexperiments:\n");
        for (const struct pcs_experiment *const *row = experiments; *row; row++)
            printf("  %-24s%s\n", (*row)->name, (*row)->summary);
    } else {
        code = validate(usage, &values, first < argc ? argv[first] : NULL);
    }
    pcs_options_fini(usage, &values);
    return code;
}

const struct pcs_command pcs_command_validate = {
    .usage =
        {
            .name = "validate",
            .synopsis = "[NAME] [--seeds N] [--set KEY=VALUE]... [-o DIR] [--force] [--markdown "
                        "FILE] [--keep-runs]",
            .summary = "repeat published experiments and print their figures beside ours",
            .details =
                "Without NAME all experiments are repeated, with one table: published, ours, by "
                "how\n"
                "much they differ, and why. The runs go side by side on all processors; the "
                "figures\n"
                "do not depend on their number. The folder DIR gets the tables as CSV, and plots "
                "as\n"
                "PNG and SVG (by gnuplot, where it is installed). Exit code 1 also when a run\n"
                "deviates from the closed form for what it drew, or a prediction of eager-SGD "
                "from\n"
                "the published figure by more than 10 %.\n"
                "A --set of the delay (workload.delay.value=300ms) asks for a delay that was not\n"
                "published.\n"
                "\n"
                "environment:\n"
                "  PCOLLSIM_DATA           folder with the project's workloads/ and analysis/",
            .options = options,
            .operands_min = 0,
            .operands_max = 1,
        },
    .run = run,
};
