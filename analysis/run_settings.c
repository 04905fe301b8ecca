/*
 * The small files of a result folder: scenario, manifest and summary.
 */
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/run_internal.h"

/** @return 1 when the file was read, 0 when there is none, -1 */
static int read_keys(const struct pcs_run *run, const char *file, struct pcs_yaml_keys *keys,
                     struct pcs_read_error *error)
{
    char *name;
    FILE *in = pcs_run_open_file(run->path, file, &name, error);
    int rc = error->text[0] ? -1 : 0;

    if (in) {
        rc = pcs_yaml_keys_read(in, name, keys, error) < 0 ? -1 : 1;
        fclose(in);
    }
    free(name);
    return rc;
}

static int read_summary(struct pcs_run *run, struct pcs_read_error *error)
{
    char *name;
    FILE *in = pcs_run_open_file(run->path, "summary.csv", &name, error);
    int rc = error->text[0] ? -1 : 0;

    if (in) {
        rc = pcs_summary_row_read(in, name, &run->summary, error);
        run->has_summary = rc == 0;
        fclose(in);
    }
    free(name);
    return rc;
}

static int read_manifest(struct pcs_run *run, struct pcs_read_error *error)
{
    int rc = read_keys(run, "manifest.yaml", &run->manifest, error);

    if (rc < 0)
        return -1;
    if (rc > 0 && strcmp(pcs_yaml_text(&run->manifest, "finished", ""), "true") == 0)
        return 0;
    run->is_partial = true;
    if (run->accepts_partial)
        return 0;
    return pcs_run_refuse(error,
                          rc > 0 ? "%s/manifest.yaml: no \"finished: true\": the run has not come "
                                   "to its end; --partial accepts it"
                                 : "%s: no manifest.yaml: the run has not come to its end; "
                                   "--partial accepts it",
                          run->path);
}

static int require(const struct pcs_run *run, const char *path, const char **text,
                   struct pcs_read_error *error)
{
    *text = pcs_yaml_text(&run->scenario, path, NULL);
    return *text
               ? 0
               : pcs_run_refuse(error, "%s:1:1: no key %s, expected one", run->scenario.file, path);
}

/** How many candidates a round has, and which of them starts it. */
static int read_candidates(struct pcs_run *run, struct pcs_read_error *error)
{
    struct pcs_run_settings *settings = &run->settings;
    uint64_t candidates = (uint64_t)settings->ranks;
    const char *trigger = pcs_yaml_text(&run->scenario, "collective.trigger", "");

    if (pcs_yaml_count(&run->scenario, "collective.candidates", 1, (uint64_t)settings->ranks,
                       &candidates, error) < 0)
        return -1;
    settings->candidates = strcmp(settings->kind, "majority") == 0 ? 1 : (int)candidates;
    settings->is_trigger_last =
        strcmp(trigger, "last") == 0 || strcmp(settings->kind, "sync") == 0 ||
        strcmp(settings->kind, "dense-ovlp") == 0 || strcmp(settings->kind, "mpi") == 0;
    return 0;
}

static int read_scenario(struct pcs_run *run, struct pcs_read_error *error)
{
    const struct pcs_yaml_keys *keys = &run->scenario;
    struct pcs_run_settings *settings = &run->settings;
    uint64_t ranks = 0, steps = 0, warmup = 0, buckets = 1;
    const char *text;

    if (require(run, "name", &settings->name, error) < 0 ||
        require(run, "collective.kind", &settings->kind, error) < 0 ||
        require(run, "ranks", &text, error) < 0 || require(run, "steps", &text, error) < 0 ||
        require(run, "seed", &text, error) < 0 ||
        pcs_yaml_count(keys, "ranks", 1, INT_MAX, &ranks, error) < 0 ||
        pcs_yaml_count(keys, "steps", 0, INT_MAX, &steps, error) < 0 ||
        pcs_yaml_count(keys, "seed", 0, UINT64_MAX, &settings->seed, error) < 0 ||
        pcs_yaml_count(keys, "warmup", 0, steps, &warmup, error) < 0 ||
        pcs_yaml_count(keys, "collective.bytes", 0, UINT64_MAX, &settings->bytes, error) < 0 ||
        pcs_yaml_count(keys, "collective.buckets", 1, 1 << 16, &buckets, error) < 0)
        return -1;
    settings->ranks = (int)ranks;
    settings->steps = (uint32_t)steps;
    settings->warmup = (uint32_t)warmup;
    settings->buckets = (int)buckets;
    text = pcs_yaml_text(keys, "output.trace", "steps");
    run->trace = strcmp(text, "summary") == 0  ? PCS_RUN_TRACE_SUMMARY
                 : strcmp(text, "rounds") == 0 ? PCS_RUN_TRACE_ROUNDS
                                               : PCS_RUN_TRACE_STEPS;
    run->is_sampled = strcmp(pcs_yaml_text(keys, "output.sample", "1"), "1") != 0;
    return read_candidates(run, error);
}

/** The three small files are of one run. */
static int compare(struct pcs_run *run, struct pcs_read_error *error)
{
    struct pcs_run_settings *settings = &run->settings;
    const struct pcs_summary_row *summary = &run->summary;

    settings->run_id = pcs_yaml_text(&run->manifest, "run_id", "");
    if (!run->has_summary)
        return run->is_partial
                   ? 0
                   : pcs_run_refuse(error, "%s: no summary.csv, expected one", run->path);
    if (*settings->run_id && strcmp(settings->run_id, summary->run_id) != 0)
        return pcs_run_refuse(error,
                              "%s: files of two runs: %s in manifest.yaml, %s in summary.csv",
                              run->path, settings->run_id, summary->run_id);
    settings->run_id = summary->run_id;
    if (settings->ranks != summary->ranks || settings->seed != summary->seed ||
        strcmp(settings->kind, summary->kind) != 0 || strcmp(settings->name, summary->name) != 0)
        return pcs_run_refuse(error,
                              "%s: files of two runs: name, kind, ranks or seed of scenario.yaml "
                              "and summary.csv differ",
                              run->path);
    settings->bytes = summary->bytes;
    settings->steps = summary->steps;
    return 0;
}

int pcs_run_read_settings(struct pcs_run *run, struct pcs_read_error *error)
{
    int rc;

    if (read_manifest(run, error) < 0)
        return -1;
    rc = read_keys(run, "scenario.yaml", &run->scenario, error);
    if (rc < 0)
        return -1;
    if (rc == 0)
        return run->is_partial
                   ? 0
                   : pcs_run_refuse(error, "%s: no scenario.yaml, expected one", run->path);
    if (read_scenario(run, error) < 0 || read_summary(run, error) < 0)
        return -1;
    return compare(run, error);
}
