#define _GNU_SOURCE /* realpath */
#include "sim/cli/sweep/dispatch.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sim/cli/job_pool.h"
#include "sim/cli/sweep/engine_slurm.h"
#include "sim/cli/sweep/memory.h"
#include "sim/cli/sweep/store.h"
#include "sim/cli/sweep/whole_file.h"

/* Estimates are within a factor of 1.5 of the truth (pcollsim run --estimate). */
#define ESTIMATE_FACTOR 1.5

#define MIB 1048576.0

/** Write the ids of the selected runs. @return how many, or -1 after a message */
static long write_todo(const struct pcs_plan *plan, int store)
{
    char *text = NULL;
    size_t length = 0;
    long n = 0;
    FILE *memory = open_memstream(&text, &length);

    for (size_t i = 0; memory && i < plan->runs_n; i++) {
        if (plan->runs[i].is_selected) {
            fprintf(memory, "%s\n", plan->runs[i].id);
            n++;
        }
    }
    if (!memory || fclose(memory) != 0 ||
        pcs_whole_file_write(store, PCS_SWEEP_TODO, text, length) < 0) {
        fprintf(stderr, "pcollsim sweep: cannot write " PCS_SWEEP_TODO ": %s\n", strerror(errno));
        n = -1;
    }
    free(text);
    return n;
}

/* ---- memory of this machine ------------------------------------------------------------------
 */

/** Take out the runs that do not fit even alone and even if their estimate is too high. */
static int refuse_too_large(struct pcs_plan *plan, int store, double bytes)
{
    for (size_t i = 0; i < plan->runs_n; i++) {
        struct pcs_planned_run *run = &plan->runs[i];
        struct pcs_failure failure = {.exit_code = 1};
        if (!run->is_selected || run->memory_bytes <= ESTIMATE_FACTOR * bytes)
            continue;
        snprintf(failure.reason, sizeof failure.reason,
                 "it needs about %.0f MiB of memory, and there are %.0f MiB",
                 run->memory_bytes / MIB, bytes / MIB);
        if (pcs_store_write_failure(store, run->id, &failure) < 0) {
            fprintf(stderr, "pcollsim sweep: cannot write that run %s failed: %s\n", run->id,
                    strerror(errno));
            return -1;
        }
        run->is_selected = false;
    }
    return 0;
}

/** Runs at once, as many as fit. @return 0, or -1 after a message */
static int fit_memory(struct pcs_plan *plan, const struct pcs_engine_settings *settings, int store,
                      uint64_t *jobs)
{
    const uint64_t wanted = settings->jobs ? settings->jobs : (uint64_t)pcs_job_pool_processors();
    struct pcs_memory memory = {.free_bytes = (double)settings->memory_bytes,
                                .total_bytes = (double)settings->memory_bytes};

    *jobs = wanted;
    if (settings->memory_bytes == 0 && pcs_memory_read(&memory) < 0)
        return 0; /* nothing is known, so nothing is limited */
    if (refuse_too_large(plan, store, memory.total_bytes) < 0)
        return -1;
    *jobs = pcs_memory_jobs(plan, memory.free_bytes, wanted);
    if (*jobs < wanted)
        fprintf(stderr,
                "pcollsim sweep: %" PRIu64 " at once, not %" PRIu64
                ": more may not fit into %.0f MiB of memory\n",
                *jobs, wanted, memory.free_bytes / MIB);
    return 0;
}

/* ---- engines ---------------------------------------------------------------------------------
 */

/** @return what pcs_sweep_dispatch() does; 1 in @p is_over when there is nothing else to do */
static int follow_slurm(const struct pcs_engine_work *work, const struct pcs_job_guard *guard,
                        bool *is_over)
{
    char id[32];
    const enum pcs_slurm_job job = pcs_slurm_find(work, guard, id);

    *is_over = job != PCS_SLURM_NONE;
    if (job == PCS_SLURM_UNKNOWN)
        fprintf(stderr,
                "pcollsim sweep: it may have runs of this folder in its job %s; if that is gone, "
                "remove %s/slurm-job\n",
                id, work->folder);
    if (job != PCS_SLURM_AT_WORK)
        return job == PCS_SLURM_UNKNOWN ? -1 : 0;
    if (work->settings->waits)
        return pcs_slurm_wait(work, guard, id);
    fprintf(stderr,
            "pcollsim sweep: Slurm's job %s is still at work; --engine slurm --wait follows it, "
            "`scancel %s` ends it\n",
            id, id);
    return -1;
}

static int run_slurm(const struct pcs_engine_work *work, const struct pcs_job_guard *guard)
{
    char id[32];
    int rc = pcs_slurm_submit(work, guard, id);

    if (rc == 0 && work->settings->waits)
        rc = pcs_slurm_wait(work, guard, id);
    return rc;
}

static int run_engine(struct pcs_plan *plan, struct pcs_engine_work *work,
                      const struct pcs_job_guard *guard)
{
    const struct pcs_engine_settings *settings = work->settings;
    bool is_over;
    int rc = follow_slurm(work, guard, &is_over);

    if (is_over)
        return rc;
    work->jobs = settings->jobs;
    if (settings->engine == PCS_ENGINE_LOCAL &&
        fit_memory(plan, settings, work->store, &work->jobs) < 0)
        return -1;
    const long n = write_todo(plan, work->store);
    if (n <= 0)
        return (int)n;
    work->runs_n = (size_t)n;
    return settings->engine == PCS_ENGINE_SLURM ? run_slurm(work, guard)
                                                : pcs_engine_parallel(work, guard);
}

int pcs_sweep_dispatch(struct pcs_plan *plan, const struct pcs_engine_settings *settings, int store,
                       const char *folder)
{
    char program[PATH_MAX], absolute[PATH_MAX];
    struct pcs_job_guard guard;
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);

    if (length < 0 || !realpath(folder, absolute)) {
        fprintf(stderr, "pcollsim sweep: cannot find %s: %s\n",
                length < 0 ? "this program" : folder, strerror(errno));
        return -1;
    }
    program[length] = '\0';
    struct pcs_engine_work work = {
        .settings = settings, .program = program, .folder = absolute, .store = store};
    for (size_t i = 0; i < plan->runs_n; i++)
        work.runs_n += plan->runs[i].is_selected;
    pcs_job_guard_begin(&guard);
    const int rc = run_engine(plan, &work, &guard);
    pcs_job_guard_end(&guard);
    return rc;
}
