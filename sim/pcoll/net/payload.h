/*
 * Arithmetic on the elements of a gradient; nothing at all for phantom ones.
 */
#ifndef PCOLL_NET_PAYLOAD_H
#define PCOLL_NET_PAYLOAD_H

#include "sim/pcoll/pcoll.h"

/** @return bytes of one element */
size_t pcoll_type_bytes(enum pcoll_type type);

/** target[i] += source[i]; the arrays do not overlap. */
void pcoll_payload_add(enum pcoll_type type, void *restrict target, const void *restrict source,
                       size_t n);

#endif
