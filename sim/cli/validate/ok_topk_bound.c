/*
 * What oktopk's bound of 6k(P-1)/P words needs: positions that the ranks share, regions with equal
 * parts of the selection, and equal shares. One row a case: within its bound, or beyond it.
 */
#include "sim/cli/validate/ok_topk.h"

/** Shares differ by an entry. */
#define SLACK 1e-3

#define SKEWED "{values: laplace, overlap: 0.5, skew: 6}"

static const struct pcs_ok_topk_case cases[PCS_OK_TOPK_CASES] = {
    {"uniform", "{values: laplace, overlap: 0.5}", true, true, 1},
    {"skewed", SKEWED, true, true, 1},
    {"skewed", SKEWED, true, false, 0},
    {"skewed", SKEWED, false, true, 0},
    {"skewed", SKEWED, false, false, -1},
    {"two clusters", "{values: laplace, overlap: 0.5, clusters: 2}", true, true, -1},
};

const struct pcs_ok_topk_case *pcs_ok_topk_cases(void)
{
    return cases;
}

static const char *const headings[] = {
    "positions", "repartition", "balancing", "selected", "gathered", "words", "6k(P-1)/P", "ratio",
};

int pcs_ok_topk_bound_table(const struct pcs_ok_topk *work, struct pcs_text_table *table)
{
    *table = (struct pcs_text_table){
        .headings = headings, .columns_n = sizeof headings / sizeof *headings, .left_n = 3};
    for (int i = 0; i < PCS_OK_TOPK_CASES; i++) {
        const struct pcs_ok_topk_run *run = &work->cases[i];
        char(*row)[PCS_TEXT_CELL_SIZE] = pcs_text_table_add(table);
        if (!row)
            return -1;
        snprintf(row[0], PCS_TEXT_CELL_SIZE, "%s", cases[i].positions);
        snprintf(row[1], PCS_TEXT_CELL_SIZE, "%s", cases[i].repartition ? "yes" : "no");
        snprintf(row[2], PCS_TEXT_CELL_SIZE, "%s", cases[i].balancing ? "yes" : "no");
        snprintf(row[3], PCS_TEXT_CELL_SIZE, "%.0f", run->selected);
        snprintf(row[4], PCS_TEXT_CELL_SIZE, "%.0f", run->gathered);
        snprintf(row[5], PCS_TEXT_CELL_SIZE, "%.0f", run->words);
        snprintf(row[6], PCS_TEXT_CELL_SIZE, "%.0f", run->high);
        snprintf(row[7], PCS_TEXT_CELL_SIZE, "%.2f", run->words / run->high);
    }
    return 0;
}

bool pcs_ok_topk_cases_hold(const struct pcs_ok_topk *work)
{
    for (int i = 0; i < PCS_OK_TOPK_CASES; i++) {
        const struct pcs_ok_topk_run *run = &work->cases[i];
        const double within = cases[i].within > 0 ? run->excess : run->words / run->high;
        if (cases[i].within == 0 || (within <= 1 + SLACK) == (cases[i].within > 0))
            continue;
        fprintf(stderr, "pcollsim validate: oktopk, %s positions: %.4f of 6k(P-1)/P\n",
                cases[i].positions, within);
        return false;
    }
    return true;
}
