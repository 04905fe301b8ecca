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
    struct exploration e = explore_all(s, pcoll_world_check_end);
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
