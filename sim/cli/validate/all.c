/*
 * All experiments: their folders within one, the table of all, and the page.
 */
#define _GNU_SOURCE /* asprintf */
#include "sim/cli/validate/all.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "analysis/html/template.h"
#include "sim/cli/command.h"
#include "sim/cli/data_files.h"
#include "sim/cli/job.h"
#include "sim/cli/output_file.h"
#include "sim/cli/run_folder.h"
#include "sim/scenario/text_file.h"
#include "sim/version/version.h"

#define PAGE "workloads/paper/page.md"
#define PAGE_BYTES_MAX (1 << 20)

struct all {
    const struct pcs_validate_settings *settings;
    struct pcs_overview overview;
    json_t *sections; /**< of the page: by the experiment's name, and "overview" */
    double seconds;   /**< wall time of the experiments */
};

static int fail(const char *what)
{
    fprintf(stderr, "pcollsim validate: %s: %s\n", what, strerror(errno));
    return PCS_EXIT_FAILED;
}

/** Put what was written to a memory stream into the page's sections. Frees @p text. */
static int keep_section(struct all *all, const char *name, FILE *stream, char **text)
{
    int rc = !ferror(stream);

    if (fclose(stream) != 0)
        rc = 0;
    if (rc && json_object_set_new(all->sections, name, json_string(*text)) != 0)
        rc = 0;
    free(*text);
    if (rc)
        return PCS_EXIT_GOOD;
    errno = ENOMEM;
    return fail(name);
}

/* ---- experiments ------------------------------------------------------------------------------
 */

static int run_one(struct all *all, const struct pcs_experiment *experiment, const char *output)
{
    struct pcs_validate_settings settings = *all->settings;
    char *text = NULL;
    size_t length = 0;
    FILE *section = open_memstream(&text, &length);

    if (!section)
        return fail(experiment->name);
    settings.seeds = settings.seeds ? settings.seeds : experiment->seeds;
    settings.output = output;
    settings.markdown = NULL;
    settings.overview = &all->overview;
    settings.section = section;
    const int code = experiment->run(&settings);
    const int kept = keep_section(all, experiment->name, section, &text);
    return code ? code : kept;
}

/** @return the first exit code that is not good; an experiment without figures ends it at once */
static int run_each(struct all *all, const struct pcs_experiment *const *experiments,
                    const struct pcs_run_folder *folder, bool *has_all)
{
    int first = PCS_EXIT_GOOD;

    *has_all = false;
    for (; *experiments; experiments++) {
        const int before = all->overview.rows_n;
        char *output = NULL;
        if (asprintf(&output, "%s/%s", folder->temporary, (*experiments)->name) < 0)
            return fail("no memory");
        const int code = run_one(all, *experiments, output);
        free(output);
        first = first ? first : code;
        if (code && all->overview.rows_n == before)
            return code;
    }
    *has_all = true;
    return first;
}

/* ---- what is written --------------------------------------------------------------------------
 */

static int render(struct all *all, FILE *out)
{
    struct pcs_read_error read_error;
    struct pcs_error error;
    char *text = NULL;
    size_t length;
    char *path = pcs_data_file(PAGE);
    const struct pcs_source source = {.name = path};

    if (!path)
        return -1;
    int rc = pcs_text_file_read(&source, PAGE_BYTES_MAX, &text, &length, &error);
    if (rc < 0) {
        fprintf(stderr, "%s\n", error.text);
    } else {
        rc = pcs_template_render(path, text, all->sections, out, &read_error);
        if (rc < 0)
            fprintf(stderr, "%s\n", read_error.text);
    }
    free(text);
    free(path);
    return rc;
}

static int write_page(struct all *all)
{
    struct pcs_output_file file;
    char *text = NULL;
    size_t length = 0;
    FILE *stream;

    if (!all->settings->markdown)
        return PCS_EXIT_GOOD;
    stream = open_memstream(&text, &length);
    if (!stream)
        return fail("no memory");
    pcs_overview_print(&all->overview, true, stream);
    if (keep_section(all, "overview", stream, &text) != PCS_EXIT_GOOD)
        return PCS_EXIT_FAILED;
    if (pcs_output_file_open(all->settings->markdown, &file) < 0)
        return fail(all->settings->markdown);
    if (render(all, file.out) < 0) {
        pcs_output_file_discard(&file);
        return PCS_EXIT_FAILED;
    }
    return pcs_output_file_commit(&file) < 0 ? fail(all->settings->markdown) : PCS_EXIT_GOOD;
}

static int write_csv(const struct all *all, FILE *out)
{
    return pcs_overview_csv(&all->overview, out);
}

static int write_manifest(const struct all *all, FILE *out)
{
    return fprintf(out,
                   "experiment: all\nprogram: '%s'\nsimgrid: '%s'\nwall_s: %.3f\n" PCS_RUN_FINISHED
                   "\n",
                   pcs_version_text(), pcs_version_simgrid(), all->seconds) < 0
               ? -1
               : 0;
}

static int write_file(const struct all *all, const struct pcs_run_folder *folder, const char *name,
                      int (*write)(const struct all *all, FILE *out))
{
    FILE *out = pcs_run_folder_file(folder, name, "w");
    int rc = out ? write(all, out) : -1;

    if (out && fclose(out) != 0)
        rc = -1;
    return rc < 0 ? fail(name) : PCS_EXIT_GOOD;
}

static int write_all(struct all *all, struct pcs_run_folder *folder)
{
    if (write_file(all, folder, "validate.csv", write_csv) != PCS_EXIT_GOOD ||
        write_file(all, folder, PCS_RUN_MANIFEST, write_manifest) != PCS_EXIT_GOOD ||
        pcs_run_folder_publish_inputs(folder) < 0)
        return PCS_EXIT_FAILED;
    if (pcs_overview_print(&all->overview, false, stdout) < 0)
        return fail("the table");
    fflush(stdout); /* the table comes before the messages where both go to one place */
    fprintf(stderr, "pcollsim validate: tables and plots are in %s\n", folder->target);
    return write_page(all);
}

/* ---- all --------------------------------------------------------------------------------------
 */

static int work_in_folder(struct all *all, const struct pcs_experiment *const *experiments,
                          struct pcs_run_folder *folder)
{
    struct timespec begin, end;
    bool has_all;

    clock_gettime(CLOCK_MONOTONIC, &begin);
    const int code = run_each(all, experiments, folder, &has_all);
    clock_gettime(CLOCK_MONOTONIC, &end);
    all->seconds =
        (double)(end.tv_sec - begin.tv_sec) + 1e-9 * (double)(end.tv_nsec - begin.tv_nsec);
    if (!has_all)
        return code;
    const int written = write_all(all, folder);
    return code ? code : written;
}

int pcs_validate_all(const struct pcs_experiment *const *experiments,
                     const struct pcs_validate_settings *settings)
{
    struct all all = {.settings = settings, .sections = json_object()};
    struct pcs_run_folder folder;
    struct pcs_job_guard guard; /* around the experiments' own, which come back to this one */

    if (!all.sections)
        return fail("no memory");
    pcs_job_guard_begin(&guard);
    int code = pcs_run_folder_open(settings->output, settings->force, &folder);
    if (code == PCS_EXIT_GOOD) {
        code = work_in_folder(&all, experiments, &folder);
        pcs_run_folder_close(&folder);
    }
    pcs_job_guard_end(&guard);
    pcs_overview_fini(&all.overview);
    json_decref(all.sections);
    return code;
}
