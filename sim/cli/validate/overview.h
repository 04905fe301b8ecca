/*
 * Figures of several experiments in one table: published, ours, deviation, and why they differ.
 */
#ifndef PCS_CLI_VALIDATE_OVERVIEW_H
#define PCS_CLI_VALIDATE_OVERVIEW_H

#include <stdbool.h>
#include <stdio.h>

/** How a published figure was used. */
#define PCS_OVERVIEW_INPUT "input"           /**< times or costs were set from it */
#define PCS_OVERVIEW_PREDICTION "prediction" /**< nothing was set from it */
#define PCS_OVERVIEW_UNSURE "unsure"         /**< it contradicts other figures */

struct pcs_overview_row {
    const char *experiment;       /**< a constant */
    char case_name[24], kind[16]; /**< "-" when there is one only */
    const char *figure;           /**< a constant: what, and in which unit */
    double published;             /**< not NAN */
    double low, high;             /**< ours, over what is not published; often the same */
    double deviation;             /**< of the near end of ours, relative; 0 inside */
    const char *role;             /**< one of the above */
    char why[640];                /**< where the deviation comes from */
};

/** Zero-initialised it is empty. */
struct pcs_overview {
    struct pcs_overview_row *rows;
    int rows_n;
    bool failed; /**< a row could not be added: there was no memory */
};

/** Append a row; its deviation is computed. On failure `failed` stays set. */
void pcs_overview_add(struct pcs_overview *overview, struct pcs_overview_row row);

/** Signed part by which the near end of low to high is off; 0 inside; NAN when nothing is
 *  published. */
double pcs_overview_deviation(double published, double low, double high);

void pcs_overview_fini(struct pcs_overview *overview);

/** The table and, numbered, the reasons. @return 0, or -1 when there is no memory */
int pcs_overview_print(const struct pcs_overview *overview, bool is_markdown, FILE *out);

/** The rows without the reasons. @return 0, or -1 with errno */
int pcs_overview_csv(const struct pcs_overview *overview, FILE *out);

#endif
