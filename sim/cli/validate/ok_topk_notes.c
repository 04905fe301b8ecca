/*
 * What has to be said with the tables of the comparison.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/cli/validate/ok_topk.h"

/** More than this part away from the published bar is explained. */
#define MISS 0.25

/* By kind: what the released code does that the model does not, and which way it goes. */
static const char *const reasons[PCS_OK_TOPK_KINDS] = {
    NULL, /* fitted */
    "It has one copy of 10.7 MB to the host and two large allgathers, of values and of indices, "
    "where the "
    "staging fitted on dense also stands for the arithmetic of MPI_Allreduce on 534 MB and for the "
    "barrier "
    "that the released code adds to dense only: too much is put down to each byte here.",
    "The released code exchanges sizes by an alltoall, sends index and value as two messages in "
    "buckets of "
    "four ranks, and adds each block in numpy: costs of a message and of Python, not of a byte.",
    "The released code sends pairs of float64, 16 bytes an entry and twice what is counted here, "
    "has a "
    "barrier in each of its rounds, and selects anew among 2k pairs at each node on the host, "
    "which the "
    "published bar counts as communication.",
    "As for topka: staging fitted on dense is too much for few large allgathers; and its published "
    "numbers "
    "of selected elements fall below k, to a tenth late in the training.",
    "The released code exchanges sizes by an alltoall and an allgather, sends index and value as "
    "two "
    "messages in buckets of four ranks, and adds in numpy: costs of a message and of Python, which "
    "weigh "
    "most where the fewest bytes are sent.",
};

static void note_volumes(const struct pcs_ok_topk *work, struct pcs_words *notes)
{
    double excess = 0;
    int worst = 0;

    for (int i = 0; i < PCS_OK_TOPK_SIZES * PCS_OK_TOPK_KINDS; i++) {
        if (work->volumes[i].excess > excess) {
            excess = work->volumes[i].excess;
            worst = i;
        }
    }
    pcs_words_add(
        notes,
        "Words: mean over steps of the sum over communication rounds of the maximum over "
        "ranks of max(sent, received); uniform positions. Low and high are the published "
        "bounds with k = the most that a rank selected, for oktopk's high also what was "
        "gathered. Bookkeeping (sizes, boundaries) comes on top. Steps of oktopk with "
        "new thresholds are left out: they gather all sums. Of all steps the closest to its "
        "bound has %.4f of it (%s, %d ranks).",
        excess, pcs_kind_name(work->volumes[worst].kind), work->volumes[worst].ranks);
}

static void note_cases(struct pcs_words *notes)
{
    pcs_words_add(
        notes,
        "oktopk's bound, %d ranks: it holds for positions that all ranks share, whatever "
        "their skew. Without repartition and balancing one region gets nearly everything. "
        "With both it breaks when half of the ranks have theirs in one place and half in "
        "another: averaged boundaries fall between, a limit of the published algorithm. "
        "The rows in between are not claimed.",
        PCS_OK_TOPK_CASE_RANKS);
}

static void note_fit(const struct pcs_ok_topk *work, struct pcs_words *notes)
{
    pcs_words_add(
        notes,
        "BERT, 32 ranks, seconds an iteration; simulated %d times shorter on a network as "
        "much slower. The network alone would take %.3f s for dense; the published bar also "
        "has staging through the host's memory and Python. One staging cost is fitted on "
        "dense alone: %.3f ns for each byte that a round sends or receives, the larger of "
        "both. Everything else in the column comm is predicted with it.",
        work->scale, work->unstaged.communication_s, 1e9 * work->staging_s_per_byte);
    pcs_words_add(
        notes,
        "Selection is fitted as well, to the bars of topka (exact) and gaussiank (two scans), "
        "and predicted for the others. Of oktopk a step between exact thresholds is shown; "
        "every 128th costs an exact selection and a gathering of all sums more. total: "
        "%.2f s published for computation and input, communication and selection.",
        work->base_s);
    pcs_words_add(
        notes,
        "dense-ovlp, published with %.2f s of communication that is not hidden and %.2f s in "
        "all, is not simulated here.",
        work->overlapped.communication_s, work->overlapped.total_s);
}

static void note_misses(const struct pcs_ok_topk *work, struct pcs_words *notes)
{
    for (int i = 0; i < PCS_OK_TOPK_KINDS; i++) {
        const double ratio = work->bert[i].communication_s / work->published[i].communication_s;
        if (fabs(ratio - 1) > MISS && reasons[i])
            pcs_words_add(notes, "%s, communication %+.0f %%. %s",
                          pcs_kind_name(work->bert[i].kind), 100 * (ratio - 1), reasons[i]);
    }
}

/* ---- order ------------------------------------------------------------------------------------
 */

struct place {
    int kind_i;
    double seconds;
};

static int by_time(const void *a, const void *b)
{
    const struct place *x = a, *y = b;
    return x->seconds < y->seconds ? -1 : x->seconds > y->seconds;
}

static void put_order(struct place places[PCS_OK_TOPK_KINDS], char *text, size_t size)
{
    qsort(places, PCS_OK_TOPK_KINDS, sizeof *places, by_time);
    text[0] = '\0';
    for (int i = 0; i < PCS_OK_TOPK_KINDS; i++) {
        const size_t length = strlen(text);
        snprintf(text + length, size - length, "%s%s", i ? " < " : "",
                 pcs_kind_name((enum pcs_kind)(PCS_KIND_DENSE + places[i].kind_i)));
    }
}

static void note_order(const struct pcs_ok_topk *work, struct pcs_words *notes)
{
    struct place published[PCS_OK_TOPK_KINDS], ours[PCS_OK_TOPK_KINDS];
    char of_published[160], of_ours[160];

    for (int i = 0; i < PCS_OK_TOPK_KINDS; i++) {
        const struct pcs_ok_topk_run *run = &work->bert[i];
        published[i] = (struct place){i, work->published[i].total_s};
        ours[i] = (struct place){i, work->base_s + run->communication_s + run->select_s};
    }
    put_order(published, of_published, sizeof of_published);
    put_order(ours, of_ours, sizeof of_ours);
    pcs_words_add(notes, "Order of the totals, published: %s; ours: %s.", of_published, of_ours);
}

void pcs_ok_topk_notes(const struct pcs_ok_topk *work, struct pcs_words *notes)
{
    note_volumes(work, notes);
    note_cases(notes);
    note_fit(work, notes);
    note_order(work, notes);
    note_misses(work, notes);
}

/* ---- the table of all experiments -------------------------------------------------------------
 */

void pcs_ok_topk_overview(const struct pcs_ok_topk *work, struct pcs_overview *overview)
{
    for (int i = 0; i < PCS_OK_TOPK_KINDS; i++) {
        const struct pcs_ok_topk_run *run = &work->bert[i];
        const double total_s = work->base_s + run->communication_s + run->select_s;
        struct pcs_overview_row row = {
            .experiment = "ok-topk",
            .case_name = "BERT",
            .figure = "s a step",
            .published = work->published[i].total_s,
            .low = total_s,
            .high = total_s,
            .role = reasons[i] ? PCS_OVERVIEW_PREDICTION : PCS_OVERVIEW_INPUT,
        };
        snprintf(row.kind, sizeof row.kind, "%s", pcs_kind_name(run->kind));
        snprintf(row.why, sizeof row.why, "%s",
                 reasons[i] ? reasons[i] : "the cost of staging a byte is fitted to it");
        if (row.why[strlen(row.why) - 1] == '.') /* the table ends its reasons itself */
            row.why[strlen(row.why) - 1] = '\0';
        pcs_overview_add(overview, row);
    }
}
