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
 *
 * Receives of blocks are started ("armed") as early as can be, so that no sender waits for them.
 * Where blocks travel without being asked for, nothing is gained by that: they are armed late,
 * together with the send of their step, in one MPI call instead of two.
 *
 * Bodies of messages are marked before their receive is started, and a mark that is gone tells that
 * the message has come: the simulated network writes a body at the instant of its arrival. MPI_Test
 * would tell it, too, but SMPI 3.32 never forgets a message that a test has completed: 0.5 KB each,
 * and a list that is searched at each later message.
 */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "sim/pcoll/core/activation.h"
#include "sim/pcoll/net/engine_internal.h"
#include "sim/pcoll/net/payload.h"

#define NOT_COME UINT32_MAX /* in the place of a signal's value or a block's number */

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

/* Who looks after a time sees what has come meanwhile, and must know it without asking MPI: the
   helper, when noticing takes time. Then receives have to be there before the blocks. */
static void choose_when_to_arm(struct pcoll_allreduce *c)
{
    const int n = c->schedule->channels_n + 1;
    bool unasked = c->spec.core.trigger == PCOLL_TRIGGER_ALL || c->engine->costs.notice_s <= 0;
    for (int i = 0; i < n && unasked; i++)
        unasked = pcoll_host_sends_unasked(c->slots[i].max_bytes);
    c->arms_late = unasked;
    c->departs_at_once = unasked;
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
    c->armed = calloc((size_t)s->channels_n + 1, sizeof *c->armed);
    if (!c->block_receives || !c->block_sends || !c->armed)
        return PCOLL_EMEMORY;
    choose_when_to_arm(c);
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

/* ---- starting them ----------------------------------------------------------------------------
 */

void pcoll_requests_start_token(struct pcoll_allreduce *c)
{
    c->token_in.value = NOT_COME;
    pcoll_start(&c->token_receive);
}

void pcoll_requests_start_report(struct pcoll_allreduce *c)
{
    c->report_in.value = NOT_COME;
    pcoll_start(&c->report_receive);
}

void pcoll_requests_start_wake(struct pcoll_engine *e)
{
    e->wake_in = 0;
    pcoll_start(&e->wake_receive);
}

static void mark(const struct pcoll_allreduce *c, int channel)
{
    const uint32_t number = NOT_COME;
    char *header = c->slots[channel].address;
    memcpy(header + offsetof(struct pcoll_header, number), &number, sizeof number);
}

/* The receive of @p channel, unless it has been started. */
void pcoll_requests_arm(struct pcoll_allreduce *c, int channel)
{
    if (c->armed[channel])
        return;
    c->armed[channel] = true;
    mark(c, channel);
    pcoll_start(&c->block_receives[channel]);
}

/* The block that lay in the slot of @p channel is no longer needed. */
void pcoll_requests_consumed(struct pcoll_allreduce *c, int channel)
{
    c->armed[channel] = false;
    if (!c->arms_late)
        pcoll_requests_arm(c, channel);
}

/* Send the block of @p step from its slot, and arm the receive of the step with it. */
void pcoll_requests_send_block(struct pcoll_allreduce *c, int step)
{
    const int channel = c->schedule->steps[step].channel;
    if (c->departs_at_once)
        pcoll_wait(&c->block_sends[step]); /* of an earlier round */
    if (channel < 0 || c->armed[channel]) {
        pcoll_start(&c->block_sends[step]);
        return;
    }
    MPI_Request both[] = {c->block_sends[step], c->block_receives[channel]};
    c->armed[channel] = true;
    mark(c, channel);
    MPI_Startall(2, both);
}

void pcoll_requests_start(struct pcoll_allreduce *c)
{
    if (c->token_receive != MPI_REQUEST_NULL)
        pcoll_requests_start_token(c);
    if (c->report_receive != MPI_REQUEST_NULL)
        pcoll_requests_start_report(c);
    for (int i = 0; i < c->schedule->channels_n && !c->arms_late; i++)
        pcoll_requests_arm(c, i);
}

/* ---- what has come ----------------------------------------------------------------------------
 */

/* False does not say that it has not come: of a message that came before its receive was started
   the body is written when MPI completes the receive. */
bool pcoll_requests_has_arrived(const struct pcoll_source *source)
{
    const struct pcoll_allreduce *c = source->collective;
    struct pcoll_header header;
    switch (source->kind) {
    case PCOLL_SOURCE_WAKE:
        return source->engine->wake_in != 0;
    case PCOLL_SOURCE_TOKEN:
        return c->token_in.value != NOT_COME;
    case PCOLL_SOURCE_REPORT:
        return c->report_in.value != NOT_COME;
    case PCOLL_SOURCE_BLOCK:
        memcpy(&header, c->slots[source->channel].address, sizeof header);
        return header.number != NOT_COME;
    case PCOLL_SOURCE_DEPARTURE:
        break;
    }
    return false;
}

/* ---- reports ----------------------------------------------------------------------------------
 */

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

/* ---- the end ----------------------------------------------------------------------------------
 */

/* Receives are still posted: cancel them. Sends have left long ago. */
void pcoll_requests_destroy(struct pcoll_allreduce *c)
{
    cancel(&c->token_receive);
    cancel(&c->report_receive);
    for (int i = 0; i < c->schedule->channels_n; i++)
        if (c->armed[i])
            cancel(&c->block_receives[i]);
        else
            MPI_Request_free(&c->block_receives[i]);
    for (int i = 0; i < 2 * c->distances_n; i++) {
        pcoll_wait(&c->token_sends[i]);
        MPI_Request_free(&c->token_sends[i]);
    }
    for (int i = 0; i < c->schedule->steps_n; i++) {
        if (c->block_sends[i] == MPI_REQUEST_NULL)
            continue;
        pcoll_wait(&c->block_sends[i]);
        MPI_Request_free(&c->block_sends[i]);
    }
    pcoll_requests_aim_report(c, PCOLL_NOBODY);
}

/* ---- the wake-up ------------------------------------------------------------------------------
 */

/* A message to oneself: the one thing that ends MPI_Waitany besides the messages of others. */
void pcoll_requests_wake_create(struct pcoll_engine *e)
{
    const int tag = tag_of_number(0, TAG_WAKE);
    e->wake_out = 1;
    MPI_Recv_init(&e->wake_in, 1, MPI_INT, e->rank, tag, e->comm, &e->wake_receive);
    MPI_Send_init(&e->wake_out, 1, MPI_INT, e->rank, tag, e->comm, &e->wake_send);
}

void pcoll_requests_wake_destroy(struct pcoll_engine *e)
{
    cancel(&e->wake_receive);
    MPI_Request_free(&e->wake_send);
}
