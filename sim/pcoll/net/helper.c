/*
 * The progress helper: waits for messages, feeds the cores, carries out what they ask for.
 *
 * One helper serves all collectives of its rank. It never blocks inside one of them: it starts
 * sends and waits for everything at once in one MPI_Waitany.
 */
#include <string.h>

#include "sim/pcoll/net/engine_internal.h"
#include "sim/pcoll/net/payload.h"

static void charge_work(struct pcoll_engine *e, double seconds)
{
    e->busy_s += seconds;
    pcoll_host_charge(e->host, seconds);
}

static size_t vector_bytes(const struct pcoll_allreduce *c, size_t elements)
{
    return elements * pcoll_type_bytes(c->spec.type);
}

static void observe_sent(const struct pcoll_allreduce *c, uint32_t round, size_t bytes)
{
    if (c->spec.observer.sent)
        c->spec.observer.sent(c->spec.observer.context, round, bytes);
}

static void observe_initiated(struct pcoll_allreduce *c)
{
    if (c->initiated || !pcoll_core_has_initiated(c->core))
        return;
    c->initiated = true;
    if (c->spec.observer.initiated)
        c->spec.observer.initiated(c->spec.observer.context, pcoll_core_completed(c->core));
}

/* ---- actions ---------------------------------------------------------------------------------- */

static void send_token(struct pcoll_allreduce *c, const struct pcoll_action *action)
{
    const int i = 2 * action->distance + (int)(action->round % 2);
    pcoll_wait(&c->token_sends[i]); /* of an earlier round */
    c->tokens_out[i] = (struct pcoll_signal){action->round, (uint32_t)c->engine->rank};
    pcoll_start(&c->token_sends[i]);
}

static void send_report(struct pcoll_allreduce *c, const struct pcoll_action *action)
{
    c->report_out = (struct pcoll_signal){action->round, (uint32_t)c->engine->rank};
    pcoll_start(&c->report_send);
}

static void send_block(struct pcoll_allreduce *c, const struct pcoll_action *action)
{
    char *slot = c->slots[c->schedule->channels_n].address;
    memcpy(slot, &action->header, sizeof action->header);
    pcoll_buffers_pack(&c->buffers, &c->schedule->steps[action->step],
                       slot + sizeof action->header);
    c->engine->requests[c->block_out_request] = c->block_sends[action->step];
    pcoll_start(&c->engine->requests[c->block_out_request]);
}

static void consume(struct pcoll_allreduce *c, const struct pcoll_action *action)
{
    const struct pcoll_step *step = &c->schedule->steps[action->step];
    const char *slot = c->slots[step->channel].address;
    pcoll_buffers_apply(&c->buffers, step, slot + sizeof(struct pcoll_header));
    if (step->op != PCOLL_COPY) /* a copy stands for a receive in place */
        charge_work(c->engine, c->engine->costs.reduce_s_per_byte *
                                   (double)vector_bytes(c, step->receive_n));
    pcoll_start(&c->engine->requests[c->block_request + step->channel]);
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
        if (o->completed)
            o->completed(o->context, action->round, action->fresh, action->stale);
        pcoll_host_notify(c->engine->host);
        break;
    case PCOLL_SEND_TOKEN:
    case PCOLL_SEND_REPORT:
        observe_sent(c, action->round, sizeof(struct pcoll_signal));
        break;
    case PCOLL_SEND_BLOCK:
        observe_sent(c, action->round,
                     sizeof(struct pcoll_header) +
                         vector_bytes(c, c->schedule->steps[action->step].send_n));
        break;
    case PCOLL_CONSUME:
        break;
    }
}

/* Without the lock: messages and simulated time. */
static void act_in_time(struct pcoll_allreduce *c, const struct pcoll_action *action)
{
    switch (action->kind) {
    case PCOLL_SEND_TOKEN:
        send_token(c, action);
        break;
    case PCOLL_SEND_REPORT:
        send_report(c, action);
        break;
    case PCOLL_SEND_BLOCK:
        send_block(c, action);
        break;
    case PCOLL_CONSUME:
        consume(c, action);
        break;
    case PCOLL_TAKE:
        charge_work(c->engine, c->engine->costs.take_s_per_byte *
                                   (double)vector_bytes(c, c->spec.count));
        break;
    case PCOLL_PUBLISH:
        break;
    }
}

static bool act(struct pcoll_allreduce *c)
{
    struct pcoll_action action;
    pcoll_host_lock(c->engine->host);
    bool any = pcoll_core_next(c->core, &action);
    if (any)
        act_at_once(c, &action);
    pcoll_host_unlock(c->engine->host);
    if (any)
        act_in_time(c, &action);
    return any;
}

/* Until nothing is left to do; collectives take turns, action by action. */
static void act_on_all(struct pcoll_engine *e)
{
    bool any = true;
    while (any) {
        any = false;
        for (int i = 0; i < e->collectives_n; i++)
            any = act(e->collectives[i]) || any;
    }
}

/* ---- events ----------------------------------------------------------------------------------- */

static enum pcoll_status receive(struct pcoll_engine *e, int request)
{
    const struct pcoll_source *source = &e->sources[request];
    struct pcoll_allreduce *c = e->collectives[source->collective];
    struct pcoll_header header;
    enum pcoll_status status = PCOLL_OK;
    pcoll_host_lock(e->host);
    switch (source->kind) {
    case PCOLL_SOURCE_WAKE:
        e->woken = false;
        break;
    case PCOLL_SOURCE_TOKEN:
        status = pcoll_core_token(c->core, c->tokens_in[source->index].round, source->index);
        break;
    case PCOLL_SOURCE_REPORT:
        status = pcoll_core_report(c->core, c->report_in.round);
        observe_initiated(c);
        break;
    case PCOLL_SOURCE_BLOCK:
        memcpy(&header, c->slots[source->index].address, sizeof header);
        status = pcoll_core_block(c->core, source->index, &header);
        break;
    case PCOLL_SOURCE_BLOCK_OUT:
        pcoll_core_sent(c->core);
        break;
    }
    pcoll_host_unlock(e->host);
    return status;
}

static enum pcoll_status wait_for_event(struct pcoll_engine *e)
{
    int request;
    MPI_Waitany(e->requests_n, e->requests, &request, MPI_STATUS_IGNORE);
    if (request == MPI_UNDEFINED)
        return PCOLL_EMPI;
    const enum pcoll_source_kind kind = e->sources[request].kind;
    if (kind != PCOLL_SOURCE_BLOCK_OUT)
        pcoll_host_charge(e->host, e->costs.notice_s);
    enum pcoll_status status = receive(e, request);
    if (kind == PCOLL_SOURCE_WAKE || kind == PCOLL_SOURCE_TOKEN || kind == PCOLL_SOURCE_REPORT)
        pcoll_start(&e->requests[request]); /* blocks: when they have been consumed */
    return status;
}

static bool is_over(const struct pcoll_engine *e)
{
    if (!e->stopping)
        return false;
    for (int i = 0; i < e->collectives_n; i++)
        if (!pcoll_core_finished(e->collectives[i]->core))
            return false;
    return true;
}

static void fail(struct pcoll_engine *e, enum pcoll_status status)
{
    pcoll_host_lock(e->host);
    e->error = status;
    pcoll_host_notify(e->host);
    pcoll_host_unlock(e->host);
}

void pcoll_helper_run(void *engine)
{
    struct pcoll_engine *e = engine;
    act_on_all(e);
    while (!is_over(e)) {
        enum pcoll_status status = wait_for_event(e);
        if (status != PCOLL_OK) {
            fail(e, status);
            return;
        }
        act_on_all(e);
    }
}

/* Called by the application without the lock. */
void pcoll_helper_wake(struct pcoll_engine *e)
{
    pcoll_host_lock(e->host);
    const bool needed = !e->woken;
    e->woken = true;
    pcoll_host_unlock(e->host);
    if (!needed)
        return;
    pcoll_start(&e->wake_send);
    pcoll_wait(&e->wake_send);
}
