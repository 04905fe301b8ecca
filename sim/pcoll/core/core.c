/*
 * Calls, tokens and reports: when a round starts, and what a call is told.
 */
#include "sim/pcoll/core/core.h"

#include <string.h>

#include "sim/pcoll/core/core_internal.h"

uint32_t pcoll_core_rounds(const struct pcoll_core *core)
{
    return core->settings.steps + (core->settings.flush ? 1 : 0);
}

static bool draw_matters(const struct pcoll_core_settings *settings, int ranks)
{
    if (settings->trigger == PCOLL_TRIGGER_ALL)
        return false;
    return settings->trigger == PCOLL_TRIGGER_LAST || settings->candidates_n < ranks;
}

static int *draw_scratch(struct pcoll_core *core)
{
    return (int *)(core->landings + core->schedule->channels_n);
}

size_t pcoll_core_size(const struct pcoll_schedule *schedule,
                       const struct pcoll_core_settings *settings)
{
    size_t drawn = draw_matters(settings, schedule->ranks) ? (size_t)settings->candidates_n : 0;
    return sizeof(struct pcoll_core) + (size_t)schedule->channels_n * sizeof(struct pcoll_landing) +
           drawn * sizeof(int);
}

bool pcoll_core_is_blocking(const struct pcoll_core *core, uint32_t round)
{
    const struct pcoll_core_settings *s = &core->settings;
    return s->trigger == PCOLL_TRIGGER_ALL || round >= s->steps ||
           (s->sync_period > 0 && (round + 1) % s->sync_period == 0);
}

/* The rest of the state of a round that has not started. */
void pcoll_core_open_round(struct pcoll_core *core)
{
    const int ranks = core->schedule->ranks;
    core->phase = PCOLL_PHASE_WAITING;
    core->started = false;
    core->initiated = false;
    core->reported = false;
    core->tokens_due = 0;
    core->tokens_sent = 0;
    core->reports = core->next_reports;
    core->next_reports = 0;
    for (int c = 0; c < core->schedule->channels_n; c++)
        core->landings[c].consumed = 0;
    core->role = (struct pcoll_role){.is_candidate = 1, .parent = PCOLL_NOBODY};
    if (core->round < pcoll_core_rounds(core) && !pcoll_core_is_blocking(core, core->round) &&
        draw_matters(&core->settings, ranks)) {
        core->draw(core->draw_context, core->round, draw_scratch(core));
        core->role =
            pcoll_role_of(core->schedule->rank, draw_scratch(core), core->settings.candidates_n);
    }
    if (core->next_distance >= 0) {
        core->started = true;
        core->tokens_due = pcoll_distances_above(ranks, core->next_distance);
        core->next_distance = -1;
    }
}

enum pcoll_status pcoll_core_init(struct pcoll_core *core, const struct pcoll_schedule *schedule,
                                  const struct pcoll_core_settings *settings, pcoll_draw *draw,
                                  void *draw_context)
{
    const int ranks = schedule->ranks;
    if (settings->trigger != PCOLL_TRIGGER_ALL &&
        (settings->candidates_n < 1 || settings->candidates_n > ranks))
        return PCOLL_EARGUMENT;
    if (settings->steps == UINT32_MAX || (!draw && draw_matters(settings, ranks)))
        return PCOLL_EARGUMENT;
    if (settings->late == PCOLL_LATE_DROP && settings->max_staleness != PCOLL_UNBOUNDED)
        return PCOLL_EARGUMENT;

    memset(core, 0, pcoll_core_size(schedule, settings));
    core->settings = *settings;
    core->schedule = schedule;
    core->draw = draw;
    core->draw_context = draw_context;
    core->next_distance = -1;
    pcoll_core_open_round(core);
    return PCOLL_OK;
}

/* ---- the start of a round -------------------------------------------------------------------- */

static void initiate(struct pcoll_core *core)
{
    core->started = true;
    core->initiated = true;
    core->tokens_due = pcoll_distances(core->schedule->ranks) & ~core->tokens_sent;
}

/* A call or a report may complete the trigger at this rank. */
static void check_trigger(struct pcoll_core *core)
{
    if (core->started || !core->role.is_candidate || core->calls <= core->round ||
        core->round >= pcoll_core_rounds(core) || pcoll_core_is_blocking(core, core->round))
        return;
    if (core->settings.trigger == PCOLL_TRIGGER_FIRST)
        initiate(core);
    else if (core->role.parent == PCOLL_NOBODY && core->reports == core->role.children_n)
        initiate(core);
}

static bool report_is_due(const struct pcoll_core *core)
{
    return core->settings.trigger == PCOLL_TRIGGER_LAST && core->role.parent != PCOLL_NOBODY &&
           !core->reported && !core->started && core->calls > core->round &&
           core->reports == core->role.children_n && core->round < pcoll_core_rounds(core) &&
           !pcoll_core_is_blocking(core, core->round);
}

enum pcoll_status pcoll_core_call(struct pcoll_core *core, struct pcoll_call *call)
{
    const uint32_t t = core->calls;
    if (t >= core->settings.steps || (t > 0 && !pcoll_core_answered(core, t - 1)))
        return PCOLL_EARGUMENT;
    *call = (struct pcoll_call){.step = t, .deposit = PCOLL_DEPOSIT_SET};
    core->calls++;

    const bool holds = core->pending_end > core->pending_first;
    const bool missed = core->round > t || core->phase != PCOLL_PHASE_WAITING;
    if (core->settings.late == PCOLL_LATE_DROP && missed) {
        call->deposit = PCOLL_DEPOSIT_NONE;
        call->lost = true;
        call->lost_step = t;
        return PCOLL_OK; /* nobody waits for a late call: no trigger can depend on it */
    }
    if (core->settings.late == PCOLL_LATE_ACCUMULATE && holds) {
        call->deposit = PCOLL_DEPOSIT_ADD;
    } else {
        call->lost = holds; /* replaced: it holds one gradient at most */
        call->lost_step = core->pending_first;
        core->pending_first = t;
    }
    core->pending_end = t + 1;
    check_trigger(core);
    return PCOLL_OK;
}

enum pcoll_status pcoll_core_call_flush(struct pcoll_core *core)
{
    if (!core->settings.flush || core->calls != core->settings.steps ||
        (core->calls > 0 && !pcoll_core_answered(core, core->calls - 1)))
        return PCOLL_EARGUMENT;
    core->calls++;
    return PCOLL_OK;
}

enum pcoll_status pcoll_core_stop(struct pcoll_core *core)
{
    const uint32_t calls = core->calls;
    const bool is_blocking = calls > 0 ? pcoll_core_is_blocking(core, calls - 1)
                                       : core->settings.trigger == PCOLL_TRIGGER_ALL;
    if (!is_blocking || calls > core->settings.steps || core->round != calls ||
        core->pending_end > core->pending_first)
        return PCOLL_EARGUMENT;
    core->settings.steps = calls;
    core->settings.flush = false;
    return PCOLL_OK;
}

enum pcoll_status pcoll_core_token(struct pcoll_core *core, uint32_t round, int distance)
{
    const int ranks = core->schedule->ranks;
    if (distance < 0 || distance >= pcoll_distances_n(ranks) || round >= core->settings.steps ||
        pcoll_core_is_blocking(core, round))
        return PCOLL_EPROTOCOL;
    if (round < core->round)
        return PCOLL_OK; /* that round has run */
    if (round == core->round) {
        core->started = true;
        core->tokens_due |= pcoll_distances_above(ranks, distance) & ~core->tokens_sent;
        return PCOLL_OK;
    }
    if (round > core->round + 1)
        return PCOLL_EPROTOCOL; /* a round needs this rank's part before the next can start */
    if (core->next_distance < 0 || distance < core->next_distance)
        core->next_distance = distance;
    return PCOLL_OK;
}

enum pcoll_status pcoll_core_report(struct pcoll_core *core, uint32_t round)
{
    if (core->settings.trigger != PCOLL_TRIGGER_LAST || round < core->round ||
        round > core->round + 1)
        return PCOLL_EPROTOCOL;
    if (round > core->round) {
        core->next_reports++;
        return PCOLL_OK;
    }
    core->reports++;
    if (core->reports > core->role.children_n)
        return PCOLL_EPROTOCOL;
    check_trigger(core);
    return PCOLL_OK;
}

/* ---- tokens and reports --------------------------------------------------------------------- */

static void send_token(struct pcoll_core *core, struct pcoll_action *action)
{
    int k = __builtin_ctz(core->tokens_due); /* the nearest has the most ranks to tell */
    core->tokens_due &= core->tokens_due - 1;
    core->tokens_sent |= UINT32_C(1) << k;
    action->kind = PCOLL_SEND_TOKEN;
    action->distance = k;
    action->peer = pcoll_rank_after(core->schedule->rank, k, core->schedule->ranks);
}

bool pcoll_core_next_signal(struct pcoll_core *core, struct pcoll_action *action)
{
    *action = (struct pcoll_action){.round = core->round, .peer = PCOLL_NOBODY};
    if (core->tokens_due) {
        send_token(core, action);
        return true;
    }
    if (report_is_due(core)) {
        core->reported = true;
        action->kind = PCOLL_SEND_REPORT;
        action->peer = core->role.parent;
        return true;
    }
    return false;
}

/* ---- queries --------------------------------------------------------------------------------- */

int pcoll_core_parent(const struct pcoll_core *core)
{
    return core->settings.trigger == PCOLL_TRIGGER_LAST && core->calls == core->round
               ? core->role.parent
               : PCOLL_NOBODY;
}

bool pcoll_core_has_initiated(const struct pcoll_core *core)
{
    return core->initiated;
}

bool pcoll_core_answered(const struct pcoll_core *core, uint32_t step)
{
    return core->round > step;
}

struct pcoll_outcome pcoll_core_collect(struct pcoll_core *core)
{
    struct pcoll_outcome outcome = {.first_round = core->collected,
                                    .end_round = core->round,
                                    .newest_round = core->round - 1,
                                    .fresh = core->last_fresh,
                                    .stale = core->last_stale,
                                    .own_fresh = core->last_own_fresh};
    core->collected = core->round;
    return outcome;
}

void pcoll_core_pending(const struct pcoll_core *core, uint32_t *first, uint32_t *end)
{
    *first = core->pending_first;
    *end = core->pending_end;
}

uint32_t pcoll_core_completed(const struct pcoll_core *core)
{
    return core->round;
}

bool pcoll_core_finished(const struct pcoll_core *core)
{
    return core->round >= pcoll_core_rounds(core);
}
