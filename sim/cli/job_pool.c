/*
 * Many children, a few of them at once: started when a place is free, waited for with the signals.
 */
#define _GNU_SOURCE /* sched_getaffinity */
#include "sim/cli/job_pool.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>

/* A place for a child. */
struct place {
    pid_t pid; /* 0: free */
    int task;
};

struct state {
    const struct pcs_job_pool *pool;
    const struct pcs_job_guard *guard;
    struct place *places;
    struct timespec begin;
    int started, ended;
};

int pcs_job_pool_processors(void)
{
    cpu_set_t set;

    if (sched_getaffinity(0, sizeof set, &set) < 0)
        return 1;
    return CPU_COUNT(&set) > 0 ? CPU_COUNT(&set) : 1;
}

static void show_progress(const struct state *state)
{
    struct timespec now;
    const int left = state->pool->tasks_n - state->ended;

    if (!state->pool->shows_progress)
        return;
    clock_gettime(CLOCK_MONOTONIC, &now);
    const double seconds = (double)(now.tv_sec - state->begin.tv_sec) +
                           1e-9 * (double)(now.tv_nsec - state->begin.tv_nsec);
    fprintf(stderr, "\r\033[K%d of %d runs, %.0f s", state->ended, state->pool->tasks_n, seconds);
    if (state->ended > 0)
        fprintf(stderr, ", about %.0f s left", seconds / state->ended * left);
}

/** Start tasks until all places are taken. */
static int fill_places(struct state *state)
{
    const struct pcs_job_pool *pool = state->pool;

    for (int i = 0; i < pool->at_once && state->started < pool->tasks_n; i++) {
        struct place *place = &state->places[i];
        if (place->pid)
            continue;
        place->task = state->started;
        if (pool->start(pool->context, place->task, state->guard, &place->pid) < 0) {
            place->pid = 0;
            return -1;
        }
        state->started++;
    }
    return 0;
}

/** Look for children that have ended. */
static int empty_places(struct state *state)
{
    for (int i = 0; i < state->pool->at_once; i++) {
        struct place *place = &state->places[i];
        int status;
        if (!place->pid || waitpid(place->pid, &status, WNOHANG) <= 0)
            continue;
        const struct pcs_job_result result = pcs_job_result_of(status);
        place->pid = 0;
        state->ended++;
        if (state->pool->end(state->pool->context, place->task, &result) < 0)
            return -1;
    }
    return 0;
}

static int run_all(struct state *state)
{
    const struct timespec second = {.tv_sec = 1};

    while (state->ended < state->pool->tasks_n) {
        const int ended_before = state->ended;
        if (fill_places(state) < 0)
            return -1;
        show_progress(state);
        if (empty_places(state) < 0)
            return -1;
        if (state->ended > ended_before)
            continue;
        int signal = sigtimedwait(&state->guard->held, NULL, &second);
        if (signal > 0 && signal != SIGCHLD)
            return signal;
    }
    return 0;
}

static void kill_all(const struct state *state)
{
    for (int i = 0; i < state->pool->at_once; i++) {
        if (state->places[i].pid)
            pcs_job_kill(state->places[i].pid);
    }
}

int pcs_job_pool_run(const struct pcs_job_pool *pool, const struct pcs_job_guard *guard)
{
    struct state state = {.pool = pool, .guard = guard};

    state.places = calloc((size_t)pool->at_once, sizeof *state.places);
    if (!state.places) {
        fprintf(stderr, "pcollsim: out of memory\n");
        return -1;
    }
    clock_gettime(CLOCK_MONOTONIC, &state.begin);
    int rc = run_all(&state);
    if (pool->shows_progress)
        fprintf(stderr, "\r\033[K");
    kill_all(&state);
    free(state.places);
    return rc;
}
