/*
 * The files of a result folder in their order.
 */
#define _GNU_SOURCE /* asprintf */
#include "analysis/run_reader.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analysis/run_internal.h"
#include "analysis/text_stream.h"

int pcs_run_refuse(struct pcs_read_error *error, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    return -1;
}

FILE *pcs_run_open_file(const char *folder, const char *file, char **name,
                        struct pcs_read_error *error)
{
    static const char *const endings[] = {"", ".gz"};
    FILE *in = NULL;

    error->text[0] = '\0';
    *name = NULL;
    for (int i = 0; i < 2 && !in; i++) {
        free(*name);
        if (asprintf(name, "%s/%s%s", folder, file, endings[i]) < 0) {
            *name = NULL;
            pcs_run_refuse(error, "%s: out of memory", folder);
            return NULL;
        }
        in = pcs_text_open(*name);
        if (!in && errno != ENOENT) {
            pcs_run_refuse(error, "%s: %s", *name, strerror(errno));
            return NULL;
        }
    }
    return in;
}

bool pcs_run_is_folder(const char *path)
{
    static const char *const files[] = {"scenario.yaml", "manifest.yaml",  "summary.csv",
                                        "steps.csv",     "steps.csv.gz",   "rounds.csv",
                                        "rounds.csv.gz", "summary.csv.gz", NULL};

    for (int i = 0; files[i]; i++) {
        char *name;
        int rc;

        if (asprintf(&name, "%s/%s", path, files[i]) < 0)
            return false;
        rc = access(name, F_OK);
        free(name);
        if (rc == 0)
            return true;
    }
    return false;
}

static int read_folder(struct pcs_run *run, struct pcs_read_error *error)
{
    if (!pcs_run_is_folder(run->path))
        return pcs_run_refuse(
            error, "%s: no result of a run in it, expected scenario.yaml and others", run->path);
    if (pcs_run_read_settings(run, error) < 0 || pcs_run_read_traces(run, error) < 0)
        return -1;
    return pcs_run_check(run, error);
}

static int read_file(struct pcs_run *run, struct pcs_read_error *error)
{
    FILE *in = pcs_text_open(run->path);
    const char *name = strcmp(run->path, "-") == 0 ? "standard input" : run->path;
    int rc;

    if (!in)
        return pcs_run_refuse(error, "%s: %s", name, strerror(errno));
    rc = pcs_run_read_bare(run, in, name, error);
    fclose(in);
    return rc < 0 ? -1 : pcs_run_check(run, error);
}

int pcs_run_read(const char *path, const struct pcs_run_read_options *options, struct pcs_run **run,
                 struct pcs_read_error *error)
{
    struct pcs_run *reading = pcs_run_create(path);
    struct stat found;
    int rc;

    if (!reading)
        return pcs_run_refuse(error, "%s: out of memory", path);
    reading->accepts_partial = options->accepts_partial;
    if (strcmp(path, "-") == 0)
        rc = read_file(reading, error);
    else if (stat(path, &found) < 0)
        rc = pcs_run_refuse(error, "%s: %s", path, strerror(errno));
    else
        rc = S_ISDIR(found.st_mode) ? read_folder(reading, error) : read_file(reading, error);
    if (rc < 0)
        pcs_run_destroy(reading);
    else
        *run = reading;
    return rc;
}
