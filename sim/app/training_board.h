/*
 * What the ranks of a training run share: the data set, and a place where they put down their
 * weights, whose distance no rank could tell alone. All ranks live in one process: nothing is sent
 * for it, which would take simulated time.
 */
#ifndef PCS_APP_TRAINING_BOARD_H
#define PCS_APP_TRAINING_BOARD_H

#include <stdio.h>

#include "analysis/summary.h"
#include "sim/pcoll/status.h"
#include "sim/scenario/scenario.h"
#include "sim/train/train_set.h"

struct pcs_training_board;

/**
 * Create the data set and an empty board.
 *
 * Takes seconds of real time for large data sets, and no simulated time.
 *
 * @param scenario  borrowed until the board is destroyed
 * @param out       training.csv, whose header is written here; NULL: none; borrowed
 * @return NULL when there is no memory
 */
struct pcs_training_board *pcs_training_board_create(const struct pcs_scenario *scenario,
                                                     FILE *out);
/** After all ranks are through. NULL is allowed. */
void pcs_training_board_destroy(struct pcs_training_board *board);

/** @return the data set, owned by the board */
struct pcs_train_set *pcs_training_board_set(struct pcs_training_board *board);

/** What one rank has to tell after its update of one step. */
struct pcs_training_note {
    int rank;
    uint32_t step; /**< number of steps: after the closing round */
    double time_s; /**< simulated */
    double loss;   /**< of these weights */
    const double *weights;
};

/**
 * Put down a note; a row is written when all ranks have put down theirs of a step. A rank's notes
 * come in the order of steps.
 *
 * @return PCOLL_OK or PCOLL_EMEMORY; whether rows could be written, the file's owner asks the file
 */
enum pcoll_status pcs_training_board_note(struct pcs_training_board *board,
                                          const struct pcs_training_note *note);

/** @return figures of all rows so far; NAN where there is none */
struct pcs_summary_training pcs_training_board_figures(const struct pcs_training_board *board);

#endif
