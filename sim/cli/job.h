/*
 * A long-running child: started without a shell, waited for with progress, killed by Ctrl-C.
 */
#ifndef PCS_CLI_JOB_H
#define PCS_CLI_JOB_H

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

#include "sim/cli/words.h"

/** Signals that end us, held back while there is something to clean up. */
struct pcs_job_guard {
    sigset_t held;   /**< those, and the one that tells of a child's end */
    sigset_t before; /**< the mask to go back to */
};

/** Hold the signals back. pcs_job_run() looks for them; what comes later waits for the end. */
void pcs_job_guard_begin(struct pcs_job_guard *guard);
void pcs_job_guard_end(const struct pcs_job_guard *guard);

struct pcs_job {
    const struct pcs_words *words; /**< program and arguments */
    const struct pcs_words *set;   /**< "NAME=value" that are put into its environment */
    const char *folder;            /**< its working directory */
    const char *log;               /**< file in that folder for its stdout and stderr */
    bool shows_progress;           /**< a line on stderr with the time that has gone by */
    double time_limit_s;           /**< after which it is killed; 0: none */
    bool ends_gently; /**< it is a program of ours: killed only if SIGTERM does not end it */
    bool (*is_unwanted)(void); /**< asked every second: whether to end it as by SIGHUP; or NULL */
    bool has_out;              /**< its stdout is not the log but the descriptor `out` */
    int out;
};

struct pcs_job_result {
    int exit_code;   /**< -1 when it was ended by a signal */
    int signal;      /**< that signal, or 0 */
    int interrupted; /**< the signal that we got, after which it was killed; 0 if none */
    bool timed_out;  /**< it was killed at its time limit */
};

/**
 * Run it to its end. Its stdin is empty; it leads a process group of its own. Should this process
 * die, it is killed, and the rank program with it (sim/app/rank_main.c).
 *
 * Blocks. Between pcs_job_guard_begin() and pcs_job_guard_end() only.
 *
 * @return 0, or an errno when it could not be started
 */
int pcs_job_run(const struct pcs_job *job, const struct pcs_job_guard *guard,
                struct pcs_job_result *result);

/**
 * Start it and return at once; the caller waits for it. Otherwise as pcs_job_run().
 *
 * @param pid  of the child and of its process group; set on success
 * @return 0, or an errno
 */
int pcs_job_start(const struct pcs_job *job, const struct pcs_job_guard *guard, pid_t *pid);

/**
 * Kill a child and its process group, and wait until all of them are gone. Blocks.
 *
 * @return its status as waitpid() gives it
 */
int pcs_job_kill(pid_t pid);

/** The result of a child that ended by itself. @param status  from waitpid() */
struct pcs_job_result pcs_job_result_of(int status);

#endif
