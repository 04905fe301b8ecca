/*
 * The vectors of one collective on one rank: send buffer, the round's vector, newest result.
 *
 * Pure memory. Taking and publishing swap buffers instead of copying them. For a phantom collective
 * nothing is allocated and nothing is touched.
 */
#ifndef PCOLL_NET_BUFFERS_H
#define PCOLL_NET_BUFFERS_H

#include "sim/pcoll/pcoll.h"

struct pcoll_buffers {
    enum pcoll_type type;
    size_t count;
    bool phantom;
    bool cumulative;
    bool uncollected; /* cumulative: result holds rounds that no call has returned yet */
    void *send, *round, *result;
};

enum pcoll_status pcoll_buffers_init(struct pcoll_buffers *buffers, const struct pcoll_spec *spec);
void pcoll_buffers_fini(struct pcoll_buffers *buffers);

/** The gradient @p in goes into the send buffer as @p how says. */
void pcoll_buffers_deposit(struct pcoll_buffers *buffers, enum pcoll_deposit how, const void *in);

/** The send buffer becomes the round's vector, or zeros do if there is @p nothing in it. */
void pcoll_buffers_take(struct pcoll_buffers *buffers, bool nothing);

/** Copy the range of @p step that is to be sent to @p block. */
void pcoll_buffers_pack(const struct pcoll_buffers *buffers, const struct pcoll_step *step,
                        void *block);

/** Apply the received @p block of @p step to its range. */
void pcoll_buffers_apply(struct pcoll_buffers *buffers, const struct pcoll_step *step,
                         const void *block);

/** The round's vector is complete: it becomes the result, or is added to it (cumulative). */
void pcoll_buffers_publish(struct pcoll_buffers *buffers);

/** Write what a returning call gets to @p out. */
void pcoll_buffers_collect(struct pcoll_buffers *buffers, void *out);

#endif
