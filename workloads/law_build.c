/*
 * Making a law: points and parts of each distribution, put together by sums and scales.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "workloads/law_internal.h"

/* A sum with more points and parts than this counts as not known; it would take too long. */
#define SIZE_MAX_OF_SUM 1000000

void pcs_law_destroy(struct pcs_law *law)
{
    if (!law)
        return;
    free(law->points);
    free(law->parts);
    free(law);
}

static bool reserve(void **items, size_t *room, size_t n, size_t size)
{
    if (n < *room)
        return true;
    const size_t more = *room ? 2 * *room : 4;
    void *grown = realloc(*items, more * size);
    if (!grown)
        return false;
    *items = grown;
    *room = more;
    return true;
}

static enum pcs_law_status add_point(struct pcs_law *law, double x, double weight)
{
    if (!(weight > 0))
        return PCS_LAW_GOOD;
    if (!reserve((void **)&law->points, &law->points_room, law->points_n, sizeof *law->points))
        return PCS_LAW_NO_MEMORY;
    law->points[law->points_n++] = (struct pcs_law_point){.x = x, .weight = weight};
    return PCS_LAW_GOOD;
}

static enum pcs_law_status add_part(struct pcs_law *law, const struct pcs_law_part *part)
{
    if (!(part->weight > 0))
        return PCS_LAW_GOOD;
    if (!(part->factor > 0)) /* scaled to a point */
        return add_point(law, part->shift, part->weight);
    if (!reserve((void **)&law->parts, &law->parts_room, law->parts_n, sizeof *law->parts))
        return PCS_LAW_NO_MEMORY;
    law->parts[law->parts_n++] = *part;
    return PCS_LAW_GOOD;
}

/* ---- single distributions ---------------------------------------------------------------------
 */

static enum pcs_law_status add_two_points(struct pcs_law *law, double value, double probability)
{
    enum pcs_law_status status = add_point(law, 0, 1 - probability);

    return status == PCS_LAW_GOOD ? add_point(law, value, probability) : status;
}

static enum pcs_law_status add_values(struct pcs_law *law, const double *values, size_t n,
                                      double unit)
{
    enum pcs_law_status status = PCS_LAW_GOOD;

    for (size_t i = 0; i < n && status == PCS_LAW_GOOD; i++)
        status = add_point(law, unit * values[i], 1 / (double)n);
    return status;
}

static enum pcs_law_status add_random_k(struct pcs_law *law, const struct pcs_vantage *place,
                                        const double *p)
{
    const double open = place->ranks > 0 ? p[0] / place->ranks : NAN;

    return add_two_points(law, p[1],
                          place->chosen == PCS_CHOICE_OPEN ? open : place->chosen == PCS_CHOSEN);
}

/* Steps follow each other, so in time spent working the interruptions come every period - duration,
 * and work meets one of two neighbouring numbers of them. */
static enum pcs_law_status add_noise(struct pcs_law *law, const struct pcs_vantage *place,
                                     const double *p)
{
    const double met = place->work_s / (p[0] - p[1]), less = floor(met);
    enum pcs_law_status status = add_point(law, less * p[1], 1 - (met - less));

    return status == PCS_LAW_GOOD ? add_point(law, (less + 1) * p[1], met - less) : status;
}

/* A smooth distribution, which may have no spread. */
static enum pcs_law_status add_smooth(struct pcs_law *law, enum pcs_distribution distribution,
                                      const double *p, double weight)
{
    struct pcs_law_part part = {.weight = weight, .factor = 1};
    bool has_spread = p[1] > 0;

    if (distribution == PCS_UNIFORM)
        has_spread = p[0] < p[1];
    else if (distribution == PCS_EXPONENTIAL)
        has_spread = p[0] > 0;
    else if (distribution == PCS_PARETO)
        has_spread = p[1] < p[2];
    if (!has_spread) /* at the first parameter; without a scale at 0 */
        return add_point(law,
                         distribution == PCS_PARETO                                 ? p[1]
                         : distribution == PCS_GAMMA || distribution == PCS_WEIBULL ? 0
                                                                                    : p[0],
                         weight);
    part.smooth = pcs_smooth_of(distribution);
    memcpy(part.p, p, sizeof part.p);
    return add_part(law, &part);
}

static enum pcs_law_status add_bimodal(struct pcs_law *law, const double *p)
{
    const double fast[PCS_DELAY_PARAMETERS_MAX] = {p[0], p[3]};
    const double slow[PCS_DELAY_PARAMETERS_MAX] = {p[1], p[3]};
    enum pcs_law_status status = add_smooth(law, PCS_NORMAL, fast, 1 - p[2]);

    return status == PCS_LAW_GOOD ? add_smooth(law, PCS_NORMAL, slow, p[2]) : status;
}

static enum pcs_law_status add_empirical(struct pcs_law *law, const struct pcs_delay_spec *spec)
{
    const struct pcs_delay_table *table = spec->table;
    const struct pcs_law_part part = {.weight = 1, .factor = spec->parameters[1], .table = table};

    return table->kind == PCS_TABLE_HISTOGRAM
               ? add_part(law, &part)
               : add_values(law, table->values, table->n, spec->parameters[1]);
}

/* ---- sums and scales --------------------------------------------------------------------------
 */

static enum pcs_law_status build(struct pcs_law *law, const struct pcs_delay_spec *spec,
                                 const struct pcs_vantage *place);

static enum pcs_law_status add_product(struct pcs_law *law, const struct pcs_law *points,
                                       const struct pcs_law *other)
{
    enum pcs_law_status status = PCS_LAW_GOOD;

    for (size_t i = 0; i < points->points_n && status == PCS_LAW_GOOD; i++) {
        const struct pcs_law_point *point = &points->points[i];
        for (size_t j = 0; j < other->parts_n && status == PCS_LAW_GOOD; j++) {
            struct pcs_law_part part = other->parts[j];
            part.weight *= point->weight;
            part.shift += point->x;
            status = add_part(law, &part);
        }
    }
    return status;
}

static enum pcs_law_status convolve(struct pcs_law *law, const struct pcs_law *a,
                                    const struct pcs_law *b)
{
    enum pcs_law_status status = PCS_LAW_GOOD;

    if ((a->parts_n > 0 && b->parts_n > 0) ||
        (a->points_n + a->parts_n) * (b->points_n + b->parts_n) > SIZE_MAX_OF_SUM)
        return PCS_LAW_UNKNOWN;
    for (size_t i = 0; i < a->points_n; i++) {
        for (size_t j = 0; j < b->points_n && status == PCS_LAW_GOOD; j++)
            status = add_point(law, a->points[i].x + b->points[j].x,
                               a->points[i].weight * b->points[j].weight);
    }
    if (status == PCS_LAW_GOOD)
        status = add_product(law, a, b);
    return status == PCS_LAW_GOOD ? add_product(law, b, a) : status;
}

static int point_compare(const void *a, const void *b)
{
    const double x = ((const struct pcs_law_point *)a)->x, y = ((const struct pcs_law_point *)b)->x;

    return (x > y) - (x < y);
}

/* Put the points in order, equal ones together, and add their probabilities up. */
static void finish(struct pcs_law *law)
{
    size_t n = 0;
    double sum = 0;

    if (law->points_n > 1)
        qsort(law->points, law->points_n, sizeof *law->points, point_compare);
    for (size_t i = 0; i < law->points_n; i++) {
        if (n > 0 && law->points[n - 1].x == law->points[i].x)
            law->points[n - 1].weight += law->points[i].weight;
        else
            law->points[n++] = law->points[i];
    }
    law->points_n = n;
    for (size_t i = 0; i < n; i++)
        law->points[i].below = sum += law->points[i].weight;
    sum = 0;
    for (size_t i = n; i-- > 0;) {
        law->points[i].above = sum;
        sum += law->points[i].weight;
    }
}

static enum pcs_law_status build_sum(struct pcs_law *law, const struct pcs_delay_spec *spec,
                                     const struct pcs_vantage *place)
{
    struct pcs_law sum = {0};
    enum pcs_law_status status = add_point(&sum, 0, 1);
    int by_step = 0;

    for (int i = 0; i < spec->of_n && status == PCS_LAW_GOOD; i++) {
        struct pcs_law term = {0}, longer = {0};
        by_step += (pcs_delay_nature(&spec->of[i]) & (PCS_NATURE_STEP | PCS_NATURE_CLOCK)) != 0;
        status = by_step > 1 ? PCS_LAW_UNKNOWN : build(&term, &spec->of[i], place);
        if (status == PCS_LAW_GOOD)
            status = convolve(&longer, &sum, &term);
        finish(&longer);
        free(term.points);
        free(term.parts);
        free(sum.points);
        free(sum.parts);
        sum = longer;
    }
    *law = sum;
    return status;
}

static enum pcs_law_status build_scale(struct pcs_law *law, const struct pcs_delay_spec *spec,
                                       const struct pcs_vantage *place)
{
    const double factor = spec->parameters[0];
    struct pcs_law base = {0};
    enum pcs_law_status status = build(&base, &spec->of[0], place);

    for (size_t i = 0; i < base.points_n && status == PCS_LAW_GOOD; i++)
        status = add_point(law, factor * base.points[i].x, base.points[i].weight);
    for (size_t i = 0; i < base.parts_n && status == PCS_LAW_GOOD; i++) {
        struct pcs_law_part part = base.parts[i];
        part.shift *= factor;
        part.factor *= factor;
        status = add_part(law, &part);
    }
    free(base.points);
    free(base.parts);
    return status;
}

static enum pcs_law_status build(struct pcs_law *law, const struct pcs_delay_spec *spec,
                                 const struct pcs_vantage *place)
{
    const double *p = spec->parameters;

    switch (spec->distribution) {
    case PCS_CONSTANT:
        return add_point(law, p[0], 1);
    case PCS_LINEAR_SKEW:
        return add_point(law, place->rank * p[0], 1);
    case PCS_UNIFORM:
    case PCS_NORMAL:
    case PCS_LOGNORMAL:
    case PCS_EXPONENTIAL:
    case PCS_GAMMA:
    case PCS_WEIBULL:
    case PCS_PARETO:
        return add_smooth(law, spec->distribution, p, 1);
    case PCS_BIMODAL:
        return add_bimodal(law, p);
    case PCS_BERNOULLI:
        return add_two_points(law, p[1], p[0]);
    case PCS_RANDOM_K:
        return add_random_k(law, place, p);
    case PCS_SHIFTED:
        return add_values(law, spec->amounts, (size_t)spec->amounts_n, 1);
    case PCS_SLOW_RANK:
        return add_point(law, place->rank == (int)p[0] ? p[1] : 0, 1);
    case PCS_MARKOV:
        return add_two_points(law, p[2], p[0] / (p[0] + p[1]));
    case PCS_NOISE:
        return add_noise(law, place, p);
    case PCS_EMPIRICAL:
        return add_empirical(law, spec);
    case PCS_TRACE_REPLAY:
        return add_values(law, &spec->table->values[(size_t)place->rank * spec->table->steps],
                          spec->table->steps, 1);
    case PCS_SUM:
        return build_sum(law, spec, place);
    case PCS_SCALE:
        return build_scale(law, spec, place);
    case PCS_DISTRIBUTION_LAST:
        break;
    }
    return PCS_LAW_UNKNOWN;
}

/* A rank at random: the laws of all ranks, each with its share. */
static enum pcs_law_status build_mixture(struct pcs_law *law, const struct pcs_delay_spec *spec,
                                         const struct pcs_vantage *place)
{
    struct pcs_vantage one = *place;
    enum pcs_law_status status = PCS_LAW_GOOD;

    for (one.rank = 0; one.rank < place->ranks && status == PCS_LAW_GOOD; one.rank++) {
        struct pcs_law share = {0};
        status = build(&share, spec, &one);
        for (size_t i = 0; i < share.points_n && status == PCS_LAW_GOOD; i++)
            status = add_point(law, share.points[i].x, share.points[i].weight / place->ranks);
        for (size_t i = 0; i < share.parts_n && status == PCS_LAW_GOOD; i++) {
            share.parts[i].weight /= place->ranks;
            status = add_part(law, &share.parts[i]);
        }
        free(share.points);
        free(share.parts);
    }
    return status;
}

enum pcs_law_status pcs_law_create(const struct pcs_delay_spec *spec,
                                   const struct pcs_vantage *place, struct pcs_law **law)
{
    struct pcs_law *made = calloc(1, sizeof *made);
    enum pcs_law_status status = PCS_LAW_NO_MEMORY;
    struct pcs_vantage at = *place;

    *law = NULL;
    if (!made)
        return status;
    if (place->rank == PCS_ANY_RANK && (pcs_delay_nature(spec) & PCS_NATURE_RANK)) {
        status = build_mixture(made, spec, place);
    } else {
        at.rank = place->rank == PCS_ANY_RANK ? 0 : place->rank;
        status = build(made, spec, &at);
    }
    if (status != PCS_LAW_GOOD) {
        pcs_law_destroy(made);
        return status;
    }
    finish(made);
    *law = made;
    return PCS_LAW_GOOD;
}
