/*
 * An eager-SGD experiment: all runs, then the comparison on stdout and in a folder.
 */
#define _GNU_SOURCE /* asprintf */
#include "sim/cli/validate/eager.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "analysis/summary_reader.h"
#include "sim/cli/command.h"
#include "sim/cli/data_files.h"
#include "sim/cli/output_file.h"
#include "sim/cli/validate/simulations.h"
#include "sim/version/version.h"

/** A prediction that is further off is a failure. */
#define TOLERANCE 0.10
struct experiment {
    struct pcs_eager figures;
    struct pcs_eager_row rows[PCS_EAGER_ROWS];
    int rows_n;
    const struct pcs_validate_settings *settings;
    const struct pcs_programs *programs;
    const char *scenario;
    struct pcs_simulation *list;
    int list_n;
    struct timespec begin;
};

/* ---- what is run ------------------------------------------------------------------------------
 */

static int count(const struct pcs_eager_variant *variants)
{
    int n = 0;

    while (n < PCS_EAGER_SPLITS && variants[n].name)
        n++;
    return n;
}

static void set_variant(struct pcs_simulation *simulation, const struct pcs_eager_variant *variant)
{
    for (int i = 0; i < 2 && variant->overrides[i]; i++)
        pcs_simulation_set(simulation, "%s", variant->overrides[i]);
}

/* Run number i: seeds within splits within kinds within cases. */
static void list_run(struct experiment *e, int i)
{
    const struct pcs_eager *work = &e->figures;
    const int seed = i % work->seeds, split = i / work->seeds % work->splits_n;
    const int kind = i / work->seeds / work->splits_n % work->kinds_n;
    const int case_i = i / work->seeds / work->splits_n / work->kinds_n;
    struct pcs_simulation *s = &e->list[i];

    *s = (struct pcs_simulation){.scenario_path = e->scenario};
    set_variant(s, &work->plan->kinds[kind]);
    set_variant(s, &work->plan->splits[split]);
    if (work->plan->case_key && strcmp(work->cases[case_i], "set") != 0)
        pcs_simulation_set(s, "%s=%s", work->plan->case_key, work->cases[case_i]);
    pcs_simulation_set(s, "seed=%d", seed + 1);
    for (int k = 0; k < work->set->items_n; k++)
        pcs_simulation_set(s, "%s", work->set->items[k]);
    snprintf(s->name, sizeof s->name, "%d-%s-%d-%d", case_i, work->plan->kinds[kind].name, split,
             seed + 1);
}

static int read_result(void *context, int simulation, const struct pcs_scenario *scenario,
                       const char *result)
{
    struct experiment *e = context;
    struct pcs_eager *work = &e->figures;
    struct pcs_summary_row row;
    struct pcs_read_error error = {"pcollsim validate: out of memory"};
    char *path = NULL;
    int rc = -1;

    (void)scenario;
    if (asprintf(&path, "%s/summary.csv", result) < 0)
        path = NULL;
    FILE *in = path ? fopen(path, "re") : NULL;
    if (path && !in)
        snprintf(error.text, sizeof error.text, "pcollsim validate: cannot read %s: %s", path,
                 strerror(errno));
    if (in) {
        rc = pcs_summary_row_read(in, path, &row, &error);
        fclose(in);
    }
    if (rc == 0) {
        double *step_s =
            &work->step_s[0][0][0] +
            ((simulation / work->seeds / work->splits_n / work->kinds_n) * PCS_EAGER_KINDS +
             simulation / work->seeds / work->splits_n % work->kinds_n) *
                PCS_EAGER_SPLITS +
            simulation / work->seeds % work->splits_n;
        *step_s += 1 / row.figures.throughput_steps_per_s / work->seeds;
        pcs_summary_row_fini(&row);
    } else {
        fprintf(stderr, "%s\n", error.text);
    }
    free(path);
    return rc;
}

static int simulate(struct experiment *e, const struct pcs_run_folder *folder,
                    const struct pcs_job_guard *guard)
{
    struct pcs_eager *work = &e->figures;

    e->list_n = work->cases_n * work->kinds_n * work->splits_n * work->seeds;
    e->list = calloc((size_t)e->list_n, sizeof *e->list);
    if (!e->list) {
        fprintf(stderr, "pcollsim validate: out of memory\n");
        return -1;
    }
    for (int i = 0; i < e->list_n; i++)
        list_run(e, i);
    const struct pcs_simulations simulations = {
        .programs = e->programs,
        .folder = folder,
        .keeps_runs = e->settings->keeps_runs,
        .list = e->list,
        .n = e->list_n,
        .context = e,
        .read = read_result,
    };
    return pcs_simulations_run(&simulations, guard);
}

/* ---- what is written --------------------------------------------------------------------------
 */

static int print_all(const struct experiment *e, bool is_markdown, FILE *out)
{
    struct pcs_text_table table;
    struct pcs_words notes = {0};
    int rc = pcs_eager_table(&e->figures, e->rows, e->rows_n, &table);

    pcs_eager_notes(&e->figures, e->rows, e->rows_n, &notes);
    if (notes.failed)
        rc = -1;
    if (rc == 0 && is_markdown)
        pcs_text_table_markdown(&table, out);
    else if (rc == 0)
        rc = pcs_text_table_print(&table, out);
    if (rc == 0) {
        fputc('\n', out);
        pcs_text_notes_print(&notes, out);
    }
    pcs_words_fini(&notes);
    pcs_text_table_fini(&table);
    if (rc < 0)
        errno = ENOMEM;
    return rc;
}

static int write_csv(const struct experiment *e, FILE *out)
{
    return pcs_eager_csv(&e->figures, e->rows, e->rows_n, out);
}

/** What differs from one time to another is here and nowhere else. */
static int write_manifest(const struct experiment *e, FILE *out)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    const double seconds =
        (double)(now.tv_sec - e->begin.tv_sec) + 1e-9 * (double)(now.tv_nsec - e->begin.tv_nsec);
    return fprintf(out,
                   "experiment: %s\nprogram: '%s'\nsimgrid: '%s'\nruns: %d\n"
                   "wall_s: %.3f\n" PCS_RUN_FINISHED "\n",
                   e->figures.plan->name, pcs_version_text(), pcs_version_simgrid(), e->list_n,
                   seconds) < 0
               ? -1
               : 0;
}

static int write_file(const struct experiment *e, const struct pcs_run_folder *folder,
                      const char *name, int (*write)(const struct experiment *e, FILE *out))
{
    FILE *out = pcs_run_folder_file(folder, name, "w");
    int rc = out ? write(e, out) : -1;
    int error = errno; /* the first failure's is the one to tell */

    if (out && fclose(out) != 0 && rc == 0) {
        error = errno;
        rc = -1;
    }
    if (rc < 0)
        fprintf(stderr, "pcollsim validate: cannot write %s/%s: %s\n", folder->temporary, name,
                strerror(error));
    return rc;
}

static int write_markdown(const struct experiment *e)
{
    struct pcs_output_file file;
    const char *path = e->settings->markdown;

    if (!path)
        return 0;
    int rc = pcs_output_file_open(path, &file);
    if (rc == 0) {
        rc = print_all(e, true, file.out);
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

/** The table; then whether all predictions are near, unless the user ran another. */
static int report(const struct experiment *e, const struct pcs_run_folder *folder)
{
    int code = PCS_EXIT_GOOD;

    struct pcs_overview *overview = e->settings->overview;

    if (print_all(e, overview != NULL, overview ? e->settings->section : stdout) < 0) {
        fprintf(stderr, "pcollsim validate: out of memory\n");
        return PCS_EXIT_FAILED;
    }
    if (overview) {
        pcs_eager_overview(&e->figures, e->rows, e->rows_n, overview);
    } else {
        fflush(stdout); /* the table comes before the messages where both go to one place */
        fprintf(stderr, "pcollsim validate: the table is in %s\n", folder->target);
    }
    for (int i = 0; i < e->rows_n && e->figures.set->items_n == 0; i++) {
        const struct pcs_eager_row *row = &e->rows[i];
        if (!row->published || row->published->role != PCS_EAGER_PREDICTION ||
            fabs(row->deviation) <= TOLERANCE)
            continue;
        fprintf(stderr,
                "pcollsim validate: %s, %s: a prediction is off by %+.1f %%, more than %g %%\n",
                row->case_name, row->kind, 100 * row->deviation, 100 * TOLERANCE);
        code = PCS_EXIT_FAILED;
    }
    return code;
}

static int work_in_folder(struct experiment *e, struct pcs_run_folder *folder,
                          const struct pcs_job_guard *guard)
{
    const int rc = simulate(e, folder, guard);

    if (rc > 0) {
        fprintf(stderr, "pcollsim validate: interrupted; no result\n");
        return 128 + rc;
    }
    if (rc < 0)
        return PCS_EXIT_FAILED;
    e->rows_n = pcs_eager_rows(&e->figures, e->rows);
    char name[64];
    snprintf(name, sizeof name, "%s.csv", e->figures.plan->name);
    if (write_file(e, folder, name, write_csv) < 0 ||
        write_file(e, folder, PCS_RUN_MANIFEST, write_manifest) < 0 ||
        pcs_run_folder_publish_inputs(folder) < 0 || write_markdown(e) < 0)
        return PCS_EXIT_FAILED;
    return report(e, folder);
}

static int work_guarded(struct experiment *e)
{
    struct pcs_run_folder folder;
    struct pcs_job_guard guard;

    pcs_job_guard_begin(&guard);
    int code = pcs_run_folder_open(e->settings->output, e->settings->force, &folder);
    if (code == PCS_EXIT_GOOD) {
        code = work_in_folder(e, &folder, &guard);
        pcs_run_folder_close(&folder);
    }
    pcs_job_guard_end(&guard);
    return code;
}

static int run_prepared(struct experiment *e, const char *published)
{
    struct pcs_programs programs;

    if (pcs_eager_published_read(published, &e->figures) < 0 ||
        pcs_eager_set_check(&e->figures, e->scenario) < 0)
        return PCS_EXIT_BAD;
    if (pcs_programs_find(&programs) < 0)
        return PCS_EXIT_FAILED;
    e->programs = &programs;
    const int code = work_guarded(e);
    pcs_programs_fini(&programs);
    return code;
}

int pcs_eager_run(const struct pcs_eager_plan *plan, const struct pcs_validate_settings *settings)
{
    struct experiment *e = calloc(1, sizeof *e);
    char name[96];
    int code = PCS_EXIT_BAD;

    snprintf(name, sizeof name, "workloads/paper/%s.csv", plan->name);
    char *published = pcs_data_file(name);
    snprintf(name, sizeof name, "workloads/paper/%s.yaml", plan->name);
    char *scenario = published ? pcs_data_file(name) : NULL;
    if (e && scenario) {
        const int splits_n = count(plan->splits);
        e->figures = (struct pcs_eager){.plan = plan,
                                        .kinds_n = count(plan->kinds),
                                        .splits_n = splits_n ? splits_n : 1,
                                        .seeds = settings->seeds,
                                        .set = &settings->set};
        pcs_eager_cases_find(&e->figures);
        e->settings = settings;
        e->scenario = scenario;
        clock_gettime(CLOCK_MONOTONIC, &e->begin);
        code = run_prepared(e, published);
        free(e->list);
    }
    free(scenario);
    free(published);
    free(e);
    return code;
}
