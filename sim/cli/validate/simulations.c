#define _GNU_SOURCE /* asprintf */
#include "sim/cli/validate/simulations.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sim/cli/job_pool.h"
#include "sim/cli/launch.h"
#include "sim/cli/run_failure.h"
#include "sim/cli/run_inputs.h"

#define RUNS "runs"

/* A run while it is made. */
struct task {
    struct pcs_scenario scenario;
    struct pcs_launch launch;
    struct pcs_run_folder folder; /**< its fd is -1 when it is not open */
};

struct work {
    const struct pcs_simulations *all;
    struct task *tasks;
};

void pcs_simulation_set(struct pcs_simulation *simulation, const char *format, ...)
{
    va_list arguments;

    if (simulation->overrides_n == PCS_SIMULATION_OVERRIDES_MAX)
        return;
    char *text = simulation->overrides[simulation->overrides_n++];
    va_start(arguments, format);
    vsnprintf(text, sizeof simulation->overrides[0], format, arguments);
    va_end(arguments);
}

static int out_of_memory(void)
{
    fprintf(stderr, "pcollsim validate: out of memory\n");
    return -1;
}

/* ---- one run ----------------------------------------------------------------------------------
 */

static int load_scenario(const struct pcs_simulation *simulation, struct pcs_scenario *scenario)
{
    const char *overrides[PCS_SIMULATION_OVERRIDES_MAX];
    struct pcs_error error;

    for (int i = 0; i < simulation->overrides_n; i++)
        overrides[i] = simulation->overrides[i];
    if (pcs_scenario_load(simulation->scenario_path, overrides, simulation->overrides_n, scenario,
                          &error) == 0)
        return 0;
    fprintf(stderr, "%s\n", error.text);
    return -1;
}

/** Open the folder of a run; the log of a failure goes beside the output folder. */
static int open_folder(const struct work *work, const struct pcs_simulation *simulation,
                       struct task *task)
{
    const struct pcs_run_folder *outer = work->all->folder;
    char *name = NULL;

    if (asprintf(&name, "%s/" RUNS "/%s", outer->temporary, simulation->name) < 0)
        return out_of_memory();
    const int rc = pcs_run_folder_open(name, false, &task->folder);
    free(name);
    if (rc != 0) {
        task->folder.fd = -1;
        return -1;
    }
    char *log = strdup(outer->failed_log);
    if (!log)
        return out_of_memory();
    free(task->folder.failed_log);
    task->folder.failed_log = log;
    return 0;
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
    const struct pcs_simulation *simulation = &work->all->list[task_i];
    struct task *task = &work->tasks[task_i];

    if (load_scenario(simulation, &task->scenario) < 0)
        return -1;
    if (pcs_launch_create(&task->scenario, work->all->programs, true, &task->launch) < 0)
        return out_of_memory();
    if (open_folder(work, simulation, task) < 0 ||
        pcs_run_inputs_write(&task->scenario, &task->folder) < 0)
        return -1;
    return start_child(task, guard, pid);
}

static void release(struct task *task)
{
    if (task->folder.fd >= 0)
        pcs_run_folder_close(&task->folder);
    pcs_launch_fini(&task->launch);
    pcs_scenario_fini(&task->scenario);
    task->folder.fd = -1;
}

static int end_run(void *context, int task_i, const struct pcs_job_result *result)
{
    const struct work *work = context;
    struct task *task = &work->tasks[task_i];
    char *path = NULL;

    if (result->exit_code != 0 || !pcs_run_folder_is_finished(&task->folder)) {
        pcs_run_failure_report(&task->folder, result);
        return -1;
    }
    if (asprintf(&path, "%s/" PCS_LAUNCH_RESULT, task->folder.temporary) < 0)
        return out_of_memory();
    int rc = work->all->read(work->all->context, task_i, &task->scenario, path);
    free(path);
    if (rc == 0 && work->all->keeps_runs)
        rc = pcs_run_folder_publish(&task->folder);
    if (rc == 0)
        release(task);
    return rc;
}

/* ---- all runs ---------------------------------------------------------------------------------
 */

int pcs_simulations_run(const struct pcs_simulations *simulations,
                        const struct pcs_job_guard *guard)
{
    struct work work = {.all = simulations};
    const struct pcs_job_pool pool = {
        .tasks_n = simulations->n,
        .at_once = pcs_job_pool_processors(),
        .shows_progress = isatty(STDERR_FILENO) != 0,
        .context = &work,
        .start = start_run,
        .end = end_run,
    };

    work.tasks = calloc((size_t)simulations->n, sizeof *work.tasks);
    if (!work.tasks)
        return out_of_memory();
    for (int i = 0; i < simulations->n; i++)
        work.tasks[i].folder.fd = -1;
    if (mkdirat(simulations->folder->fd, RUNS, 0777) < 0 && errno != EEXIST) {
        perror("pcollsim validate: cannot make the folder of the runs");
        free(work.tasks);
        return -1;
    }
    int rc = pcs_job_pool_run(&pool, guard);
    for (int i = 0; i < simulations->n; i++)
        release(&work.tasks[i]);
    free(work.tasks);
    if (!simulations->keeps_runs)
        unlinkat(simulations->folder->fd, RUNS, AT_REMOVEDIR);
    return rc;
}
