/*
 * pcollsim sweep: many runs from one file.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "sim/cli/command.h"
#include "sim/cli/sweep/settings.h"
#include "sim/cli/sweep/show.h"
#include "sim/cli/sweep/store.h"

/* Combinations that nobody wants by mistake. */
#define COMBINATIONS_MAX 100000

#define VALUE(member) .offset = offsetof(struct pcs_sweep_options, member)

/* clang-format off */
static const struct pcs_option options[] = {
    {.name = "output", .letter = 'o', .argument = "DIR", .type = PCS_OPTION_TEXT, VALUE(output),
     .help = "folder of the sweep; may be one that other sweeps use"},
    {.name = "jobs", .letter = 'j', .argument = "N", .type = PCS_OPTION_TEXT, VALUE(jobs),
     .help = "runs at once, on each host; standard: one for each processor"},
    {.name = "memory", .argument = "SIZE", .type = PCS_OPTION_TEXT, VALUE(memory),
     .help = "all runs here may take together; standard: what is free. slurm: of each job"},
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
    {.name = "engine", .argument = "NAME", .type = PCS_OPTION_TEXT, VALUE(engine),
     .help = "local, hosts or slurm; standard: local"},
    {.name = "hosts", .argument = "FILE", .type = PCS_OPTION_TEXT, VALUE(hosts),
     .help = "hosts: ssh logins, one a line, as for parallel's --sshloginfile"},
    {.name = "partition", .argument = "NAME", .type = PCS_OPTION_TEXT, VALUE(partition),
     .help = "slurm: partition of the jobs"},
    {.name = "account", .argument = "NAME", .type = PCS_OPTION_TEXT, VALUE(account),
     .help = "slurm: account of the jobs"},
    {.name = "time", .argument = "TIME", .type = PCS_OPTION_TEXT, VALUE(time),
     .help = "slurm: limit of each job, as sbatch wants it"},
    {.name = "throttle", .argument = "N", .type = PCS_OPTION_TEXT, VALUE(throttle),
     .help = "slurm: jobs at once"},
    {.name = "wait", .type = PCS_OPTION_FLAG, VALUE(wait),
     .help = "slurm: wait until all jobs have ended, then collect"},
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

static int do_plan(struct pcs_plan *plan, const struct pcs_sweep_options *values,
                   const struct pcs_carry_out *how)
{
    if (values->list)
        return list(plan, values->output);
    if (values->dry_run)
        return dry_run(plan, values->output, values->retry);
    return pcs_sweep_carry_out(plan, how);
}

static int run_sweep(const struct pcs_sweep_options *values, const char *path)
{
    struct pcs_sweep sweep;
    struct pcs_plan plan;
    struct pcs_carry_out how;
    struct pcs_error error;
    int code;

    if (pcs_sweep_read(&sweep, path, &error) < 0) {
        fprintf(stderr, "%s\n", error.text);
        pcs_sweep_fini(&sweep);
        return PCS_EXIT_BAD;
    }
    if (pcs_sweep_settings(values, &sweep, &how) < 0) {
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
    pcs_sweep_settings_fini(&how);
    pcs_sweep_fini(&sweep);
    return code;
}

static int run(int argc, char **argv)
{
    const struct pcs_usage *usage = &pcs_command_sweep.usage;
    struct pcs_sweep_options values = {0};
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
