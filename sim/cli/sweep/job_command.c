/*
 * pcollsim sweep-job: some runs of a sweep, one after another. What the engines of a sweep start;
 * the ids are all that goes through shells and schedulers on the way.
 */
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "sim/cli/command.h"
#include "sim/cli/sweep/run_one.h"
#include "sim/cli/sweep/store.h"
#include "sim/scenario/quantity.h"

/* Ids on one line. */
#define IDS_MAX 100000

struct job_options {
    const char *time_limit;
    bool redo_stale, tied;
};

#define VALUE(member) .offset = offsetof(struct job_options, member)

/* clang-format off */
static const struct pcs_option options[] = {
    {.name = "time-limit", .argument = "TIME", .type = PCS_OPTION_TEXT, VALUE(time_limit),
     .help = "end a run that takes longer, such as 600s of real time"},
    {.name = "redo-stale", .type = PCS_OPTION_FLAG, VALUE(redo_stale),
     .help = "do runs again that another version of the program has done"},
    {.name = "tied", .type = PCS_OPTION_FLAG, VALUE(tied),
     .help = "end when the process that started this one does, or the sweep"},
    {.name = NULL},
};
/* clang-format on */

static int run_all(const struct pcs_run_one *how, char **ids)
{
    struct pcs_job_guard guard;
    int code = PCS_EXIT_GOOD;

    pcs_job_guard_begin(&guard);
    for (bool goes_on = true; goes_on && *ids; ids++) {
        switch (pcs_run_one(how, *ids, &guard)) {
        case PCS_RUN_ENDED_GOOD:
            printf("done %s\n", *ids);
            break;
        case PCS_RUN_ENDED_FAILED:
            printf("failed %s\n", *ids);
            code = PCS_EXIT_FAILED;
            break;
        case PCS_RUN_NOT_STARTED:
        case PCS_RUN_INTERRUPTED:
            code = PCS_EXIT_FAILED;
            goes_on = false;
            break;
        }
        /* With nobody to tell, a job that is tied stops; another goes on. */
        goes_on = (fflush(stdout) == 0 || !how->is_tied) && goes_on;
    }
    pcs_job_guard_end(&guard);
    return code;
}

static int check(const struct job_options *values, char **ids, struct pcs_run_one *how)
{
    const struct pcs_usage *usage = &pcs_command_sweep_job.usage;
    const char *problem = NULL;

    how->redoes_stale = values->redo_stale;
    if (values->time_limit)
        problem = pcs_quantity_seconds(values->time_limit, &how->time_limit_s);
    if (problem)
        return pcs_usage_refuse(usage, "--time-limit %s: %s; expected a time such as 600s",
                                values->time_limit, problem) == PCS_PARSED_BAD
                   ? -1
                   : 0;
    for (; *ids; ids++) {
        if (!pcs_store_is_id(*ids)) {
            pcs_usage_refuse(usage, "%s is no run id", *ids);
            return -1;
        }
    }
    return 0;
}

static int run(int argc, char **argv)
{
    const struct pcs_usage *usage = &pcs_command_sweep_job.usage;
    struct job_options values = {0};
    char program[PATH_MAX];
    int first;
    int code = PCS_EXIT_GOOD;

    enum pcs_parsed parsed = pcs_options_parse(usage, argc, argv, &values, &first);
    if (parsed != PCS_PARSED)
        return parsed == PCS_PARSED_BAD ? PCS_EXIT_BAD : PCS_EXIT_GOOD;
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    program[length > 0 ? length : 0] = '\0';
    struct pcs_run_one how = {.program = program, .is_tied = values.tied};
    if (check(&values, argv + first, &how) < 0)
        return PCS_EXIT_BAD;
    if (values.tied)
        prctl(PR_SET_PDEATHSIG, SIGTERM);
    signal(SIGPIPE, SIG_IGN); /* nobody may be left to tell, and the runs go on */
    code = run_all(&how, argv + first);
    clearerr(stdout);
    return code;
}

const struct pcs_command pcs_command_sweep_job = {
    .usage =
        {
            .name = "sweep-job",
            .synopsis = "ID...",
            .summary = "carry out runs of a sweep; what its engines start",
            .details =
                "It works in the folder of the sweep, which is the current one, and prints\n"
                "a line for each run: \"done ID\" or \"failed ID\". A run that is done already\n"
                "is not done again; one that another process is at is waited for.",
            .options = options,
            .operands_min = 1,
            .operands_max = IDS_MAX,
        },
    .run = run,
};
