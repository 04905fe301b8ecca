#include "sim/pcoll/net/buffers.h"

#include <stdlib.h>
#include <string.h>

#include "sim/pcoll/net/payload.h"

static size_t bytes_of(const struct pcoll_buffers *b, size_t elements)
{
    return elements * pcoll_type_bytes(b->type);
}

static char *at(const struct pcoll_buffers *b, void *vector, size_t element)
{
    return (char *)vector + bytes_of(b, element);
}

enum pcoll_status pcoll_buffers_init(struct pcoll_buffers *b, const struct pcoll_spec *spec)
{
    *b = (struct pcoll_buffers){.type = spec->type,
                                .count = spec->count,
                                .phantom = spec->phantom,
                                .cumulative = spec->result == PCOLL_RESULT_CUMULATIVE};
    if (b->phantom || b->count == 0)
        return PCOLL_OK;
    b->send = calloc(b->count, pcoll_type_bytes(b->type));
    b->round = calloc(b->count, pcoll_type_bytes(b->type));
    b->result = calloc(b->count, pcoll_type_bytes(b->type));
    if (b->send && b->round && b->result)
        return PCOLL_OK;
    pcoll_buffers_fini(b);
    return PCOLL_EMEMORY;
}

void pcoll_buffers_fini(struct pcoll_buffers *b)
{
    free(b->send);
    free(b->round);
    free(b->result);
    b->send = b->round = b->result = NULL;
}

static bool has_values(const struct pcoll_buffers *b)
{
    return !b->phantom && b->count > 0;
}

void pcoll_buffers_deposit(struct pcoll_buffers *b, enum pcoll_deposit how, const void *in)
{
    if (!has_values(b) || how == PCOLL_DEPOSIT_NONE)
        return;
    if (how == PCOLL_DEPOSIT_ADD)
        pcoll_payload_add(b->type, b->send, in, b->count);
    else
        memcpy(b->send, in, bytes_of(b, b->count));
}

void pcoll_buffers_take(struct pcoll_buffers *b, bool nothing)
{
    if (!has_values(b))
        return;
    if (nothing) {
        memset(b->round, 0, bytes_of(b, b->count));
        return;
    }
    void *taken = b->send;
    b->send = b->round; /* stale content: the next deposit sets it */
    b->round = taken;
}

void pcoll_buffers_pack(const struct pcoll_buffers *b, const struct pcoll_step *step, void *block)
{
    if (has_values(b))
        memcpy(block, at(b, b->round, step->send_first), bytes_of(b, step->send_n));
}

void pcoll_buffers_apply(struct pcoll_buffers *b, const struct pcoll_step *step, const void *block)
{
    if (!has_values(b))
        return;
    char *range = at(b, b->round, step->receive_first);
    if (step->op == PCOLL_COPY || step->op == PCOLL_GATHER)
        memcpy(range, block, bytes_of(b, step->receive_n));
    else
        pcoll_payload_add(b->type, range, block, step->receive_n);
}

void pcoll_buffers_publish(struct pcoll_buffers *b)
{
    if (!has_values(b))
        return;
    if (b->cumulative && b->uncollected) {
        pcoll_payload_add(b->type, b->result, b->round, b->count);
        return;
    }
    void *complete = b->round;
    b->round = b->result;
    b->result = complete;
    b->uncollected = true;
}

void pcoll_buffers_collect(struct pcoll_buffers *b, void *out)
{
    if (!has_values(b))
        return;
    if (b->cumulative && !b->uncollected)
        memset(out, 0, bytes_of(b, b->count));
    else
        memcpy(out, b->result, bytes_of(b, b->count));
    b->uncollected = false;
}
