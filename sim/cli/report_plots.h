/*
 * The plots of a report: small CSV files, and what gnuplot makes of them.
 */
#ifndef PCS_CLI_REPORT_PLOTS_H
#define PCS_CLI_REPORT_PLOTS_H

#include "analysis/report/report.h"
#include "sim/cli/plot.h"
#include "sim/cli/run_folder.h"

#define PCS_PLOTS_ALL_RUNS (-1)

/** Where plots go, and who is told of them. */
struct pcs_report_plots {
    const struct pcs_report *report;
    const struct pcs_run_folder *folder; /**< the files are made in its temporary folder */
    const struct pcs_job_guard *guard;
    const char *formats; /**< "png svg", or one of them */
    int runs_max;        /**< runs that get plots of their own: the first ones */
    void *context;
    /** A run has been read again, with its calls and rounds; NULL is skipped. @return 0, or -1 */
    int (*on_run)(void *context, int run, const struct pcs_run *read);
    /** Plot NAME.svg, NAME.png was made, of run number @p run or of all. NULL is skipped.
     *  @return 0, or -1 */
    int (*on_plot)(void *context, int run, const char *kind, const char *name);
};

/**
 * Make all plots that the runs have something for. Blocks. Between pcs_job_guard_begin() and
 * pcs_job_guard_end() only.
 *
 * @return 0; -1 after a message on stderr; or the signal that interrupted it
 */
int pcs_report_plots_make(const struct pcs_report_plots *plots);

/**
 * pcollsim report DIR... --plots FOLDER: the CSV files and plots, as a folder that appears when it
 * is complete.
 *
 * @return an exit code, after a message on stderr if it is not good
 */
int pcs_report_plots_folder(const struct pcs_report *report, const char *target);

#endif
