/*
 * Plots by gnuplot.
 */
#include "sim/cli/plot.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sim/cli/data_files.h"

#define LOG "plot.log"

/** Show what gnuplot wrote. */
static void show_log(const struct pcs_run_folder *folder)
{
    FILE *in = pcs_run_folder_file(folder, LOG, "r");
    char line[512];

    while (in && fgets(line, sizeof line, in))
        fprintf(stderr, "  %s", line);
    if (in)
        fclose(in);
}

static int run_gnuplot(const struct pcs_words *words, const struct pcs_run_folder *folder,
                       const struct pcs_job_guard *guard)
{
    const struct pcs_words set = {0};
    const struct pcs_job job = {
        .words = words, .set = &set, .folder = folder->temporary, .log = LOG};
    struct pcs_job_result result;
    int rc = pcs_job_run(&job, guard, &result);

    if (rc == ENOENT) {
        fprintf(stderr, "pcollsim: gnuplot is not installed (Debian package gnuplot-nox): there is "
                        "no plot, only the CSV files\n");
        return 0;
    }
    if (rc) {
        fprintf(stderr, "pcollsim: cannot start gnuplot: %s\n", strerror(rc));
        return -1;
    }
    if (result.interrupted)
        return result.interrupted;
    if (result.exit_code != 0) {
        fprintf(stderr, "pcollsim: gnuplot failed\n");
        show_log(folder);
        return -1;
    }
    return 0;
}

int pcs_plot_with(const char *settings, const char *script, const char *csv, const char *out,
                  const struct pcs_run_folder *folder, const struct pcs_job_guard *guard)
{
    struct pcs_words words = {0};
    char *path = pcs_data_file(script);
    int rc = -1;

    if (!path)
        return -1;
    pcs_words_add(&words, "gnuplot");
    if (settings) {
        pcs_words_add(&words, "-e");
        pcs_words_add(&words, "%s", settings);
    }
    pcs_words_add(&words, "-c");
    pcs_words_add(&words, "%s", path);
    pcs_words_add(&words, "%s", csv);
    pcs_words_add(&words, "%s", out);
    if (words.failed)
        fprintf(stderr, "pcollsim: out of memory\n");
    else
        rc = run_gnuplot(&words, folder, guard);
    unlinkat(folder->fd, LOG, 0);
    pcs_words_fini(&words);
    free(path);
    return rc;
}

int pcs_plot(const char *script, const char *csv, const char *out,
             const struct pcs_run_folder *folder, const struct pcs_job_guard *guard)
{
    return pcs_plot_with(NULL, script, csv, out, folder, guard);
}
