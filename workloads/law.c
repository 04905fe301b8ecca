/*
 * Reading a law: moments, distribution function, quantiles.
 */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "workloads/law_internal.h"

/* Probabilities that are added up are off by roundings; a quantile must not fall over them. */
#define ROUNDING 1e-12

static double part_mean(const struct pcs_law_part *part)
{
    const double mean =
        part->smooth ? part->smooth->mean(part->p) : pcs_histogram_mean(part->table);

    return part->shift + part->factor * mean;
}

static double part_variance(const struct pcs_law_part *part)
{
    const double variance =
        part->smooth ? part->smooth->variance(part->p) : pcs_histogram_variance(part->table);

    return part->factor * part->factor * variance;
}

static double part_lower(const struct pcs_law_part *part, double seconds)
{
    const double x = (seconds - part->shift) / part->factor;

    return part->smooth ? part->smooth->lower(part->p, x) : pcs_histogram_cdf(part->table, x);
}

static double part_upper(const struct pcs_law_part *part, double seconds)
{
    const double x = (seconds - part->shift) / part->factor;

    return part->smooth ? part->smooth->upper(part->p, x) : 1 - pcs_histogram_cdf(part->table, x);
}

double pcs_law_mean(const struct pcs_law *law)
{
    double mean = 0;

    for (size_t i = 0; i < law->points_n; i++)
        mean += law->points[i].weight * law->points[i].x;
    for (size_t i = 0; i < law->parts_n; i++)
        mean += law->parts[i].weight * part_mean(&law->parts[i]);
    return mean;
}

double pcs_law_variance(const struct pcs_law *law)
{
    const double mean = pcs_law_mean(law);
    double variance = 0;

    if (law->points_n == 1 && law->parts_n == 0)
        return 0;
    for (size_t i = 0; i < law->points_n; i++) {
        const double away = law->points[i].x - mean;
        variance += law->points[i].weight * away * away;
    }
    for (size_t i = 0; i < law->parts_n; i++) {
        const double away = part_mean(&law->parts[i]) - mean;
        variance += law->parts[i].weight * (part_variance(&law->parts[i]) + away * away);
    }
    return variance;
}

/* @return the number of points that are at most that */
static size_t points_until(const struct pcs_law *law, double seconds)
{
    size_t first = 0, end = law->points_n;

    while (first < end) {
        const size_t middle = first + (end - first) / 2;
        if (law->points[middle].x <= seconds)
            first = middle + 1;
        else
            end = middle;
    }
    return first;
}

double pcs_law_cdf(const struct pcs_law *law, double seconds)
{
    const size_t n = points_until(law, seconds);
    double sum = n > 0 ? law->points[n - 1].below : 0;

    if (law->parts_n == 0 && n == law->points_n)
        return 1;
    for (size_t i = 0; i < law->parts_n; i++)
        sum += law->parts[i].weight * part_lower(&law->parts[i], seconds);
    return fmin(sum, 1);
}

double pcs_law_survival(const struct pcs_law *law, double seconds)
{
    const size_t n = points_until(law, seconds);
    double sum = n < law->points_n ? law->points[n].above + law->points[n].weight : 0;

    if (law->parts_n == 0 && n == 0)
        return 1;
    for (size_t i = 0; i < law->parts_n; i++)
        sum += law->parts[i].weight * part_upper(&law->parts[i], seconds);
    return fmin(sum, 1);
}

/* ---- quantiles --------------------------------------------------------------------------------
 */

/* A probability, of at most a time or of more than it. */
struct level {
    double p;
    bool is_upper;
};

static bool is_reached(const struct pcs_law *law, struct level level, double seconds)
{
    return level.is_upper ? pcs_law_survival(law, seconds) <= level.p * (1 + ROUNDING)
                          : pcs_law_cdf(law, seconds) >= level.p * (1 - ROUNDING);
}

/* The least double >= 0 at which the level is reached: doubles that are not negative are in the
 * order of their bits, so halving these takes 63 steps whatever the scale. */
static double search(const struct pcs_law *law, struct level level)
{
    const double infinite = INFINITY;
    uint64_t first = 0, end;
    double seconds;

    memcpy(&end, &infinite, sizeof end);
    while (first < end) {
        const uint64_t middle = first + (end - first) / 2;
        memcpy(&seconds, &middle, sizeof seconds);
        if (is_reached(law, level, seconds))
            end = middle;
        else
            first = middle + 1;
    }
    memcpy(&seconds, &first, sizeof seconds);
    return seconds;
}

static double quantile(const struct pcs_law *law, struct level level)
{
    const struct pcs_law_part *part = law->parts;
    double x;

    if (law->points_n > 0 || law->parts_n != 1)
        return search(law, level);
    if (part->table)
        x = pcs_histogram_quantile(part->table, level.is_upper ? 1 - level.p : level.p);
    else if (part->smooth->lower_inverse)
        x = (level.is_upper ? part->smooth->upper_inverse : part->smooth->lower_inverse)(part->p,
                                                                                         level.p);
    else
        return search(law, level);
    return part->shift + part->factor * x;
}

double pcs_law_quantile(const struct pcs_law *law, double p)
{
    const struct level level = {p, false};

    return quantile(law, level);
}

double pcs_law_upper_quantile(const struct pcs_law *law, double q)
{
    const struct level level = {q, true};

    return quantile(law, level);
}

/* ---- breaks -----------------------------------------------------------------------------------
 */

static size_t part_breaks(const struct pcs_law_part *part, double *times)
{
    size_t n = 0;

    if (part->table) {
        n = 2 * part->table->n;
        for (size_t i = 0; times && i < n; i++) {
            const struct pcs_bin *bin = &part->table->bins[i / 2];
            times[i] = part->shift + part->factor * (i % 2 ? bin->hi : bin->lo);
        }
    } else {
        n = 2; /* where it starts and, if bounded, ends */
        if (times) {
            const bool is_bounded = part->smooth->lower_inverse && part->smooth->upper_inverse;
            times[0] = part->shift;
            times[1] = is_bounded
                           ? part->shift + part->factor * part->smooth->upper_inverse(part->p, 0)
                           : part->shift;
            if (is_bounded)
                times[0] += part->factor * part->smooth->lower_inverse(part->p, 0);
        }
    }
    return n;
}

size_t pcs_law_breaks(const struct pcs_law *law, double *times)
{
    size_t n = law->points_n;

    for (size_t i = 0; times && i < n; i++)
        times[i] = law->points[i].x;
    for (size_t i = 0; i < law->parts_n; i++)
        n += part_breaks(&law->parts[i], times ? times + n : NULL);
    return n;
}

bool pcs_law_is_discrete(const struct pcs_law *law)
{
    return law->parts_n == 0;
}
