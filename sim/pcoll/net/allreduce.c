/*
 * The application's side of a collective: bring a gradient, wait for the answer.
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
    if (!c->initiated && pcoll_core_has_initiated(c->core)) {
        c->initiated = true;
        if (o->initiated)
            o->initiated(o->context, pcoll_core_completed(c->core));
    }
}

enum pcoll_status pcoll_allreduce_post(struct pcoll_allreduce *c, const void *in)
{
    struct pcoll_engine *e = c->engine;
    struct pcoll_call call;
    /* A gradient is in the send buffer when its copy has ended: the copy's time comes first. */
    pcoll_host_charge(e->host,
                      e->costs.call_s + e->costs.copy_in_s_per_byte * vector_bytes(c));
    pcoll_host_lock(e->host);
    aim_report(c);
    enum pcoll_status status = e->error ? e->error : pcoll_core_call(c->core, &call);
    bool wake = false;
    if (status == PCOLL_OK) {
        c->posted = call.step;
        pcoll_buffers_deposit(&c->buffers, call.deposit, in);
        observe_call(c, &call);
        wake = pcoll_core_has_work(c->core);
    }
    pcoll_host_unlock(e->host);
    if (wake)
        pcoll_helper_wake(e);
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
    if (status != PCOLL_OK)
        return status;
    pcoll_helper_wake(e);
    return pcoll_allreduce_wait(c, out, outcome);
}

void pcoll_allreduce_pending(const struct pcoll_allreduce *c, uint32_t *first, uint32_t *end)
{
    pcoll_core_pending(c->core, first, end);
}
