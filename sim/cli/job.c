/*
 * A child and the signals around it. They are waited for, not handled: so nothing runs inside a
 * signal handler and no state has to be global.
 */
#define _GNU_SOURCE /* posix_spawn_file_actions_addchdir_np, environ */
#include "sim/cli/job.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

void pcs_job_guard_begin(struct pcs_job_guard *guard)
{
    static const int ending[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

    sigemptyset(&guard->held);
    sigaddset(&guard->held, SIGCHLD);
    for (size_t i = 0; i < sizeof ending / sizeof *ending; i++) {
        struct sigaction action;
        /* One that our parent has us ignore (nohup) stays ignored. */
        if (sigaction(ending[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
            sigaddset(&guard->held, ending[i]);
    }
    sigprocmask(SIG_BLOCK, &guard->held, &guard->before);
}

void pcs_job_guard_end(const struct pcs_job_guard *guard)
{
    sigprocmask(SIG_SETMASK, &guard->before, NULL);
}

static bool is_set_in(const char *entry, const struct pcs_words *set)
{
    for (int i = 0; i < set->items_n; i++) {
        size_t length = strcspn(set->items[i], "=") + 1;
        if (strncmp(entry, set->items[i], length) == 0)
            return true;
    }
    return false;
}

/** Our environment with @p set in it; the array is to free(), its texts are not. */
static char **make_environment(const struct pcs_words *set)
{
    size_t n = 0;
    size_t count = 0;

    while (environ[n])
        n++;
    char **entries = calloc(n + (size_t)set->items_n + 1, sizeof *entries);
    if (!entries)
        return NULL;
    for (size_t i = 0; i < n; i++) {
        if (!is_set_in(environ[i], set))
            entries[count++] = environ[i];
    }
    for (int i = 0; i < set->items_n; i++)
        entries[count++] = set->items[i];
    return entries;
}

static int set_actions(const struct pcs_job *job, posix_spawn_file_actions_t *actions)
{
    int rc = posix_spawn_file_actions_addopen(actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);

    if (!rc)
        rc = posix_spawn_file_actions_addchdir_np(actions, job->folder);
    if (!rc)
        rc = posix_spawn_file_actions_addopen(actions, STDOUT_FILENO, job->log,
                                              O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0666);
    if (!rc)
        rc = posix_spawn_file_actions_adddup2(actions, STDOUT_FILENO, STDERR_FILENO);
    return rc;
}

static int set_attributes(const struct pcs_job_guard *guard, posix_spawnattr_t *attributes)
{
    int rc = posix_spawnattr_setpgroup(attributes, 0);

    if (!rc)
        rc = posix_spawnattr_setsigmask(attributes, &guard->before);
    if (!rc)
        rc = posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
    return rc;
}

int pcs_job_start(const struct pcs_job *job, const struct pcs_job_guard *guard, pid_t *pid)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    char **environment = make_environment(job->set);
    int rc;

    if (!environment)
        return ENOMEM;
    rc = posix_spawn_file_actions_init(&actions);
    if (rc)
        goto out_environment;
    rc = posix_spawnattr_init(&attributes);
    if (rc)
        goto out_actions;
    rc = set_actions(job, &actions);
    if (!rc)
        rc = set_attributes(guard, &attributes);
    if (!rc)
        rc = posix_spawnp(pid, job->words->items[0], &actions, &attributes, job->words->items,
                          environment);
    posix_spawnattr_destroy(&attributes);
out_actions:
    posix_spawn_file_actions_destroy(&actions);
out_environment:
    free(environment);
    return rc;
}

static double seconds_since(const struct timespec *start)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - start->tv_sec) + 1e-9 * (double)(now.tv_nsec - start->tv_nsec);
}

/** Wait until the child has ended or we are told to end. @return the signal for that, or 0 */
static int wait_for_end(const struct pcs_job *job, const struct pcs_job_guard *guard, pid_t pid,
                        int *status)
{
    const struct timespec second = {.tv_sec = 1};
    struct timespec begin;
    int interrupted = 0;

    clock_gettime(CLOCK_MONOTONIC, &begin);
    while (!interrupted && waitpid(pid, status, WNOHANG) == 0) {
        int signal = sigtimedwait(&guard->held, NULL, &second);
        if (signal > 0 && signal != SIGCHLD)
            interrupted = signal;
        if (job->shows_progress)
            fprintf(stderr, "\rrunning, %.0f s ", seconds_since(&begin));
    }
    if (interrupted) {
        kill(-pid, SIGKILL);
        while (waitpid(pid, status, 0) < 0 && errno == EINTR) {
        }
    }
    if (job->shows_progress)
        fprintf(stderr, "\r\033[K");
    return interrupted;
}

struct pcs_job_result pcs_job_result_of(int status)
{
    return (struct pcs_job_result){
        .exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1,
        .signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0,
    };
}

int pcs_job_run(const struct pcs_job *job, const struct pcs_job_guard *guard,
                struct pcs_job_result *result)
{
    pid_t pid;
    int status = 0;
    int rc = pcs_job_start(job, guard, &pid);

    if (rc)
        return rc;
    int interrupted = wait_for_end(job, guard, pid, &status);
    *result = pcs_job_result_of(status);
    result->interrupted = interrupted;
    return 0;
}
