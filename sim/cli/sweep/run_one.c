#define _GNU_SOURCE /* nftw */
#include "sim/cli/sweep/run_one.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "sim/cli/sweep/durable.h"
#include "sim/cli/sweep/lock.h"
#include "sim/cli/sweep/store.h"
#include "sim/cli/sweep/whole_file.h"

/* Inside work/ID. */
#define RESULT "/result"
#define LOG "/log"
/* The start of a log, which is kept: a run of many ranks can complain without end. */
#define LOG_BYTES_MAX (1 << 20)
/* How often a run that is locked by another process is looked at. */
#define LOCK_WAIT_NS 200000000

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *walk)
{
    (void)status;
    (void)type;
    (void)walk;
    remove(path);
    return 0;
}

static void remove_work(const char *id)
{
    nftw(pcs_store_name(PCS_STORE_WORK, id, "").text, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

/** Take the lock of a run. @return its descriptor; -1 when it cannot be, -2 after a signal */
static int take_lock(const char *id, const struct pcs_job_guard *guard)
{
    const struct pcs_store_name scenario = pcs_store_name(PCS_STORE_SCENARIOS, id, ".yaml");
    const struct timespec wait = {.tv_nsec = LOCK_WAIT_NS};
    const int fd = open(scenario.text, O_RDONLY | O_CLOEXEC);

    while (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) < 0) {
        if (errno == EWOULDBLOCK) {
            const int signal = sigtimedwait(&guard->held, NULL, &wait);
            if (signal <= 0 || signal == SIGCHLD)
                continue;
        }
        const bool is_signal = errno == EWOULDBLOCK;
        close(fd);
        return is_signal ? -2 : -1;
    }
    return fd;
}

/* ---- failures --------------------------------------------------------------------------------
 */

/** The first line of a log, without the program's name, as a reason. */
static void find_reason(const char *log, struct pcs_failure *failure)
{
    static const char *const names[] = {"pcollsim: ", "pcollsim run: "};

    log += strspn(log, "\n");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strncmp(log, names[i], strlen(names[i])) == 0)
            log += strlen(names[i]);
    }
    const size_t length = strcspn(log, "\n");
    const size_t room = sizeof failure->reason - 1;
    snprintf(failure->reason, sizeof failure->reason, "%.*s", (int)(length < room ? length : room),
             length ? log : "it ended without a word");
    for (char *c = failure->reason; *c; c++) {
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            *c = '?';
    }
}

/** Keep what the run printed: its own log, and the simulation's behind it. */
static void keep_log(const char *id, const char *log)
{
    const struct pcs_store_name more = pcs_store_name(PCS_STORE_WORK, id, RESULT ".failed.log");
    const struct pcs_store_name kept = pcs_store_name(PCS_STORE_LOGS, id, ".log");
    char *simulation = pcs_whole_file_read(AT_FDCWD, more.text, 4 * LOG_BYTES_MAX);
    char *text = NULL;
    size_t length = 0;

    FILE *memory = open_memstream(&text, &length);
    if (memory) {
        fputs(log, memory);
        if (simulation && *simulation)
            fprintf(memory, "\nlog of the simulation:\n%s", simulation);
        if (fclose(memory) == 0)
            pcs_whole_file_write(AT_FDCWD, kept.text, text, length);
    }
    free(text);
    free(simulation);
}

static void keep_failure(const char *id, struct pcs_failure *failure)
{
    const struct pcs_store_name name = pcs_store_name(PCS_STORE_WORK, id, LOG);
    char *log = pcs_whole_file_read(AT_FDCWD, name.text, LOG_BYTES_MAX);

    if (!failure->reason[0])
        find_reason(log ? log : "", failure);
    keep_log(id, log && *log ? log : failure->reason);
    if (pcs_store_write_failure(AT_FDCWD, id, failure) < 0)
        fprintf(stderr, "pcollsim sweep-job: run %s failed: %s\n", id, failure->reason);
    free(log);
}

static void forget_failure(const char *id)
{
    unlink(pcs_store_name(PCS_STORE_FAILED, id, "").text);
    unlink(pcs_store_name(PCS_STORE_LOGS, id, ".log").text);
}

/* ---- the run ---------------------------------------------------------------------------------
 */

static int start(const struct pcs_run_one *how, const char *id, const struct pcs_job_guard *guard,
                 struct pcs_job_result *result)
{
    const struct pcs_store_name log = pcs_store_name(PCS_STORE_WORK, id, LOG);
    struct pcs_words words = {0};
    const struct pcs_words set = {0};
    int rc = ENOMEM;

    pcs_words_add(&words, "%s", how->program);
    pcs_words_add(&words, "run");
    pcs_words_add(&words, "%s", pcs_store_name(PCS_STORE_SCENARIOS, id, ".yaml").text);
    pcs_words_add(&words, "-o");
    pcs_words_add(&words, "%s", pcs_store_name(PCS_STORE_WORK, id, RESULT).text);
    if (!words.failed) {
        const struct pcs_job job = {.words = &words,
                                    .set = &set,
                                    .folder = ".",
                                    .log = log.text,
                                    .time_limit_s = how->time_limit_s,
                                    .ends_gently = true,
                                    .is_unwanted = how->is_tied ? pcs_sweep_is_gone : NULL};
        rc = pcs_job_run(&job, guard, result);
    }
    pcs_words_fini(&words);
    return rc;
}

/** Publish the result, or say why there is none. */
static enum pcs_run_end finish(const struct pcs_run_one *how, const char *id,
                               const struct pcs_job_result *result, struct pcs_failure *failure)
{
    if (result->exit_code == 0) {
        if (pcs_durable_move(pcs_store_name(PCS_STORE_WORK, id, RESULT).text,
                             pcs_store_name(PCS_STORE_RUNS, id, "").text) == 0)
            return PCS_RUN_ENDED_GOOD;
        failure->exit_code = 1;
        snprintf(failure->reason, sizeof failure->reason, "cannot keep the result: %s",
                 strerror(errno));
    } else if (result->timed_out) {
        failure->exit_code = 1;
        snprintf(failure->reason, sizeof failure->reason, "it took longer than the limit of %g s",
                 how->time_limit_s);
    } else if (result->signal) {
        failure->exit_code = 1;
        snprintf(failure->reason, sizeof failure->reason, "it was killed (signal %d)",
                 result->signal);
    } else {
        failure->exit_code = result->exit_code;
    }
    return PCS_RUN_ENDED_FAILED;
}

static enum pcs_run_end carry_out(const struct pcs_run_one *how, const char *id,
                                  const struct pcs_job_guard *guard)
{
    const struct pcs_store_name work = pcs_store_name(PCS_STORE_WORK, id, "");
    struct pcs_job_result result = {0};
    struct pcs_failure failure = {.exit_code = 1};
    enum pcs_run_end end = PCS_RUN_ENDED_FAILED;

    remove_work(id); /* what a killed run has left */
    int rc = mkdir(work.text, 0777) < 0 ? errno : start(how, id, guard, &result);
    if (rc)
        snprintf(failure.reason, sizeof failure.reason, "cannot start it: %s", strerror(rc));
    else
        end = result.interrupted ? PCS_RUN_INTERRUPTED : finish(how, id, &result, &failure);
    if (end == PCS_RUN_ENDED_FAILED)
        keep_failure(id, &failure);
    else if (end == PCS_RUN_ENDED_GOOD)
        forget_failure(id);
    remove_work(id);
    return end;
}

enum pcs_run_end pcs_run_one(const struct pcs_run_one *how, const char *id,
                             const struct pcs_job_guard *guard)
{
    const int lock = take_lock(id, guard);
    struct pcs_failure failure = {.exit_code = 1};
    enum pcs_run_end end;

    if (lock == -2)
        return PCS_RUN_INTERRUPTED;
    if (lock < 0) {
        snprintf(failure.reason, sizeof failure.reason, "cannot lock its scenario: %s",
                 strerror(errno));
        keep_failure(id, &failure);
        return PCS_RUN_ENDED_FAILED;
    }
    const enum pcs_run_state state = pcs_store_state(AT_FDCWD, id);
    if (state == PCS_RUN_DONE || (state == PCS_RUN_STALE && !how->redoes_stale))
        end = PCS_RUN_ENDED_GOOD;
    else if (access(PCS_SWEEP_STOP, F_OK) == 0)
        end = PCS_RUN_NOT_STARTED;
    else
        end = carry_out(how, id, guard);
    close(lock);
    return end;
}
