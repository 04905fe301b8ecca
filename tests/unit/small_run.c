#include "tests/unit/small_run.h"

#include <math.h>

#include <criterion/criterion.h>

static const struct pcs_round_row rounds[] = {
    {.round = 0, .initiator = 0, .start_s = 0.5, .end_s = 1.0, .active = 2},
    {.round = 1, .initiator = 0, .start_s = 2.0, .end_s = 2.5, .active = 1, .null = 1},
    {.round = 2, .initiator = 1, .start_s = 5.0, .end_s = 5.5, .stale = 1, .null = 1},
};

#define CALL(RANK, STEP, COMPUTE, ARRIVE, RETURN, TAKEN)                                           \
    {                                                                                              \
        .rank = RANK, .step = STEP, .compute_s = COMPUTE, .arrive_s = ARRIVE, .return_s = RETURN,  \
        .round = STEP, .fresh = (TAKEN) == (STEP), .taken_round = TAKEN, .bytes_sent = 100,        \
        .messages_sent = 2 + (RANK), .loss = (double)NAN                                           \
    }

static const struct pcs_step_row steps[] = {
    CALL(0, 0, 0.5, 0.5, 1.0, 0),   CALL(0, 1, 1, 2.0, 2.5, 1),  CALL(0, 2, 0.5, 3.0, 3.5, -2),
    CALL(1, 0, 0.75, 0.75, 1.0, 0), CALL(1, 1, 3, 4.0, 4.25, 2), CALL(1, 2, 0.75, 5.0, 5.5, -1),
};

struct pcs_run *small_run(void)
{
    struct pcs_run *run = pcs_run_create("small");

    cr_assert(run != NULL);
    run->settings.name = "small";
    run->settings.kind = "solo";
    run->settings.steps = 3;
    run->settings.warmup = 1;
    run->settings.candidates = 2;
    for (size_t i = 0; i < sizeof rounds / sizeof *rounds; i++)
        cr_assert(pcs_run_add_round(run, &rounds[i]) == 0);
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        cr_assert(pcs_run_add_call(run, &steps[i]) == 0);
    cr_assert(run->settings.ranks == 2);
    run->has_calls = run->has_rounds = true;
    return run;
}
