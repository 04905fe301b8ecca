/*
 * Eager-SGD with real arithmetic on one rank: gradients of a model, and what a sum of them does to
 * the rank's weights.
 */
#ifndef PCS_APP_TRAINING_H
#define PCS_APP_TRAINING_H

#include "sim/app/gradients.h"
#include "sim/app/training_board.h"
#include "sim/pcoll/net/host.h"

/**
 * A source of the gradients of the scenario's model. A result is divided by the number of ranks,
 * however many of them were in it, and given to the optimizer.
 *
 * @param scenario  borrowed until the source is destroyed, as are the others
 * @param board     of all ranks
 * @param host      this rank's clock
 * @return a source whose context is NULL when there is no memory
 */
struct pcs_gradient_source pcs_training_gradients(const struct pcs_scenario *scenario,
                                                  struct pcs_training_board *board,
                                                  const struct pcoll_host *host, int rank);

#endif
