#include "sim/app/training.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/train/optimizer.h"

struct training {
    const struct pcs_scenario *scenario;
    struct pcs_training_board *board;
    const struct pcoll_host *host;
    int rank;
    size_t n;
    double *weights, *work; /* work: a gradient, or a mean of gradients */
    struct pcs_train_optimizer optimizer;
    double loss; /* as last measured; at the start that of the first weights */
    bool is_done;
};

/* ---- life -------------------------------------------------------------------------------------
 */

static void destroy(void *context)
{
    struct training *training = context;
    free(training->weights);
    free(training->work);
    pcs_train_optimizer_fini(&training->optimizer);
    free(training);
}

static bool has_target(const struct training *training)
{
    return training->scenario->train.target_loss > 0;
}

/* Overflow and what follows from it are one thing: the training has diverged. */
static double measured_loss(struct training *training)
{
    const double loss = pcs_train_loss(pcs_training_board_set(training->board), training->weights);
    return isnan(loss) ? (double)INFINITY : loss;
}

static struct training *create(const struct pcs_scenario *scenario,
                               struct pcs_training_board *board, const struct pcoll_host *host,
                               int rank)
{
    struct training *training = calloc(1, sizeof *training);
    if (!training)
        return NULL;
    training->scenario = scenario;
    training->board = board;
    training->host = host;
    training->rank = rank;
    training->n = (size_t)pcs_train_elements(&scenario->train);
    training->weights = malloc(training->n * sizeof *training->weights);
    training->work = malloc(training->n * sizeof *training->work);
    if (pcs_train_optimizer_init(&training->optimizer, &scenario->train) == 0 &&
        training->weights && training->work &&
        pcs_train_first_weights(pcs_training_board_set(board), training->weights) == 0) {
        if (has_target(training))
            training->loss = measured_loss(training);
        return training;
    }
    destroy(training);
    return NULL;
}

/* ---- gradients --------------------------------------------------------------------------------
 */

static void store(enum pcs_type type, void *vector, size_t i, double value)
{
    if (type == PCS_FLOAT32)
        ((float *)vector)[i] = (float)value;
    else
        ((double *)vector)[i] = value;
}

static double load(enum pcs_type type, const void *vector, size_t i)
{
    return type == PCS_FLOAT32 ? (double)((const float *)vector)[i] : ((const double *)vector)[i];
}

/*
 * With a target the last element carries the loss, only in rounds that wait for all: then it is of
 * this step on every rank, whatever else of earlier steps is in the sum. It is never 0 there, and
 * always in other rounds.
 */
static double loss_on_its_way(const struct training *training, uint32_t step)
{
    if (!pcs_step_is_blocking(training->scenario, step))
        return 0;
    return fmax(training->loss, (double)FLT_MIN);
}

static enum pcoll_status make(void *context, uint32_t step, void *gradient)
{
    struct training *training = context;
    const struct pcs_scenario *s = training->scenario;
    const enum pcs_type type = s->collective.type;
    if (pcs_train_gradient(pcs_training_board_set(training->board), training->weights, step,
                           training->rank, s->ranks, training->work) != 0)
        return PCOLL_EMEMORY;
    for (size_t i = 0; i < training->n; i++)
        store(type, gradient, i, training->work[i]);
    if (has_target(training))
        store(type, gradient, training->n, loss_on_its_way(training, step));
    return PCOLL_OK;
}

/* ---- results ----------------------------------------------------------------------------------
 */

static enum pcoll_status measure(struct training *training, uint32_t step)
{
    training->loss = measured_loss(training);
    const struct pcs_training_note note = {.rank = training->rank,
                                           .step = step,
                                           .time_s = pcoll_host_now(training->host),
                                           .loss = training->loss,
                                           .weights = training->weights};
    return pcs_training_board_note(training->board, &note);
}

static bool is_due(const struct training *training, uint32_t step)
{
    const struct pcs_scenario *s = training->scenario;
    return (step + 1) % s->train.eval_every == 0 || step + 1 >= s->steps || training->is_done;
}

/*
 * All ranks come to the same decision. Whoever decides to stop makes no further call, so that no
 * later round starts: nobody can have got the result of a later one instead. Where ranks go on, a
 * late one may have, and then sees 0.
 */
static bool reaches_target(const struct training *training, uint32_t step, const void *result,
                           const struct pcoll_outcome *outcome)
{
    const struct pcs_scenario *s = training->scenario;
    if (!has_target(training) || step >= s->steps || !pcs_step_is_blocking(s, step) ||
        outcome->newest_round != step)
        return false;
    const double sum = load(s->collective.type, result, training->n);
    return sum > 0 && sum / s->ranks <= s->train.target_loss;
}

static enum pcoll_status apply(void *context, uint32_t step, const void *result,
                               const struct pcoll_outcome *outcome)
{
    struct training *training = context;
    const struct pcs_scenario *s = training->scenario;
    const uint32_t last = s->steps - 1; /* the closing round has its rate */
    for (size_t i = 0; i < training->n; i++)
        training->work[i] = load(s->collective.type, result, i) / s->ranks;
    pcs_train_optimizer_update(&training->optimizer, step < last ? step : last, training->work,
                               training->weights);
    training->is_done = reaches_target(training, step, result, outcome);
    return is_due(training, step) ? measure(training, step) : PCOLL_OK;
}

static void get_weights(void *context, void *vector)
{
    const struct training *training = context;
    const enum pcs_type type = training->scenario->collective.type;
    for (size_t i = 0; i < training->n; i++)
        store(type, vector, i, training->weights[i]);
    if (has_target(training))
        store(type, vector, training->n, 0);
}

static void set_weights(void *context, const void *sum)
{
    struct training *training = context;
    const struct pcs_scenario *s = training->scenario;
    for (size_t i = 0; i < training->n; i++)
        training->weights[i] = load(s->collective.type, sum, i) / s->ranks;
}

static double loss(void *context, uint32_t step)
{
    const struct training *training = context;
    return is_due(training, step) ? training->loss : (double)NAN;
}

static bool is_done(void *context)
{
    const struct training *training = context;
    return training->is_done;
}

struct pcs_gradient_source pcs_training_gradients(const struct pcs_scenario *scenario,
                                                  struct pcs_training_board *board,
                                                  const struct pcoll_host *host, int rank)
{
    return (struct pcs_gradient_source){.context = create(scenario, board, host, rank),
                                        .make = make,
                                        .apply = apply,
                                        .loss = loss,
                                        .is_done = is_done,
                                        .get_weights = get_weights,
                                        .set_weights = set_weights,
                                        .destroy = destroy};
}
