/*
 * pcollsim sweep: many runs from one file.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "sim/cli/command.h"
#include "sim/cli/sweep/carry_out.h"
#include "sim/cli/sweep/show.h"
#include "sim/cli/sweep/store.h"
#include "sim/scenario/quantity.h"

/* Combinations that nobody wants by mistake. */
#define COMBINATIONS_MAX 100000

struct sweep_options {
    const char *output, *jobs, *chunk, *time_limit;
    bool list, dry_run, collect, retry, redo_stale, yes;
};

#define VALUE(member) .offset = offsetof(struct sweep_options, member)

/* clang-format off */
static const struct pcs_option options[] = {
    {.name = "output", .letter = 'o', .argument = "DIR", .type = PCS_OPTION_TEXT, VALUE(output),
     .help = "folder of the sweep; may be one that other sweeps use"},
    {.name = "jobs", .letter = 'j', .argument = "N", .type = PCS_OPTION_TEXT, VALUE(jobs),
     .help = "runs at once; standard: one for each processor"},
    {.name = "chunk", .argument = "N", .type = PCS_OPTION_TEXT, VALUE(chunk),
     .help = "runs of one job; standard: 1 to 16, more when there are many runs"},
    {.name = "time-limit", .argument = "TIME", .type = PCS_OPTION_TEXT, VALUE(time_limit),
     .help = "end a run that takes longer, such as 600s of real time"},
    {.name = "retry", .type = PCS_OPTION_FLAG, VALUE(retry),
     .help = "also runs that have failed"},
    {.name = "redo-stale", .type = PCS_OPTION_FLAG, VALUE(redo_stale),
     .help = "also runs that another version of the program has done"},
    {.name = "collect", .type = PCS_OPTION_FLAG, VALUE(collect),
     .help = "make results.csv and failed.csv from what is there, and run nothing"},
    {.name = "list", .type = PCS_OPTION_FLAG, VALUE(list),
     .help = "print the runs with their ids and states, and run nothing"},
    {.name = "dry-run", .type = PCS_OPTION_FLAG, VALUE(dry_run),
     .help = "print a command for each missing run, make DIR ready for them, and run nothing"},
    {.name = "yes", .type = PCS_OPTION_FLAG, VALUE(yes),
     .help = "accept more than 100000 combinations"},
    {.name = NULL},
};
/* clang-format on */

static int refuse_count(uint64_t count, bool yes)
{
    if (count == UINT64_MAX) {
        fprintf(stderr, "pcollsim sweep: more than 2^64 combinations\n");
        return PCS_EXIT_BAD;
    }
    if (count <= COMBINATIONS_MAX || yes)
        return PCS_EXIT_GOOD;
    fprintf(stderr,
            "pcollsim sweep: %" PRIu64 " combinations; more than %d are accepted with --yes only\n",
            count, COMBINATIONS_MAX);
    return PCS_EXIT_BAD;
}

static int dry_run(struct pcs_plan *plan, const char *folder, bool retry)
{
    int store = pcs_store_make(folder);
    int rc = store < 0 ? -1 : 0;

    if (rc == 0) {
        pcs_store_look_up(store, plan);
        pcs_sweep_select(plan, retry, false);
        rc = pcs_store_write_scenarios(store, plan);
    }
    if (rc == 0)
        rc = pcs_sweep_show_commands(plan, folder);
    if (rc == 0)
        pcs_sweep_show_count(plan, true);
    if (store >= 0)
        close(store);
    return rc < 0 ? PCS_EXIT_FAILED : PCS_EXIT_GOOD;
}

static int list(struct pcs_plan *plan, const char *folder)
{
    int store = folder ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;

    if (folder && store < 0 && errno != ENOENT) {
        fprintf(stderr, "pcollsim sweep: cannot read the folder %s: %s\n", folder, strerror(errno));
        return PCS_EXIT_BAD;
    }
    pcs_store_look_up(store, plan);
    pcs_sweep_show_list(plan);
    pcs_sweep_show_count(plan, folder != NULL);
    if (store >= 0)
        close(store);
    return PCS_EXIT_GOOD;
}

/** A number above 0. @return 0, or -1 after a message */
static int read_number(const char *option, const char *text, uint64_t max, uint64_t *number)
{
    if (!text || (!pcs_quantity_count(text, number) && *number >= 1 && *number <= max))
        return 0;
    pcs_usage_refuse(&pcs_command_sweep.usage, "%s %s: expected a whole number from 1 to %" PRIu64,
                     option, text, max);
    return -1;
}

static int read_settings(const struct sweep_options *values, struct pcs_carry_out *how)
{
    double seconds;
    const char *problem =
        values->time_limit ? pcs_quantity_seconds(values->time_limit, &seconds) : NULL;

    *how = (struct pcs_carry_out){
        .folder = values->output,
        .retries = values->retry,
        .collects_only = values->collect,
        .settings = {.time_limit = values->time_limit, .redoes_stale = values->redo_stale},
    };
    if (problem) {
        pcs_usage_refuse(&pcs_command_sweep.usage,
                         "--time-limit %s: %s; expected a time such as 600s", values->time_limit,
                         problem);
        return -1;
    }
    if (read_number("-j", values->jobs, 10000, &how->settings.jobs) < 0)
        return -1;
    return read_number("--chunk", values->chunk, 100000, &how->settings.chunk);
}

static int do_plan(struct pcs_plan *plan, const struct sweep_options *values,
                   const struct pcs_carry_out *how)
{
    if (values->list)
        return list(plan, values->output);
    if (values->dry_run)
        return dry_run(plan, values->output, values->retry);
    return pcs_sweep_carry_out(plan, how);
}

static int run_sweep(const struct sweep_options *values, const char *path)
{
    struct pcs_sweep sweep;
    struct pcs_plan plan;
    struct pcs_carry_out how;
    struct pcs_error error;
    int code;

    if (read_settings(values, &how) < 0)
        return PCS_EXIT_BAD;
    if (pcs_sweep_read(&sweep, path, &error) < 0) {
        fprintf(stderr, "%s\n", error.text);
        pcs_sweep_fini(&sweep);
        return PCS_EXIT_BAD;
    }
    code = refuse_count(pcs_sweep_count(&sweep), values->yes);
    if (code == PCS_EXIT_GOOD)
        code = pcs_plan_make(&sweep, &plan);
    if (code == PCS_EXIT_GOOD) {
        code = do_plan(&plan, values, &how);
        pcs_plan_fini(&plan);
    }
    pcs_sweep_fini(&sweep);
    return code;
}

static int run(int argc, char **argv)
{
    const struct pcs_usage *usage = &pcs_command_sweep.usage;
    struct sweep_options values = {0};
    int first;
    int code = PCS_EXIT_GOOD;

    enum pcs_parsed parsed = pcs_options_parse(usage, argc, argv, &values, &first);
    if (parsed == PCS_PARSED && !values.output && !values.list)
        parsed = pcs_usage_refuse(usage, "no output folder; expected -o DIR");
    if (parsed == PCS_PARSED_BAD)
        code = PCS_EXIT_BAD;
    else if (parsed == PCS_PARSED)
        code = run_sweep(&values, argv[first]);
    pcs_options_fini(usage, &values);
    return code;
}

const struct pcs_command pcs_command_sweep = {
    .usage =
        {
            .name = "sweep",
            .synopsis = "SWEEP -o DIR [-j N] [--list | --dry-run | --collect]",
            .summary = "carry out all runs of a sweep file that are missing; one CSV",
            .details =
                "SWEEP is a YAML file: a scenario, the keys that vary and their values. Runs are\n"
                "known by the hash of their scenario, so DIR can be shared by several sweeps.\n"
                "docs/sweeps.md describes the file and the folder.",
            .options = options,
            .operands_min = 1,
            .operands_max = 1,
        },
    .run = run,
};
