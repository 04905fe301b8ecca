/*
 * The end of a run before its time: only after a round that waits for all ranks.
 */
#include <stdlib.h>

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include "sim/pcoll/core/core.h"

/* A core of one rank: its rounds run without a message. */
static struct pcoll_core *core_create(const struct pcoll_schedule *schedule,
                                      const struct pcoll_core_settings *settings)
{
    struct pcoll_core *core = calloc(1, pcoll_core_size(schedule, settings));
    cr_assert(ne(ptr, core, NULL));
    cr_assert(eq(int, pcoll_core_init(core, schedule, settings, NULL, NULL), PCOLL_OK));
    return core;
}

static void run_round(struct pcoll_core *core)
{
    struct pcoll_call call;
    struct pcoll_action action;
    cr_assert(eq(int, pcoll_core_call(core, &call), PCOLL_OK));
    while (pcoll_core_next_signal(core, &action) || pcoll_core_next_data(core, &action)) {
    }
    cr_assert(pcoll_core_answered(core, call.step));
}

Test(stop, after_a_round_that_waits_for_all)
{
    struct pcoll_schedule *schedule;
    struct pcoll_call call;
    const struct pcoll_core_settings settings = {.trigger = PCOLL_TRIGGER_FIRST,
                                                 .candidates_n = 1,
                                                 .sync_period = 3,
                                                 .max_staleness = PCOLL_UNBOUNDED,
                                                 .steps = 10,
                                                 .flush = true};
    cr_assert(
        eq(int, pcoll_schedule_create(PCOLL_RECURSIVE_DOUBLING, 0, 1, 5, &schedule), PCOLL_OK));
    struct pcoll_core *core = core_create(schedule, &settings);
    cr_assert(eq(int, pcoll_core_stop(core), PCOLL_EARGUMENT), "before any call");
    for (int t = 0; t < 2; t++) {
        run_round(core);
        cr_assert(eq(int, pcoll_core_stop(core), PCOLL_EARGUMENT), "after round %d", t);
    }
    run_round(core);
    cr_assert(not(pcoll_core_finished(core)));
    cr_assert(eq(int, pcoll_core_stop(core), PCOLL_OK));
    cr_assert(pcoll_core_finished(core));
    cr_assert(eq(u32, pcoll_core_completed(core), 3));
    cr_assert(eq(int, pcoll_core_call(core, &call), PCOLL_EARGUMENT), "a call after the end");
    cr_assert(eq(int, pcoll_core_call_flush(core), PCOLL_EARGUMENT),
              "a closing round after the end");
    free(core);
    pcoll_schedule_destroy(schedule);
}

Test(stop, not_while_a_call_waits)
{
    struct pcoll_schedule *schedule;
    struct pcoll_call call;
    const struct pcoll_core_settings settings = {
        .trigger = PCOLL_TRIGGER_ALL, .max_staleness = PCOLL_UNBOUNDED, .steps = 10};
    cr_assert(
        eq(int, pcoll_schedule_create(PCOLL_RECURSIVE_DOUBLING, 0, 1, 5, &schedule), PCOLL_OK));
    struct pcoll_core *core = core_create(schedule, &settings);
    cr_assert(eq(int, pcoll_core_call(core, &call), PCOLL_OK));
    cr_assert(eq(int, pcoll_core_stop(core), PCOLL_EARGUMENT));
    free(core);
    pcoll_schedule_destroy(schedule);
}
