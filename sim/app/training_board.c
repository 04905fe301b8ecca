#include "sim/app/training_board.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_blas.h>

#include "analysis/csv_writer.h"

#define COLUMNS                                                                                    \
    "step,time_s,loss,loss_min,loss_max,weights_distance_mean,weights_distance_max,weights_norm\n"

/* A step that not all ranks are through with. */
struct slot {
    uint32_t step;
    int notes_n;
    double time_s, loss_sum, loss_min, loss_max;
    double *weights;   /* ranks x n */
    struct slot *next; /* later steps */
};

struct pcs_training_board {
    const struct pcs_scenario *scenario;
    FILE *out;
    struct pcs_train_set *set;
    size_t n;           /* weights of a rank */
    struct slot *first; /* the earliest step that is not complete */
    struct pcs_summary_training figures;
};

/* ---- life -------------------------------------------------------------------------------------
 */

struct pcs_training_board *pcs_training_board_create(const struct pcs_scenario *scenario, FILE *out)
{
    struct pcs_training_board *board = calloc(1, sizeof *board);
    if (!board)
        return NULL;
    board->scenario = scenario;
    board->out = out;
    board->n = (size_t)pcs_train_elements(&scenario->train);
    board->set = pcs_train_set_create(&scenario->train, scenario->seed);
    board->figures =
        (struct pcs_summary_training){(double)NAN, (double)NAN, (double)NAN, (double)NAN};
    if (!board->set) {
        free(board);
        return NULL;
    }
    if (out)
        fputs(COLUMNS, out);
    return board;
}

static void slot_destroy(struct slot *slot)
{
    free(slot->weights);
    free(slot);
}

void pcs_training_board_destroy(struct pcs_training_board *board)
{
    while (board && board->first) {
        struct slot *next = board->first->next;
        slot_destroy(board->first);
        board->first = next;
    }
    if (board)
        pcs_train_set_destroy(board->set);
    free(board);
}

struct pcs_train_set *pcs_training_board_set(struct pcs_training_board *board)
{
    return board->set;
}

/* ---- notes ------------------------------------------------------------------------------------
 */

static struct slot *slot_of(struct pcs_training_board *board, uint32_t step)
{
    struct slot **at = &board->first;
    while (*at && (*at)->step < step)
        at = &(*at)->next;
    if (*at && (*at)->step == step)
        return *at;
    struct slot *slot = calloc(1, sizeof *slot);
    if (!slot)
        return NULL;
    slot->weights = calloc((size_t)board->scenario->ranks * board->n, sizeof *slot->weights);
    if (!slot->weights) {
        free(slot);
        return NULL;
    }
    slot->step = step;
    slot->loss_min = INFINITY;
    slot->loss_max = -INFINITY;
    slot->next = *at;
    *at = slot;
    return slot;
}

struct drift {
    double mean, max; /* of the ranks' distances from the mean of all weights */
    double norm;      /* of that mean */
};

/* By differences from the weights of rank 0: weights that are equal have the distance 0 exactly. */
static struct drift drift_of(const struct pcs_training_board *board, struct slot *slot)
{
    const size_t ranks = (size_t)board->scenario->ranks;
    struct drift drift = {0};
    double *mean = calloc(board->n, sizeof *mean);
    if (!mean)
        return (struct drift){(double)NAN, (double)NAN, (double)NAN};
    gsl_vector_view m = gsl_vector_view_array(mean, board->n);
    gsl_vector_view first = gsl_vector_view_array(slot->weights, board->n);
    for (size_t i = 1; i < ranks; i++) {
        gsl_vector_view w = gsl_vector_view_array(slot->weights + i * board->n, board->n);
        gsl_blas_daxpy(-1, &first.vector, &w.vector);
        gsl_blas_daxpy(1 / (double)ranks, &w.vector, &m.vector);
    }
    for (size_t i = 1; i < ranks; i++) {
        gsl_vector_view w = gsl_vector_view_array(slot->weights + i * board->n, board->n);
        gsl_blas_daxpy(-1, &m.vector, &w.vector);
        const double distance = gsl_blas_dnrm2(&w.vector);
        drift.mean += distance / (double)ranks;
        drift.max = fmax(drift.max, distance);
    }
    const double distance = gsl_blas_dnrm2(&m.vector); /* of rank 0 */
    drift.mean += distance / (double)ranks;
    drift.max = fmax(drift.max, distance);
    if (isnan(drift.mean)) /* diverged: fmax() has passed over it */
        drift.max = drift.mean;
    gsl_blas_daxpy(1, &m.vector, &first.vector);
    drift.norm = gsl_blas_dnrm2(&first.vector);
    free(mean);
    return drift;
}

static void complete(struct pcs_training_board *board, struct slot *slot)
{
    const struct drift drift = drift_of(board, slot);
    const double loss = slot->loss_sum / board->scenario->ranks;
    struct pcs_summary_training *figures = &board->figures;
    figures->loss = loss;
    figures->weights_distance = drift.max;
    figures->weights_distance_max = fmax(figures->weights_distance_max, drift.max); /* not NAN */
    figures->weights_norm = drift.norm;
    if (!board->out)
        return;
    struct pcs_csv_line line;
    pcs_csv_line_init(&line);
    pcs_csv_put_unsigned(&line, slot->step);
    pcs_csv_put_number(&line, slot->time_s);
    pcs_csv_put_number(&line, loss);
    pcs_csv_put_number(&line, slot->loss_min);
    pcs_csv_put_number(&line, slot->loss_max);
    pcs_csv_put_number(&line, drift.mean);
    pcs_csv_put_number(&line, drift.max);
    pcs_csv_put_number(&line, drift.norm);
    (void)pcs_csv_line_write(&line, board->out); /* the file's owner looks at its state */
}

enum pcoll_status pcs_training_board_note(struct pcs_training_board *board,
                                          const struct pcs_training_note *note)
{
    struct slot *slot = slot_of(board, note->step);
    if (!slot)
        return PCOLL_EMEMORY;
    memcpy(slot->weights + (size_t)note->rank * board->n, note->weights,
           board->n * sizeof *slot->weights);
    slot->loss_sum += note->loss;
    slot->loss_min = fmin(slot->loss_min, note->loss);
    slot->loss_max = fmax(slot->loss_max, note->loss);
    slot->time_s = fmax(slot->time_s, note->time_s);
    if (++slot->notes_n < board->scenario->ranks)
        return PCOLL_OK;
    complete(board, slot);
    /* Notes of a rank come in order, so that the steps before are complete. */
    board->first = slot->next;
    slot_destroy(slot);
    return PCOLL_OK;
}

struct pcs_summary_training pcs_training_board_figures(const struct pcs_training_board *board)
{
    return board->figures;
}
