/*
 * The persistent requests of an engine.
 *
 * Every request is created by the application, also those that only the helper starts: under SMPI a
 * receive listens on the mailbox of whoever created it, so a receive created by the helper would
 * hear nothing. On a real MPI it makes no difference.
 *
 * One receive a sender is enough: messages of one pair and tag keep their order, so it is started
 * again when its block has been consumed. Not so for sends: SMPI 3.32 keeps what identifies a small
 * message in the request it was sent by until a receive takes it, so a request must not be started
 * again before its last message has been taken. Therefore:
 *  - Blocks: a request for each step. A rank that starts step s of round r + 1 has seen, directly
 * or through others, a message that its receiver sent after consuming step s of round r.
 *  - Tokens: two requests a distance, for even and odd rounds. A rank in round r + 2 has seen its
 *    receiver finish round r + 1. A look of the helper takes in every token that is there, before
 *    any block, and a round takes at least one look, so the token of round r has been taken.
 */
#include <stdlib.h>

#include "sim/pcoll/core/activation.h"
#include "sim/pcoll/net/engine_internal.h"
#include "sim/pcoll/net/payload.h"

enum tag { TAG_TOKEN, TAG_REPORT, TAG_BLOCK, TAG_WAKE, TAGS_N };

static int tag_of_number(int collective, enum tag tag)
{
    return PCOLL_TAG_FIRST + collective * TAGS_N + (int)tag;
}

static int tag_of(const struct pcoll_allreduce *c, enum tag tag)
{
    return tag_of_number(c->number, tag);
}

static size_t block_bytes(const struct pcoll_allreduce *c, size_t elements)
{
    return sizeof(struct pcoll_header) + elements * pcoll_type_bytes(c->spec.type);
}

/* ---- memory for blocks ------------------------------------------------------------------------
 */

static enum pcoll_status create_slots(struct pcoll_allreduce *c)
{
    const struct pcoll_schedule *s = c->schedule;
    const int n = s->channels_n + 1;
    c->slots = calloc((size_t)n, sizeof *c->slots);
    if (!c->slots)
        return PCOLL_EMEMORY;
    for (int i = 0; i < n; i++)
        c->slots[i].min_bytes = SIZE_MAX;
    for (int i = 0; i < s->steps_n; i++) {
        const struct pcoll_step *step = &s->steps[i];
        if (step->channel >= 0) {
            struct pcoll_slot *slot = &c->slots[step->channel];
            size_t bytes = block_bytes(c, step->receive_n);
            slot->min_bytes = bytes < slot->min_bytes ? bytes : slot->min_bytes;
            slot->max_bytes = bytes > slot->max_bytes ? bytes : slot->max_bytes;
        }
        if (step->send_to != PCOLL_NOBODY) {
            struct pcoll_slot *slot = &c->slots[n - 1];
            size_t bytes = block_bytes(c, step->send_n);
            slot->max_bytes = bytes > slot->max_bytes ? bytes : slot->max_bytes;
        }
    }
    c->slots_memory =
        pcoll_host_slots_create(c->slots, n, sizeof(struct pcoll_header), c->spec.phantom);
    return c->slots_memory ? PCOLL_OK : PCOLL_EHOST;
}

/* ---- requests ---------------------------------------------------------------------------------
 */

static enum pcoll_status create_signals(struct pcoll_allreduce *c)
{
    struct pcoll_engine *e = c->engine;
    c->token_receive = c->report_receive = c->report_send = MPI_REQUEST_NULL;
    if (c->spec.core.trigger == PCOLL_TRIGGER_ALL)
        return PCOLL_OK;
    const int distances = pcoll_distances_n(e->ranks);
    c->tokens_out = calloc(2 * (size_t)distances + 1, sizeof *c->tokens_out);
    c->token_sends = calloc(2 * (size_t)distances + 1, sizeof *c->token_sends);
    if (!c->tokens_out || !c->token_sends)
        return PCOLL_EMEMORY;
    c->distances_n = distances;
    MPI_Recv_init(&c->token_in, sizeof c->token_in, MPI_BYTE, MPI_ANY_SOURCE, tag_of(c, TAG_TOKEN),
                  e->comm, &c->token_receive);
    for (int i = 0; i < 2 * distances; i++)
        MPI_Send_init(&c->tokens_out[i], sizeof c->tokens_out[i], MPI_BYTE,
                      pcoll_rank_after(e->rank, i / 2, e->ranks), tag_of(c, TAG_TOKEN), e->comm,
                      &c->token_sends[i]);
    if (c->spec.core.trigger == PCOLL_TRIGGER_LAST)
        MPI_Recv_init(&c->report_in, sizeof c->report_in, MPI_BYTE, MPI_ANY_SOURCE,
                      tag_of(c, TAG_REPORT), e->comm, &c->report_receive);
    return PCOLL_OK;
}

static enum pcoll_status create_blocks(struct pcoll_allreduce *c)
{
    const struct pcoll_schedule *s = c->schedule;
    MPI_Comm comm = c->engine->comm;
    c->block_receives = calloc((size_t)s->channels_n + 1, sizeof *c->block_receives);
    c->block_sends = calloc((size_t)s->steps_n + 1, sizeof *c->block_sends);
    if (!c->block_receives || !c->block_sends)
        return PCOLL_EMEMORY;
    for (int i = 0; i < s->channels_n; i++)
        MPI_Recv_init(c->slots[i].address, (int)c->slots[i].max_bytes, MPI_BYTE, s->senders[i],
                      tag_of(c, TAG_BLOCK), comm, &c->block_receives[i]);
    for (int i = 0; i < s->steps_n; i++) {
        const struct pcoll_step *step = &s->steps[i];
        c->block_sends[i] = MPI_REQUEST_NULL;
        if (step->send_to != PCOLL_NOBODY)
            MPI_Send_init(c->slots[s->channels_n].address, (int)block_bytes(c, step->send_n),
                          MPI_BYTE, step->send_to, tag_of(c, TAG_BLOCK), comm, &c->block_sends[i]);
    }
    return PCOLL_OK;
}

enum pcoll_status pcoll_requests_create(struct pcoll_allreduce *c)
{
    enum pcoll_status status = create_slots(c);
    if (status == PCOLL_OK)
        status = create_signals(c);
    if (status == PCOLL_OK)
        status = create_blocks(c);
    return status;
}

void pcoll_requests_start(struct pcoll_allreduce *c)
{
    if (c->token_receive != MPI_REQUEST_NULL)
        pcoll_start(&c->token_receive);
    if (c->report_receive != MPI_REQUEST_NULL)
        pcoll_start(&c->report_receive);
    if (c->schedule->channels_n > 0)
        MPI_Startall(c->schedule->channels_n, c->block_receives);
}

/* The report of the call about to be made goes to @p parent, which changes from round to round. */
void pcoll_requests_aim_report(struct pcoll_allreduce *c, int parent)
{
    if (c->report_send != MPI_REQUEST_NULL) {
        pcoll_wait(&c->report_send);
        MPI_Request_free(&c->report_send);
    }
    if (parent != PCOLL_NOBODY)
        MPI_Send_init(&c->report_out, sizeof c->report_out, MPI_BYTE, parent, tag_of(c, TAG_REPORT),
                      c->engine->comm, &c->report_send);
}

/* Freeing completes a cancelled receive as well as waiting for it does. SMPI 3.32 must not wait: it
   would release once more the (persistent) request of the last sender. */
static void cancel(MPI_Request *request)
{
    if (*request == MPI_REQUEST_NULL)
        return;
    MPI_Cancel(request);
    MPI_Request_free(request);
}

/* Receives are still posted: cancel them. Sends have left long ago. */
void pcoll_requests_destroy(struct pcoll_allreduce *c)
{
    cancel(&c->token_receive);
    cancel(&c->report_receive);
    for (int i = 0; i < c->schedule->channels_n; i++)
        cancel(&c->block_receives[i]);
    for (int i = 0; i < 2 * c->distances_n; i++) {
        pcoll_wait(&c->token_sends[i]);
        MPI_Request_free(&c->token_sends[i]);
    }
    for (int i = 0; i < c->schedule->steps_n; i++)
        if (c->block_sends[i] != MPI_REQUEST_NULL)
            MPI_Request_free(&c->block_sends[i]);
    pcoll_requests_aim_report(c, PCOLL_NOBODY);
}

/* ---- the wake-up ------------------------------------------------------------------------------
 */

/* A message to oneself: the one thing that ends MPI_Waitany besides the messages of others. */
void pcoll_requests_wake_create(struct pcoll_engine *e)
{
    const int tag = tag_of_number(0, TAG_WAKE);
    MPI_Recv_init(&e->wake_in, 1, MPI_INT, e->rank, tag, e->comm, &e->wake_receive);
    MPI_Send_init(&e->wake_out, 1, MPI_INT, e->rank, tag, e->comm, &e->wake_send);
}

void pcoll_requests_wake_destroy(struct pcoll_engine *e)
{
    cancel(&e->wake_receive);
    MPI_Request_free(&e->wake_send);
}
