/*
 * The runs of the micro-benchmark: all simulated, as many at once as there are processors. Each is
 * made in a folder of its own, read when it has ended, and removed unless it is to be kept.
 */
#define _GNU_SOURCE /* asprintf */
#include "sim/cli/validate/microbench_simulate.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sim/cli/job_pool.h"
#include "sim/cli/launch.h"
#include "sim/cli/run_failure.h"
#include "sim/cli/run_inputs.h"

/* A run while it is made. */
struct task {
    struct pcs_scenario scenario;
    struct pcs_launch launch;
    struct pcs_run_folder folder; /**< its fd is -1 when it is not open */
};

struct work {
    const struct pcs_microbench_simulation *simulation;
    struct task *tasks;
};

int pcs_microbench_scenario(const char *path, const struct pcs_option_list *set, int case_i,
                            uint64_t seed, struct pcs_scenario *scenario)
{
    char kind[64], bytes[64], number[64];
    const char **overrides = calloc((size_t)set->items_n + 3, sizeof *overrides);
    struct pcs_error error;

    if (!overrides) {
        fprintf(stderr, "pcollsim validate: out of memory\n");
        return -1;
    }
    for (int i = 0; i < set->items_n; i++) /* before the case's own, which they cannot change */
        overrides[i] = set->items[i];
    overrides[set->items_n] = kind;
    overrides[set->items_n + 1] = bytes;
    overrides[set->items_n + 2] = number;

    snprintf(kind, sizeof kind, "collective.kind=%s", pcs_kind_name(pcs_microbench_kind(case_i)));
    snprintf(bytes, sizeof bytes, "collective.bytes=%" PRIu64, pcs_microbench_bytes(case_i));
    snprintf(number, sizeof number, "seed=%" PRIu64, seed);
    const int rc = pcs_scenario_load(path, overrides, set->items_n + 3, scenario, &error);
    free(overrides);
    if (rc < 0) {
        fprintf(stderr, "%s\n", error.text);
        return -1;
    }
    if (scenario->ranks < 2) {
        fprintf(stderr, "%s: ranks: expected at least 2 for the micro-benchmark\n", path);
        pcs_scenario_fini(scenario);
        return -1;
    }
    return 0;
}

/* ---- one run ----------------------------------------------------------------------------------
 */

static int out_of_memory(void)
{
    fprintf(stderr, "pcollsim validate: out of memory\n");
    return -1;
}

/** Open the folder of a run; the log of a failure goes beside the output folder. */
static int open_folder(const struct work *work, const struct pcs_microbench_run *run,
                       struct task *task)
{
    const struct pcs_run_folder *outer = work->simulation->folder;
    char *name = NULL;
    char *log = NULL;
    int rc = -1;

    if (asprintf(&name, "%s/" PCS_MICROBENCH_RUNS "/%s-%" PRIu64 "-%" PRIu64, outer->temporary,
                 pcs_kind_name(pcs_microbench_kind(run->case_i)), pcs_microbench_bytes(run->case_i),
                 run->seed) < 0)
        return out_of_memory();
    if (pcs_run_folder_open(name, false, &task->folder) == 0)
        rc = 0;
    else
        task->folder.fd = -1;
    free(name);
    if (rc == 0)
        log = strdup(outer->failed_log);
    if (rc == 0 && !log)
        return out_of_memory();
    if (rc == 0) {
        free(task->folder.failed_log);
        task->folder.failed_log = log;
    }
    return rc;
}

static int start_child(const struct task *task, const struct pcs_job_guard *guard, pid_t *pid)
{
    struct pcs_words set = {0};

    pcs_launch_environment(&task->launch, &set);
    if (set.failed) {
        pcs_words_fini(&set);
        return out_of_memory();
    }
    const struct pcs_job job = {
        .words = &task->launch.words,
        .set = &set,
        .folder = task->folder.temporary,
        .log = PCS_RUN_LOG,
    };
    int rc = pcs_job_start(&job, guard, pid);
    if (rc)
        fprintf(stderr, "pcollsim validate: cannot start %s: %s\n", job.words->items[0],
                strerror(rc));
    pcs_words_fini(&set);
    return rc ? -1 : 0;
}

static int start_run(void *context, int task_i, const struct pcs_job_guard *guard, pid_t *pid)
{
    const struct work *work = context;
    const struct pcs_microbench_run *run = &work->simulation->runs[task_i];
    struct task *task = &work->tasks[task_i];

    if (pcs_microbench_scenario(work->simulation->scenario_path, work->simulation->set, run->case_i,
                                run->seed, &task->scenario) < 0)
        return -1;
    if (pcs_launch_create(&task->scenario, work->simulation->programs, true, &task->launch) < 0)
        return out_of_memory();
    if (open_folder(work, run, task) < 0 ||
        pcs_run_inputs_write(&task->scenario, &task->folder) < 0)
        return -1;
    return start_child(task, guard, pid);
}

static int read_result(const struct task *task, struct pcs_microbench_run *run)
{
    char *result = NULL;

    if (asprintf(&result, "%s/" PCS_LAUNCH_RESULT, task->folder.temporary) < 0)
        return out_of_memory();
    int rc = pcs_microbench_run_read(&task->scenario, result, run);
    free(result);
    return rc;
}

static void release(struct task *task)
{
    if (task->folder.fd >= 0)
        pcs_run_folder_close(&task->folder);
    pcs_launch_fini(&task->launch);
    pcs_scenario_fini(&task->scenario);
}

static int end_run(void *context, int task_i, const struct pcs_job_result *result)
{
    const struct work *work = context;
    struct task *task = &work->tasks[task_i];

    if (result->exit_code != 0 || !pcs_run_folder_is_finished(&task->folder)) {
        pcs_run_failure_report(&task->folder, result);
        return -1;
    }
    if (read_result(task, &work->simulation->runs[task_i]) < 0)
        return -1;
    if (work->simulation->keeps_runs && pcs_run_folder_publish(&task->folder) < 0)
        return -1;
    release(task);
    task->folder.fd = -1;
    return 0;
}

/* ---- all runs ---------------------------------------------------------------------------------
 */

int pcs_microbench_simulate(const struct pcs_microbench_simulation *simulation,
                            const struct pcs_job_guard *guard)
{
    struct work work = {.simulation = simulation};
    const struct pcs_job_pool pool = {
        .tasks_n = simulation->runs_n,
        .at_once = pcs_job_pool_processors(),
        .shows_progress = isatty(STDERR_FILENO) != 0,
        .context = &work,
        .start = start_run,
        .end = end_run,
    };

    work.tasks = calloc((size_t)simulation->runs_n, sizeof *work.tasks);
    if (!work.tasks)
        return out_of_memory();
    for (int i = 0; i < simulation->runs_n; i++)
        work.tasks[i].folder.fd = -1;
    if (mkdirat(simulation->folder->fd, PCS_MICROBENCH_RUNS, 0777) < 0) {
        perror("pcollsim validate: cannot make the folder of the runs");
        free(work.tasks);
        return -1;
    }
    int rc = pcs_job_pool_run(&pool, guard);
    for (int i = 0; i < simulation->runs_n; i++)
        release(&work.tasks[i]);
    free(work.tasks);
    if (!simulation->keeps_runs)
        unlinkat(simulation->folder->fd, PCS_MICROBENCH_RUNS, AT_REMOVEDIR);
    return rc;
}
