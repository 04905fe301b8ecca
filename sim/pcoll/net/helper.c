/*
 * The progress helper: waits for messages, feeds the cores, carries out what they ask for.
 *
 * One helper serves all collectives of its rank. It never blocks inside one of them: it waits for
 * everything at once in one MPI_Waitany, and only for what can change something now: tokens and
 * reports always, of the blocks the one that the data part needs next. Rounds that the application
 * drives itself, inside a blocking call, are none of its business but for their tokens.
 */
#include "sim/pcoll/net/engine_internal.h"

/* Until nothing is left to do; collectives take turns, action by action. */
static void act_on_all(struct pcoll_engine *e)
{
    bool any = true;
    while (any) {
        any = false;
        for (int i = 0; i < e->collectives_n; i++) {
            pcoll_act_on_signals(e->collectives[i]);
            any = pcoll_act_on_data(e->collectives[i], PCOLL_DRIVER_HELPER) || any;
        }
    }
}

/* ---- what to wait for -------------------------------------------------------------------------
 */

static void wait_for(struct pcoll_engine *e, enum pcoll_source_kind kind,
                     struct pcoll_allreduce *collective, MPI_Request *request, int channel)
{
    if (*request == MPI_REQUEST_NULL)
        return;
    e->waited[e->waited_n] = *request;
    e->sources[e->waited_n] = (struct pcoll_source){kind, e, collective, request, channel};
    e->waited_n++;
}

/* Tokens stand before blocks: those that are there are all taken in before the next block is, on
   which requests.c relies. */
static void lay_out_waited(struct pcoll_engine *e)
{
    pcoll_host_lock(e->host);
    e->waited_n = 0;
    wait_for(e, PCOLL_SOURCE_WAKE, NULL, &e->wake_receive, -1);
    for (int i = 0; i < e->collectives_n; i++) {
        struct pcoll_allreduce *c = e->collectives[i];
        wait_for(e, PCOLL_SOURCE_TOKEN, c, &c->token_receive, -1);
        wait_for(e, PCOLL_SOURCE_REPORT, c, &c->report_receive, -1);
    }
    for (int i = 0; i < e->collectives_n; i++) {
        struct pcoll_allreduce *c = e->collectives[i];
        if (c->driver != PCOLL_DRIVER_HELPER)
            continue;
        const struct pcoll_wanted wanted = pcoll_core_wanted(c->core);
        if (wanted.departure)
            wait_for(e, PCOLL_SOURCE_DEPARTURE, c, &c->block_sends[wanted.step], -1);
        if (wanted.channel >= 0) {
            pcoll_requests_arm(c, wanted.channel);
            wait_for(e, PCOLL_SOURCE_BLOCK, c, &c->block_receives[wanted.channel], wanted.channel);
        }
    }
    pcoll_host_unlock(e->host);
}

/* ---- events -----------------------------------------------------------------------------------
 */

static enum pcoll_status take_in_signal(struct pcoll_engine *e, const struct pcoll_source *source)
{
    struct pcoll_allreduce *c = source->collective;
    enum pcoll_status status;
    pcoll_host_lock(e->host);
    if (source->kind == PCOLL_SOURCE_TOKEN)
        status = pcoll_core_token(c->core, c->token_in.round, (int)c->token_in.value);
    else
        status = pcoll_core_report(c->core, c->report_in.round);
    pcoll_observe_initiated(c);
    pcoll_host_unlock(e->host);
    if (source->kind == PCOLL_SOURCE_TOKEN)
        pcoll_requests_start_token(c);
    else
        pcoll_requests_start_report(c);
    return status;
}

static void take_in_wake(struct pcoll_engine *e)
{
    pcoll_requests_start_wake(e);
    pcoll_host_lock(e->host);
    e->woken = false;
    pcoll_host_unlock(e->host);
}

static void take_in_departure(struct pcoll_allreduce *c)
{
    pcoll_host_lock(c->engine->host);
    pcoll_core_sent(c->core);
    pcoll_host_unlock(c->engine->host);
}

static enum pcoll_status take_in(struct pcoll_engine *e, const struct pcoll_source *source)
{
    switch (source->kind) {
    case PCOLL_SOURCE_WAKE:
        take_in_wake(e);
        return PCOLL_OK;
    case PCOLL_SOURCE_TOKEN:
    case PCOLL_SOURCE_REPORT:
        return take_in_signal(e, source);
    case PCOLL_SOURCE_BLOCK:
        return pcoll_take_in_block(source->collective, source->channel);
    case PCOLL_SOURCE_DEPARTURE:
        take_in_departure(source->collective);
        return PCOLL_OK;
    }
    return PCOLL_EPROTOCOL;
}

/* Wait until something has happened, and take in one event. */
static enum pcoll_status wait_for_event(struct pcoll_engine *e)
{
    int which;
    lay_out_waited(e);
    MPI_Waitany(e->waited_n, e->waited, &which, MPI_STATUS_IGNORE);
    if (which == MPI_UNDEFINED)
        return PCOLL_EMPI;
    if (e->sources[which].kind != PCOLL_SOURCE_DEPARTURE)
        pcoll_host_charge(e->host, e->costs.notice_s);
    return take_in(e, &e->sources[which]);
}

/* The first of the @p n first things waited for that has come; -1 if there is none. */
static int test(struct pcoll_engine *e, int n)
{
    int which = -1, any = 0;
    if (n > 0)
        MPI_Testany(n, e->waited, &which, &any, MPI_STATUS_IGNORE);
    return any ? which : -1;
}

/* The first of what is waited for that has come; -1 if there is none. Asks by a wait what is known
   to have come, see requests.c. */
static int find_come(struct pcoll_engine *e)
{
    int shown = 0;
    while (shown < e->waited_n && !pcoll_requests_has_arrived(&e->sources[shown]))
        shown++;
    const int which = test(e, shown);
    if (which >= 0 || shown == e->waited_n)
        return which;
    pcoll_wait(&e->waited[shown]);
    return shown;
}

/* A look that took time sees all that has come by its end: take in the rest, too. */
static enum pcoll_status take_in_rest(struct pcoll_engine *e)
{
    enum pcoll_status status = PCOLL_OK;
    bool any = e->costs.notice_s > 0;
    while (any && status == PCOLL_OK) {
        lay_out_waited(e);
        const int which = find_come(e);
        any = which >= 0;
        if (any)
            status = take_in(e, &e->sources[which]);
    }
    return status;
}

/* ---- life -------------------------------------------------------------------------------------
 */

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
        if (status == PCOLL_OK)
            status = take_in_rest(e);
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
