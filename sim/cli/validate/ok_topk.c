/*
 * The experiment: sparse allreduces, their words beside the published formulas and BERT's times
 * beside the published bars.
 */
#include "sim/cli/validate/ok_topk.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "sim/cli/command.h"
#include "sim/cli/data_files.h"
#include "sim/cli/output_file.h"
#include "sim/cli/validate/experiment.h"
#include "sim/cli/validate/simulations.h"
#include "sim/version/version.h"

#define VOLUMES (PCS_OK_TOPK_SIZES * PCS_OK_TOPK_KINDS)
#define RUNS_MAX (VOLUMES + PCS_OK_TOPK_CASES + 1)
#define ELEMENTS "100000"

static const int sizes[PCS_OK_TOPK_SIZES] = {2, 4, 8, 12, 16, 32, 64};

struct experiment {
    const struct pcs_validate_settings *settings;
    const struct pcs_programs *programs;
    const char *volume_scenario, *bert_scenario;
    struct pcs_ok_topk figures;
    struct pcs_ok_topk_run *targets[RUNS_MAX]; /**< where the results of the list go */
    struct pcs_simulation list[RUNS_MAX];
    struct timespec begin;
};

int pcs_ok_topk_ranks(int size_i)
{
    return sizes[size_i];
}

/* ---- what is run ------------------------------------------------------------------------------
 */

static enum pcs_kind kind_of(int kind_i)
{
    return (enum pcs_kind)(PCS_KIND_DENSE + kind_i);
}

static void set_kind(struct pcs_simulation *simulation, enum pcs_kind kind, const char *elements)
{
    /* Thresholds settle while the residuals fill, so there are more steps where they are kept. */
    const char *more = "";
    if (kind == PCS_KIND_OKTOPK)
        more = ", density: 1%, nudging: bert, tau_prime: 4, tau: 4";
    else if (kind != PCS_KIND_DENSE)
        more = ", density: 1%";
    pcs_simulation_set(simulation, "collective={kind: %s, elements: %s%s}", pcs_kind_name(kind),
                       elements, more);
    if (kind == PCS_KIND_OKTOPK) {
        pcs_simulation_set(simulation, "steps=16");
        pcs_simulation_set(simulation, "warmup=8");
    } else {
        pcs_simulation_set(simulation, "steps=3");
        pcs_simulation_set(simulation, "warmup=1");
    }
    if (kind == PCS_KIND_GAUSSIANK) /* it estimates from all elements */
        pcs_simulation_set(simulation, "gradients={values: normal, support: 100}");
}

static void list_volumes(struct experiment *e)
{
    for (int i = 0; i < VOLUMES; i++) {
        struct pcs_simulation *s = &e->list[i];
        const enum pcs_kind kind = kind_of(i % PCS_OK_TOPK_KINDS);
        const int ranks = sizes[i / PCS_OK_TOPK_KINDS];
        *s = (struct pcs_simulation){.scenario_path = e->volume_scenario};
        set_kind(s, kind, ELEMENTS);
        pcs_simulation_set(s, "ranks=%d", ranks);
        snprintf(s->name, sizeof s->name, "volume-%s-%d", pcs_kind_name(kind), ranks);
        e->targets[i] = &e->figures.volumes[i];
    }
}

static void list_cases(struct experiment *e)
{
    for (int i = 0; i < PCS_OK_TOPK_CASES; i++) {
        const struct pcs_ok_topk_case *c = &pcs_ok_topk_cases()[i];
        struct pcs_simulation *s = &e->list[VOLUMES + i];
        *s = (struct pcs_simulation){.scenario_path = e->volume_scenario};
        set_kind(s, PCS_KIND_OKTOPK, ELEMENTS);
        pcs_simulation_set(s, "ranks=%d", PCS_OK_TOPK_CASE_RANKS);
        pcs_simulation_set(s, "gradients=%s", c->gradients);
        pcs_simulation_set(s, "collective.repartition=%s", c->repartition ? "true" : "false");
        pcs_simulation_set(s, "collective.balancing=%s", c->balancing ? "true" : "false");
        snprintf(s->name, sizeof s->name, "bound-%d", i + 1);
        e->targets[VOLUMES + i] = &e->figures.cases[i];
    }
}

static void set_bert(struct pcs_simulation *s, const struct experiment *e, int kind_i)
{
    *s = (struct pcs_simulation){.scenario_path = e->bert_scenario};
    set_kind(s, kind_of(kind_i), "133547324");
    snprintf(s->name, sizeof s->name, "bert-%s", pcs_kind_name(kind_of(kind_i)));
}

static int read_result(void *context, int simulation, const struct pcs_scenario *scenario,
                       const char *result)
{
    struct experiment *e = context;

    if (scenario->platform.scale > 1)
        e->figures.scale = scenario->platform.scale;
    return pcs_ok_topk_run_read(scenario, result, e->targets[simulation]);
}

static int simulate(struct experiment *e, const struct pcs_run_folder *folder, int n,
                    const struct pcs_job_guard *guard)
{
    const struct pcs_simulations simulations = {
        .programs = e->programs,
        .folder = folder,
        .keeps_runs = e->settings->keeps_runs,
        .list = e->list,
        .n = n,
        .context = e,
        .read = read_result,
    };

    return pcs_simulations_run(&simulations, guard);
}

/** All words, and dense without staging; then what staging makes of the bars. */
static int simulate_all(struct experiment *e, const struct pcs_run_folder *folder,
                        const struct pcs_job_guard *guard)
{
    struct pcs_ok_topk *f = &e->figures;
    struct pcs_simulation *unstaged = &e->list[RUNS_MAX - 1];

    list_volumes(e);
    list_cases(e);
    set_bert(unstaged, e, 0);
    snprintf(unstaged->name, sizeof unstaged->name, "bert-unstaged");
    e->targets[RUNS_MAX - 1] = &f->unstaged;
    int rc = simulate(e, folder, RUNS_MAX, guard);
    if (rc != 0)
        return rc;
    f->staging_s_per_byte = (f->published[0].communication_s - f->unstaged.communication_s) /
                            (sizeof(float) * f->unstaged.words);
    if (f->staging_s_per_byte < 0) {
        fprintf(stderr, "pcollsim validate: dense takes longer than the published bar\n");
        return -1;
    }
    for (int i = 0; i < PCS_OK_TOPK_KINDS; i++) {
        set_bert(&e->list[i], e, i);
        pcs_simulation_set(&e->list[i], "costs.staging=%.17gs", f->staging_s_per_byte);
        e->targets[i] = &f->bert[i];
    }
    return simulate(e, folder, PCS_OK_TOPK_KINDS, guard);
}

/* ---- what is written --------------------------------------------------------------------------
 */

/** What differs from one time to another is here and nowhere else. */
static int write_manifest(const struct experiment *e, FILE *out)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    const double seconds =
        (double)(now.tv_sec - e->begin.tv_sec) + 1e-9 * (double)(now.tv_nsec - e->begin.tv_nsec);
    return fprintf(out,
                   "experiment: ok-topk\n"
                   "program: '%s'\n"
                   "simgrid: '%s'\n"
                   "runs: %d\n"
                   "scale: %d\n"
                   "wall_s: %.3f\n" PCS_RUN_FINISHED "\n",
                   pcs_version_text(), pcs_version_simgrid(), RUNS_MAX + PCS_OK_TOPK_KINDS,
                   e->figures.scale, seconds) < 0
               ? -1
               : 0;
}

static int write_csv(const struct experiment *e, FILE *out)
{
    return pcs_ok_topk_csv(&e->figures, out);
}

static int write_file(const struct experiment *e, const struct pcs_run_folder *folder,
                      const char *name, int (*write)(const struct experiment *e, FILE *out))
{
    FILE *out = pcs_run_folder_file(folder, name, "w");
    int rc = out ? write(e, out) : -1;

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

/** A table and an empty line. @return 0, or -1 when there is no memory */
static int print_table(const struct experiment *e, bool is_markdown,
                       int (*fill)(const struct pcs_ok_topk *work, struct pcs_text_table *table),
                       FILE *out)
{
    struct pcs_text_table table = {.rows = NULL};
    int rc = fill(&e->figures, &table);

    if (rc == 0 && is_markdown)
        pcs_text_table_markdown(&table, out);
    else if (rc == 0)
        rc = pcs_text_table_print(&table, out);
    pcs_text_table_fini(&table);
    if (rc == 0)
        fputc('\n', out);
    return rc;
}

/** Tables and notes, as markdown or for a terminal. @return 0, or -1 when there is no memory */
static int print_all(const struct experiment *e, bool is_markdown, FILE *out)
{
    struct pcs_words notes = {0};
    int rc = print_table(e, is_markdown, pcs_ok_topk_volume_table, out);

    if (rc == 0)
        rc = print_table(e, is_markdown, pcs_ok_topk_bound_table, out);
    if (rc == 0)
        rc = print_table(e, is_markdown, pcs_ok_topk_bert_table, out);
    pcs_ok_topk_notes(&e->figures, &notes);
    if (notes.failed)
        rc = -1;
    if (rc == 0)
        pcs_text_notes_print(&notes, out);
    pcs_words_fini(&notes);
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

/** The tables; then whether all words are within their bounds. */
static int report(const struct experiment *e, const struct pcs_run_folder *folder)
{
    struct pcs_overview *overview = e->settings->overview;

    if (print_all(e, overview != NULL, overview ? e->settings->section : stdout) < 0) {
        fprintf(stderr, "pcollsim validate: out of memory\n");
        return PCS_EXIT_FAILED;
    }
    if (overview) {
        pcs_ok_topk_overview(&e->figures, overview);
    } else {
        fflush(stdout); /* the table comes before the messages where both go to one place */
        fprintf(stderr, "pcollsim validate: tables are in %s\n", folder->target);
    }
    for (int i = 0; i < VOLUMES; i++) {
        const struct pcs_ok_topk_run *run = &e->figures.volumes[i];
        const double slack = 1e-3; /* blocks and shares differ by an element */
        if (run->excess <= 1 + slack)
            continue;
        fprintf(stderr, "pcollsim validate: %s, %d ranks: %.4f of the published bound\n",
                pcs_kind_name(run->kind), run->ranks, run->excess);
        return PCS_EXIT_FAILED;
    }
    if (!pcs_ok_topk_cases_hold(&e->figures))
        return PCS_EXIT_FAILED;
    return PCS_EXIT_GOOD;
}

static int work_in_folder(struct experiment *e, struct pcs_run_folder *folder,
                          const struct pcs_job_guard *guard)
{
    const int rc = simulate_all(e, folder, guard);

    if (rc > 0) {
        fprintf(stderr, "pcollsim validate: interrupted; no result\n");
        return 128 + rc;
    }
    if (rc < 0 || write_file(e, folder, "ok-topk.csv", write_csv) < 0 ||
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

    if (pcs_ok_topk_published_read(published, &e->figures) < 0)
        return PCS_EXIT_BAD;
    if (pcs_programs_find(&programs) < 0)
        return PCS_EXIT_FAILED;
    e->programs = &programs;
    const int code = work_guarded(e);
    pcs_programs_fini(&programs);
    return code;
}

static int run(const struct pcs_validate_settings *settings)
{
    struct experiment *e = calloc(1, sizeof *e);
    char *published = pcs_data_file("workloads/paper/ok-topk.csv");
    char *volume = published ? pcs_data_file("workloads/scenarios/sparse.yaml") : NULL;
    char *bert = volume ? pcs_data_file("workloads/scenarios/sparse-bert.yaml") : NULL;
    int code = PCS_EXIT_BAD;

    if (e && bert) {
        e->settings = settings;
        e->volume_scenario = volume;
        e->bert_scenario = bert;
        clock_gettime(CLOCK_MONOTONIC, &e->begin);
        code = run_prepared(e, published);
    }
    free(bert);
    free(volume);
    free(published);
    free(e);
    return code;
}

const struct pcs_experiment pcs_experiment_ok_topk = {
    .name = "ok-topk",
    .summary = "words of sparse allreduces beside their formulas; BERT on 32 nodes beside its bars",
    .seeds = 1,
    .run = run,
};
