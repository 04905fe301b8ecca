/*
 * Philox 4x32-10 as a generator of GSL.
 *
 * From: J. Salmon, M. Moraes, R. Dror, D. Shaw, "Parallel random numbers: as easy as 1, 2, 3",
 * SC 2011; the bijection itself is the one of the authors' library Random123.
 */
#include "workloads/stream.h"

#include <string.h>

#include <Random123/philox.h>

#include "workloads/stream_internal.h"

static void stream_start(struct pcs_stream_state *s, uint64_t seed, uint32_t purpose, uint32_t rank)
{
    memset(s, 0, sizeof(*s));
    s->seed = seed;
    s->purpose = purpose;
    s->rank = rank;
    s->used = PCS_STREAM_BLOCK_WORDS;
}

static void stream_generate_block(struct pcs_stream_state *s)
{
    const philox4x32_key_t key = {{(uint32_t)s->seed, (uint32_t)(s->seed >> 32)}};
    const philox4x32_ctr_t counter = {
        {(uint32_t)s->block, (uint32_t)(s->block >> 32), s->rank, s->purpose}};
    const philox4x32_ctr_t words = philox4x32_R(10, counter, key);

    memcpy(s->words, words.v, sizeof(s->words));
    s->block++;
    s->used = 0;
}

static uint32_t stream_word(struct pcs_stream_state *s)
{
    if (s->used == PCS_STREAM_BLOCK_WORDS)
        stream_generate_block(s);
    return s->words[s->used++];
}

static void stream_set(void *state, unsigned long seed)
{
    stream_start(state, seed, 0, 0);
}

static unsigned long stream_get(void *state)
{
    return stream_word(state);
}

/* Uniform in [0, 1) on the multiples of 2^-53: all that a double can hold evenly. */
static double stream_get_double(void *state)
{
    const uint64_t high = stream_word(state) >> 5; /* 27 bits */
    const uint64_t low = stream_word(state) >> 6;  /* 26 bits */

    return (double)(high << 26 | low) * 0x1p-53;
}

static const gsl_rng_type stream_type = {
    .name = "philox4x32",
    .max = 0xffffffffUL,
    .min = 0,
    .size = sizeof(struct pcs_stream_state),
    .set = stream_set,
    .get = stream_get,
    .get_double = stream_get_double,
};

gsl_rng *pcs_stream_create(uint64_t seed, enum pcs_purpose purpose, uint32_t rank)
{
    gsl_rng *rng = gsl_rng_alloc(&stream_type);

    if (rng)
        stream_start(rng->state, seed, (uint32_t)purpose, rank);
    return rng;
}
