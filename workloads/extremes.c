/*
 * E[max of P] is the integral of 1 - F_1 F_2 ... F_P, E[min of P] that of (1 - F_1) ... (1 - F_P).
 *
 * The integrals are taken piece by piece by GSL's adaptive Gauss-Kronrod rule. Pieces end where a
 * law jumps or bends, and at quantiles far into both tails, so that neither a heavy tail nor a
 * narrow peak can be missed. Between the breaks of laws made of points the integrand is constant.
 *
 * Ranks under random-k are not independent, but given which ranks are chosen they are; if ranks
 * are alike otherwise, it does not matter which.
 */
#include "workloads/extremes.h"

#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_integration.h>

#include "workloads/table.h"

#define PIECE_ERROR 1e-11 /* of a piece, relative */
#define INTERVALS_MAX 200
/* Of more laws than this that are not made of points, only some say where pieces end; the rule
 * finds the others' bends by itself. */
#define LAWS_WITH_LEVELS 8
/* Steps that are gone through at most for a model without chance, and times of all ranks in them.
 */
#define CYCLE_MAX 1000000
#define CYCLE_DRAWS_MAX 100000000

/* Ranks with the same law. */
struct group {
    struct pcs_law *law;
    int ranks;
};

struct groups {
    struct group *items;
    int n;
    bool is_max;
};

static double product(const struct groups *groups, double seconds)
{
    double sum = 0;

    for (int i = 0; i < groups->n; i++) {
        const double above = pcs_law_survival(groups->items[i].law, seconds);
        sum += groups->items[i].ranks * (groups->is_max ? log1p(-above) : log(above));
    }
    return groups->is_max ? -expm1(sum) : exp(sum);
}

static double integrand(double seconds, void *groups)
{
    return product(groups, seconds);
}

/* ---- pieces -----------------------------------------------------------------------------------
 */

static const double levels[] = {1e-300, 1e-200, 1e-150, 1e-100, 1e-64, 1e-48, 1e-32,
                                1e-24,  1e-16,  1e-12,  1e-8,   1e-6,  1e-5,  1e-4,
                                1e-3,   0.01,   0.05,   0.15,   0.3,   0.5};
enum { LEVELS = sizeof levels / sizeof levels[0] };

static size_t add_levels(const struct pcs_law *law, double *ends)
{
    size_t n = 0;

    for (int i = 0; i < LEVELS; i++) {
        ends[n++] = pcs_law_upper_quantile(law, levels[i]);
        if (levels[i] >= 1e-16)
            ends[n++] = pcs_law_quantile(law, levels[i]);
    }
    return n;
}

static int double_compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* The ends of all pieces, ascending, from 0; to free(). */
static double *find_ends(const struct groups *groups, size_t *n)
{
    size_t room = 1 + 2 * LEVELS * (LAWS_WITH_LEVELS + 1);
    const int stride = (groups->n + LAWS_WITH_LEVELS - 1) / LAWS_WITH_LEVELS;

    for (int i = 0; i < groups->n; i++)
        room += pcs_law_breaks(groups->items[i].law, NULL);
    double *ends = malloc(room * sizeof *ends);
    if (!ends)
        return NULL;
    *n = 0;
    ends[(*n)++] = 0;
    for (int i = 0; i < groups->n; i++) {
        const struct pcs_law *law = groups->items[i].law;
        const bool discrete = pcs_law_is_discrete(law);
        const bool is_asked = i % stride == 0 || i == groups->n - 1;
        if (discrete || is_asked)
            *n += pcs_law_breaks(law, &ends[*n]);
        if (!discrete && is_asked)
            *n += add_levels(law, &ends[*n]);
    }
    size_t kept = 0;
    for (size_t i = 0; i < *n; i++) {
        if (isfinite(ends[i]))
            ends[kept++] = ends[i];
    }
    *n = kept;
    qsort(ends, *n, sizeof *ends, double_compare);
    return ends;
}

static bool is_discrete(const struct groups *groups)
{
    for (int i = 0; i < groups->n; i++) {
        if (!pcs_law_is_discrete(groups->items[i].law))
            return false;
    }
    return true;
}

static double integrate(struct groups *groups, const double *ends, size_t n,
                        gsl_integration_workspace *work)
{
    gsl_function f = {integrand, groups};
    const bool constant = is_discrete(groups);
    double sum = 0;

    for (size_t i = 0; i + 1 < n; i++) {
        double piece = 0, error;
        if (!(ends[i] < ends[i + 1]))
            continue;
        if (constant)
            piece = product(groups, ends[i]) * (ends[i + 1] - ends[i]);
        else
            gsl_integration_qag(&f, ends[i], ends[i + 1], 1e-14 * sum, PIECE_ERROR, INTERVALS_MAX,
                                GSL_INTEG_GAUSS15, work, &piece, &error);
        sum += piece;
    }
    return sum;
}

static enum pcs_law_status integrate_both(struct groups *groups, struct pcs_extremes *extremes)
{
    size_t n;
    double *ends = find_ends(groups, &n);
    gsl_integration_workspace *work = gsl_integration_workspace_alloc(INTERVALS_MAX);
    enum pcs_law_status status = ends && work ? PCS_LAW_GOOD : PCS_LAW_NO_MEMORY;

    if (status == PCS_LAW_GOOD) {
        groups->is_max = true;
        extremes->max = integrate(groups, ends, n, work);
        groups->is_max = false;
        extremes->min = integrate(groups, ends, n, work);
    }
    free(ends);
    if (work)
        gsl_integration_workspace_free(work);
    return status;
}

/* ---- laws of all ranks ------------------------------------------------------------------------
 */

static enum pcs_law_status add_group(struct groups *groups, const struct pcs_delay_spec *spec,
                                     const struct pcs_vantage *place, int ranks)
{
    struct group *group = &groups->items[groups->n];
    enum pcs_law_status status = PCS_LAW_GOOD;

    if (ranks > 0) {
        status = pcs_law_create(spec, place, &group->law);
        group->ranks = ranks;
        groups->n += status == PCS_LAW_GOOD;
    }
    return status;
}

/* @return how many of the ranks that random-k is about, of which there is one */
static int chosen_ranks(const struct pcs_delay_spec *spec)
{
    int k = spec->distribution == PCS_RANDOM_K ? (int)spec->parameters[0] : 0;

    for (int i = 0; i < spec->of_n; i++)
        k += chosen_ranks(&spec->of[i]);
    return k;
}

static enum pcs_law_status fill_groups(struct groups *groups, const struct pcs_delay_spec *spec,
                                       struct pcs_vantage place)
{
    const unsigned nature = pcs_delay_nature(spec);
    const int ranks = place.ranks;
    enum pcs_law_status status = PCS_LAW_GOOD;

    if (nature & PCS_NATURE_RANK) {
        for (; place.rank < ranks && status == PCS_LAW_GOOD; place.rank++)
            status = add_group(groups, spec, &place, 1);
        return status;
    }
    if (!(nature & PCS_NATURE_COMMON))
        return add_group(groups, spec, &place, ranks);
    const int k = chosen_ranks(spec);
    place.chosen = PCS_CHOSEN;
    status = add_group(groups, spec, &place, k);
    place.chosen = PCS_NOT_CHOSEN;
    return status == PCS_LAW_GOOD ? add_group(groups, spec, &place, ranks - k) : status;
}

static enum pcs_law_status from_laws(const struct pcs_delay_spec *spec, int ranks, double work_s,
                                     struct pcs_extremes *extremes)
{
    struct groups groups = {.items = calloc((size_t)ranks + 1, sizeof *groups.items)};
    const struct pcs_vantage place = {.ranks = ranks, .rank = 0, .work_s = work_s};

    if (!groups.items)
        return PCS_LAW_NO_MEMORY;
    enum pcs_law_status status = fill_groups(&groups, spec, place);
    if (status == PCS_LAW_GOOD)
        status = integrate_both(&groups, extremes);
    for (int i = 0; i < groups.n; i++)
        pcs_law_destroy(groups.items[i].law);
    free(groups.items);
    return status;
}

/* ---- models without chance --------------------------------------------------------------------
 */

/* @return after how many steps the times repeat, 0 if after too many */
static uint64_t cycle_of(const struct pcs_delay_spec *spec)
{
    uint64_t cycle = 1;

    if (spec->distribution == PCS_SHIFTED)
        cycle = (uint64_t)spec->amounts_n;
    else if (spec->distribution == PCS_TRACE_REPLAY)
        cycle = spec->table->steps;
    else if (spec->distribution == PCS_EMPIRICAL)
        cycle = spec->table->n;
    for (int i = 0; i < spec->of_n && cycle > 0; i++) {
        const uint64_t other = cycle_of(&spec->of[i]);
        uint64_t a = cycle, b = other;
        while (b > 0) {
            const uint64_t rest = a % b;
            a = b;
            b = rest;
        }
        cycle = other > 0 && cycle / a <= CYCLE_MAX / other ? cycle / a * other : 0;
    }
    return cycle <= CYCLE_MAX ? cycle : 0;
}

static void go_through(struct pcs_delay *const *delays, int ranks, uint64_t cycle,
                       struct pcs_extremes *extremes)
{
    *extremes = (struct pcs_extremes){0, 0};
    for (uint64_t step = 0; step < cycle; step++) {
        double max = 0, min = INFINITY;
        for (int rank = 0; rank < ranks; rank++) {
            const double seconds = pcs_delay_next(delays[rank]);
            max = fmax(max, seconds);
            min = fmin(min, seconds);
        }
        extremes->max += max / (double)cycle;
        extremes->min += min / (double)cycle;
    }
}

static enum pcs_law_status from_cycle(const struct pcs_delay_spec *spec, int ranks,
                                      struct pcs_extremes *extremes)
{
    const uint64_t cycle = cycle_of(spec);
    struct pcs_delay **delays = calloc((size_t)ranks, sizeof(struct pcs_delay *));
    enum pcs_law_status status = delays ? PCS_LAW_GOOD : PCS_LAW_NO_MEMORY;

    if (cycle == 0 || cycle > CYCLE_DRAWS_MAX / (uint64_t)ranks)
        status = PCS_LAW_UNKNOWN;
    for (int rank = 0; rank < ranks && status == PCS_LAW_GOOD; rank++) {
        delays[rank] = pcs_delay_create(spec, 0, PCS_PURPOSE_DELAY, rank, ranks);
        if (!delays[rank])
            status = PCS_LAW_NO_MEMORY;
    }
    if (status == PCS_LAW_GOOD)
        go_through(delays, ranks, cycle, extremes);
    for (int rank = 0; delays && rank < ranks; rank++)
        pcs_delay_destroy(delays[rank]);
    free(delays);
    return status;
}

enum pcs_law_status pcs_extremes_exact(const struct pcs_delay_spec *spec, int ranks, double work_s,
                                       struct pcs_extremes *extremes)
{
    const unsigned nature = pcs_delay_nature(spec);
    const unsigned chance = PCS_NATURE_RANDOM | PCS_NATURE_COMMON | PCS_NATURE_CLOCK;

    if (!(nature & chance))
        return from_cycle(spec, ranks, extremes);
    if (nature & (PCS_NATURE_STEP | PCS_NATURE_LOCKED))
        return PCS_LAW_UNKNOWN;
    if (nature & PCS_NATURE_COMMON &&
        (nature & PCS_NATURE_RANK || pcs_delay_count(spec, PCS_RANDOM_K) > 1))
        return PCS_LAW_UNKNOWN;
    return from_laws(spec, ranks, work_s, extremes);
}
