/*
 * The published comparison of sparse allreduces: what its parts share.
 *
 * Kinds are in the order of the scenario's: dense, topka, topkdsa, gtopk, gaussiank, oktopk.
 */
#ifndef PCS_CLI_VALIDATE_OK_TOPK_H
#define PCS_CLI_VALIDATE_OK_TOPK_H

#include <stdbool.h>
#include <stdio.h>

#include "sim/cli/validate/overview.h"
#include "sim/cli/validate/text_table.h"
#include "sim/scenario/scenario.h"

#define PCS_OK_TOPK_KINDS 6
#define PCS_OK_TOPK_SIZES 7 /**< numbers of ranks in the table of volumes */
#define PCS_OK_TOPK_CASES 6 /**< rows of the table of oktopk's bound */
#define PCS_OK_TOPK_CASE_RANKS 16

/** Means over the steps that count: after the warm-up, and without new thresholds. */
struct pcs_ok_topk_run {
    enum pcs_kind kind;
    int ranks;
    int steps_n;
    double words;       /**< sum over rounds of the maximum over ranks; without bookkeeping */
    double bookkeeping; /**< sizes and boundaries */
    double low, high;   /**< the published bounds, for the numbers that were selected */
    double excess;      /**< greatest of words / high over the steps */
    double selected, gathered;
    double select_s, communication_s; /**< mean over ranks */
};

/** The published bars: seconds. */
struct pcs_ok_topk_bar {
    double total_s, communication_s, select_s;
};

/** Where the large elements are, and what oktopk does about it (ok_topk_bound.c). */
struct pcs_ok_topk_case {
    const char *positions;
    const char *gradients; /**< for --set gradients= */
    bool repartition, balancing;
    int within; /**< of the bound: 1 it is; -1 it is not; 0 nothing is claimed */
};

struct pcs_ok_topk {
    struct pcs_ok_topk_run volumes[PCS_OK_TOPK_SIZES * PCS_OK_TOPK_KINDS]; /**< by size, kind */
    struct pcs_ok_topk_run cases[PCS_OK_TOPK_CASES];
    struct pcs_ok_topk_run unstaged;                /**< dense, BERT, without staging */
    struct pcs_ok_topk_run bert[PCS_OK_TOPK_KINDS]; /**< with it */
    struct pcs_ok_topk_bar published[PCS_OK_TOPK_KINDS];
    struct pcs_ok_topk_bar overlapped; /**< dense in buckets beside backward */
    double base_s;                     /**< published computation and input of an iteration */
    double staging_s_per_byte;         /**< fitted on dense alone */
    int scale;                         /**< of the BERT runs */
};

int pcs_ok_topk_ranks(int size_i);

/** @return the cases, PCS_OK_TOPK_CASES of them */
const struct pcs_ok_topk_case *pcs_ok_topk_cases(void);
/** @return whether the cases keep and break the bound as they should; else a message on stderr */
bool pcs_ok_topk_cases_hold(const struct pcs_ok_topk *work);

/** Read sparse.csv of a result folder. @return 0, or -1 after a message on stderr */
int pcs_ok_topk_run_read(const struct pcs_scenario *scenario, const char *folder,
                         struct pcs_ok_topk_run *run);
/** Read the published bars. @return 0, or -1 after a message on stderr */
int pcs_ok_topk_published_read(const char *path, struct pcs_ok_topk *work);

/** Tables, filled; released by pcs_text_table_fini(). @return 0, or -1 when there is no memory */
int pcs_ok_topk_volume_table(const struct pcs_ok_topk *work, struct pcs_text_table *table);
int pcs_ok_topk_bound_table(const struct pcs_ok_topk *work, struct pcs_text_table *table);
int pcs_ok_topk_bert_table(const struct pcs_ok_topk *work, struct pcs_text_table *table);
/** What has to be said with the tables: one text a note. */
void pcs_ok_topk_notes(const struct pcs_ok_topk *work, struct pcs_words *notes);
/** BERT's rows in the table of all experiments. */
void pcs_ok_topk_overview(const struct pcs_ok_topk *work, struct pcs_overview *overview);
/** All figures. @return 0, or -1 with errno */
int pcs_ok_topk_csv(const struct pcs_ok_topk *work, FILE *out);

#endif
