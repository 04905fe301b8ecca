/*
 * pcollsim run: a scenario in, a result folder out.
 */
#define _GNU_SOURCE /* asprintf */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "platforms/user_files.h"
#include "sim/cli/bracket.h"
#include "sim/cli/command.h"
#include "sim/cli/estimate/estimate.h"
#include "sim/cli/job.h"
#include "sim/cli/launch.h"
#include "sim/cli/programs.h"
#include "sim/cli/run_failure.h"
#include "sim/cli/run_folder.h"
#include "sim/cli/run_inputs.h"
#include "sim/cli/run_table.h"

struct run_options {
    struct pcs_option_list set;
    const char *output;
    bool force;
    bool dry_run;
    bool no_preload;
    bool bracket;
    bool estimate;
};

#define VALUE(member) .offset = offsetof(struct run_options, member)

/* clang-format off */
static const struct pcs_option options[] = {
    {.name = "set", .argument = "KEY=VALUE", .type = PCS_OPTION_LIST, VALUE(set),
     .help = "override a key of the scenario; may be repeated"},
    {.name = "output", .letter = 'o', .argument = "DIR", .type = PCS_OPTION_TEXT, VALUE(output),
     .help = "result folder; standard: NAME-RUNID here"},
    {.name = "force", .type = PCS_OPTION_FLAG, VALUE(force),
     .help = "replace an old result folder, once the new run is good"},
    {.name = "dry-run", .type = PCS_OPTION_FLAG, VALUE(dry_run),
     .help = "print the smpirun line and run nothing; with -o, DIR is made ready for it"},
    {.name = "no-preload", .type = PCS_OPTION_FLAG, VALUE(no_preload),
     .help = "preload nothing that makes the simulation faster"},
    {.name = "bracket", .type = PCS_OPTION_FLAG, VALUE(bracket),
     .help = "run under both renderings of aries, into DIR-spread and DIR-minimal"},
    {.name = "estimate", .type = PCS_OPTION_FLAG, VALUE(estimate),
     .help = "print the memory and the messages that it will take, and run nothing"},
    {.name = NULL},
};
/* clang-format on */

/** What the parts of a run share. */
struct run {
    const struct run_options *options;
    const struct pcs_scenario *scenario;
    const struct pcs_launch *launch;
    const char *output;
};

static int out_of_memory(void)
{
    fprintf(stderr, "pcollsim run: out of memory\n");
    return PCS_EXIT_FAILED;
}

static int dry_run(const struct run *run)
{
    struct pcs_run_folder folder;
    int code = PCS_EXIT_GOOD;

    if (run->options->output) {
        code = pcs_run_folder_open(run->output, run->options->force, &folder);
        if (code != PCS_EXIT_GOOD)
            return code;
        if (pcs_run_inputs_write(run->scenario, &folder) < 0 ||
            pcs_run_folder_publish_inputs(&folder) < 0)
            code = PCS_EXIT_FAILED;
        else
            fprintf(stderr, "pcollsim run: %s is ready; the line works in it\n", run->output);
        pcs_run_folder_close(&folder);
    }
    if (code == PCS_EXIT_GOOD)
        printf("%s\n", run->launch->line);
    return code;
}

/** The child's environment: what is preloaded, and the line for the manifest. */
static int simulate(const struct run *run, const struct pcs_run_folder *folder,
                    const struct pcs_job_guard *guard, struct pcs_job_result *result)
{
    struct pcs_words set = {0};
    int rc = -1;

    pcs_launch_environment(run->launch, &set);
    if (set.failed) {
        out_of_memory();
    } else {
        struct pcs_job job = {
            .words = &run->launch->words,
            .set = &set,
            .folder = folder->temporary,
            .log = PCS_RUN_LOG,
            .shows_progress = isatty(STDERR_FILENO) != 0,
        };
        rc = pcs_job_run(&job, guard, result);
        if (rc)
            fprintf(stderr, "pcollsim run: cannot start %s: %s\n", job.words->items[0],
                    strerror(rc));
    }
    pcs_words_fini(&set);
    return rc ? -1 : 0;
}

/** Run in the temporary folder and publish what comes out. */
static int run_in_folder(const struct run *run, struct pcs_run_folder *folder,
                         const struct pcs_job_guard *guard)
{
    struct pcs_job_result result = {0};

    if (pcs_run_inputs_write(run->scenario, folder) < 0 ||
        simulate(run, folder, guard, &result) < 0)
        return PCS_EXIT_FAILED;
    if (result.interrupted) {
        fprintf(stderr, "pcollsim run: interrupted; no result\n");
        return 128 + result.interrupted;
    }
    if (result.exit_code != 0 || !pcs_run_folder_is_finished(folder))
        return pcs_run_failure_report(folder, &result);
    return pcs_run_folder_publish(folder) < 0 ? PCS_EXIT_FAILED : PCS_EXIT_GOOD;
}

static int show(const struct run *run)
{
    if (pcs_run_table_print(run->output) < 0)
        return PCS_EXIT_FAILED;
    fflush(stdout); /* the table comes before the message where both go to one place */
    fprintf(stderr, "pcollsim run: the result is in %s\n", run->output);
    return PCS_EXIT_GOOD;
}

static int real_run(const struct run *run)
{
    struct pcs_run_folder folder;
    struct pcs_job_guard guard;

    pcs_job_guard_begin(&guard);
    int code = pcs_run_folder_open(run->output, run->options->force, &folder);
    if (code == PCS_EXIT_GOOD) {
        code = run_in_folder(run, &folder, &guard);
        pcs_run_folder_close(&folder);
    }
    pcs_job_guard_end(&guard);
    return code == PCS_EXIT_GOOD ? show(run) : code; /* a closed pipe leaves nothing behind */
}

/** What the scenario's own check leaves open. @return an exit code, after a message */
static int check(const struct pcs_scenario *scenario, const struct pcs_programs *programs)
{
    char error[1024];

    if (scenario->platform.model == PCS_PLATFORM_FILE) {
        int rc = pcs_platform_check_user_files(programs->probe, &scenario->platform,
                                               scenario->ranks, error, sizeof error);
        if (rc < 0) {
            fprintf(stderr, "%s\n", error);
            return rc == PCS_USER_FILES_BAD ? PCS_EXIT_BAD : PCS_EXIT_FAILED;
        }
    }
    return PCS_EXIT_GOOD;
}

/** NAME-RUNID, to free(). */
static char *standard_output(const struct pcs_scenario *scenario)
{
    char id[PCS_RUN_ID_LENGTH + 1];
    char *output = NULL;

    if (pcs_scenario_run_id(scenario, id) < 0 || asprintf(&output, "%s-%s", scenario->name, id) < 0)
        return NULL;
    return output;
}

static int run_checked(const struct run_options *values, const struct pcs_scenario *scenario,
                       const struct pcs_programs *programs)
{
    struct pcs_launch launch;
    char *output = values->output ? strdup(values->output) : standard_output(scenario);
    int code = PCS_EXIT_FAILED;

    if (!output || pcs_launch_create(scenario, programs, !values->no_preload, &launch) < 0) {
        free(output);
        return out_of_memory();
    }
    struct run run = {.options = values, .scenario = scenario, .launch = &launch, .output = output};
    code = values->dry_run ? dry_run(&run) : real_run(&run);
    pcs_launch_fini(&launch);
    free(output);
    return code;
}

static int print_estimate(const struct pcs_scenario *scenario)
{
    struct pcs_estimate estimate;

    if (pcs_estimate_run(scenario, &estimate) < 0 ||
        pcs_estimate_print(&estimate, scenario->ranks, stdout) < 0)
        return out_of_memory();
    return PCS_EXIT_GOOD;
}

static int run_scenario(const struct run_options *values, const char *path)
{
    struct pcs_programs programs;
    struct pcs_scenario scenario;
    struct pcs_error error;

    if (pcs_scenario_load(path, values->set.items, values->set.items_n, &scenario, &error) < 0) {
        fprintf(stderr, "%s\n", error.text);
        return PCS_EXIT_BAD;
    }
    int code = PCS_EXIT_FAILED;
    if (values->estimate) {
        code = print_estimate(&scenario);
    } else if (pcs_programs_find(&programs) == 0) {
        code = check(&scenario, &programs);
        if (code == PCS_EXIT_GOOD)
            code = run_checked(values, &scenario, &programs);
        pcs_programs_fini(&programs);
    }
    pcs_scenario_fini(&scenario);
    return code;
}

/** The same scenario under one rendering, into a folder of its own. */
static int run_rendering(const struct run_options *values, const char *path, const char *rendering,
                         char **output)
{
    struct run_options one = *values;
    int code = PCS_EXIT_FAILED;
    char override[64];

    one.set.items = calloc((size_t)values->set.items_n + 1, sizeof *one.set.items);
    if (!one.set.items || asprintf(output, "%s-%s", values->output, rendering) < 0) {
        free(one.set.items);
        *output = NULL;
        return out_of_memory();
    }
    for (int i = 0; i < values->set.items_n; i++)
        one.set.items[i] = values->set.items[i];
    snprintf(override, sizeof override, "platform.rendering=%s", rendering);
    one.set.items[one.set.items_n++] = override;
    one.output = *output;
    code = run_scenario(&one, path);
    free(one.set.items);
    return code;
}

static int run_bracket(const struct run_options *values, const char *path)
{
    char *spread = NULL;
    char *minimal = NULL;

    if (!values->output || values->dry_run) {
        pcs_usage_refuse(&pcs_command_run.usage,
                         "--bracket makes two result folders; expected -o DIR, no --dry-run");
        return PCS_EXIT_BAD;
    }
    int code = run_rendering(values, path, "spread", &spread);
    if (code == PCS_EXIT_GOOD)
        code = run_rendering(values, path, "minimal", &minimal);
    if (code == PCS_EXIT_GOOD && pcs_bracket_print(spread, minimal) < 0)
        code = PCS_EXIT_FAILED;
    free(spread);
    free(minimal);
    return code;
}

static int run(int argc, char **argv)
{
    const struct pcs_usage *usage = &pcs_command_run.usage;
    struct run_options values = {0};
    int first;
    int code = PCS_EXIT_GOOD;

    enum pcs_parsed parsed = pcs_options_parse(usage, argc, argv, &values, &first);
    if (parsed == PCS_PARSED_BAD)
        code = PCS_EXIT_BAD;
    else if (parsed == PCS_PARSED)
        code =
            values.bracket ? run_bracket(&values, argv[first]) : run_scenario(&values, argv[first]);
    pcs_options_fini(usage, &values);
    return code;
}

const struct pcs_command pcs_command_run = {
    .usage =
        {
            .name = "run",
            .synopsis = "SCENARIO [--set KEY=VALUE]... [-o DIR] [--force] [--dry-run|--estimate]",
            .summary = "run a scenario, write its result folder and print the summary",
            .details =
                "SCENARIO is a YAML file; `pcollsim info keys` describes its keys. The folder DIR\n"
                "appears when the run has come to a good end, and not otherwise; the log of a\n"
                "failed run is kept as DIR.failed.log. DIR holds all that is needed to repeat the\n"
                "run by hand: the line that --dry-run prints works inside it.\n"
                "\n"
                "environment:\n"
                "  PCOLLSIM_SMPIRUN        smpirun to use\n"
                "  PCOLLSIM_RANK           rank program to use instead of pcollsim-rank\n"
                "  LD_PRELOAD              if set, it is left alone and nothing else is preloaded",
            .options = options,
            .operands_min = 1,
            .operands_max = 1,
        },
    .run = run,
};
