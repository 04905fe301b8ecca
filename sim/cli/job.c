/*
 * A child and the signals around it. They are waited for, not handled: so nothing runs inside a
 * signal handler and no state has to be global.
 */
#define _GNU_SOURCE /* execvpe, pipe2, environ */
#include "sim/cli/job.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Waits of up to 0.1 s for a child that was asked to end. */
#define GENTLE_WAITS 50

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
    /* smpirun's child comes to us when smpirun is killed first: then it can be waited for. */
    prctl(PR_SET_CHILD_SUBREAPER, 1);
}

void pcs_job_guard_end(const struct pcs_job_guard *guard)
{
    prctl(PR_SET_CHILD_SUBREAPER, 0);
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

/** In the child, before exec(). @return an errno */
static int prepare(const struct pcs_job *job, const struct pcs_job_guard *guard, pid_t parent)
{
    if (setpgid(0, 0) < 0 || prctl(PR_SET_PDEATHSIG, SIGKILL) < 0)
        return errno;
    if (getppid() != parent)
        return ESRCH; /* it died before it could be followed */
    const int nothing = open("/dev/null", O_RDONLY);
    if (nothing < 0 || dup2(nothing, STDIN_FILENO) < 0 || chdir(job->folder) < 0)
        return errno;
    const int log = open(job->log, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0666);
    const int out = job->has_out ? job->out : log;
    if (log < 0 || dup2(out, STDOUT_FILENO) < 0 || dup2(log, STDERR_FILENO) < 0)
        return errno;
    close(nothing);
    close(log);
    return sigprocmask(SIG_SETMASK, &guard->before, NULL) < 0 ? errno : 0;
}

/** The child: become the program, or say through @p report why not. */
static _Noreturn void become(const struct pcs_job *job, const struct pcs_job_guard *guard,
                             pid_t parent, char **environment, int report)
{
    int rc = prepare(job, guard, parent);

    if (!rc) {
        execvpe(job->words->items[0], job->words->items, environment);
        rc = errno;
    }
    while (write(report, &rc, sizeof rc) < 0 && errno == EINTR) {
    }
    _exit(127);
}

/** What the child reports before its exec(). @return an errno, or 0 when it has become the program
 */
static int read_report(int report)
{
    int rc = 0;
    ssize_t length;

    do
        length = read(report, &rc, sizeof rc);
    while (length < 0 && errno == EINTR);
    return length == (ssize_t)sizeof rc ? rc : 0;
}

int pcs_job_start(const struct pcs_job *job, const struct pcs_job_guard *guard, pid_t *pid)
{
    const pid_t parent = getpid();
    char **environment = make_environment(job->set);
    int report[2];
    int rc = 0;

    if (!environment)
        return ENOMEM;
    if (pipe2(report, O_CLOEXEC) < 0) {
        rc = errno;
        goto out_environment;
    }
    const pid_t child = fork();
    if (child == 0)
        become(job, guard, parent, environment, report[1]);
    if (child < 0)
        rc = errno;
    close(report[1]);
    if (child > 0) {
        rc = read_report(report[0]);
        if (rc)
            waitpid(child, NULL, 0);
        else
            *pid = child;
    }
    close(report[0]);
out_environment:
    free(environment);
    return rc;
}

int pcs_job_kill(pid_t pid)
{
    int status = 0;
    int one;
    pid_t ended;

    kill(-pid, SIGKILL);
    /* Those whose parents are gone are ours by now, so this sees the last of the group. */
    while ((ended = waitpid(-pid, &one, 0)) > 0 || (ended < 0 && errno == EINTR)) {
        if (ended == pid)
            status = one;
    }
    return status;
}

static double seconds_since(const struct timespec *start)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - start->tv_sec) + 1e-9 * (double)(now.tv_nsec - start->tv_nsec);
}

/** Ask a child to end, and wait for that a while. @return whether it has, with its @p status */
static bool end_gently(const struct pcs_job_guard *guard, pid_t pid, int *status)
{
    const struct timespec wait = {.tv_nsec = 100000000};

    kill(pid, SIGTERM);
    for (int i = 0; i < GENTLE_WAITS; i++) {
        if (waitpid(pid, status, WNOHANG) == pid)
            return true;
        sigtimedwait(&guard->held, NULL, &wait);
    }
    return false;
}

/** The time to wait at once: a second, or less when the limit is near. */
static struct timespec next_wait(const struct pcs_job *job, double seconds)
{
    const double left = job->time_limit_s - seconds;

    if (job->time_limit_s <= 0 || left >= 1)
        return (struct timespec){.tv_sec = 1};
    return (struct timespec){.tv_nsec = left > 0 ? (long)(left * 999999999) : 0};
}

/** Wait until the child has ended, its time is over or we are told to end, and fill @p result. */
static void wait_for_end(const struct pcs_job *job, const struct pcs_job_guard *guard, pid_t pid,
                         struct pcs_job_result *result)
{
    struct timespec begin;
    int status = 0;
    int interrupted = 0;
    bool timed_out = false;

    clock_gettime(CLOCK_MONOTONIC, &begin);
    while (!interrupted && !timed_out && waitpid(pid, &status, WNOHANG) == 0) {
        const double seconds = seconds_since(&begin);
        const struct timespec wait = next_wait(job, seconds);
        timed_out = job->time_limit_s > 0 && seconds >= job->time_limit_s;
        int signal = sigtimedwait(&guard->held, NULL, &wait);
        if (signal > 0 && signal != SIGCHLD)
            interrupted = signal;
        else if (job->is_unwanted && job->is_unwanted())
            interrupted = SIGHUP;
        if (job->shows_progress)
            fprintf(stderr, "\rrunning, %.0f s ", seconds_since(&begin));
    }
    if ((interrupted || timed_out) && !(job->ends_gently && end_gently(guard, pid, &status)))
        status = pcs_job_kill(pid);
    if (job->shows_progress)
        fprintf(stderr, "\r\033[K");
    *result = pcs_job_result_of(status);
    result->interrupted = interrupted;
    result->timed_out = timed_out;
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
    int rc = pcs_job_start(job, guard, &pid);

    if (rc == 0)
        wait_for_end(job, guard, pid, result);
    return rc;
}
