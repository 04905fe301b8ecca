#include "sim/pcoll/sparse/partial.h"

#include <stdlib.h>
#include <string.h>

#include "sim/pcoll/sparse/ladder.h"
#include "sim/pcoll/sparse/residual.h"
#include "sim/pcoll/sparse/select.h"
#include "sim/pcoll/sparse/world.h"

_Static_assert(sizeof(struct pcoll_entry) == sizeof(int64_t), "an entry travels as one int64");

/* A selection that was brought to the engine. */
struct posted {
    struct pcoll_entries entries;
    uint32_t step;
    bool is_there, is_taken;
};

struct pcoll_partial {
    struct pcoll_partial_spec spec;
    struct pcoll_host *host;
    struct pcoll_allreduce *allreduce;
    int rank, ranks;
    uint32_t step; /* calls so far */
    struct pcoll_residual residual;
    struct posted last, next;
    struct pcoll_entries negative; /* what is to be taken out */
    struct pcoll_entry *in, *out;  /* ranks blocks of k */
    struct pcoll_ladder ladder;
    struct pcoll_entries sum;
};

/* ---- what the engine tells --------------------------------------------------------------------
 */

/* The newest of the steps that are taken is the one whose selection is in the buffer. */
static void taken(void *context, uint32_t round, uint32_t first, uint32_t end)
{
    struct pcoll_partial *p = context;
    struct posted *posted[] = {&p->last, &p->next};
    for (int i = 0; i < 2 && end > first; i++) {
        if (posted[i]->is_there && posted[i]->step == end - 1)
            posted[i]->is_taken = true;
    }
    if (p->spec.observer.taken)
        p->spec.observer.taken(p->spec.observer.context, round, first, end);
}

static void initiated(void *context, uint32_t round)
{
    const struct pcoll_observer *o = &((struct pcoll_partial *)context)->spec.observer;
    if (o->initiated)
        o->initiated(o->context, round);
}

static void lost(void *context, uint32_t step)
{
    const struct pcoll_observer *o = &((struct pcoll_partial *)context)->spec.observer;
    if (o->lost)
        o->lost(o->context, step);
}

static void sent(void *context, uint32_t round, size_t bytes)
{
    const struct pcoll_observer *o = &((struct pcoll_partial *)context)->spec.observer;
    if (o->sent)
        o->sent(o->context, round, bytes);
}

static void completed(void *context, uint32_t round, uint32_t fresh, uint32_t stale)
{
    const struct pcoll_observer *o = &((struct pcoll_partial *)context)->spec.observer;
    if (o->completed)
        o->completed(o->context, round, fresh, stale);
}

/* ---- life -------------------------------------------------------------------------------------
 */

static enum pcoll_status allocate(struct pcoll_partial *p)
{
    const size_t entries = (size_t)p->ranks * p->spec.k + 1;
    p->in = calloc(entries, sizeof *p->in);
    p->out = calloc(entries, sizeof *p->out);
    return p->in && p->out ? pcoll_residual_init(&p->residual, p->spec.n, false) : PCOLL_EMEMORY;
}

static enum pcoll_status add_to_engine(struct pcoll_partial *p, struct pcoll_engine *engine)
{
    const struct pcoll_spec spec = {
        .core = p->spec.core,
        .schedule = PCOLL_ALLGATHER,
        .count = (size_t)p->ranks * p->spec.k,
        .type = PCOLL_INT64,
        .result = PCOLL_RESULT_LATEST,
        .draw = p->spec.draw,
        .draw_context = p->spec.draw_context,
        .observer = {.context = p,
                     .initiated = initiated,
                     .taken = taken,
                     .lost = lost,
                     .sent = sent,
                     .completed = completed},
    };
    return pcoll_engine_add(engine, &spec, &p->allreduce);
}

enum pcoll_status pcoll_partial_create(struct pcoll_engine *engine, struct pcoll_host *host,
                                       int rank, int ranks, const struct pcoll_partial_spec *spec,
                                       struct pcoll_partial **partial)
{
    if (spec->k > spec->n || spec->core.late != PCOLL_LATE_REPLACE)
        return PCOLL_EARGUMENT;
    struct pcoll_partial *p = calloc(1, sizeof *p);
    if (!p)
        return PCOLL_EMEMORY;
    p->spec = *spec;
    p->host = host;
    p->rank = rank;
    p->ranks = ranks;
    enum pcoll_status status = allocate(p);
    if (status == PCOLL_OK)
        status = add_to_engine(p, engine);
    if (status == PCOLL_OK)
        *partial = p;
    else
        pcoll_partial_destroy(p);
    return status;
}

void pcoll_partial_destroy(struct pcoll_partial *p)
{
    if (!p)
        return;
    free(p->in);
    free(p->out);
    pcoll_residual_fini(&p->residual);
    pcoll_entries_fini(&p->last.entries);
    pcoll_entries_fini(&p->next.entries);
    pcoll_entries_fini(&p->negative);
    pcoll_entries_fini(&p->sum);
    pcoll_ladder_fini(&p->ladder);
    free(p);
}

/* ---- a call -----------------------------------------------------------------------------------
 */

/* Take out of the residual what was taken of @p posted, value by value. */
static enum pcoll_status settle(struct pcoll_partial *p, struct posted *posted)
{
    if (!posted->is_there || !posted->is_taken)
        return PCOLL_OK;
    const size_t n = posted->entries.n;
    enum pcoll_status status = pcoll_entries_reserve(&p->negative, n);
    if (status != PCOLL_OK)
        return status;
    for (size_t i = 0; i < n; i++)
        p->negative.at[i] =
            (struct pcoll_entry){posted->entries.at[i].index, -posted->entries.at[i].value};
    posted->is_there = false;
    const struct pcoll_sparse_view view = pcoll_view_of_entries(p->negative.at, n, p->spec.n);
    return pcoll_residual_add(&p->residual, &view);
}

/* The k largest of the residual, into next and into this rank's block. */
static enum pcoll_status select_next(struct pcoll_partial *p)
{
    const struct pcoll_sparse_view residual = pcoll_residual_view(&p->residual);
    enum pcoll_status status = pcoll_select_check(&residual);
    if (status != PCOLL_OK)
        return status;
    const struct pcoll_cut cut = pcoll_select_cut(&residual, p->spec.k);
    status = pcoll_select_top(&residual, &cut, &p->next.entries);
    if (status != PCOLL_OK)
        return status;
    pcoll_host_charge(p->host, pcoll_sparse_top_s(&p->spec.costs, p->spec.n));
    p->next.step = p->step;
    p->next.is_there = true;
    p->next.is_taken = false;
    struct pcoll_entry *block = p->in + (size_t)p->rank * p->spec.k;
    memset(block, 0, p->spec.k * sizeof *block);
    if (p->next.entries.n)
        memcpy(block, p->next.entries.at, p->next.entries.n * sizeof *block);
    return PCOLL_OK;
}

/* Blocks of all ranks to their sum; places that hold no entry have the value 0. */
static enum pcoll_status add_blocks(struct pcoll_partial *p, struct pcoll_sparse_view *sum)
{
    enum pcoll_status status = PCOLL_OK;
    size_t words = 0;
    for (int r = 0; r < p->ranks && status == PCOLL_OK; r++) {
        const struct pcoll_entry *block = p->out + (size_t)r * p->spec.k;
        size_t n = 0;
        while (n < p->spec.k && block[n].value != 0)
            n++;
        words += r == p->rank ? 0 : PCOLL_ENTRY_WORDS * n;
        status = pcoll_ladder_push(&p->ladder, block, n);
    }
    if (status == PCOLL_OK)
        status = pcoll_ladder_sum(&p->ladder, &p->sum);
    *sum = pcoll_view_of_entries(p->sum.at, p->sum.n, p->spec.n);
    pcoll_host_charge(p->host, p->spec.costs.reduce_s_per_byte * PCOLL_WORD_BYTES * (double)words);
    return status;
}

enum pcoll_status pcoll_partial_call(struct pcoll_partial *p,
                                     const struct pcoll_sparse_view *gradient,
                                     struct pcoll_sparse_view *sum, struct pcoll_outcome *outcome)
{
    enum pcoll_status status = settle(p, &p->last);
    if (status == PCOLL_OK)
        status = pcoll_residual_add(&p->residual, gradient);
    if (status == PCOLL_OK)
        status = select_next(p);
    if (status == PCOLL_OK)
        status = pcoll_allreduce_call(p->allreduce, p->in, p->out, outcome);
    if (status == PCOLL_OK)
        status = settle(p, &p->last); /* taken while the next one was selected */
    if (status != PCOLL_OK)
        return status;
    /* If it was not taken, it has been replaced by now. */
    const struct posted replaced = p->last;
    p->last = p->next;
    p->next = replaced;
    p->next.is_there = false;
    p->step++;
    return add_blocks(p, sum);
}

enum pcoll_status pcoll_partial_flush(struct pcoll_partial *p, struct pcoll_sparse_view *sum,
                                      struct pcoll_outcome *outcome)
{
    enum pcoll_status status = pcoll_allreduce_flush(p->allreduce, p->out, outcome);
    return status == PCOLL_OK ? add_blocks(p, sum) : status;
}

struct pcoll_sparse_view pcoll_partial_residual(struct pcoll_partial *p)
{
    if (settle(p, &p->last) != PCOLL_OK)
        return pcoll_view_of_entries(NULL, 0, p->spec.n);
    return pcoll_residual_view(&p->residual);
}
