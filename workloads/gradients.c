#include "workloads/gradients.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>

#include "workloads/stream.h"

/* Sorted draws of one stream. */
struct draws {
    gsl_rng *stream;
    size_t n;
    struct pcs_gradient_entry *at;
    double *sums; /* of exponential draws */
};

struct pcs_gradients {
    const struct pcs_gradient_spec *spec;
    uint32_t n, step;
    int rank, ranks, cluster;
    double tail; /* part of the elements that exists */
    struct draws common, own;
    struct pcs_gradient_entry *all, *moved;
};

/* ---- life -------------------------------------------------------------------------------------
 */

static size_t support_of(const struct pcs_gradient_spec *spec, uint32_t n, uint32_t k)
{
    const double support = ceil(spec->support * k);
    return support < n ? (size_t)support : n;
}

static int draws_init(struct draws *draws, uint64_t seed, enum pcs_purpose purpose, int rank,
                      size_t n)
{
    draws->stream = pcs_stream_create(seed, purpose, (uint32_t)rank);
    draws->n = n;
    draws->at = malloc((n + 1) * sizeof *draws->at);
    draws->sums = malloc((n + 1) * sizeof *draws->sums);
    return draws->stream && draws->at && draws->sums ? 0 : -1;
}

static void draws_fini(struct draws *draws)
{
    if (draws->stream)
        gsl_rng_free(draws->stream);
    free(draws->at);
    free(draws->sums);
}

struct pcs_gradients *pcs_gradients_create(const struct pcs_gradient_spec *spec, uint64_t seed,
                                           int rank, int ranks, uint32_t n, uint32_t k)
{
    struct pcs_gradients *g = calloc(1, sizeof *g);
    if (!g)
        return NULL;
    g->spec = spec;
    g->n = n;
    g->rank = rank;
    g->ranks = ranks;
    if (spec->table)
        return g;
    const size_t support = support_of(spec, n, k);
    const size_t shared = (size_t)(spec->overlap * (double)support + 0.5);
    g->cluster = (int)((int64_t)rank * spec->clusters / ranks);
    g->tail = n ? (double)support / n : 0;
    g->all = malloc((support + 1) * sizeof *g->all);
    g->moved = malloc((support + 1) * sizeof *g->moved);
    if (draws_init(&g->common, seed, PCS_PURPOSE_GRADIENT_COMMON, g->cluster, shared) != 0 ||
        draws_init(&g->own, seed, PCS_PURPOSE_GRADIENT, rank, support - shared) != 0 || !g->all ||
        !g->moved) {
        pcs_gradients_destroy(g);
        return NULL;
    }
    return g;
}

void pcs_gradients_destroy(struct pcs_gradients *g)
{
    if (!g)
        return;
    draws_fini(&g->common);
    draws_fini(&g->own);
    free(g->all);
    free(g->moved);
    free(g);
}

/* ---- values -----------------------------------------------------------------------------------
 */

double pcs_gradient_quantile(const struct pcs_gradient_spec *spec, double p)
{
    switch (spec->values) {
    case PCS_GRADIENT_NORMAL:
        return gsl_cdf_gaussian_Qinv(p / 2, 1);
    case PCS_GRADIENT_LAPLACE:
        return -log(p); /* exact, and cheaper than GSL's */
    case PCS_GRADIENT_STUDENT_T:
        return gsl_cdf_tdist_Qinv(p / 2, spec->freedom);
    }
    return 0;
}

static float draw_value(const struct pcs_gradients *g, gsl_rng *stream, double scale)
{
    const double p = g->tail * gsl_rng_uniform_pos(stream);
    const double size = scale * pcs_gradient_quantile(g->spec, p);
    return (float)(gsl_rng_get(stream) & 1 ? size : -size);
}

/* ---- positions --------------------------------------------------------------------------------
 */

/* Of [0, 1) to an index: skew, then the cluster's part of space, its first tenth if there are
   several. */
static uint32_t index_of(const struct pcs_gradients *g, double x)
{
    const double clusters = g->spec->clusters;
    double place = g->spec->skew > 1 ? pow(x, g->spec->skew) : x;
    if (clusters > 1)
        place = (g->cluster + 0.1 * place) / clusters;
    const double index = floor(place * g->n);
    return index < g->n - 1.0 ? (uint32_t)index : g->n - 1;
}

/* Sorted uniform draws are sums of exponential ones over their total. */
static void draw(const struct pcs_gradients *g, struct draws *draws, double scale)
{
    double *sums = draws->sums, total = 0;
    for (size_t i = 0; i < draws->n; i++)
        sums[i] = total += gsl_ran_exponential(draws->stream, 1);
    total += gsl_ran_exponential(draws->stream, 1);
    for (size_t i = 0; i < draws->n; i++)
        draws->at[i] = (struct pcs_gradient_entry){index_of(g, sums[i] / total),
                                                   draw_value(g, draws->stream, scale)};
}

/* Common and own draws in one sorted list. Of draws that fall on one index all but the first go to
   the next one that is not taken; at the end of the vector, to the last ones before. */
static size_t merge(const struct pcs_gradients *g)
{
    const struct draws *a = &g->common, *b = &g->own;
    const size_t n = a->n + b->n;
    size_t i = 0, j = 0;
    uint32_t next = 0;
    for (size_t m = 0; m < n; m++) {
        const bool is_common = j == b->n || (i < a->n && a->at[i].index <= b->at[j].index);
        struct pcs_gradient_entry entry = is_common ? a->at[i++] : b->at[j++];
        if (entry.index < next)
            entry.index = next;
        if (entry.index > g->n - (n - m))
            entry.index = (uint32_t)(g->n - (n - m));
        next = entry.index + 1;
        g->all[m] = entry;
    }
    return n;
}

/* Add to all indices, round the end. */
static const struct pcs_gradient_entry *move(const struct pcs_gradients *g, size_t n)
{
    const double way = fmod(g->spec->movement * g->step, 1);
    const uint64_t shift = (uint64_t)(way * g->n);
    size_t out = 0, first = 0;
    if (shift == 0)
        return g->all;
    while (first < n && g->all[first].index + shift < g->n)
        first++;
    for (size_t i = first; i < n; i++)
        g->moved[out++] = (struct pcs_gradient_entry){(uint32_t)(g->all[i].index + shift - g->n),
                                                      g->all[i].value};
    for (size_t i = 0; i < first; i++)
        g->moved[out++] =
            (struct pcs_gradient_entry){(uint32_t)(g->all[i].index + shift), g->all[i].value};
    return g->moved;
}

/* ---- a step -----------------------------------------------------------------------------------
 */

static const struct pcs_gradient_entry *replay(struct pcs_gradients *g, size_t *n)
{
    const struct pcs_gradient_table *table = g->spec->table;
    const size_t step = g->step++ % table->steps, rank = (uint32_t)g->rank % table->ranks;
    const struct pcs_gradient_block *block = &table->blocks[step * table->ranks + rank];
    *n = block->n;
    return table->entries + block->first;
}

const struct pcs_gradient_entry *pcs_gradients_next(struct pcs_gradients *g, size_t *n)
{
    if (g->spec->table)
        return replay(g, n);
    const double scale = exp(-g->spec->drift * g->step);
    draw(g, &g->common, scale);
    draw(g, &g->own, scale);
    *n = merge(g);
    const struct pcs_gradient_entry *entries = move(g, *n);
    g->step++;
    return entries;
}
