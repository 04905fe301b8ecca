/*
 * The published micro-benchmark of solo and majority allreduce: what its parts share.
 *
 * Cases are size by size; within a size the kinds in the order of the table.
 */
#ifndef PCS_CLI_VALIDATE_MICROBENCH_H
#define PCS_CLI_VALIDATE_MICROBENCH_H

#include <stdint.h>
#include <stdio.h>

#include "sim/cli/options.h"
#include "sim/cli/validate/overview.h"
#include "sim/cli/words.h"
#include "sim/scenario/scenario.h"

#define PCS_MICROBENCH_SIZES 6
#define PCS_MICROBENCH_KINDS 3
#define PCS_MICROBENCH_CASES (PCS_MICROBENCH_SIZES * PCS_MICROBENCH_KINDS)
/** From the closed form, relative: more is a failure. */
#define PCS_MICROBENCH_DEVIATION_MAX 0.05
/** Order of the kinds in a size. */
#define PCS_MICROBENCH_MPI 0
#define PCS_MICROBENCH_MAJORITY 1
#define PCS_MICROBENCH_SOLO 2

/** What one run gave. */
struct pcs_microbench_run {
    int case_i;
    uint64_t seed;
    char run_id[PCS_RUN_ID_LENGTH + 1];
    double latency_s;       /**< mean over ranks and steps after the warm-up */
    double active;          /**< mean over rounds after it */
    double round_s;         /**< from the start of a round until its last rank is done, mean */
    double initiator;       /**< mean over rounds */
    double closed_form_s;   /**< latency by the closed form for this run's initiators */
    double uniform_form_s;  /**< the same for an initiator drawn uniformly */
    double uniform_form_sd; /**< standard deviation from round to round, likewise */
};

/** What is published; NAN where nothing is. */
struct pcs_microbench_published {
    struct {
        double latency_s, latency_error_s;
        double active, active_error;
    } cases[PCS_MICROBENCH_CASES];
    double ratio[PCS_MICROBENCH_KINDS]; /**< mean over the sizes */
    double draws_mean, draws_sd;        /**< initiators that the released code draws */
};

/** A case: ours over its runs, and published. NAN where there is nothing. */
struct pcs_microbench_row {
    enum pcs_kind kind;
    uint64_t bytes;
    int runs_n;
    double latency_s, latency_sd_s; /**< mean and standard deviation over runs */
    double published_latency_s, published_latency_error_s;
    double ratio, published_ratio; /**< latency of MPI at this size by that of this kind */
    double active, published_active, published_active_error, active_closed_form;
    double round_s, closed_form_s; /**< means over runs */
};

struct pcs_microbench {
    const struct pcs_scenario *scenario; /**< of any case, for what all have in common */
    const struct pcs_option_list *set;   /**< overrides of the user; borrowed */
    int seeds;
    struct pcs_microbench_run *runs;
    int runs_n;
    struct pcs_microbench_published published;
    struct pcs_microbench_row rows[PCS_MICROBENCH_CASES];
    double ratio[PCS_MICROBENCH_KINDS];        /**< mean over the sizes */
    double deviation;                          /**< greatest from the closed form, relative */
    const struct pcs_microbench_run *deviates; /**< the run that has it */
};

enum pcs_kind pcs_microbench_kind(int case_i);
uint64_t pcs_microbench_bytes(int case_i);
/** How much later each rank is than the one before it, seconds. */
double pcs_microbench_skew_s(const struct pcs_scenario *scenario);

/** Read the published figures. @return 0, or -1 after a message on stderr */
int pcs_microbench_published_read(const char *path, struct pcs_microbench_published *published);

/**
 * Read summary.csv and rounds.csv of the result folder @p folder into @p run.
 *
 * @param scenario  of this run
 * @return 0, or -1 after a message on stderr
 */
int pcs_microbench_run_read(const struct pcs_scenario *scenario, const char *folder,
                            struct pcs_microbench_run *run);

/** Nothing is published of another experiment. */
void pcs_microbench_published_forget(struct pcs_microbench_published *published);

/** Rows, ratios and deviation from the runs and the published figures. */
void pcs_microbench_compare(struct pcs_microbench *bench);

/** @return 0, or -1 with errno */
int pcs_microbench_csv(const struct pcs_microbench *bench, FILE *out);
int pcs_microbench_runs_csv(const struct pcs_microbench *bench, FILE *out);

/** Print the table and the notes for a terminal. @return 0, or -1 when there is no memory */
int pcs_microbench_print(const struct pcs_microbench *bench, FILE *out);
/** The same as markdown. */
int pcs_microbench_markdown(const struct pcs_microbench *bench, FILE *out);

/** Its rows in the table of all experiments. */
void pcs_microbench_overview(const struct pcs_microbench *bench, struct pcs_overview *overview);

/** What has to be said with the table: one text a note. */
void pcs_microbench_notes(const struct pcs_microbench *bench, struct pcs_words *notes);

#endif
