/*
 * Streams: Random123's published answers, GSL's contract, and that no two triples share a stream.
 *
 * The statistical tests run at fixed seeds, so they do not flicker; over fresh seeds the two checks
 * of uniformity and the six of independence each raise a false alarm with probability 1e-4 or less,
 * the set with less than 1e-3.
 */
#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_statistics_double.h>

#include "workloads/stream.h"
#include "workloads/stream_internal.h"

enum { DRAWS = 20000 };

/* The stream of (seed, purpose, rank) with @p block as the next block. */
static gsl_rng *stream_at(uint64_t seed, uint32_t purpose, uint32_t rank, uint64_t block)
{
    gsl_rng *rng = pcs_stream_create(seed, (enum pcs_purpose)purpose, rank);
    struct pcs_stream_state *state = gsl_rng_state(rng);

    state->block = block;
    return rng;
}

static void words_check(gsl_rng *rng, const uint32_t *words)
{
    for (int i = 0; i < PCS_STREAM_BLOCK_WORDS; i++)
        cr_assert(eq(ulong, gsl_rng_get(rng), (unsigned long)words[i]), "word %d", i);
    gsl_rng_free(rng);
}

/* The vectors "philox4x32 10" of Random123's file kat_vectors. */
Test(stream, gives_the_published_answers)
{
    const uint32_t zeros[] = {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8};
    const uint32_t ones[] = {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd};
    const uint32_t pi[] = {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1};

    words_check(stream_at(0, 0, 0, 0), zeros);
    words_check(stream_at(UINT64_MAX, UINT32_MAX, UINT32_MAX, UINT64_MAX), ones);
    words_check(stream_at(0x299f31d0a4093822, 0x03707344, 0x13198a2e, 0x85a308d3243f6a88), pi);
}

Test(stream, describes_itself_to_gsl)
{
    gsl_rng *rng = pcs_stream_create(1, PCS_PURPOSE_DELAY, 1);

    cr_assert(eq(str, (char *)gsl_rng_name(rng), "philox4x32"));
    cr_assert(eq(ulong, gsl_rng_min(rng), 0UL));
    cr_assert(eq(ulong, gsl_rng_max(rng), 0xffffffffUL));
    gsl_rng_free(rng);
}

Test(stream, is_set_by_a_seed_of_64_bits)
{
    gsl_rng *set = pcs_stream_create(3, PCS_PURPOSE_DELAY, 5);
    gsl_rng *created = pcs_stream_create(0xfedcba9876543210, PCS_PURPOSE_CANDIDATES, 0);

    gsl_rng_get(set);
    gsl_rng_set(set, 0xfedcba9876543210);
    for (int i = 0; i < 100; i++)
        cr_assert(eq(ulong, gsl_rng_get(set), gsl_rng_get(created)));
    gsl_rng_free(created);
    gsl_rng_free(set);
}

Test(stream, is_cloned_in_the_middle_of_a_block)
{
    gsl_rng *rng = pcs_stream_create(1, PCS_PURPOSE_DELAY, 1);
    for (int i = 0; i < 6; i++)
        gsl_rng_get(rng);
    gsl_rng *clone = gsl_rng_clone(rng);

    for (int i = 0; i < 100; i++)
        cr_assert(eq(ulong, gsl_rng_get(rng), gsl_rng_get(clone)));
    gsl_rng_free(clone);
    gsl_rng_free(rng);
}

/* A double is the upper 27 bits of one word and the upper 26 of the next, also across blocks. */
Test(stream, makes_doubles_of_53_bits)
{
    gsl_rng *doubles = pcs_stream_create(7, PCS_PURPOSE_COMPUTE, 2);
    gsl_rng *words = gsl_rng_clone(doubles);

    gsl_rng_get(doubles);
    gsl_rng_get(words);
    for (int i = 0; i < 100; i++) {
        const double high = (double)(gsl_rng_get(words) / 32);
        const double low = (double)(gsl_rng_get(words) / 64);
        const double expected = ldexp(high, -27) + ldexp(low, -53);
        cr_assert(eq(dbl, gsl_rng_uniform(doubles), expected));
    }
    gsl_rng_free(words);
    gsl_rng_free(doubles);
}

static double uniform_of(uint32_t first, uint32_t second)
{
    gsl_rng *rng = pcs_stream_create(0, PCS_PURPOSE_CANDIDATES, 0);
    struct pcs_stream_state *state = gsl_rng_state(rng);

    state->used = 0;
    state->words[0] = first;
    state->words[1] = second;
    const double uniform = gsl_rng_uniform(rng);
    gsl_rng_free(rng);
    return uniform;
}

Test(stream, keeps_doubles_in_the_half_open_interval)
{
    cr_assert(eq(dbl, uniform_of(0, 0), 0.0));
    cr_assert(eq(dbl, uniform_of(UINT32_MAX, UINT32_MAX), 1 - ldexp(1, -53)));
    cr_assert(eq(dbl, uniform_of(0, 64), ldexp(1, -53)));
    cr_assert(eq(dbl, uniform_of(0x80000000, 0), 0.5));
}

/* After 2^32 blocks, that is 2^34 words, the carry goes to the high word of the block number and
 * neither to the rank nor back to the start. */
Test(stream, carries_past_2_to_the_34_words)
{
    gsl_rng *rng = stream_at(9, 1, 4, 0xffffffff);
    const struct pcs_stream_state *state = gsl_rng_state(rng);
    gsl_rng *first = stream_at(9, 1, 4, 0);
    gsl_rng *next_rank = stream_at(9, 1, 5, 0);
    gsl_rng *beyond = stream_at(9, 1, 4, 0x100000000);

    for (int i = 0; i < PCS_STREAM_BLOCK_WORDS; i++)
        gsl_rng_get(rng);
    for (int i = 0; i < PCS_STREAM_BLOCK_WORDS; i++) {
        const unsigned long word = gsl_rng_get(rng);
        cr_assert(eq(ulong, word, gsl_rng_get(beyond)));
        cr_assert(ne(ulong, word, gsl_rng_get(first)));
        cr_assert(ne(ulong, word, gsl_rng_get(next_rank)));
    }
    cr_assert(eq(u64, state->block, 0x100000001));
    cr_assert(eq(u32, state->rank, 4));
    gsl_rng_free(beyond);
    gsl_rng_free(next_rank);
    gsl_rng_free(first);
    gsl_rng_free(rng);
}

struct block {
    uint32_t words[PCS_STREAM_BLOCK_WORDS];
};

static int block_compare(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct block));
}

/* Under one seed first blocks of different counters differ because Philox is a bijection; between
 * seeds two of them agree with probability 2^-128. */
Test(stream, differs_for_every_triple)
{
    const uint64_t seeds[] = {0,           1,           2,           4357,           1ULL << 31,
                              1ULL << 32,  1ULL << 33,  1ULL << 63,  UINT32_MAX,     0x100000001,
                              0x200000001, 0x100000002, 0xdeadbeef1, UINT64_MAX - 1, UINT64_MAX};
    const uint32_t ranks[] = {0,    1,     2,     3,          255,        256,
                              4357, 65535, 65536, 0x7fffffff, 0x80000000, UINT32_MAX};
    enum {
        SEEDS = sizeof(seeds) / sizeof(seeds[0]),
        RANKS = sizeof(ranks) / sizeof(ranks[0]),
        PURPOSES = PCS_PURPOSE_DELAY + 1,
        STREAMS = SEEDS * RANKS * PURPOSES
    };
    static struct block blocks[STREAMS];
    int n = 0;

    for (int s = 0; s < SEEDS; s++) {
        for (int purpose = 0; purpose < PURPOSES; purpose++) {
            for (int r = 0; r < RANKS; r++, n++) {
                gsl_rng *rng = pcs_stream_create(seeds[s], (enum pcs_purpose)purpose, ranks[r]);
                for (int i = 0; i < PCS_STREAM_BLOCK_WORDS; i++)
                    blocks[n].words[i] = (uint32_t)gsl_rng_get(rng);
                gsl_rng_free(rng);
            }
        }
    }
    qsort(blocks, STREAMS, sizeof(blocks[0]), block_compare);
    for (int i = 1; i < STREAMS; i++)
        cr_assert(lt(int, block_compare(&blocks[i - 1], &blocks[i]), 0));
}

static int double_compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* Kolmogorov-Smirnov distance from the uniform distribution; sorts the sample. */
static double uniform_distance(double *sample, int n)
{
    double distance = 0;

    qsort(sample, (size_t)n, sizeof(*sample), double_compare);
    for (int i = 0; i < n; i++)
        distance = fmax(distance, fmax((i + 1.0) / n - sample[i], sample[i] - (double)i / n));
    return distance;
}

/* 2.2253 solves 2 exp(-2 x^2) = 1e-4; the rest is Stephens' correction for finite n. */
static double critical_distance(int n)
{
    return 2.2253 / (sqrt(n) + 0.12 + 0.11 / sqrt(n));
}

Test(stream, is_uniform_along_a_stream_and_across_ranks)
{
    static double along[DRAWS], across[DRAWS];
    gsl_rng *rng = pcs_stream_create(11, PCS_PURPOSE_DELAY, 0);

    for (int i = 0; i < DRAWS; i++) {
        gsl_rng *rank = pcs_stream_create(11, PCS_PURPOSE_DELAY, (uint32_t)i);
        across[i] = gsl_rng_uniform(rank);
        gsl_rng_free(rank);
        along[i] = gsl_rng_uniform(rng);
    }
    gsl_rng_free(rng);
    cr_assert(lt(dbl, uniform_distance(along, DRAWS), critical_distance(DRAWS)));
    cr_assert(lt(dbl, uniform_distance(across, DRAWS), critical_distance(DRAWS)));
}

static void draw(double *sample, uint64_t seed, enum pcs_purpose purpose, uint32_t rank)
{
    gsl_rng *rng = pcs_stream_create(seed, purpose, rank);

    for (int i = 0; i < DRAWS; i++)
        sample[i] = gsl_rng_uniform(rng);
    gsl_rng_free(rng);
}

/* Each neighbour differs in one field of the triple from the stream it is compared with; the last
 * comparison is of a stream with itself one draw later. */
Test(stream, is_uncorrelated_with_its_neighbours)
{
    static double base[DRAWS], other[DRAWS];
    const double critical = gsl_cdf_ugaussian_Qinv(0.5e-4) / sqrt(DRAWS);
    const struct {
        uint64_t seed;
        enum pcs_purpose purpose;
        uint32_t rank;
    } neighbours[] = {{5, PCS_PURPOSE_DELAY, 8},
                      {5, PCS_PURPOSE_DELAY, 7 + (1U << 16)},
                      {5, PCS_PURPOSE_COMPUTE, 7},
                      {6, PCS_PURPOSE_DELAY, 7},
                      {5 + (1ULL << 32), PCS_PURPOSE_DELAY, 7}};

    draw(base, 5, PCS_PURPOSE_DELAY, 7);
    for (size_t i = 0; i < sizeof(neighbours) / sizeof(neighbours[0]); i++) {
        draw(other, neighbours[i].seed, neighbours[i].purpose, neighbours[i].rank);
        cr_assert(lt(dbl, fabs(gsl_stats_correlation(base, 1, other, 1, DRAWS)), critical),
                  "neighbour %zu", i);
    }
    cr_assert(lt(dbl, fabs(gsl_stats_correlation(base, 1, base + 1, 1, DRAWS - 1)), critical));
}
