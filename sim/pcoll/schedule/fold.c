#include "sim/pcoll/schedule/fold.h"

struct pcoll_fold pcoll_fold_of(int rank, int ranks)
{
    struct pcoll_fold fold = {.core_ranks = 1, .core_log2 = 0, .partner = PCOLL_NOBODY};
    while (fold.core_ranks <= ranks / 2) {
        fold.core_ranks *= 2;
        fold.core_log2++;
    }
    fold.extra = ranks - fold.core_ranks;
    if (rank >= 2 * fold.extra) {
        fold.core_rank = rank - fold.extra;
    } else if (rank % 2 == 0) {
        fold.core_rank = PCOLL_NOBODY;
        fold.partner = rank + 1;
    } else {
        fold.core_rank = rank / 2;
        fold.partner = rank - 1;
    }
    return fold;
}

int pcoll_fold_rank(const struct pcoll_fold *fold, int core_rank)
{
    return core_rank < fold->extra ? 2 * core_rank + 1 : core_rank + fold->extra;
}

static struct pcoll_step whole_vector_to(int rank, size_t count)
{
    return (struct pcoll_step){
        .send_to = rank, .send_n = count, .receive_from = PCOLL_NOBODY, .op = PCOLL_NOTHING};
}

static struct pcoll_step whole_vector_from(int rank, size_t count, enum pcoll_step_op op)
{
    return (struct pcoll_step){
        .send_to = PCOLL_NOBODY, .receive_from = rank, .receive_n = count, .op = op};
}

int pcoll_fold_in(const struct pcoll_fold *fold, size_t count, struct pcoll_step *step)
{
    if (fold->partner == PCOLL_NOBODY)
        return 0;
    *step = fold->core_rank == PCOLL_NOBODY ? whole_vector_to(fold->partner, count)
                                            : whole_vector_from(fold->partner, count, PCOLL_REDUCE);
    return 1;
}

int pcoll_fold_out(const struct pcoll_fold *fold, size_t count, struct pcoll_step *step)
{
    if (fold->partner == PCOLL_NOBODY)
        return 0;
    *step = fold->core_rank == PCOLL_NOBODY ? whole_vector_from(fold->partner, count, PCOLL_COPY)
                                            : whole_vector_to(fold->partner, count);
    return 1;
}
