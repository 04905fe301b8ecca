/*
 * The state behind a stream: for stream.c and its test, which places a stream far ahead.
 *
 * The key of Philox 4x32 is the seed, its counter is (block low, block high, rank, purpose): each
 * field of the triple and the number of the block have bits of their own, so no two triples share
 * a counter under one key, and a stream has 2^64 blocks of four 32-bit words.
 */
#ifndef PCS_WORKLOADS_STREAM_INTERNAL_H
#define PCS_WORKLOADS_STREAM_INTERNAL_H

#include <stdint.h>

#define PCS_STREAM_BLOCK_WORDS 4

/** Flat, so that gsl_rng_clone() and gsl_rng_memcpy() copy a stream as it stands. */
struct pcs_stream_state {
    uint64_t seed;
    uint64_t block; /**< number of the next block to generate */
    uint32_t rank;
    uint32_t purpose;
    uint32_t words[PCS_STREAM_BLOCK_WORDS]; /**< the block before it */
    uint32_t used;                          /**< words of it already given out */
};

#endif
