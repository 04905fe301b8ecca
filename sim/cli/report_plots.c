/*
 * Plots over all runs come from the tidy CSV; those of one run from tables of its own, for which
 * its traces are read once more.
 */
#include "sim/cli/report_plots.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analysis/participation_law.h"
#include "analysis/plot_speedup.h"
#include "analysis/plot_tables.h"
#include "sim/cli/command.h"

#define CSV "report.csv"
#define SPEEDUP_CSV "speedup.csv"
#define LOSS_CSV "loss.csv"
#define NAME_SIZE 64
#define SETTINGS_SIZE 256

/* Runs with plots of their own in a folder; more would be hundreds of files. */
#define FOLDER_RUNS_MAX 16

static int complain(const struct pcs_report_plots *plots, const char *name)
{
    fprintf(stderr, "pcollsim report: cannot write %s/%s: %s\n", plots->folder->temporary, name,
            strerror(errno ? errno : ENOMEM));
    return -1;
}

/** Let gnuplot make NAME of @p csv, and tell of it. @return as pcs_report_plots_make() */
static int plot(const struct pcs_report_plots *plots, int run, const char *kind, const char *csv,
                const char *name, const char *more)
{
    char script[NAME_SIZE + 32], settings[SETTINGS_SIZE], svg[NAME_SIZE + 8];
    struct stat status;

    snprintf(script, sizeof script, "analysis/plots/%s.gp", kind);
    snprintf(settings, sizeof settings, "formats='%s'%s", plots->formats, more);
    const int rc = pcs_plot_with(settings, script, csv, name, plots->folder, plots->guard);
    if (rc != 0)
        return rc;
    snprintf(svg, sizeof svg, "%s.svg", name);
    if (!plots->on_plot || fstatat(plots->folder->fd, svg, &status, 0) < 0)
        return 0; /* there is no gnuplot: pcs_plot() has said so */
    return plots->on_plot(plots->context, run, kind, name);
}

/* ---- all runs ----------------------------------------------------------------------------- */

/** @return whether there are latencies of runs that differ in their size */
static bool has_sizes(const struct pcs_report *report)
{
    const struct pcs_run_settings *first = NULL;

    for (int i = 0; i < report->runs_n; i++) {
        const struct pcs_run_settings *settings = &report->runs[i].run->settings;
        if (settings->bytes == 0 || settings->bytes == PCS_UNKNOWN_COUNT ||
            !pcs_metrics_find(&report->runs[i].metrics, "latency_mean"))
            continue;
        if (first && first->bytes != settings->bytes)
            return true;
        first = settings;
    }
    return false;
}

/** Write a table over all runs. @return 0, or -1 after a message */
static int write_report(const struct pcs_report_plots *plots, const char *csv,
                        int (*write)(const struct pcs_report *report, FILE *out))
{
    FILE *out = pcs_run_folder_file(plots->folder, csv, "w");
    int rc = out ? write(plots->report, out) : -1;

    if (out && fclose(out) != 0)
        rc = -1;
    return rc < 0 ? complain(plots, csv) : 0;
}

/** A key of scenarios as a label of the axis; what could end a text of gnuplot's is not in keys. */
static void label_of(const char *key, char label[SETTINGS_SIZE])
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "0123456789_.-[]";

    label[0] = '\0';
    if (key && key[strspn(key, letters)] == '\0')
        snprintf(label, SETTINGS_SIZE, "; label='%.60s'", key);
}

static int plot_speedup(const struct pcs_report_plots *plots)
{
    const enum pcs_speedup_axis axis = pcs_speedup_axis_of(plots->report);
    char label[SETTINGS_SIZE], settings[SETTINGS_SIZE + 32];

    if (axis == PCS_SPEEDUP_NOTHING)
        return 0;
    if (write_report(plots, SPEEDUP_CSV, pcs_plot_speedup) < 0)
        return -1;
    label_of(axis == PCS_SPEEDUP_BY ? plots->report->options.by : NULL, label);
    snprintf(settings, sizeof settings, "; axis='%s'%s", pcs_speedup_axis_name(axis), label);
    return plot(plots, PCS_PLOTS_ALL_RUNS, "speedup", SPEEDUP_CSV, "speedup", settings);
}

static int plot_all_runs(const struct pcs_report_plots *plots)
{
    int rc = write_report(plots, CSV, pcs_report_csv);

    if (rc == 0 && has_sizes(plots->report))
        rc = plot(plots, PCS_PLOTS_ALL_RUNS, "latency", CSV, "latency", "");
    if (rc == 0)
        rc = plot_speedup(plots);
    return rc;
}

/* ---- one run ------------------------------------------------------------------------------ */

static int write_participation(const struct pcs_run *run, FILE *out)
{
    const struct pcs_run_settings *settings = &run->settings;
    const struct pcs_participation_law law = {.ranks = settings->ranks,
                                              .candidates = settings->candidates,
                                              .is_last = settings->is_trigger_last};
    const bool has_law = law.candidates >= 1 && law.candidates <= law.ranks;

    return pcs_plot_participation(run, has_law ? &law : NULL, out);
}

/** A table, and the plots that are made of it. */
struct table {
    const char *csv; /**< its name without .csv */
    int (*write)(const struct pcs_run *run, FILE *out);
    struct {
        const char *kind;
        bool (*is_there)(const struct pcs_run *run);
    } plots[2];
};

static const struct table tables[] = {
    {"participation", write_participation, {{"participation", pcs_plot_has_participation}}},
    {"staleness", pcs_plot_staleness, {{"staleness", pcs_plot_has_staleness}}},
    {"ranks", pcs_plot_ranks, {{"idle", pcs_plot_has_times}, {"traffic", pcs_plot_has_traffic}}},
};

/** Files of run number @p run: with its number, from 1, when there are several runs. */
static void name_file(const struct pcs_report_plots *plots, int run, const char *stem,
                      const char *suffix, char name[NAME_SIZE])
{
    if (plots->report->runs_n > 1)
        snprintf(name, NAME_SIZE, "%s-%d%s", stem, run + 1, suffix);
    else
        snprintf(name, NAME_SIZE, "%s%s", stem, suffix);
}

static int write_table(const struct pcs_report_plots *plots, const struct table *table,
                       const struct pcs_run *read, const char *csv)
{
    FILE *out = pcs_run_folder_file(plots->folder, csv, "w");
    int rc = out ? table->write(read, out) : -1;

    if (out && fclose(out) != 0)
        rc = -1;
    return rc < 0 ? complain(plots, csv) : 0;
}

static int plot_table(const struct pcs_report_plots *plots, const struct table *table, int run,
                      const struct pcs_run *read)
{
    char csv[NAME_SIZE], name[NAME_SIZE];
    bool is_written = false;
    int rc = 0;

    name_file(plots, run, table->csv, ".csv", csv);
    for (int i = 0; rc == 0 && i < 2 && table->plots[i].kind; i++) {
        if (!table->plots[i].is_there(read))
            continue;
        if (!is_written && write_table(plots, table, read, csv) < 0)
            return -1;
        is_written = true;
        name_file(plots, run, table->plots[i].kind, "", name);
        rc = plot(plots, run, table->plots[i].kind, csv, name, "");
    }
    return rc;
}

static int plot_run(const struct pcs_report_plots *plots, int run, const struct pcs_run *read,
                    FILE *loss)
{
    char series[NAME_SIZE + 32];
    int rc = plots->on_run ? plots->on_run(plots->context, run, read) : 0;

    for (size_t i = 0; rc == 0 && i < sizeof tables / sizeof *tables; i++)
        rc = plot_table(plots, &tables[i], run, read);
    snprintf(series, sizeof series, "%d:%.60s", run + 1, read->settings.kind);
    if (rc == 0 && pcs_plot_has_loss(read) && pcs_plot_loss_rows(read, series, loss) < 0)
        rc = complain(plots, LOSS_CSV);
    return rc;
}

/** Read the runs once more: the report has kept their figures only. */
static int plot_runs(const struct pcs_report_plots *plots, FILE *loss, bool *has_loss)
{
    struct pcs_read_error error;
    struct pcs_run *read;
    int rc = 0;

    for (int i = 0; rc == 0 && i < plots->report->runs_n && i < plots->runs_max; i++) {
        const struct pcs_run *known = plots->report->runs[i].run;
        if (strcmp(known->path, "-") == 0)
            continue; /* standard input cannot be read again */
        if (pcs_run_read(known->path, &plots->report->options.read, &read, &error) < 0) {
            fprintf(stderr, "pcollsim report: %s\n", error.text);
            return -1;
        }
        *has_loss |= pcs_plot_has_loss(read);
        rc = plot_run(plots, i, read, loss);
        pcs_run_destroy(read);
    }
    return rc;
}

int pcs_report_plots_make(const struct pcs_report_plots *plots)
{
    bool has_loss = false;
    int rc = plot_all_runs(plots);

    if (rc != 0)
        return rc;
    FILE *loss = pcs_run_folder_file(plots->folder, LOSS_CSV, "w");
    if (!loss || pcs_plot_loss_header(loss) < 0)
        rc = complain(plots, LOSS_CSV);
    else
        rc = plot_runs(plots, loss, &has_loss);
    if (loss && fclose(loss) != 0 && rc == 0)
        rc = complain(plots, LOSS_CSV);
    if (!has_loss)
        unlinkat(plots->folder->fd, LOSS_CSV, 0);
    if (rc == 0 && has_loss)
        rc = plot(plots, PCS_PLOTS_ALL_RUNS, "loss", LOSS_CSV, "loss", "");
    return rc;
}

static int make_folder(const struct pcs_report *report, struct pcs_run_folder *folder,
                       const struct pcs_job_guard *guard)
{
    const struct pcs_report_plots plots = {
        .report = report,
        .folder = folder,
        .guard = guard,
        .formats = "png svg",
        .runs_max = FOLDER_RUNS_MAX,
    };
    const int rc = pcs_report_plots_make(&plots);

    if (rc > 0) {
        fprintf(stderr, "pcollsim report: interrupted; no plots\n");
        return 128 + rc;
    }
    if (rc < 0 || pcs_run_folder_publish_inputs(folder) < 0)
        return PCS_EXIT_FAILED;
    if (report->runs_n > FOLDER_RUNS_MAX)
        fprintf(stderr, "pcollsim report: only the first %d of %d runs have plots of their own\n",
                FOLDER_RUNS_MAX, report->runs_n);
    return PCS_EXIT_GOOD;
}

int pcs_report_plots_folder(const struct pcs_report *report, const char *target)
{
    struct pcs_run_folder folder;
    struct pcs_job_guard guard;

    pcs_job_guard_begin(&guard);
    int code = pcs_run_folder_open(target, false, &folder);
    if (code == PCS_EXIT_GOOD) {
        code = make_folder(report, &folder, &guard);
        pcs_run_folder_close(&folder);
    }
    pcs_job_guard_end(&guard);
    return code;
}
