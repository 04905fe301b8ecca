#include "sim/pcoll/core/activation.h"

int pcoll_distances_n(int ranks)
{
    int n = 0;
    while (n < 31 && (1 << n) < ranks)
        n++;
    return n;
}

uint32_t pcoll_distances(int ranks)
{
    return (UINT32_C(1) << pcoll_distances_n(ranks)) - 1;
}

uint32_t pcoll_distances_above(int ranks, int k)
{
    return pcoll_distances(ranks) & ~((UINT32_C(2) << k) - 1);
}

int pcoll_rank_after(int rank, int k, int ranks)
{
    return (int)(((int64_t)rank + (INT64_C(1) << k)) % ranks);
}

int pcoll_rank_before(int rank, int k, int ranks)
{
    return (int)(((int64_t)rank + ranks - (INT64_C(1) << k)) % ranks);
}

struct pcoll_role pcoll_role_of(int rank, const int *candidates, int n)
{
    struct pcoll_role role = {.is_candidate = 0, .parent = PCOLL_NOBODY, .children_n = 0};
    int place = 0;
    while (place < n && candidates[place] != rank)
        place++;
    if (place == n)
        return role;
    role.is_candidate = 1;
    if (place > 0)
        role.parent = candidates[place & (place - 1)]; /* lowest set bit cleared */
    for (int bit = 1; place + bit < n && (place & bit) == 0; bit *= 2)
        role.children_n++;
    return role;
}
