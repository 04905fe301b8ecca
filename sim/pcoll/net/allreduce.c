/*
 * The application's side of a collective: bring a gradient, wait for the answer.
 *
 * A blocking call carries out the round itself when it can start it: the helper need not be woken,
 * and the caller has nothing else to do. A round started by others is the helper's.
 */
#include "sim/pcoll/net/engine_internal.h"
#include "sim/pcoll/net/payload.h"

static double vector_bytes(const struct pcoll_allreduce *c)
{
    return (double)(c->spec.count * pcoll_type_bytes(c->spec.type));
}

/* Only a call that is not late reports; the parent changes with the round's draw. */
static void aim_report(struct pcoll_allreduce *c)
{
    if (c->spec.core.trigger == PCOLL_TRIGGER_LAST)
        pcoll_requests_aim_report(c, pcoll_core_parent(c->core));
}

static void observe_call(struct pcoll_allreduce *c, const struct pcoll_call *call)
{
    const struct pcoll_observer *o = &c->spec.observer;
    if (call->lost && o->lost)
        o->lost(o->context, call->lost_step);
    pcoll_observe_initiated(c);
}

/* Make the next call and tell the others if that starts a round. */
static enum pcoll_status arrive(struct pcoll_allreduce *c, const void *in)
{
    struct pcoll_engine *e = c->engine;
    struct pcoll_call call;
    /* A gradient is in the send buffer when its copy has ended: the copy's time comes first. */
    pcoll_host_charge(e->host, e->costs.call_s + e->costs.copy_in_s_per_byte * vector_bytes(c));
    pcoll_host_lock(e->host);
    aim_report(c);
    enum pcoll_status status = e->error ? e->error : pcoll_core_call(c->core, &call);
    if (status == PCOLL_OK) {
        c->posted = call.step;
        pcoll_buffers_deposit(&c->buffers, call.deposit, in);
        observe_call(c, &call);
    }
    pcoll_host_unlock(e->host);
    if (status == PCOLL_OK)
        pcoll_act_on_signals(c);
    return status;
}

static bool may_take(struct pcoll_allreduce *c)
{
    pcoll_host_lock(c->engine->host);
    const bool may = c->driver == PCOLL_DRIVER_NONE && pcoll_core_may_take(c->core);
    pcoll_host_unlock(c->engine->host);
    return may;
}

/* ---- carrying out a round ---------------------------------------------------------------------
 */

/* Wait for both messages of the step under way, and tell the core. */
static enum pcoll_status wait_for_step(struct pcoll_allreduce *c)
{
    MPI_Request waited[2];
    int n = 0;
    const struct pcoll_wanted wanted = pcoll_core_wanted(c->core);
    if (wanted.departure)
        waited[n++] = c->block_sends[wanted.step];
    if (wanted.channel >= 0) {
        pcoll_requests_arm(c, wanted.channel);
        waited[n++] = c->block_receives[wanted.channel];
    }
    MPI_Waitall(n, waited, MPI_STATUSES_IGNORE);
    if (wanted.departure) {
        pcoll_host_lock(c->engine->host);
        pcoll_core_sent(c->core);
        pcoll_host_unlock(c->engine->host);
    }
    if (wanted.channel < 0)
        return PCOLL_OK;
    pcoll_host_charge(c->engine->host, c->engine->costs.notice_s);
    return pcoll_take_in_block(c, wanted.channel);
}

/* Carry out the round that can start now, to its end, unless the helper is quicker. */
static enum pcoll_status drive(struct pcoll_allreduce *c)
{
    enum pcoll_status status = PCOLL_OK;
    do {
        while (pcoll_act_on_data(c, PCOLL_DRIVER_APPLICATION) &&
               c->driver == PCOLL_DRIVER_APPLICATION) {
        }
        if (c->driver == PCOLL_DRIVER_APPLICATION)
            status = wait_for_step(c);
    } while (c->driver == PCOLL_DRIVER_APPLICATION && status == PCOLL_OK);
    return status;
}

/* The round just driven may have left work that is not this call's: the next one has started. */
static void hand_over(struct pcoll_allreduce *c)
{
    pcoll_act_on_signals(c);
    if (may_take(c))
        pcoll_helper_wake(c->engine);
}

/* ---- the calls --------------------------------------------------------------------------------
 */

enum pcoll_status pcoll_allreduce_post(struct pcoll_allreduce *c, const void *in)
{
    enum pcoll_status status = arrive(c, in);
    if (status == PCOLL_OK && may_take(c))
        pcoll_helper_wake(c->engine);
    return status;
}

enum pcoll_status pcoll_allreduce_wait(struct pcoll_allreduce *c, void *out,
                                       struct pcoll_outcome *outcome)
{
    struct pcoll_engine *e = c->engine;
    pcoll_host_lock(e->host);
    while (!e->error && !pcoll_core_answered(c->core, c->posted))
        pcoll_host_wait(e->host);
    enum pcoll_status status = e->error;
    if (status == PCOLL_OK) {
        *outcome = pcoll_core_collect(c->core);
        pcoll_buffers_collect(&c->buffers, out);
    }
    pcoll_host_unlock(e->host);
    pcoll_host_charge(e->host, e->costs.copy_out_s_per_byte * vector_bytes(c));
    return status;
}

/* Drive the round if it is the caller's to drive, then wait for the answer. */
static enum pcoll_status complete(struct pcoll_allreduce *c, void *out,
                                  struct pcoll_outcome *outcome)
{
    if (may_take(c)) {
        enum pcoll_status status = drive(c);
        if (status != PCOLL_OK)
            return status;
        hand_over(c);
    }
    return pcoll_allreduce_wait(c, out, outcome);
}

enum pcoll_status pcoll_allreduce_call(struct pcoll_allreduce *c, const void *in, void *out,
                                       struct pcoll_outcome *outcome)
{
    enum pcoll_status status = arrive(c, in);
    return status == PCOLL_OK ? complete(c, out, outcome) : status;
}

enum pcoll_status pcoll_allreduce_flush(struct pcoll_allreduce *c, void *out,
                                        struct pcoll_outcome *outcome)
{
    struct pcoll_engine *e = c->engine;
    pcoll_host_charge(e->host, e->costs.call_s);
    pcoll_host_lock(e->host);
    enum pcoll_status status = e->error ? e->error : pcoll_core_call_flush(c->core);
    if (status == PCOLL_OK)
        c->posted = c->spec.core.steps;
    pcoll_host_unlock(e->host);
    return status == PCOLL_OK ? complete(c, out, outcome) : status;
}

enum pcoll_status pcoll_allreduce_stop(struct pcoll_allreduce *c)
{
    pcoll_host_lock(c->engine->host);
    enum pcoll_status status = pcoll_core_stop(c->core);
    pcoll_host_unlock(c->engine->host);
    return status;
}

void pcoll_allreduce_pending(const struct pcoll_allreduce *c, uint32_t *first, uint32_t *end)
{
    pcoll_core_pending(c->core, first, end);
}
