#include "tests/unit/explore.h"

#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_rng.h>
#include <uthash.h>
#include <xxhash.h>

/* ---- the set of states seen -------------------------------------------------------------------
 */

struct seen {
    XXH128_hash_t digest;
    UT_hash_handle hh;
};

static bool is_new(struct seen **set, const struct pcoll_world *world,
                   const struct pcoll_tables *tables)
{
    size_t bytes;
    const void *state = pcoll_world_state(world, tables, &bytes);
    XXH128_hash_t digest = XXH3_128bits(state, bytes);
    struct seen *found;
    HASH_FIND(hh, *set, &digest, sizeof digest, found);
    if (found)
        return false;
    found = malloc(sizeof *found);
    found->digest = digest;
    HASH_ADD(hh, *set, digest, sizeof found->digest, found);
    return true;
}

static void forget(struct seen *set)
{
    struct seen *item, *next;
    HASH_ITER(hh, set, item, next)
    {
        HASH_DEL(set, item);
        free(item);
    }
}

/* ---- depth first ------------------------------------------------------------------------------
 */

struct search {
    const struct pcoll_tables *tables;
    check_end *check;
    bool reduce;
    struct seen *set;
    struct exploration result;
    char *stack; /* worlds */
    size_t stack_n, stack_max;
};

static struct pcoll_world *slot(struct search *s, size_t i)
{
    return (struct pcoll_world *)(s->stack + i * pcoll_world_size(s->tables));
}

static struct pcoll_world *push_copy(struct search *s, const struct pcoll_world *world)
{
    if (s->stack_n == s->stack_max) {
        s->stack_max = 2 * s->stack_max + 64;
        s->stack = realloc(s->stack, s->stack_max * pcoll_world_size(s->tables));
    }
    memcpy(slot(s, s->stack_n), world, pcoll_world_size(s->tables));
    return slot(s, s->stack_n++);
}

/* Does it not matter when @p event, which led from @p before to @p after, happens? A token that
   changes nothing now changes nothing later either: the set of distances in use only grows until
   the round ends, and a token of a round already run is ignored. */
static bool commutes(const struct search *s, const struct pcoll_world *before,
                     const struct pcoll_world *after, struct pcoll_event event)
{
    if (event.kind == PCOLL_EVENT_TOKEN)
        return pcoll_world_only_queue_changed(before, after, s->tables, event);
    return s->reduce && (event.kind == PCOLL_EVENT_BLOCK || event.kind == PCOLL_EVENT_SENT) &&
           pcoll_world_completed(before, s->tables, event.rank) ==
               pcoll_world_completed(after, s->tables, event.rank);
}

static void settle(struct search *s, struct pcoll_world *world, struct pcoll_world *trial,
                   struct pcoll_event *events)
{
    bool again = true;
    while (again && !pcoll_world_violation(world)) {
        again = false;
        int n = pcoll_world_events(world, s->tables, events);
        for (int i = 0; i < n && !again; i++) {
            if (events[i].kind == PCOLL_EVENT_CALL || events[i].kind == PCOLL_EVENT_REPORT)
                continue;
            memcpy(trial, world, pcoll_world_size(s->tables));
            pcoll_world_apply(trial, s->tables, events[i]);
            if (commutes(s, world, trial, events[i])) {
                memcpy(world, trial, pcoll_world_size(s->tables));
                again = true;
            }
        }
    }
}

struct exploration explore_all(const struct pcoll_world_settings *settings, check_end *check,
                               bool reduce)
{
    struct pcoll_tables *tables = pcoll_tables_create(settings);
    struct search s = {.tables = tables, .check = check, .reduce = reduce};
    struct pcoll_world *world = malloc(pcoll_world_size(tables));
    struct pcoll_world *next = malloc(pcoll_world_size(tables));
    struct pcoll_world *trial = malloc(pcoll_world_size(tables));
    const size_t events_max = (size_t)pcoll_world_events_max(tables);
    struct pcoll_event *events = malloc(events_max * sizeof *events);
    struct pcoll_event *scratch = malloc(events_max * sizeof *scratch);

    pcoll_world_init(world, tables);
    if (is_new(&s.set, world, tables))
        push_copy(&s, world);
    while (s.stack_n > 0 && !s.result.problem) {
        memcpy(world, slot(&s, --s.stack_n), pcoll_world_size(tables));
        s.result.states++;
        s.result.saw_late += pcoll_world_totals(world).late_calls > 0;
        int n = pcoll_world_events(world, tables, events);
        if (n == 0) {
            s.result.ends++;
            s.result.problem = check(world, tables);
        }
        for (int i = 0; i < n && !s.result.problem; i++) {
            memcpy(next, world, pcoll_world_size(tables));
            pcoll_world_apply(next, tables, events[i]);
            settle(&s, next, trial, scratch);
            s.result.problem = pcoll_world_violation(next);
            if (!s.result.problem && is_new(&s.set, next, tables))
                push_copy(&s, next);
        }
    }
    forget(s.set);
    free(s.stack);
    free(scratch);
    free(events);
    free(trial);
    free(next);
    free(world);
    pcoll_tables_destroy(tables);
    return s.result;
}

/* ---- at random --------------------------------------------------------------------------------
 */

struct exploration explore_random(const struct pcoll_world_settings *settings, uint64_t seed,
                                  struct pcoll_world_totals *totals)
{
    struct exploration result = {0};
    struct pcoll_tables *tables = pcoll_tables_create(settings);
    struct pcoll_world *world = malloc(pcoll_world_size(tables));
    struct pcoll_event *events = malloc((size_t)pcoll_world_events_max(tables) * sizeof *events);
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    gsl_rng_set(rng, (unsigned long)seed + 1);

    /* A slow rank's events are passed over most of the time. */
    const int slow = (int)gsl_rng_uniform_int(rng, (unsigned long)settings->ranks);
    const unsigned long patience = 1 + gsl_rng_uniform_int(rng, 40);
    pcoll_world_init(world, tables);
    int n;
    while (!result.problem && (n = pcoll_world_events(world, tables, events)) > 0) {
        struct pcoll_event event = events[gsl_rng_uniform_int(rng, (unsigned long)n)];
        if (event.rank == slow && n > 1 && gsl_rng_uniform_int(rng, patience) > 0)
            continue;
        pcoll_world_apply(world, tables, event);
        result.states++;
        result.problem = pcoll_world_violation(world);
    }
    if (!result.problem)
        result.problem = pcoll_world_check_end(world, tables);
    *totals = pcoll_world_totals(world);
    gsl_rng_free(rng);
    free(events);
    free(world);
    pcoll_tables_destroy(tables);
    return result;
}
