/*
 * The experiment: the published micro-benchmark of solo and majority allreduce.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "sim/cli/command.h"
#include "sim/cli/data_files.h"
#include "sim/cli/output_file.h"
#include "sim/cli/plot.h"
#include "sim/cli/validate/experiment.h"
#include "sim/cli/validate/microbench.h"
#include "sim/cli/validate/microbench_simulate.h"
#include "sim/version/version.h"

#define CSV "microbench.csv"
#define RUNS_CSV "microbench-runs.csv"
#define PLOT "microbench"

/** What the parts of the experiment share. */
struct work {
    const struct pcs_validate_settings *settings;
    const struct pcs_programs *programs;
    const char *scenario_path;
    struct pcs_microbench bench;
    struct timespec begin;
};

/** All runs, case by case: nothing is drawn in mpi and solo, so they need one seed. */
static int list_runs(struct work *work)
{
    struct pcs_microbench *bench = &work->bench;
    const int runs_max = PCS_MICROBENCH_CASES * work->settings->seeds;

    bench->seeds = work->settings->seeds;
    bench->runs = calloc((size_t)runs_max, sizeof *bench->runs);
    if (!bench->runs) {
        fprintf(stderr, "pcollsim validate: out of memory\n");
        return -1;
    }
    for (int i = 0; i < PCS_MICROBENCH_CASES; i++) {
        const int seeds = pcs_microbench_kind(i) == PCS_KIND_MAJORITY ? bench->seeds : 1;
        for (int seed = 1; seed <= seeds; seed++) {
            struct pcs_microbench_run *run = &bench->runs[bench->runs_n++];
            run->case_i = i;
            run->seed = (uint64_t)seed;
        }
    }
    return 0;
}

/* ---- files of the folder ----------------------------------------------------------------------
 */

typedef int write_function(const struct work *work, FILE *out);

static int write_csv(const struct work *work, FILE *out)
{
    return pcs_microbench_csv(&work->bench, out);
}

static int write_runs_csv(const struct work *work, FILE *out)
{
    return pcs_microbench_runs_csv(&work->bench, out);
}

/** What differs from one time to another is here and nowhere else. */
static int write_manifest(const struct work *work, FILE *out)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    const double seconds = (double)(now.tv_sec - work->begin.tv_sec) +
                           1e-9 * (double)(now.tv_nsec - work->begin.tv_nsec);
    return fprintf(out,
                   "experiment: microbench\n"
                   "program: '%s'\n"
                   "simgrid: '%s'\n"
                   "seeds: %d\n"
                   "runs: %d\n"
                   "wall_s: %.3f\n" PCS_RUN_FINISHED "\n",
                   pcs_version_text(), pcs_version_simgrid(), work->bench.seeds, work->bench.runs_n,
                   seconds) < 0
               ? -1
               : 0;
}

static int write_file(const struct work *work, const struct pcs_run_folder *folder,
                      const char *name, write_function *write)
{
    FILE *out = pcs_run_folder_file(folder, name, "w");
    int rc = out ? write(work, out) : -1;

    /* The first failure's errno is the one to tell. */
    int error = errno;
    if (out && fclose(out) != 0 && rc == 0) {
        error = errno;
        rc = -1;
    }
    if (rc < 0)
        fprintf(stderr, "pcollsim validate: cannot write %s/%s: %s\n", folder->temporary, name,
                strerror(error));
    return rc;
}

static int write_markdown(const struct work *work)
{
    struct pcs_output_file file;
    const char *path = work->settings->markdown;

    if (!path)
        return 0;
    int rc = pcs_output_file_open(path, &file);
    if (rc == 0) {
        rc = pcs_microbench_markdown(&work->bench, file.out);
        if (rc == 0)
            rc = pcs_output_file_commit(&file);
        else
            pcs_output_file_discard(&file);
    }
    if (rc < 0)
        fprintf(stderr, "pcollsim validate: cannot write %s: %s\n", path, strerror(errno));
    return rc;
}

/* ---- the experiment ---------------------------------------------------------------------------
 */

static int interrupted(int signal)
{
    fprintf(stderr, "pcollsim validate: interrupted; no result\n");
    return 128 + signal;
}

static int print(const struct work *work, const struct pcs_run_folder *folder)
{
    const struct pcs_validate_settings *settings = work->settings;

    if (settings->overview) {
        pcs_microbench_overview(&work->bench, settings->overview);
        return pcs_microbench_markdown(&work->bench, settings->section);
    }
    if (pcs_microbench_print(&work->bench, stdout) < 0)
        return -1;
    fflush(stdout); /* the table comes before the messages where both go to one place */
    fprintf(stderr, "pcollsim validate: tables and plot are in %s\n", folder->target);
    return 0;
}

/** The table; then whether all runs are what the closed form says. */
static int report(const struct work *work, const struct pcs_run_folder *folder)
{
    if (print(work, folder) < 0) {
        fprintf(stderr, "pcollsim validate: out of memory\n");
        return PCS_EXIT_FAILED;
    }
    if (!(work->bench.deviation <= PCS_MICROBENCH_DEVIATION_MAX)) {
        fprintf(stderr, "pcollsim validate: a run deviates from the closed form by %.1f %%\n",
                100 * work->bench.deviation);
        return PCS_EXIT_FAILED;
    }
    return PCS_EXIT_GOOD;
}

static int work_in_folder(struct work *work, struct pcs_run_folder *folder,
                          const struct pcs_job_guard *guard)
{
    const struct pcs_microbench_simulation simulation = {
        .scenario_path = work->scenario_path,
        .set = &work->settings->set,
        .programs = work->programs,
        .folder = folder,
        .keeps_runs = work->settings->keeps_runs,
        .runs = work->bench.runs,
        .runs_n = work->bench.runs_n,
    };
    int rc = pcs_microbench_simulate(&simulation, guard);

    if (rc != 0)
        return rc > 0 ? interrupted(rc) : PCS_EXIT_FAILED;
    pcs_microbench_compare(&work->bench);
    if (write_file(work, folder, CSV, write_csv) < 0 ||
        write_file(work, folder, RUNS_CSV, write_runs_csv) < 0)
        return PCS_EXIT_FAILED;
    const int plotted = pcs_plot("analysis/plots/microbench.gp", CSV, PLOT, folder, guard);
    if (plotted > 0)
        return interrupted(plotted);
    if (write_file(work, folder, PCS_RUN_MANIFEST, write_manifest) < 0 ||
        pcs_run_folder_publish_inputs(folder) < 0 || write_markdown(work) < 0)
        return PCS_EXIT_FAILED;
    const int code = report(work, folder);
    return plotted < 0 ? PCS_EXIT_FAILED : code;
}

static int work_guarded(struct work *work)
{
    struct pcs_run_folder folder;
    struct pcs_job_guard guard;

    pcs_job_guard_begin(&guard);
    int code = pcs_run_folder_open(work->settings->output, work->settings->force, &folder);
    if (code == PCS_EXIT_GOOD) {
        code = work_in_folder(work, &folder, &guard);
        pcs_run_folder_close(&folder);
    }
    pcs_job_guard_end(&guard);
    return code;
}

/** With the published figures and a scenario at hand. */
static int work_prepared(struct work *work)
{
    struct pcs_scenario scenario;
    struct pcs_programs programs;
    int code = PCS_EXIT_FAILED;

    if (pcs_microbench_scenario(work->scenario_path, &work->settings->set, 0, 1, &scenario) < 0)
        return PCS_EXIT_BAD;
    work->bench.scenario = &scenario;
    if (pcs_programs_find(&programs) == 0) {
        work->programs = &programs;
        if (list_runs(work) == 0)
            code = work_guarded(work);
        free(work->bench.runs);
        pcs_programs_fini(&programs);
    }
    pcs_scenario_fini(&scenario);
    return code;
}

static int run(const struct pcs_validate_settings *settings)
{
    struct work work = {.settings = settings};
    char *published = pcs_data_file("workloads/paper/microbench.csv");
    char *scenario = published ? pcs_data_file("workloads/paper/microbench.yaml") : NULL;
    int code = PCS_EXIT_BAD;

    clock_gettime(CLOCK_MONOTONIC, &work.begin);
    if (scenario && pcs_microbench_published_read(published, &work.bench.published) == 0) {
        work.scenario_path = scenario;
        work.bench.set = &settings->set;
        if (settings->set.items_n > 0)
            pcs_microbench_published_forget(&work.bench.published);
        code = work_prepared(&work);
    }
    free(scenario);
    free(published);
    return code;
}

const struct pcs_experiment pcs_experiment_microbench = {
    .name = "microbench",
    .summary = "latency and participation of solo and majority, 32 ranks, rank i late by i ms",
    .seeds = 32,
    .takes_set = true,
    .run = run,
};
