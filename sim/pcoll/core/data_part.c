/*
 * The data part of a round: take, the steps of the schedule, publish.
 */
#include "sim/pcoll/core/core.h"
#include "sim/pcoll/core/core_internal.h"

bool pcoll_core_may_take(const struct pcoll_core *core)
{
    const struct pcoll_core_settings *s = &core->settings;
    if (core->phase != PCOLL_PHASE_WAITING || core->round >= pcoll_core_rounds(core))
        return false;
    if (pcoll_core_is_blocking(core, core->round))
        return core->calls > core->round;
    if (!core->started)
        return false;
    return s->max_staleness == PCOLL_UNBOUNDED ||
           (uint64_t)core->calls + s->max_staleness > core->round;
}

enum pcoll_status pcoll_core_block(struct pcoll_core *core, int channel,
                                   const struct pcoll_header *header)
{
    if (channel < 0 || channel >= core->schedule->channels_n)
        return PCOLL_EPROTOCOL;
    struct pcoll_landing *landing = &core->landings[channel];
    const bool next_round = landing->consumed == core->schedule->blocks_n[channel];
    if (landing->full || header->round != core->round + next_round ||
        header->number != (uint32_t)(next_round ? 0 : landing->consumed))
        return PCOLL_EPROTOCOL;
    landing->full = true;
    landing->header = *header;
    return PCOLL_OK;
}

void pcoll_core_sent(struct pcoll_core *core)
{
    core->block_left = true;
}

static void take(struct pcoll_core *core, struct pcoll_action *action)
{
    action->kind = PCOLL_TAKE;
    action->initiated = core->initiated;
    action->taken_first = core->pending_first;
    action->taken_end = core->pending_end;
    const bool holds = core->pending_end > core->pending_first;
    core->own_fresh = holds && core->pending_end == core->round + 1;
    core->own_stale = holds && !core->own_fresh;
    core->fresh = core->own_fresh;
    core->stale = core->own_stale;
    core->pending_first = core->pending_end;
    core->phase = PCOLL_PHASE_SENDING;
    core->step = 0;
}

/* Begin the current step. @return true if that is an action */
static bool begin_step(struct pcoll_core *core, struct pcoll_action *action)
{
    const struct pcoll_step *step = &core->schedule->steps[core->step];
    core->phase = PCOLL_PHASE_EXCHANGE;
    core->block_left = step->send_to == PCOLL_NOBODY;
    if (core->block_left)
        return false;
    action->kind = PCOLL_SEND_BLOCK;
    action->step = core->step;
    action->peer = step->send_to;
    action->header = (struct pcoll_header){.round = core->round,
                                           .number = (uint32_t)step->send_number,
                                           .fresh = core->fresh,
                                           .stale = core->stale};
    return true;
}

/* Ranks in what this rank holds once the block of @p step is applied. */
static void count_ranks(struct pcoll_core *core, enum pcoll_step_op op,
                        const struct pcoll_header *header)
{
    switch (op) {
    case PCOLL_REDUCE:
    case PCOLL_GATHER:
        core->fresh += header->fresh;
        core->stale += header->stale;
        break;
    case PCOLL_REDUCE_OWN:
        core->fresh = header->fresh + core->own_fresh;
        core->stale = header->stale + core->own_stale;
        break;
    case PCOLL_COPY:
        core->fresh = header->fresh;
        core->stale = header->stale;
        break;
    case PCOLL_NOTHING:
        break;
    }
}

static bool step_is_over(const struct pcoll_core *core)
{
    const struct pcoll_step *step = &core->schedule->steps[core->step];
    if (!core->block_left)
        return false;
    return step->channel < 0 || core->landings[step->channel].full;
}

/* End the current step. @return true if that is an action */
static bool end_step(struct pcoll_core *core, struct pcoll_action *action)
{
    const struct pcoll_step *step = &core->schedule->steps[core->step];
    core->phase = PCOLL_PHASE_SENDING;
    if (step->channel < 0) {
        core->step++;
        return false;
    }
    struct pcoll_landing *landing = &core->landings[step->channel];
    action->kind = PCOLL_CONSUME;
    action->step = core->step;
    action->header = landing->header;
    count_ranks(core, step->op, &landing->header);
    landing->full = false;
    landing->consumed++;
    core->step++;
    return true;
}

static void publish(struct pcoll_core *core, struct pcoll_action *action)
{
    action->kind = PCOLL_PUBLISH;
    action->fresh = core->last_fresh = core->fresh;
    action->stale = core->last_stale = core->stale;
    core->last_own_fresh = core->own_fresh;
    core->round++;
    pcoll_core_open_round(core);
}

bool pcoll_core_next_data(struct pcoll_core *core, struct pcoll_action *action)
{
    *action = (struct pcoll_action){.round = core->round, .peer = PCOLL_NOBODY};
    if (pcoll_core_may_take(core)) {
        take(core, action);
        return true;
    }
    while (core->phase != PCOLL_PHASE_WAITING) {
        if (core->phase == PCOLL_PHASE_SENDING && core->step == core->schedule->steps_n) {
            publish(core, action);
            return true;
        }
        if (core->phase == PCOLL_PHASE_SENDING && begin_step(core, action))
            return true;
        if (!step_is_over(core))
            return false;
        if (end_step(core, action))
            return true;
    }
    return false;
}

struct pcoll_wanted pcoll_core_wanted(const struct pcoll_core *core)
{
    struct pcoll_wanted wanted = {.channel = -1};
    if (core->phase != PCOLL_PHASE_EXCHANGE)
        return wanted;
    const struct pcoll_step *step = &core->schedule->steps[core->step];
    wanted.step = core->step;
    wanted.departure = !core->block_left;
    if (step->channel >= 0 && !core->landings[step->channel].full)
        wanted.channel = step->channel;
    return wanted;
}
