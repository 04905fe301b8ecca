#include "sim/pcoll/sparse/ladder.h"

#include <string.h>

/* spare = older + younger; the lists that came first are added to first. */
static enum pcoll_status add_to_spare(struct pcoll_ladder *ladder,
                                      const struct pcoll_entries *older,
                                      const struct pcoll_entries *younger)
{
    enum pcoll_status status = pcoll_entries_reserve(&ladder->spare, older->n + younger->n);
    if (status == PCOLL_OK)
        ladder->spare.n =
            pcoll_entries_add(older->at, older->n, younger->at, younger->n, ladder->spare.at);
    return status;
}

static void swap(struct pcoll_entries *a, struct pcoll_entries *b)
{
    const struct pcoll_entries old = *a;
    *a = *b;
    *b = old;
}

enum pcoll_status pcoll_ladder_push(struct pcoll_ladder *ladder, const struct pcoll_entry *list,
                                    size_t n)
{
    struct pcoll_entries *spare = &ladder->spare;
    int rung = 0;
    if (ladder->lists & 1) {
        const struct pcoll_entries view = {.at = ladder->rungs[0].at, .n = ladder->rungs[0].n};
        enum pcoll_status status = pcoll_entries_reserve(spare, view.n + n);
        if (status != PCOLL_OK)
            return status;
        spare->n = pcoll_entries_add(view.at, view.n, list, n, spare->at);
        rung = 1;
    } else {
        enum pcoll_status status = pcoll_entries_reserve(spare, n);
        if (status != PCOLL_OK)
            return status;
        if (n)
            memcpy(spare->at, list, n * sizeof *list);
        spare->n = n;
    }
    /* The sum climbs while the rung it comes to is used; the list in spare is always the last. */
    for (; rung < PCOLL_LADDER_RUNGS - 1 && (ladder->lists >> rung & 1); rung++) {
        struct pcoll_entries *old = &ladder->rungs[rung - 1];
        swap(old, spare); /* rung - 1 is free now: its memory takes what climbs */
        enum pcoll_status status = add_to_spare(ladder, &ladder->rungs[rung], old);
        if (status != PCOLL_OK)
            return status;
    }
    swap(&ladder->rungs[rung], spare);
    ladder->lists++;
    return PCOLL_OK;
}

enum pcoll_status pcoll_ladder_sum(struct pcoll_ladder *ladder, struct pcoll_entries *out)
{
    out->n = 0;
    for (int rung = 0; rung < PCOLL_LADDER_RUNGS; rung++) {
        if (!(ladder->lists >> rung & 1))
            continue;
        /* Higher rungs hold older lists. */
        enum pcoll_status status = add_to_spare(ladder, &ladder->rungs[rung], out);
        if (status != PCOLL_OK)
            return status;
        swap(out, &ladder->spare);
    }
    ladder->lists = 0;
    return PCOLL_OK;
}

void pcoll_ladder_fini(struct pcoll_ladder *ladder)
{
    for (int rung = 0; rung < PCOLL_LADDER_RUNGS; rung++)
        pcoll_entries_fini(&ladder->rungs[rung]);
    pcoll_entries_fini(&ladder->spare);
    ladder->lists = 0;
}
