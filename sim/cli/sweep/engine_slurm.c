/*
 * Slurm is asked through its own commands. A job's script holds its ids, so it is complete whatever
 * happens to the folder's other files while it waits for its turn.
 */
#include "sim/cli/sweep/engine_slurm.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sim/cli/sweep/capture.h"
#include "sim/cli/sweep/progress.h"
#include "sim/cli/sweep/store.h"
#include "sim/cli/sweep/whole_file.h"
#include "sim/scenario/quantity.h"

/* In the sweep's folder. */
#define SCRIPT "slurm.sh"
#define JOB "slurm-job"                   /* the id of the job submitted last */
#define LOG "slurm.log"                   /* what the jobs print */
#define COMMANDS_LOG "slurm-commands.log" /* what Slurm's commands complain about */

/* Most clusters accept arrays of 1,001 tasks (MaxArraySize). */
#define TASKS_MAX 1000
/* Ids are 16 digits and a line end. */
#define TODO_BYTES_MAX (17 * 10000000)
#define POLL_SECONDS 2

/** Tell what a command of Slurm's has complained about. @return -1 */
static int complain(const struct pcs_engine_work *work, const char *command, int code)
{
    const int error = errno;
    char *log = pcs_whole_file_read(work->store, COMMANDS_LOG, 1 << 16);

    if (code < 0)
        fprintf(stderr, "pcollsim sweep: cannot run %s: %s%s\n", command, strerror(error),
                error == ENOENT ? "; expected Slurm on this machine" : "");
    else
        fprintf(stderr, "pcollsim sweep: %s failed: %s\n", command,
                log && *log ? strtok(log, "\n") : "it does not say why");
    free(log);
    return -1;
}

/* ---- the script ------------------------------------------------------------------------------
 */

static int write_script(const struct pcs_engine_work *work, uint64_t chunk)
{
    const struct pcs_engine_settings *settings = work->settings;
    char *todo = pcs_whole_file_read(work->store, PCS_SWEEP_TODO, TODO_BYTES_MAX);
    struct pcs_words words = {0};
    char *text = NULL;
    size_t length = 0;
    int rc = -1;

    pcs_words_add(&words, "%s", work->program);
    pcs_words_add(&words, "sweep-job");
    if (settings->redoes_stale)
        pcs_words_add(&words, "--redo-stale");
    if (settings->time_limit) {
        pcs_words_add(&words, "--time-limit");
        pcs_words_add(&words, "%s", settings->time_limit);
    }
    char *line = pcs_words_line(&words);
    FILE *out = todo && line ? open_memstream(&text, &length) : NULL;
    if (out) {
        fprintf(out,
                "#!/bin/sh\n"
                "# Task i of the array carries out the runs i * %" PRIu64
                " + 1 and on of the list.\n"
                "first=$((SLURM_ARRAY_TASK_ID * %" PRIu64 " + 1))\n"
                "last=$((first + %" PRIu64 " - 1))\n"
                "ids=$(sed -n \"${first},${last}p\" <<'END'\n"
                "%s"
                "END\n"
                ")\n"
                "exec %s $ids\n",
                chunk, chunk, chunk, todo, line);
        rc = fclose(out);
    }
    if (rc == 0)
        rc = pcs_whole_file_write(work->store, SCRIPT, text, length);
    if (rc < 0)
        fprintf(stderr, "pcollsim sweep: cannot write " SCRIPT ": %s\n", strerror(errno));
    free(text);
    free(line);
    free(todo);
    pcs_words_fini(&words);
    return rc;
}

static void add_option(struct pcs_words *words, const char *name, const char *value)
{
    if (value)
        pcs_words_add(words, "--%s=%s", name, value);
}

static void make_words(const struct pcs_engine_work *work, uint64_t chunk, struct pcs_words *words)
{
    const struct pcs_sweep_batch *batch = &work->settings->batch;
    const uint64_t tasks = (work->runs_n + chunk - 1) / chunk;
    uint64_t bytes;

    pcs_words_add(words, "sbatch");
    pcs_words_add(words, "--parsable");
    pcs_words_add(words, "--job-name=pcollsim-sweep");
    pcs_words_add(words, "--array=0-%" PRIu64 "%s%s", tasks - 1, batch->throttle ? "%" : "",
                  batch->throttle ? batch->throttle : "");
    pcs_words_add(words, "--ntasks=1");
    pcs_words_add(words, "--chdir=%s", work->folder);
    pcs_words_add(words, "--output=" LOG);
    pcs_words_add(words, "--open-mode=append");
    add_option(words, "partition", batch->partition);
    add_option(words, "account", batch->account);
    add_option(words, "time", batch->time);
    if (batch->memory && !pcs_quantity_bytes(batch->memory, &bytes))
        pcs_words_add(words, "--mem=%" PRIu64 "K", (bytes + 1023) / 1024);
    pcs_words_add(words, SCRIPT);
}

int pcs_slurm_submit(const struct pcs_engine_work *work, const struct pcs_job_guard *guard,
                     char id[32])
{
    const uint64_t least = (work->runs_n + TASKS_MAX - 1) / TASKS_MAX;
    const uint64_t chunk = work->settings->chunk ? work->settings->chunk : least;
    struct pcs_words words = {0};
    char *text;
    int rc = 0;

    if (write_script(work, chunk) < 0)
        return -1;
    make_words(work, chunk, &words);
    const int code = pcs_capture(&words, work->folder, COMMANDS_LOG, guard, &text);
    pcs_words_fini(&words);
    if (code != 0)
        rc = complain(work, "sbatch", code);
    if (rc == 0) {
        /* "ID", or "ID;CLUSTER" */
        snprintf(id, 32, "%.*s", (int)strspn(text, "0123456789"), text);
        rc = pcs_whole_file_write(work->store, JOB, id, strlen(id));
        if (rc < 0)
            fprintf(stderr, "pcollsim sweep: cannot write " JOB ", the id of Slurm's job %s: %s\n",
                    id, strerror(errno));
        else
            fprintf(stderr, "pcollsim sweep: Slurm's job %s has %zu runs in %" PRIu64 " tasks\n",
                    id, work->runs_n, (work->runs_n + chunk - 1) / chunk);
    }
    free(text);
    return rc;
}

/* ---- a job that is there ---------------------------------------------------------------------
 */

/** Tasks of a job that have not ended. @return -1 after a message */
static long tasks_left(const struct pcs_engine_work *work, const struct pcs_job_guard *guard,
                       const char *id)
{
    struct pcs_words words = {0};
    char *text;
    char *rest;
    long n = 0;

    /* All of the user's jobs: asking for one that has ended is an error, as is no answer. */
    pcs_words_add(&words, "squeue");
    pcs_words_add(&words, "--me");
    pcs_words_add(&words, "--noheader");
    pcs_words_add(&words, "--array");
    pcs_words_add(&words, "--format=%%F");
    const int code = pcs_capture(&words, work->folder, COMMANDS_LOG, guard, &text);
    pcs_words_fini(&words);
    if (code != 0) {
        free(text);
        return complain(work, "squeue", code);
    }
    for (char *line = strtok_r(text, " \n", &rest); line; line = strtok_r(NULL, " \n", &rest))
        n += strcmp(line, id) == 0;
    free(text);
    return n;
}

enum pcs_slurm_job pcs_slurm_find(const struct pcs_engine_work *work,
                                  const struct pcs_job_guard *guard, char id[32])
{
    char *text = pcs_whole_file_read(work->store, JOB, 31);

    if (!text)
        return PCS_SLURM_NONE;
    snprintf(id, 32, "%.*s", (int)strspn(text, "0123456789"), text);
    free(text);
    const long left = tasks_left(work, guard, id);
    if (left == 0)
        unlinkat(work->store, JOB, 0);
    return left < 0 ? PCS_SLURM_UNKNOWN : left > 0 ? PCS_SLURM_AT_WORK : PCS_SLURM_NONE;
}

/** Count the runs of the list that have come to an end. */
static void count_ended(const struct pcs_engine_work *work, struct pcs_sweep_progress *progress)
{
    char *todo = pcs_whole_file_read(work->store, PCS_SWEEP_TODO, TODO_BYTES_MAX);
    char *rest;

    progress->done = 0;
    progress->failed = 0;
    for (char *id = todo ? strtok_r(todo, "\n", &rest) : NULL; id;
         id = strtok_r(NULL, "\n", &rest)) {
        const enum pcs_run_state state = pcs_store_state(work->store, id);
        progress->done += state == PCS_RUN_DONE;
        progress->failed += state == PCS_RUN_FAILED || state == PCS_RUN_BROKEN;
    }
    free(todo);
}

int pcs_slurm_wait(const struct pcs_engine_work *work, const struct pcs_job_guard *guard,
                   const char *id)
{
    const struct timespec wait = {.tv_sec = POLL_SECONDS};
    struct pcs_sweep_progress progress;
    long left;
    int interrupted = 0;

    pcs_sweep_progress_begin(&progress, work->runs_n);
    while (!interrupted && (left = tasks_left(work, guard, id)) > 0) {
        count_ended(work, &progress);
        pcs_sweep_progress_show(&progress);
        const int signal = sigtimedwait(&guard->held, NULL, &wait);
        if (signal > 0 && signal != SIGCHLD)
            interrupted = signal;
    }
    pcs_sweep_progress_clear(&progress);
    if (interrupted) {
        fprintf(
            stderr,
            "pcollsim sweep: Slurm's job %s goes on; `scancel %s` ends it, and the same command "
            "follows it\n",
            id, id);
        return interrupted;
    }
    if (left == 0)
        unlinkat(work->store, JOB, 0);
    return left < 0 ? -1 : 0;
}
