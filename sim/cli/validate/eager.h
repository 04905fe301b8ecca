/*
 * Experiments of eager-SGD: seconds a step of partial allreduces beside sync's, published and ours.
 *
 * What is run are tables here; scenarios and published figures are files in workloads/paper.
 */
#ifndef PCS_CLI_VALIDATE_EAGER_H
#define PCS_CLI_VALIDATE_EAGER_H

#include <stdio.h>

#include "sim/cli/validate/experiment.h"
#include "sim/cli/validate/text_table.h"

#define PCS_EAGER_CASES 4  /**< delays, kinds, splits and published figures at most */
#define PCS_EAGER_KINDS 4  /**< the first is what the others are compared with */
#define PCS_EAGER_SPLITS 5 /**< of the time beside the work between compute and round */
#define PCS_EAGER_FIGURES 16

/** A kind of collective, or a split: overrides of the scenario, NULL where there are fewer. */
struct pcs_eager_variant {
    const char *name;
    const char *overrides[2];
};

struct pcs_eager_plan {
    const char *name;     /**< of the experiment, its scenario and its published figures */
    const char *case_key; /**< key in which the cases differ; NULL: there is one case */
    const char *cases[PCS_EAGER_CASES + 1];
    struct pcs_eager_variant kinds[PCS_EAGER_KINDS + 1];
    struct pcs_eager_variant splits[PCS_EAGER_SPLITS + 1]; /**< none: one, of the scenario */
    const char *about; /**< note below the table: where the base times come from */
};

enum pcs_eager_figure { PCS_EAGER_STEP, PCS_EAGER_SPEEDUP };

enum pcs_eager_role {
    PCS_EAGER_INPUT,      /**< base times were set from it */
    PCS_EAGER_PREDICTION, /**< ours has to be near it */
    PCS_EAGER_UNSURE,     /**< it contradicts other figures */
    PCS_EAGER_NONE        /**< nothing is published */
};

struct pcs_eager_published {
    char case_name[32], kind[32];
    enum pcs_eager_figure figure;
    enum pcs_eager_role role;
    double value; /**< seconds, or a ratio */
    char why[320];
};

/** Ours: seconds a step, mean over seeds, by case, kind and split. */
struct pcs_eager {
    const struct pcs_eager_plan *plan;
    const char *cases[PCS_EAGER_CASES];
    int cases_n, kinds_n, splits_n, seeds;
    const struct pcs_option_list *set; /**< of the user; borrowed */
    struct pcs_eager_published published[PCS_EAGER_FIGURES];
    int published_n;
    double step_s[PCS_EAGER_CASES][PCS_EAGER_KINDS][PCS_EAGER_SPLITS];
};

/** A row of the comparison: ours is low to high over the splits. */
struct pcs_eager_row {
    const char *case_name, *kind;
    enum pcs_eager_figure figure;
    const struct pcs_eager_published *published; /**< NULL: nothing is */
    double low, high;
    double deviation; /**< of the near end of ours from the published, 0 inside; NAN: none */
};

#define PCS_EAGER_ROWS (PCS_EAGER_FIGURES + 2 * PCS_EAGER_CASES * PCS_EAGER_KINDS)

/** @return 0, or -1 after a message on stderr with file, line and column */
int pcs_eager_published_read(const char *path, struct pcs_eager *work);

/** Check the user's --set, before anything runs. @return 0, or -1 after a message on stderr */
int pcs_eager_set_check(const struct pcs_eager *work, const char *scenario);
/** The cases of the plan, or the one that the user's --set makes of them. */
void pcs_eager_cases_find(struct pcs_eager *work);

/** @return how many rows, at most PCS_EAGER_ROWS, there are in @p rows */
int pcs_eager_rows(const struct pcs_eager *work, struct pcs_eager_row *rows);

/** The table for pcs_text_table_fini(). @return 0, or -1 when there is no memory */
int pcs_eager_table(const struct pcs_eager *work, const struct pcs_eager_row *rows, int rows_n,
                    struct pcs_text_table *table);
void pcs_eager_notes(const struct pcs_eager *work, const struct pcs_eager_row *rows, int rows_n,
                     struct pcs_words *notes);
/** The rows of what is published, in the table of all experiments. */
void pcs_eager_overview(const struct pcs_eager *work, const struct pcs_eager_row *rows, int rows_n,
                        struct pcs_overview *overview);
/** @return 0, or -1 with errno */
int pcs_eager_csv(const struct pcs_eager *work, const struct pcs_eager_row *rows, int rows_n,
                  FILE *out);

/** Repeat the experiment of @p plan. Blocks. @return the exit code */
int pcs_eager_run(const struct pcs_eager_plan *plan, const struct pcs_validate_settings *settings);

#endif
