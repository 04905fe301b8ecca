/*
 * A vector cut into blocks that differ by at most one element, the longer ones first.
 */
#ifndef PCOLL_SCHEDULE_BLOCKS_H
#define PCOLL_SCHEDULE_BLOCKS_H

#include <stddef.h>

/** @return first element of block @p i when @p count elements are cut into @p n blocks; i <= n */
static inline size_t pcoll_block_first(size_t count, int n, int i)
{
    size_t base = count / (size_t)n, longer = count % (size_t)n, index = (size_t)i;
    return index * base + (index < longer ? index : longer);
}

/** @return elements of block @p i; blocks may be empty */
static inline size_t pcoll_block_n(size_t count, int n, int i)
{
    return pcoll_block_first(count, n, i + 1) - pcoll_block_first(count, n, i);
}

#endif
