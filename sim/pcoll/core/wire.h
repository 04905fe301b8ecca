/*
 * What travels between ranks besides the elements themselves.
 *
 * Byte order and padding are the host's: all ranks of a run are of one kind.
 */
#ifndef PCOLL_CORE_WIRE_H
#define PCOLL_CORE_WIRE_H

#include <stdint.h>

/** Stands before each block, also before an empty one: 16 bytes. */
struct pcoll_header {
    uint32_t round;
    uint32_t number; /**< of this block among those of its sender, receiver and round */
    uint32_t fresh;  /**< ranks in this block whose gradient of this very step is in it */
    uint32_t stale;  /**< ranks in this block with older gradients only */
};

/** An activation token or a report: 8 bytes. */
struct pcoll_signal {
    uint32_t round;
    uint32_t value; /**< token: k of the distance 2^k it came through; report: 0 */
};

#endif
