/*
 * Carrying out what a core asks for. The helper and the application do it the same way; which of
 * them does the data part of a round is settled by whoever takes.
 */
#include <string.h>

#include "sim/pcoll/net/engine_internal.h"
#include "sim/pcoll/net/payload.h"

static size_t vector_bytes(const struct pcoll_allreduce *c, size_t elements)
{
    return elements * pcoll_type_bytes(c->spec.type);
}

/* Only the helper's work can be at the expense of a computation. */
static void charge_work(struct pcoll_allreduce *c, double seconds)
{
    if (c->driver == PCOLL_DRIVER_HELPER)
        c->engine->busy_s += seconds;
    pcoll_host_charge(c->engine->host, seconds);
}

static void observe_sent(const struct pcoll_allreduce *c, uint32_t round, size_t bytes)
{
    if (c->spec.observer.sent)
        c->spec.observer.sent(c->spec.observer.context, round, bytes);
}

/* With the lock held, after an event that may have completed the trigger. */
void pcoll_observe_initiated(struct pcoll_allreduce *c)
{
    if (c->initiated || !pcoll_core_has_initiated(c->core))
        return;
    c->initiated = true;
    if (c->spec.observer.initiated)
        c->spec.observer.initiated(c->spec.observer.context, pcoll_core_completed(c->core));
}

/* ---- tokens and reports -----------------------------------------------------------------------
 */

static void send_token(struct pcoll_allreduce *c, const struct pcoll_action *action)
{
    const int i = 2 * action->distance + (int)(action->round % 2);
    pcoll_wait(&c->token_sends[i]); /* of an earlier round */
    c->tokens_out[i] = (struct pcoll_signal){action->round, (uint32_t)action->distance};
    pcoll_start(&c->token_sends[i]);
}

static void send_report(struct pcoll_allreduce *c, const struct pcoll_action *action)
{
    c->report_out = (struct pcoll_signal){action->round, 0};
    pcoll_start(&c->report_send);
}

void pcoll_act_on_signals(struct pcoll_allreduce *c)
{
    struct pcoll_action action;
    for (;;) {
        pcoll_host_lock(c->engine->host);
        bool any = pcoll_core_next_signal(c->core, &action);
        if (any)
            observe_sent(c, action.round, sizeof(struct pcoll_signal));
        pcoll_host_unlock(c->engine->host);
        if (!any)
            return;
        if (action.kind == PCOLL_SEND_TOKEN)
            send_token(c, &action);
        else
            send_report(c, &action);
    }
}

/* ---- the data part ----------------------------------------------------------------------------
 */

static void send_block(struct pcoll_allreduce *c, const struct pcoll_action *action)
{
    char *slot = c->slots[c->schedule->channels_n].address;
    memcpy(slot, &action->header, sizeof action->header);
    pcoll_buffers_pack(&c->buffers, &c->schedule->steps[action->step],
                       slot + sizeof action->header);
    pcoll_requests_send_block(c, action->step);
    if (c->departs_at_once) {
        pcoll_host_lock(c->engine->host);
        pcoll_core_sent(c->core);
        pcoll_host_unlock(c->engine->host);
    }
}

static void consume(struct pcoll_allreduce *c, const struct pcoll_action *action)
{
    const struct pcoll_step *step = &c->schedule->steps[action->step];
    const char *slot = c->slots[step->channel].address;
    pcoll_buffers_apply(&c->buffers, step, slot + sizeof(struct pcoll_header));
    if (step->op != PCOLL_COPY && step->op != PCOLL_GATHER) /* these stand for receives in place */
        charge_work(c,
                    c->engine->costs.reduce_s_per_byte * (double)vector_bytes(c, step->receive_n));
    pcoll_requests_consumed(c, step->channel);
}

/* With the lock held: what has to be one instant with the core's own change of state. */
static void act_at_once(struct pcoll_allreduce *c, const struct pcoll_action *action)
{
    const struct pcoll_observer *o = &c->spec.observer;
    switch (action->kind) {
    case PCOLL_TAKE:
        pcoll_buffers_take(&c->buffers, action->taken_first == action->taken_end);
        if (o->taken)
            o->taken(o->context, action->round, action->taken_first, action->taken_end);
        break;
    case PCOLL_PUBLISH:
        pcoll_buffers_publish(&c->buffers);
        c->initiated = false;
        c->driver = PCOLL_DRIVER_NONE;
        if (o->completed)
            o->completed(o->context, action->round, action->fresh, action->stale);
        pcoll_host_notify(c->engine->host);
        break;
    case PCOLL_SEND_BLOCK:
        observe_sent(c, action->round,
                     sizeof(struct pcoll_header) +
                         vector_bytes(c, c->schedule->steps[action->step].send_n));
        break;
    case PCOLL_CONSUME:
    case PCOLL_SEND_TOKEN:
    case PCOLL_SEND_REPORT:
        break;
    }
}

/* Without the lock: messages and simulated time. */
static void act_in_time(struct pcoll_allreduce *c, const struct pcoll_action *action)
{
    switch (action->kind) {
    case PCOLL_SEND_BLOCK:
        send_block(c, action);
        break;
    case PCOLL_CONSUME:
        consume(c, action);
        break;
    case PCOLL_TAKE:
        charge_work(c, c->engine->costs.round_s + c->engine->costs.take_s_per_byte *
                                                      (double)vector_bytes(c, c->spec.count));
        break;
    case PCOLL_PUBLISH:
    case PCOLL_SEND_TOKEN:
    case PCOLL_SEND_REPORT:
        break;
    }
}

/* One action of the data part, if it is @p driver's to do. @return true if there was one */
bool pcoll_act_on_data(struct pcoll_allreduce *c, enum pcoll_driver driver)
{
    struct pcoll_action action;
    bool any = false;
    pcoll_host_lock(c->engine->host);
    if (c->driver == PCOLL_DRIVER_NONE && pcoll_core_may_take(c->core))
        c->driver = driver;
    if (c->driver == driver)
        any = pcoll_core_next_data(c->core, &action);
    if (any)
        act_at_once(c, &action);
    pcoll_host_unlock(c->engine->host);
    if (any)
        act_in_time(c, &action);
    return any;
}

/* A block has come in on @p channel: hand it to the core. */
enum pcoll_status pcoll_take_in_block(struct pcoll_allreduce *c, int channel)
{
    struct pcoll_header header;
    memcpy(&header, c->slots[channel].address, sizeof header);
    pcoll_host_lock(c->engine->host);
    enum pcoll_status status = pcoll_core_block(c->core, channel, &header);
    pcoll_host_unlock(c->engine->host);
    return status;
}
