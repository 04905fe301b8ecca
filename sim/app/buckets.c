/*
 * Backward passes give the gradient of the last layer first, so buckets go last one first: to the
 * engine, and, since what went first is likely to be answered first, out of it.
 */
#include "sim/app/buckets.h"

#include <stdlib.h>

#include "sim/app/mapping.h"

struct pcs_buckets {
    const struct pcs_scenario *scenario;
    const struct pcoll_host *host;
    struct pcs_record *record;
    int n;
    struct pcoll_allreduce **collectives;
    size_t *first; /* byte of the gradient at which each bucket begins */
};

/* ---- life -------------------------------------------------------------------------------------
 */

static enum pcoll_status add(struct pcs_buckets *b, int i, struct pcoll_engine *engine,
                             const struct pcoll_spec *common)
{
    const struct pcs_collective_spec *collective = &b->scenario->collective;
    struct pcoll_spec spec = pcs_map_collective(b->scenario, i);
    spec.draw = common->draw;
    spec.draw_context = common->draw_context;
    spec.observer = pcs_record_observer(b->record, i);
    b->first[i] = pcs_bucket_of(collective, i).first * pcs_type_size(collective->type);
    return pcoll_engine_add(engine, &spec, &b->collectives[i]);
}

enum pcoll_status pcs_buckets_create(const struct pcs_scenario *scenario,
                                     const struct pcoll_host *host, struct pcs_record *record,
                                     struct pcoll_engine *engine, const struct pcoll_spec *spec,
                                     struct pcs_buckets **buckets)
{
    struct pcs_buckets *b = calloc(1, sizeof *b);
    *buckets = b;
    if (!b)
        return PCOLL_EMEMORY;
    b->scenario = scenario;
    b->host = host;
    b->record = record;
    b->n = scenario->collective.buckets;
    b->collectives = calloc((size_t)b->n, sizeof *b->collectives);
    b->first = calloc((size_t)b->n, sizeof *b->first);
    enum pcoll_status status = b->collectives && b->first ? PCOLL_OK : PCOLL_EMEMORY;
    for (int i = 0; i < b->n && status == PCOLL_OK; i++)
        status = add(b, i, engine, spec);
    return status;
}

void pcs_buckets_destroy(struct pcs_buckets *b)
{
    if (!b)
        return;
    free(b->collectives);
    free(b->first);
    free(b);
}

/* ---- calls ------------------------------------------------------------------------------------
 */

static const void *part_of(const struct pcs_buckets *b, int i, const void *gradient)
{
    return gradient ? (const char *)gradient + b->first[i] : NULL;
}

static void *part_of_result(const struct pcs_buckets *b, int i, void *result)
{
    return result ? (char *)result + b->first[i] : NULL;
}

static void record_arrival(struct pcs_buckets *b, uint32_t step, int i, double compute_s)
{
    struct pcs_call_record *call = pcs_record_call(b->record, step, i);
    call->compute_s = compute_s;
    call->arrive_s = pcoll_host_now(b->host);
    call->lag = b->record->of_bucket[i].completed - step;
}

static void record_return(struct pcs_buckets *b, uint32_t step, int i,
                          const struct pcoll_outcome *outcome)
{
    struct pcs_call_record *call = pcs_record_call(b->record, step, i);
    call->return_s = pcoll_host_now(b->host);
    call->round = outcome->newest_round;
    call->active = (int32_t)outcome->fresh;
}

/* Of the bucket that is furthest behind. */
static void join(struct pcoll_outcome *all, const struct pcoll_outcome *one, bool is_first)
{
    if (is_first || one->newest_round < all->newest_round)
        *all = *one;
}

enum pcoll_status pcs_buckets_post(struct pcs_buckets *b, uint32_t step, int bucket,
                                   double compute_s, const void *gradient)
{
    record_arrival(b, step, bucket, compute_s);
    return pcoll_allreduce_post(b->collectives[bucket], part_of(b, bucket, gradient));
}

enum pcoll_status pcs_buckets_wait(struct pcs_buckets *b, uint32_t step, void *result,
                                   struct pcoll_outcome *outcome)
{
    for (int i = b->n - 1; i >= 0; i--) {
        struct pcoll_outcome one;
        enum pcoll_status status =
            pcoll_allreduce_wait(b->collectives[i], part_of_result(b, i, result), &one);
        if (status != PCOLL_OK)
            return status;
        record_return(b, step, i, &one);
        join(outcome, &one, i == b->n - 1);
    }
    return PCOLL_OK;
}

enum pcoll_status pcs_buckets_call(struct pcs_buckets *b, uint32_t step, double compute_s,
                                   const void *gradient, void *result,
                                   struct pcoll_outcome *outcome)
{
    enum pcoll_status status = PCOLL_OK;
    if (b->n > 1) {
        for (int i = b->n - 1; i >= 0 && status == PCOLL_OK; i--)
            status = pcs_buckets_post(b, step, i, compute_s, gradient);
        return status == PCOLL_OK ? pcs_buckets_wait(b, step, result, outcome) : status;
    }
    /* The caller has nothing else to do: it carries out the round itself, if it can. */
    record_arrival(b, step, 0, compute_s);
    status = pcoll_allreduce_call(b->collectives[0], gradient, result, outcome);
    if (status == PCOLL_OK)
        record_return(b, step, 0, outcome);
    return status;
}

enum pcoll_status pcs_buckets_stop(struct pcs_buckets *b)
{
    enum pcoll_status status = PCOLL_OK;
    for (int i = 0; i < b->n && status == PCOLL_OK; i++)
        status = pcoll_allreduce_stop(b->collectives[i]);
    return status;
}

enum pcoll_status pcs_buckets_flush(struct pcs_buckets *b, void *result,
                                    struct pcoll_outcome *outcome)
{
    for (int i = b->n - 1; i >= 0; i--) {
        struct pcoll_outcome one;
        b->record->flush_s[i] = pcoll_host_now(b->host);
        enum pcoll_status status =
            pcoll_allreduce_flush(b->collectives[i], part_of_result(b, i, result), &one);
        if (status != PCOLL_OK)
            return status;
        join(outcome, &one, i == b->n - 1);
    }
    return PCOLL_OK;
}
