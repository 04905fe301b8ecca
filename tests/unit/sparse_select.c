/*
 * Selection against sorting, thresholds against counting, sums of lists against dense sums.
 */
#include "sim/pcoll/sparse/select.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include "sim/pcoll/sparse/ladder.h"
#include "tests/helpers/sparse_ranks.h"

#define N 500

/* Magnitudes of many orders, denormal ones too, with ties and zeros. */
static void fill(float *values, uint32_t seed)
{
    for (uint32_t i = 0; i < N; i++) {
        const uint32_t h = sparse_hash(seed, 1, i);
        const float size = ldexpf((float)(h % 7), (int)(h >> 8 & 255) * (seed % 3) / 2 - 140);
        values[i] = h >> 16 & 1 ? size : -size;
    }
}

static int by_magnitude(const void *a, const void *b)
{
    const struct pcoll_entry *x = a, *y = b;
    const float mx = fabsf(x->value), my = fabsf(y->value);
    if (mx != my)
        return mx < my ? 1 : -1;
    return x->index > y->index ? 1 : -1;
}

static int by_index(const void *a, const void *b)
{
    const struct pcoll_entry *x = a, *y = b;
    return x->index > y->index ? 1 : -1;
}

Test(select, top_is_that_of_sorting)
{
    float values[N];
    struct pcoll_entry sorted[N];
    struct pcoll_entries got = {0};
    for (uint32_t seed = 0; seed < 12; seed++) {
        fill(values, seed);
        const struct pcoll_sparse_view view = pcoll_view_of_dense(values, N);
        for (size_t k = 0; k <= N; k += k < 10 ? 1 : 49) {
            size_t n = sparse_entries_of(values, N, sorted);
            qsort(sorted, n, sizeof *sorted, by_magnitude);
            n = n < k ? n : k;
            const float kth = n == k && k ? fabsf(sorted[k - 1].value) : 0;
            qsort(sorted, n, sizeof *sorted, by_index);
            const struct pcoll_cut cut = pcoll_select_cut(&view, k);
            sparse_check(pcoll_select_top(&view, &cut, &got));
            cr_assert(eq(sz, got.n, n), "seed %u k=%zu", seed, k);
            cr_assert(n == 0 || memcmp(got.at, sorted, n * sizeof *sorted) == 0, "seed %u k=%zu",
                      seed, k);
            if (k)
                cr_assert(eq(flt, cut.threshold, kth), "seed %u k=%zu", seed, k);
            else
                cr_assert(isinf(cut.threshold));
        }
    }
    pcoll_entries_fini(&got);
}

Test(select, zeros_reach_no_threshold)
{
    const float values[] = {0, -0.0f, 1e-45f, -2, 3};
    const struct pcoll_sparse_view view = pcoll_view_of_dense(values, 5);
    cr_assert(eq(sz, pcoll_select_count(&view, 0), 3));
    cr_assert(eq(sz, pcoll_select_count(&view, 2), 2));
    cr_assert(eq(sz, pcoll_select_count(&view, INFINITY), 0));
}

/* z of a standard normal: 2.575829 for 1 %, two-sided (any table). Mean 3, standard deviation 2. */
Test(select, gaussian_threshold_is_that_of_tables)
{
    const float values[] = {1, 5, 1, 5};
    const struct pcoll_sparse_view view = pcoll_view_of_dense(values, 4);
    const double threshold = (double)pcoll_select_gaussian(&view, 0.01);
    cr_assert(fabs(threshold - (3 + 2 * 2.575829)) < 1e-5, "%g", threshold);
    /* Entries: the same vector with zeros left out. Mean 1, variance (16 + 3) / 4 - ... = 3. */
    const struct pcoll_entry entry = {2, 4};
    const struct pcoll_sparse_view sparse = pcoll_view_of_entries(&entry, 1, 4);
    const double other = (double)pcoll_select_gaussian(&sparse, 0.01);
    cr_assert(fabs(other - (1 + sqrt(3) * 2.575829)) < 1e-5, "%g", other);
}

Test(ladder, sums_as_dense_vectors_do)
{
    struct pcoll_ladder ladder = {.lists = 0};
    struct pcoll_entries sum = {0};
    for (uint32_t lists = 0; lists < 40; lists++) {
        float expected[64] = {0}, got[64];
        for (uint32_t l = 0; l < lists; l++) {
            struct pcoll_entry list[64];
            size_t n = 0;
            for (uint32_t i = 0; i < 64; i++) {
                const uint32_t h = sparse_hash(lists, l, i);
                if (h % 3)
                    continue;
                list[n++] = (struct pcoll_entry){i, (float)(h >> 8 & 255)};
                expected[i] += (float)(h >> 8 & 255);
            }
            sparse_check(pcoll_ladder_push(&ladder, list, n));
        }
        sparse_check(pcoll_ladder_sum(&ladder, &sum));
        for (size_t i = 1; i < sum.n; i++)
            cr_assert(lt(u32, sum.at[i - 1].index, sum.at[i].index));
        const struct pcoll_sparse_view view = pcoll_view_of_entries(sum.at, sum.n, 64);
        sparse_densify(&view, got);
        cr_assert(memcmp(got, expected, sizeof got) == 0, "%u lists", lists);
    }
    pcoll_ladder_fini(&ladder);
    pcoll_entries_fini(&sum);
}
