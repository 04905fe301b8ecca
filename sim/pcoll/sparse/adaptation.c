/*
 * How the published code keeps the number of selected elements near k between exact thresholds:
 * its constants for three models, and "none".
 */
#include "sim/pcoll/sparse/sparse_internal.h"

/* After a call: below low * k the threshold is divided by lower, above high * k multiplied with
   raise. */
static const struct pcoll_adaptation_row rows[] = {
    [PCOLL_ADAPT_NONE] = {.adaptation = PCOLL_ADAPT_NONE, .name = "none"},
    [PCOLL_ADAPT_VGG] = {.adaptation = PCOLL_ADAPT_VGG,
                         .name = "vgg",
                         .local = {2.0 / 3, 5.0 / 4, 1.012, 1.012},
                         .global = {2.0 / 3, 4.0 / 3, 1.008, 1.008},
                         .cap = 4.0 / 3,
                         .cap_raise = 1.03,
                         .cap_steps = 5,
                         .fit = {3.0 / 4, 5.0 / 4, 1.02, 1.02},
                         .fit_goal = 3.0 / 4,
                         .fit_steps = 20},
    [PCOLL_ADAPT_LSTM] = {.adaptation = PCOLL_ADAPT_LSTM,
                          .name = "lstm",
                          .local = {3.0 / 4, 5.0 / 4, 1.012, 1.012},
                          .global = {3.0 / 4, 5.0 / 4, 1.01, 1.008},
                          .cap = 3.0 / 2,
                          .cap_raise = 1.03,
                          .cap_steps = 5,
                          .fit = {3.0 / 4, 1e30, 1.012, 1},
                          .fit_goal = 3.0 / 4,
                          .fit_steps = 50},
    [PCOLL_ADAPT_BERT] = {.adaptation = PCOLL_ADAPT_BERT,
                          .name = "bert",
                          .local = {4.0 / 5, 5.0 / 4, 1.025, 1.025},
                          .global = {4.0 / 5, 5.0 / 4, 1.036, 1.025},
                          .fit = {3.0 / 4, 1e30, 1.012, 1},
                          .fit_goal = 5.0 / 6,
                          .fit_steps = 20},
};

const struct pcoll_adaptation_row *pcoll_adaptation_row(enum pcoll_adaptation adaptation)
{
    return &rows[adaptation];
}

float pcoll_nudged(float threshold, double count, double k, const struct pcoll_nudge *nudge)
{
    if (nudge->high <= 0) /* none */
        return threshold;
    if (count < nudge->low * k)
        return (float)((double)threshold / nudge->lower);
    if (count > nudge->high * k)
        return (float)((double)threshold * nudge->raise);
    return threshold;
}
