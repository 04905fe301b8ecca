/*
 * The protocol under every order of events (small systems) and under random orders (up to 64
 * ranks). After each event the world checks sums, counts and bounds; at each end, that every round
 * ran once on every rank and that no gradient was counted twice or forgotten.
 */
#include <stdio.h>

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include "sim/pcoll/core/activation.h"
#include "tests/unit/explore.h"

/* A draw that is different in each round and, over the rounds, hits each rank: start and stride
   depend on the round. Distinct, as ranks and stride have no common factor. */
struct draw {
    int ranks, n;
};

static int common_factor(int a, int b)
{
    return b == 0 ? a : common_factor(b, a % b);
}

static void draw_candidates(void *context, uint32_t round, int *candidates)
{
    const struct draw *draw = context;
    int stride = 1 + (int)(round % (uint32_t)draw->ranks);
    while (common_factor(stride, draw->ranks) != 1)
        stride++;
    for (int i = 0; i < draw->n; i++)
        candidates[i] = (int)((round * 7 + 3 + (uint32_t)(i * stride)) % (uint32_t)draw->ranks);
}

static struct pcoll_world_settings settings_of(int ranks, enum pcoll_trigger trigger, int m,
                                               uint32_t steps, struct draw *draw)
{
    *draw = (struct draw){ranks, m};
    return (struct pcoll_world_settings){
        .ranks = ranks,
        .count = 2,
        .schedule = PCOLL_RECURSIVE_DOUBLING,
        .core = {.trigger = trigger,
                 .candidates_n = m,
                 .steps = steps,
                 .max_staleness = PCOLL_UNBOUNDED},
        .draw = draw_candidates,
        .draw_context = draw,
        .eager = true,
    };
}

static void expect_clean(const struct pcoll_world_settings *s, bool late_possible)
{
    struct exploration e = explore_all(s, pcoll_world_check_end, s->ranks > 3);
    cr_assert(e.problem == NULL, "P=%d trigger=%d m=%d late=%d eager=%d: %s", s->ranks,
              (int)s->core.trigger, s->core.candidates_n, (int)s->core.late, s->eager, e.problem);
    cr_assert(e.ends > 0);
    if (late_possible)
        cr_assert(e.saw_late > 0, "no order with a late rank was tried");
    fprintf(stderr, "every order: P=%d trigger=%d m=%d late=%d %s: %llu states\n", s->ranks,
            (int)s->core.trigger, s->core.candidates_n, (int)s->core.late,
            s->eager ? "eager" : "rendezvous", (unsigned long long)e.states);
}

static void every_order(int ranks, uint32_t steps, bool eager)
{
    struct draw draw;
    for (int m = 1; m <= ranks; m++) {
        for (int late = 0; late <= PCOLL_LATE_DROP; late++) {
            struct pcoll_world_settings s =
                settings_of(ranks, PCOLL_TRIGGER_FIRST, m, steps, &draw);
            s.core.late = (enum pcoll_late)late;
            s.eager = eager;
            expect_clean(&s, ranks > 1);
            s.core.trigger = PCOLL_TRIGGER_LAST;
            expect_clean(&s, ranks > 1 && m < ranks);
        }
    }
    struct pcoll_world_settings s = settings_of(ranks, PCOLL_TRIGGER_ALL, ranks, steps, &draw);
    s.eager = eager;
    expect_clean(&s, false);
}

Test(orders, one_rank)
{
    every_order(1, 4, true);
}

Test(orders, two_ranks)
{
    every_order(2, 4, true);
    every_order(2, 4, false);
}

Test(orders, three_ranks)
{
    every_order(3, 3, true);
}
Test(orders, three_ranks_rendezvous)
{
    every_order(3, 3, false);
}
Test(orders, four_ranks)
{
    every_order(4, 3, true);
}

/* The reduction used for four ranks reaches the same ends as the full search does. */
Test(orders, reduction_loses_nothing)
{
    struct draw draw;
    for (int m = 1; m <= 3; m++) {
        for (int eager = 0; eager <= 1; eager++) {
            struct pcoll_world_settings s = settings_of(3, PCOLL_TRIGGER_FIRST, m, 3, &draw);
            s.eager = eager;
            struct exploration full = explore_all(&s, pcoll_world_check_end, false);
            struct exploration reduced = explore_all(&s, pcoll_world_check_end, true);
            cr_assert(full.problem == NULL && reduced.problem == NULL);
            cr_assert(eq(u64, full.ends, reduced.ends));
            cr_assert(reduced.states < full.states);
        }
    }
}

Test(orders, bounds_and_closing_round)
{
    struct draw draw;
    for (int ranks = 2; ranks <= 3; ranks++) {
        struct pcoll_world_settings s = settings_of(ranks, PCOLL_TRIGGER_FIRST, ranks, 4, &draw);
        s.core.sync_period = 2;
        expect_clean(&s, true);
        s.core.flush = true;
        expect_clean(&s, true);
        s.core.sync_period = 0;
        expect_clean(&s, true);
        for (uint32_t bound = 0; bound <= 2; bound++) {
            s.core.max_staleness = bound;
            expect_clean(&s, false);
        }
        s.core.trigger = PCOLL_TRIGGER_LAST;
        s.core.candidates_n = 1;
        expect_clean(&s, false);
    }
}

/* max_staleness 0 is sync: nobody takes part without its gradient of this round. */
Test(orders, staleness_bound_zero_has_no_late_call)
{
    struct draw draw;
    struct pcoll_world_settings s = settings_of(3, PCOLL_TRIGGER_FIRST, 3, 3, &draw);
    s.core.max_staleness = 0;
    struct exploration e = explore_all(&s, pcoll_world_check_end, false);
    cr_assert(e.problem == NULL, "%s", e.problem);
    cr_assert(eq(u64, e.saw_late, 0));
}

Test(orders, other_schedules)
{
    struct draw draw;
    for (int schedule = 0; schedule < PCOLL_SCHEDULE_LAST; schedule++) {
        for (int ranks = 2; ranks <= 3; ranks++) {
            struct pcoll_world_settings s =
                settings_of(ranks, PCOLL_TRIGGER_FIRST, ranks, 3, &draw);
            s.schedule = (enum pcoll_schedule_kind)schedule;
            s.count = 4;
            expect_clean(&s, true);
            s.eager = false;
            expect_clean(&s, true);
        }
    }
}

/* ---- the broadcast alone ----------------------------------------------------------------------
 */

static const char *everyone_started(const struct pcoll_world *world,
                                    const struct pcoll_tables *tables)
{
    for (int r = 0; r < pcoll_tables_ranks(tables); r++)
        if (!pcoll_world_is_started(world, tables, r))
            return "a rank was never told";
    return NULL;
}

/* Candidates of the broadcast tests: given initiators. */
static void draw_given(void *context, uint32_t round, int *candidates)
{
    const int *initiators = context;
    (void)round;
    candidates[0] = initiators[0];
    candidates[1] = initiators[1];
}

static struct exploration broadcast(int ranks, int first, int second, bool first_token_only)
{
    int initiators[2] = {first, second};
    struct pcoll_world_settings s = {
        .ranks = ranks,
        .count = 0,
        .schedule = PCOLL_RECURSIVE_DOUBLING,
        .core = {.trigger = PCOLL_TRIGGER_FIRST,
                 .candidates_n = first == second ? 1 : 2,
                 .steps = 1,
                 .max_staleness = PCOLL_UNBOUNDED},
        .draw = draw_given,
        .draw_context = initiators,
        .eager = true,
        .activation_only = true,
        .first_token_only = first_token_only,
    };
    return explore_all(&s, everyone_started, false);
}

Test(orders, broadcast_tells_everyone)
{
    for (int ranks = 2; ranks <= 7; ranks++) {
        for (int first = 0; first < ranks; first++) {
            for (int second = first; second < ranks; second++) {
                struct exploration e = broadcast(ranks, first, second, false);
                cr_assert(e.problem == NULL, "P=%d, initiators %d and %d: %s", ranks, first, second,
                          e.problem);
                cr_assert(e.ends > 0);
            }
        }
    }
}

/* Acting on the first token only, as in a binomial tree, leaves ranks out when wrapped tokens come
   first: with P = 5 from one initiator, with P = 7 from two. This search finds both, and finds
   nothing where the naive rule happens to be enough (powers of two, P = 6). */
Test(orders, acting_on_the_first_token_only_is_caught)
{
    cr_assert(broadcast(5, 0, 0, true).problem != NULL, "P=5 from one initiator");
    cr_assert(broadcast(7, 0, 3, true).problem != NULL, "P=7 from two initiators");
    cr_assert(broadcast(7, 0, 0, true).problem == NULL, "P=7 from one initiator");
    for (int second = 0; second < 6; second++)
        cr_assert(broadcast(6, 0, second, true).problem == NULL, "P=6");
    cr_assert(broadcast(4, 0, 0, true).problem == NULL, "P=4");
}

/* From one initiator: P - 1 tokens for powers of two, at most 2^ceil(log2 P) - 1 otherwise. */
Test(orders, broadcast_costs_what_it_should)
{
    for (int ranks = 1; ranks <= 64; ranks++) {
        struct draw draw;
        struct pcoll_world_settings s = settings_of(ranks, PCOLL_TRIGGER_FIRST, 1, 1, &draw);
        const uint64_t bound = (UINT64_C(1) << pcoll_distances_n(ranks)) - 1;
        for (uint64_t seed = 0; seed < 20; seed++) {
            struct pcoll_world_totals totals;
            struct exploration e = explore_random(&s, seed, &totals);
            cr_assert(e.problem == NULL, "P=%d: %s", ranks, e.problem);
            cr_assert(totals.tokens >= (uint64_t)ranks - 1 && totals.tokens <= bound,
                      "P=%d: %llu tokens", ranks, (unsigned long long)totals.tokens);
        }
    }
}

/* ---- random orders of larger systems ----------------------------------------------------------
 */

static void random_orders(const struct pcoll_world_settings *s, uint64_t seeds)
{
    for (uint64_t seed = 0; seed < seeds; seed++) {
        struct pcoll_world_totals totals;
        struct exploration e = explore_random(s, seed, &totals);
        cr_assert(e.problem == NULL, "P=%d trigger=%d m=%d schedule=%d late=%d seed=%llu: %s",
                  s->ranks, (int)s->core.trigger, s->core.candidates_n, (int)s->schedule,
                  (int)s->core.late, (unsigned long long)seed, e.problem);
    }
}

Test(orders, random_orders_of_many_ranks)
{
    static const int ranks[] = {2, 3, 5, 7, 8, 12, 24, 33, 64};
    for (size_t i = 0; i < sizeof ranks / sizeof *ranks; i++) {
        for (int schedule = 0; schedule < PCOLL_SCHEDULE_LAST; schedule++) {
            if (schedule == PCOLL_RING && ranks[i] > 33)
                continue; /* 126 steps a round: slow, and no different from 33 ranks */
            const int p = ranks[i], ms[] = {1, (p + 1) / 2, p};
            for (int m = 0; m < 3; m++) {
                for (int trigger = 0; trigger <= PCOLL_TRIGGER_ALL; trigger++) {
                    struct draw draw;
                    struct pcoll_world_settings s =
                        settings_of(p, (enum pcoll_trigger)trigger, ms[m], 5, &draw);
                    s.schedule = (enum pcoll_schedule_kind)schedule;
                    s.count = (size_t)p + 1;
                    random_orders(&s, p <= 12 ? 3 : 1);
                    s.eager = false;
                    s.core.late = PCOLL_LATE_REPLACE;
                    random_orders(&s, p <= 12 ? 2 : 1);
                    s.core.late = PCOLL_LATE_DROP;
                    s.core.sync_period = 3;
                    random_orders(&s, p <= 12 ? 2 : 1);
                    s.core.late = PCOLL_LATE_ACCUMULATE;
                    s.core.max_staleness = 1;
                    s.core.flush = true;
                    random_orders(&s, p <= 12 ? 2 : 1);
                }
            }
        }
    }
}
