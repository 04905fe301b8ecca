/*
 * Where the ranks of a run put down what a sparse call sent and took. The costs of a call are
 * maxima over ranks of each communication round, so no rank can tell them alone. All ranks live in
 * one process: they share rank 0's board, and nothing is sent for it, which would take simulated
 * time.
 */
#ifndef PCS_APP_SPARSE_BOARD_H
#define PCS_APP_SPARSE_BOARD_H

#include <stdio.h>

#include "sim/pcoll/sparse/sparse.h"
#include "sim/scenario/scenario.h"

struct pcs_sparse_board;

/**
 * @param trace  steps: a row for each rank and phase; rounds: one for each phase; summary: none
 * @param out    sparse.csv, whose header is written here; NULL: none; borrowed
 */
struct pcs_sparse_board *pcs_sparse_board_create(const struct pcs_scenario *scenario, FILE *out);
void pcs_sparse_board_destroy(struct pcs_sparse_board *board);

/** What one rank has to tell of one step. */
struct pcs_sparse_note {
    int rank;
    uint32_t step;
    const struct pcoll_account *account;
    const struct pcoll_sparse_result *result;
};

/**
 * Put down a note; rows are written when all ranks have put down theirs of a step.
 *
 * @return PCOLL_EPROTOCOL if the sum is not that of the other ranks
 */
enum pcoll_status pcs_sparse_board_note(struct pcs_sparse_board *board,
                                        const struct pcs_sparse_note *note);

/** @return what a word of @p phase stands for: platform.scale, or 1 for bookkeeping */
uint64_t pcs_sparse_scale(const struct pcs_scenario *scenario, enum pcoll_phase phase);

#endif
