#include "sim/cli/sweep/follow.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sim/cli/sweep/progress.h"
#include "sim/cli/sweep/run_one.h"
#include "sim/cli/sweep/store.h"

/* Once parallel is dead its jobs are being killed too; what holds the pipe longer is not ours. */
#define LAST_WORDS_MS 10000
/* Failures that are told as they happen. */
#define FAILURES_TOLD 10

struct follower {
    const struct pcs_engine_work *work;
    pid_t pid; /* of parallel; 0 once it is gone */
    int lines;
    int signals;
    int status;      /* of parallel */
    int interrupted; /* the signal that stops us, or 0 */
    bool is_over;    /* the pipe is at its end */
    char text[256];  /* the start of a line */
    size_t text_length;
    struct pcs_sweep_progress progress;
};

static void take_line(struct follower *follower, const char *line)
{
    struct pcs_failure failure;
    const char *id = strchr(line, ' ');

    if (strncmp(line, "done ", 5) == 0)
        follower->progress.done++;
    if (strncmp(line, "failed ", 7) != 0)
        return;
    if (++follower->progress.failed > FAILURES_TOLD)
        return;
    pcs_sweep_progress_clear(&follower->progress);
    if (pcs_store_is_id(id + 1) && pcs_store_read_failure(follower->work->store, id + 1, &failure))
        fprintf(stderr, "pcollsim sweep: run %s failed: %s\n", id + 1, failure.reason);
    else
        fprintf(stderr, "pcollsim sweep: a run failed, and its reason could not be written\n");
}

/** Read what there is, line by line. Lines that are too long are none of ours, and are cut. */
static void read_lines(struct follower *follower)
{
    char bytes[4096];
    const ssize_t got = read(follower->lines, bytes, sizeof bytes);

    if (got < 0 && errno == EINTR)
        return;
    follower->is_over = got <= 0;
    for (ssize_t i = 0; i < got; i++) {
        if (bytes[i] == '\n') {
            follower->text[follower->text_length] = '\0';
            take_line(follower, follower->text);
            follower->text_length = 0;
        } else if (follower->text_length < sizeof follower->text - 1) {
            follower->text[follower->text_length++] = bytes[i];
        }
    }
}

/** See whether parallel has ended, and bury orphans that have come to us. */
static void bury(struct follower *follower)
{
    int status;
    pid_t pid;

    while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
        if (pid == follower->pid) {
            follower->status = status;
            follower->pid = 0;
        }
    }
}

static void stop_soon(struct follower *follower)
{
    const int fd =
        openat(follower->work->store, PCS_SWEEP_STOP, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);

    if (fd >= 0)
        close(fd);
    if (follower->pid)
        kill(follower->pid, SIGHUP); /* parallel starts no more jobs */
    pcs_sweep_progress_clear(&follower->progress);
    fprintf(stderr, "pcollsim sweep: stopping when the runs under way have ended; "
                    "Ctrl-C again stops at once\n");
}

static void take_signal(struct follower *follower)
{
    struct signalfd_siginfo info;

    if (read(follower->signals, &info, sizeof info) != (ssize_t)sizeof info)
        return;
    if (info.ssi_signo == SIGCHLD) {
        bury(follower);
        return;
    }
    const bool is_first = follower->interrupted == 0;
    follower->interrupted = (int)info.ssi_signo;
    if (info.ssi_signo == SIGINT && is_first) {
        stop_soon(follower);
    } else if (follower->pid) {
        follower->status = pcs_job_kill(follower->pid);
        follower->pid = 0;
    }
}

static void follow(struct follower *follower)
{
    struct pollfd polled[2] = {{.fd = follower->lines, .events = POLLIN},
                               {.fd = follower->signals, .events = POLLIN}};

    while (!follower->is_over || follower->pid) {
        polled[0].fd = follower->is_over ? -1 : follower->lines;
        const int n = poll(polled, 2, follower->pid ? 1000 : LAST_WORDS_MS);
        if (n == 0 && !follower->pid)
            return;
        if (n > 0 && polled[0].revents)
            read_lines(follower);
        if (n > 0 && polled[1].revents)
            take_signal(follower);
        bury(follower);
        pcs_sweep_progress_show(&follower->progress);
    }
}

int pcs_sweep_follow(const struct pcs_engine_work *work, pid_t pid, int lines,
                     const struct pcs_job_guard *guard)
{
    struct follower follower = {.work = work, .pid = pid, .lines = lines};

    follower.signals = signalfd(-1, &guard->held, SFD_CLOEXEC | SFD_NONBLOCK);
    if (follower.signals < 0) {
        perror("pcollsim sweep: cannot wait for signals");
        pcs_job_kill(pid);
        return -1;
    }
    pcs_sweep_progress_begin(&follower.progress, work->runs_n);
    follow(&follower);
    pcs_sweep_progress_clear(&follower.progress);
    close(follower.signals);
    if (follower.interrupted)
        return follower.interrupted;
    if (WIFSIGNALED(follower.status)) {
        fprintf(stderr, "pcollsim sweep: parallel was killed (signal %d)\n",
                WTERMSIG(follower.status));
        return -1;
    }
    if (WEXITSTATUS(follower.status) != 0 &&
        follower.progress.done + follower.progress.failed == 0) {
        fprintf(stderr,
                "pcollsim sweep: parallel could not start the runs; %s/parallel.log tells "
                "why\n",
                work->folder);
        return -1;
    }
    return 0;
}
