#include "sim/app/result_folder.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analysis/trace.h"
#include "sim/version/version.h"

static const char *const FILES[] = {"scenario.yaml", "manifest.yaml",  "steps.csv",
                                    "rounds.csv",    "summary.csv",    "sparse.csv",
                                    "training.csv",  "model_syncs.csv"};

static int fail(struct pcs_error *error, const char *path, const char *what)
{
    snprintf(error->text, sizeof error->text, "%s: %s: %s", path, what, strerror(errno));
    return -1;
}

/* @return the path of @p name inside the temporary folder, to be freed by the caller */
static char *inside(const struct pcs_result_folder *folder, const char *name)
{
    char *path = NULL;
    return asprintf(&path, "%s/%s", folder->temporary, name) < 0 ? NULL : path;
}

static FILE *open_file(const struct pcs_result_folder *folder, const char *name)
{
    char *path = inside(folder, name);
    FILE *file = path ? fopen(path, "wx") : NULL;
    free(path);
    return file;
}

int pcs_result_folder_create(struct pcs_result_folder *folder, const char *path,
                             const struct pcs_scenario *scenario, struct pcs_error *error)
{
    struct stat found;
    *folder = (struct pcs_result_folder){0};
    if (lstat(path, &found) == 0) {
        errno = EEXIST;
        return fail(error, path, "cannot write the result there");
    }
    folder->path = strdup(path);
    if (!folder->path || asprintf(&folder->temporary, "%s.tmp-XXXXXX", path) < 0) {
        folder->temporary = NULL;
        pcs_result_folder_discard(folder);
        return fail(error, path, "cannot write the result there");
    }
    bool ok = mkdtemp(folder->temporary) && chmod(folder->temporary, 0755) == 0;
    if (ok && scenario->trace == PCS_TRACE_STEPS) {
        folder->steps = open_file(folder, "steps.csv");
        ok = folder->steps && pcs_steps_csv_header(folder->steps) == 0;
    }
    if (ok && scenario->trace != PCS_TRACE_SUMMARY) {
        folder->rounds = open_file(folder, "rounds.csv");
        ok = folder->rounds && pcs_rounds_csv_header(folder->rounds) == 0;
    }
    if (ok && scenario->trace != PCS_TRACE_SUMMARY &&
        pcs_kind_is_sparse(scenario->collective.kind)) {
        folder->sparse = open_file(folder, "sparse.csv");
        ok = folder->sparse != NULL;
    }
    if (ok && scenario->trace != PCS_TRACE_SUMMARY && scenario->collective.model_sync_period > 0) {
        folder->syncs = open_file(folder, "model_syncs.csv");
        ok = folder->syncs && pcs_syncs_csv_header(folder->syncs) == 0;
    }
    if (ok && scenario->trace != PCS_TRACE_SUMMARY && scenario->train.model != PCS_TRAIN_NONE) {
        folder->training = open_file(folder, "training.csv");
        ok = folder->training != NULL;
    }
    if (ok)
        return 0;
    fail(error, path, "cannot write the result there");
    pcs_result_folder_discard(folder);
    return -1;
}

static int close_file(FILE **file)
{
    FILE *closing = *file;
    *file = NULL;
    return closing ? fclose(closing) : 0;
}

void pcs_result_folder_discard(struct pcs_result_folder *folder)
{
    close_file(&folder->steps);
    close_file(&folder->rounds);
    close_file(&folder->sparse);
    close_file(&folder->training);
    close_file(&folder->syncs);
    for (size_t i = 0; folder->temporary && i < sizeof FILES / sizeof *FILES; i++) {
        char *path = inside(folder, FILES[i]);
        if (path)
            unlink(path);
        free(path);
    }
    if (folder->temporary)
        rmdir(folder->temporary);
    free(folder->temporary);
    free(folder->path);
    *folder = (struct pcs_result_folder){0};
}

/* A YAML string in single quotes: nothing in it is special but the quote itself. */
static void print_quoted(FILE *out, const char *text)
{
    fputc('\'', out);
    for (; *text; text++) {
        if (*text == '\'')
            fputc('\'', out);
        fputc(*text == '\n' ? ' ' : *text, out);
    }
    fputc('\'', out);
}

static int print_manifest(const struct pcs_scenario *scenario, const struct pcs_manifest *manifest,
                          FILE *out)
{
    char id[PCS_RUN_ID_LENGTH + 1];
    if (pcs_scenario_run_id(scenario, id) != 0)
        return -1;
    fprintf(out, "run_id: '%s'\n", id);
    fprintf(out, "program: '%s'\n", pcs_version_text());
    fprintf(out, "simgrid: '%s'\n", pcs_version_simgrid());
    if (manifest->command) {
        fputs("smpirun: ", out);
        print_quoted(out, manifest->command);
        fputc('\n', out);
    }
    if (scenario->platform.scale > 1)
        fprintf(out, "scale: %d  # messages this many times shorter on a network as much slower\n",
                scenario->platform.scale);
    fprintf(out, "sim_time_s: %.17g\n", manifest->sim_time_s);
    fprintf(out, "wall_s: %.3f\n", manifest->wall_s);
    if (manifest->messages != PCS_UNKNOWN) {
        fprintf(out, "messages: %lld\n", (long long)manifest->messages);
        if (manifest->wall_s > 0)
            fprintf(out, "messages_per_wall_s: %.0f\n",
                    (double)manifest->messages / manifest->wall_s);
    }
    fprintf(
        out,
        "memory_bytes: %llu  # proportional set size, at the end of the steps or of collecting\n",
        (unsigned long long)manifest->peak_memory_bytes);
    return fputs("finished: true\n", out) < 0 || ferror(out) ? -1 : 0;
}

/* A file's data must be on disk before the folder gets its final name: a power cut then leaves
   either no folder or a whole one. */
static int finish_file(FILE *file)
{
    int status = !ferror(file) && fflush(file) == 0 && fsync(fileno(file)) == 0 ? 0 : -1;
    return fclose(file) == 0 ? status : -1;
}

static int write_rest(struct pcs_result_folder *folder, const struct pcs_scenario *scenario,
                      const struct pcs_manifest *manifest,
                      int (*write_summary)(void *context, FILE *out), void *context)
{
    FILE *file = open_file(folder, "scenario.yaml");
    if (!file || pcs_scenario_print(scenario, file) != 0 || finish_file(file) != 0)
        return -1;
    file = open_file(folder, "summary.csv");
    if (!file || write_summary(context, file) != 0 || finish_file(file) != 0)
        return -1;
    FILE **const traces[] = {&folder->steps, &folder->rounds, &folder->sparse, &folder->training,
                             &folder->syncs};
    for (size_t i = 0; i < sizeof traces / sizeof *traces; i++) {
        FILE *trace = *traces[i];
        *traces[i] = NULL;
        if (trace && finish_file(trace) != 0)
            return -1;
    }
    file = open_file(folder, "manifest.yaml"); /* last: it holds the end marker */
    if (!file || print_manifest(scenario, manifest, file) != 0 || finish_file(file) != 0)
        return -1;
    return rename(folder->temporary, folder->path);
}

int pcs_result_folder_finish(struct pcs_result_folder *folder, const struct pcs_scenario *scenario,
                             const struct pcs_manifest *manifest,
                             int (*write_summary)(void *context, FILE *out), void *context,
                             struct pcs_error *error)
{
    int status = write_rest(folder, scenario, manifest, write_summary, context);
    if (status != 0)
        fail(error, folder->path, "cannot write the result");
    if (status == 0) {
        free(folder->temporary);
        folder->temporary = NULL; /* it has its final name: keep it */
    }
    pcs_result_folder_discard(folder);
    return status;
}
