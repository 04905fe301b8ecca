#define _GNU_SOURCE /* pipe2 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sim/cli/job_pool.h"
#include "sim/cli/sweep/engine.h"
#include "sim/cli/sweep/follow.h"

/* In the sweep's folder: what parallel and the jobs print, and parallel's own account of its jobs.
 */
#define LOG "parallel.log"
#define JOB_LOG "joblog"

/* More jobs than places, so that the last ones end together; few runs in each, as one that stops
 * early stops with its job. */
#define JOBS_A_PLACE 32
#define CHUNK_MAX 16

uint64_t pcs_engine_chunk(const struct pcs_engine_work *work, uint64_t places)
{
    uint64_t chunk = work->settings->chunk;

    if (chunk == 0)
        chunk = work->runs_n / (places * JOBS_A_PLACE);
    if (work->settings->chunk == 0 && chunk > CHUNK_MAX)
        chunk = CHUNK_MAX;
    return chunk > 0 ? chunk : 1;
}

/** The command of a job is one constant text for a shell but for the ids: nothing to inject. */
static void add_command(const struct pcs_engine_work *work, struct pcs_words *words)
{
    const struct pcs_engine_settings *settings = work->settings;

    pcs_words_add(words, "exec \"$PCOLLSIM_PROGRAM\" sweep-job --tied%s%s {}",
                  settings->redoes_stale ? " --redo-stale" : "",
                  settings->time_limit ? " --time-limit \"$PCOLLSIM_TIME_LIMIT\"" : "");
}

static void make_words(const struct pcs_engine_work *work, struct pcs_words *words)
{
    const uint64_t places = work->jobs ? work->jobs : (uint64_t)pcs_job_pool_processors();

    pcs_words_add(words, "parallel");
    pcs_words_add(words, "--plain"); /* none of the user's own options for it */
    pcs_words_add(words, "--will-cite");
    pcs_words_add(words, "--ungroup");
    if (work->jobs) {
        pcs_words_add(words, "--jobs");
        pcs_words_add(words, "%" PRIu64, work->jobs);
    }
    if (work->settings->engine == PCS_ENGINE_HOSTS) {
        /* The folder and the program are at the same place on all hosts. */
        pcs_words_add(words, "--sshloginfile");
        pcs_words_add(words, "%s", work->settings->hosts);
        pcs_words_add(words, "--workdir");
        pcs_words_add(words, "%s", work->folder);
        pcs_words_add(words, "--env");
        pcs_words_add(words, "PCOLLSIM_PROGRAM,PCOLLSIM_TIME_LIMIT,PCOLLSIM_SMPIRUN,PCOLLSIM_RANK");
    }
    pcs_words_add(words, "--max-args");
    pcs_words_add(words, "%" PRIu64, pcs_engine_chunk(work, places));
    pcs_words_add(words, "--joblog");
    pcs_words_add(words, JOB_LOG);
    pcs_words_add(words, "--arg-file");
    pcs_words_add(words, PCS_SWEEP_TODO);
    add_command(work, words);
}

static void make_environment(const struct pcs_engine_work *work, struct pcs_words *set)
{
    pcs_words_add(set, "PCOLLSIM_PROGRAM=%s", work->program);
    pcs_words_add(set, "PCOLLSIM_TIME_LIMIT=%s",
                  work->settings->time_limit ? work->settings->time_limit : "");
    pcs_words_add(set, "PARALLEL_SHELL=/bin/sh");
}

int pcs_engine_parallel(const struct pcs_engine_work *work, const struct pcs_job_guard *guard)
{
    struct pcs_words words = {0};
    struct pcs_words set = {0};
    int lines[2];
    pid_t pid;
    int rc = ENOMEM;

    if (pipe2(lines, O_CLOEXEC) < 0) {
        perror("pcollsim sweep: cannot start parallel");
        return -1;
    }
    make_words(work, &words);
    make_environment(work, &set);
    if (!words.failed && !set.failed) {
        const struct pcs_job job = {.words = &words,
                                    .set = &set,
                                    .folder = work->folder,
                                    .log = LOG,
                                    .has_out = true,
                                    .out = lines[1]};
        rc = pcs_job_start(&job, guard, &pid);
    }
    pcs_words_fini(&words);
    pcs_words_fini(&set);
    close(lines[1]);
    if (rc) {
        fprintf(stderr, "pcollsim sweep: cannot start parallel: %s%s\n", strerror(rc),
                rc == ENOENT ? "; expected Debian's package parallel" : "");
        rc = -1;
    } else {
        rc = pcs_sweep_follow(work, pid, lines[0], guard);
    }
    close(lines[0]);
    return rc;
}
