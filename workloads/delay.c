/*
 * Samplers: a delay model bound to one rank and its own stream.
 *
 * A sampler sees no other rank, so a rank's delays are the same in a run of any size, apart from
 * models that say something about all ranks (random-k, shifted, replayed columns). The models of a
 * sum draw from the rank's one stream in turn. Models without chance draw nothing from it.
 */
#include "workloads/delay.h"

#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_randist.h>

#include "workloads/random_k.h"
#include "workloads/table.h"

/* A spec with what it remembers from step to step. */
struct sampler {
    const struct pcs_delay_spec *spec;
    union {
        bool is_slow;                  /* markov: in the next step */
        double phase;                  /* noise, seconds */
        struct pcs_random_k *random_k; /* random-k */
        uint64_t start;                /* replayed: the first value */
        struct sampler *of;            /* sum, scale: as many as the spec's */
    };
};

struct pcs_delay {
    struct pcs_delay_spec spec;
    struct sampler top;
    int rank;
    uint32_t step; /* the next */
    gsl_rng *rng;
};

/* ---- setting up -------------------------------------------------------------------------------
 */

struct setting {
    uint64_t seed;
    enum pcs_purpose purpose;
    int rank, ranks;
    gsl_rng *rng;
    uint32_t common_n; /* streams that all ranks share and that are in use */
};

static bool sampler_init(struct sampler *sampler, const struct pcs_delay_spec *spec,
                         struct setting *setting);

static bool init_parts(struct sampler *sampler, struct setting *setting)
{
    const struct pcs_delay_spec *spec = sampler->spec;

    sampler->of = calloc((size_t)spec->of_n, sizeof *sampler->of);
    if (!sampler->of)
        return false;
    for (int i = 0; i < spec->of_n; i++) {
        if (!sampler_init(&sampler->of[i], &spec->of[i], setting))
            return false;
    }
    return true;
}

static bool init_random_k(struct sampler *sampler, struct setting *setting)
{
    const enum pcs_purpose purpose = setting->purpose == PCS_PURPOSE_COMPUTE
                                         ? PCS_PURPOSE_COMPUTE_COMMON
                                         : PCS_PURPOSE_DELAY_COMMON;

    sampler->random_k = pcs_random_k_create(setting->seed, purpose, setting->common_n++,
                                            setting->ranks, (int)sampler->spec->parameters[0]);
    return sampler->random_k != NULL;
}

/* On failure the sampler can be released. */
static bool sampler_init(struct sampler *sampler, const struct pcs_delay_spec *spec,
                         struct setting *setting)
{
    const double *p = spec->parameters;

    sampler->spec = spec;
    switch (spec->distribution) {
    case PCS_MARKOV: /* the first step is as likely slow as any other */
        sampler->is_slow = gsl_rng_uniform(setting->rng) * (p[0] + p[1]) < p[0];
        return true;
    case PCS_NOISE:
        sampler->phase = p[2] == PCS_NOISE_PHASE_DRAWN ? gsl_ran_flat(setting->rng, 0, p[0]) : p[2];
        return true;
    case PCS_EMPIRICAL: /* ranks start evenly spread over the column */
        sampler->start =
            (uint64_t)spec->table->n * (uint64_t)setting->rank / (uint64_t)setting->ranks;
        return true;
    case PCS_RANDOM_K:
        return init_random_k(sampler, setting);
    case PCS_SUM:
    case PCS_SCALE:
        return init_parts(sampler, setting);
    default:
        return true;
    }
}

static void sampler_fini(struct sampler *sampler)
{
    if (!sampler->spec)
        return;
    if (sampler->spec->distribution == PCS_RANDOM_K)
        pcs_random_k_destroy(sampler->random_k);
    if (sampler->spec->of_n > 0 && sampler->of) {
        for (int i = 0; i < sampler->spec->of_n; i++)
            sampler_fini(&sampler->of[i]);
        free(sampler->of);
    }
}

struct pcs_delay *pcs_delay_create(const struct pcs_delay_spec *spec, uint64_t seed,
                                   enum pcs_purpose purpose, int rank, int ranks)
{
    struct pcs_delay *delay = calloc(1, sizeof *delay);

    if (!delay)
        return NULL;
    delay->spec = *spec;
    delay->rank = rank;
    delay->rng = pcs_stream_create(seed, purpose, (uint32_t)rank);
    struct setting setting = {seed, purpose, rank, ranks, delay->rng, 0};
    if (!delay->rng || !sampler_init(&delay->top, &delay->spec, &setting)) {
        pcs_delay_destroy(delay);
        return NULL;
    }
    return delay;
}

void pcs_delay_destroy(struct pcs_delay *delay)
{
    if (!delay)
        return;
    sampler_fini(&delay->top);
    gsl_rng_free(delay->rng);
    free(delay);
}

/* ---- draws ------------------------------------------------------------------------------------
 */

/* When the work starts, and how long it takes by itself. */
struct work {
    double now_s, work_s;
};

/* Exact, and at most two draws on average because the mean is not negative. */
static double truncated_draw(gsl_rng *rng, double mean, double sd)
{
    double seconds;

    do
        seconds = mean + gsl_ran_gaussian(rng, sd);
    while (seconds < 0);
    return seconds;
}

/* The inverse of the distribution function between the bounds; 1 - (low/high)^shape is exact to
 * rounding also where the two are close. */
static double pareto_draw(gsl_rng *rng, double shape, double low, double high)
{
    const double u = gsl_rng_uniform(rng);
    const double seconds = low * exp(-log1p(u * expm1(shape * log(low / high))) / shape);

    return fmin(fmax(seconds, low), high);
}

static double markov_draw(struct sampler *sampler, gsl_rng *rng)
{
    const double *p = sampler->spec->parameters;
    const bool is_slow = sampler->is_slow;

    sampler->is_slow = gsl_rng_uniform(rng) < (is_slow ? 1 - p[1] : p[0]);
    return is_slow ? p[2] : 0;
}

/* The rest of the interruption that the work starts in, if it does, and all that begin before the
 * work is done; while one lasts nothing is done. */
static double noise_draw(const struct sampler *sampler, const struct work *work)
{
    const double period = sampler->spec->parameters[0], duration = sampler->spec->parameters[1];
    double since = fmod(work->now_s - sampler->phase, period); /* the last one began */

    if (since < 0)
        since += period;
    const double rest = fmax(duration - since, 0);
    const double until_next = rest > 0 ? period - duration : period - since;
    const double met = ceil((work->work_s - until_next) / (period - duration));
    return rest + fmax(met, 0) * duration;
}

static double empirical_draw(const struct sampler *sampler, const struct pcs_delay *delay)
{
    const struct pcs_delay_table *table = sampler->spec->table;
    const double unit = sampler->spec->parameters[1];

    if (table->kind == PCS_TABLE_HISTOGRAM)
        return unit * pcs_histogram_quantile(table, gsl_rng_uniform(delay->rng));
    if (sampler->spec->parameters[2] > 0)
        return unit * table->values[(sampler->start + delay->step) % table->n];
    return unit * table->values[gsl_rng_uniform_int(delay->rng, table->n)];
}

/* What rank i has is handed to rank i + 1. */
static double shifted_draw(const struct pcs_delay_spec *spec, int rank, uint32_t step)
{
    const int n = spec->amounts_n;

    return spec->amounts[(rank + n - (int)(step % (uint32_t)n)) % n];
}

static double draw(struct sampler *sampler, struct pcs_delay *delay, const struct work *work)
{
    const struct pcs_delay_spec *spec = sampler->spec;
    const double *p = spec->parameters;
    gsl_rng *rng = delay->rng;
    double sum = 0;

    /* Each is written so that no spread gives exactly the point: a factor or a term of 0. */
    switch (spec->distribution) {
    case PCS_CONSTANT:
        return p[0];
    case PCS_LINEAR_SKEW:
        return delay->rank * p[0];
    case PCS_UNIFORM:
        return p[0] + gsl_ran_flat(rng, 0, p[1] - p[0]);
    case PCS_NORMAL:
        return truncated_draw(rng, p[0], p[1]);
    case PCS_LOGNORMAL:
        return p[0] * gsl_ran_lognormal(rng, 0, p[1]);
    case PCS_EXPONENTIAL:
        return gsl_ran_exponential(rng, p[0]);
    case PCS_GAMMA:
        return p[1] * gsl_ran_gamma(rng, p[0], 1);
    case PCS_WEIBULL:
        return p[1] * gsl_ran_weibull(rng, 1, p[0]);
    case PCS_PARETO:
        return pareto_draw(rng, p[0], p[1], p[2]);
    case PCS_BIMODAL:
        return truncated_draw(rng, gsl_rng_uniform(rng) < p[2] ? p[1] : p[0], p[3]);
    case PCS_BERNOULLI:
        return gsl_rng_uniform(rng) < p[0] ? p[1] : 0;
    case PCS_RANDOM_K:
        return pcs_random_k_next(sampler->random_k, delay->rank) ? p[1] : 0;
    case PCS_SHIFTED:
        return shifted_draw(spec, delay->rank, delay->step);
    case PCS_SLOW_RANK:
        return delay->rank == (int)p[0] ? p[1] : 0;
    case PCS_MARKOV:
        return markov_draw(sampler, rng);
    case PCS_NOISE:
        return noise_draw(sampler, work);
    case PCS_EMPIRICAL:
        return empirical_draw(sampler, delay);
    case PCS_TRACE_REPLAY:
        return pcs_trace_at(spec->table, delay->rank, delay->step % spec->table->steps);
    case PCS_SUM:
        for (int i = 0; i < spec->of_n; i++)
            sum += draw(&sampler->of[i], delay, work);
        return sum;
    case PCS_SCALE:
        return p[0] * draw(&sampler->of[0], delay, work);
    case PCS_DISTRIBUTION_LAST:
        break;
    }
    return NAN;
}

double pcs_delay_next_at(struct pcs_delay *delay, double now_s, double work_s)
{
    const struct work work = {now_s, work_s};
    const double seconds = draw(&delay->top, delay, &work);

    delay->step++;
    return seconds;
}

double pcs_delay_next(struct pcs_delay *delay)
{
    return pcs_delay_next_at(delay, 0, 0);
}
