/*
 * The MPI transport under SMPI: sums against MPI_Allreduce, the same bits everywhere, conservation.
 */
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <criterion/parameterized.h>

#include "sim/pcoll/net/host.h"
#include "sim/pcoll/pcoll.h"
#include "tests/helpers/smpi_world.h"

static const struct pcoll_costs IDEAL = {0};

static void check(enum pcoll_status status)
{
    cr_assert(eq(int, status, PCOLL_OK), "%s", pcoll_status_text(status));
}

static struct pcoll_spec sync_spec(enum pcoll_schedule_kind schedule, size_t count,
                                   enum pcoll_type type, uint32_t steps)
{
    return (struct pcoll_spec){
        .core = {.trigger = PCOLL_TRIGGER_ALL, .max_staleness = PCOLL_UNBOUNDED, .steps = steps},
        .schedule = schedule,
        .count = count,
        .type = type};
}

/* ---- sums -------------------------------------------------------------------------------------
 */

static size_t counts_of(int ranks, size_t counts[6])
{
    const size_t p = (size_t)ranks;
    const size_t all[6] = {0, 1, p - 1, p, p + 1, 1000};
    memcpy(counts, all, sizeof all);
    return 6;
}

static void sums_of_one(int rank, int ranks, enum pcoll_schedule_kind schedule, size_t count)
{
    int64_t *in = calloc(count + 1, sizeof *in), *out = calloc(count + 1, sizeof *out);
    int64_t *expected = calloc(count + 1, sizeof *expected);
    double *din = calloc(count + 1, sizeof *din), *dout = calloc(count + 1, sizeof *dout);
    MPI_Comm comm;
    struct pcoll_engine *engine;
    struct pcoll_allreduce *integers, *doubles;
    struct pcoll_outcome outcome;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    check(pcoll_engine_create(comm, 2, &IDEAL, &engine));
    struct pcoll_spec spec = sync_spec(schedule, count, PCOLL_INT64, 2);
    check(pcoll_engine_add(engine, &spec, &integers));
    spec = sync_spec(schedule, count, PCOLL_FLOAT64, 2);
    check(pcoll_engine_add(engine, &spec, &doubles));
    check(pcoll_engine_start(engine));
    for (int step = 0; step < 2; step++) {
        for (size_t i = 0; i < count; i++) {
            in[i] = (int64_t)(rank + 1) * 1000003 * (step + 1) - (int64_t)i * 17;
            /* Big, -big and tiny: a sum that depends on the order shows different bits. */
            din[i] = ((rank + (int)i) % 3 - 1) * 1e30 + 1.0 / (rank + 3 + (double)i);
        }
        check(pcoll_allreduce_post(integers, in));
        check(pcoll_allreduce_post(doubles, din));
        check(pcoll_allreduce_wait(integers, out, &outcome));
        cr_assert(eq(u32, outcome.newest_round, (uint32_t)step));
        cr_assert(eq(u32, outcome.fresh, (uint32_t)ranks));
        check(pcoll_allreduce_wait(doubles, dout, &outcome));
        MPI_Allreduce(in, expected, (int)count, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
        cr_assert(memcmp(out, expected, count * sizeof *out) == 0, "P=%d schedule=%d n=%zu rank %d",
                  ranks, (int)schedule, count, rank);
        double *root = calloc(count + 1, sizeof *root);
        memcpy(root, dout, count * sizeof *root);
        MPI_Bcast(root, (int)count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
        cr_assert(memcmp(root, dout, count * sizeof *root) == 0,
                  "doubles differ: P=%d schedule=%d n=%zu rank %d", ranks, (int)schedule, count,
                  rank);
        free(root);
    }
    check(pcoll_engine_finish(engine));
    MPI_Comm_free(&comm);
    free(in);
    free(out);
    free(expected);
    free(din);
    free(dout);
}

static void sums(void *argument)
{
    (void)argument;
    int rank, ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    size_t counts[6], n = counts_of(ranks, counts);
    for (int schedule = 0; schedule < PCOLL_SCHEDULE_LAST; schedule++)
        for (size_t c = 0; c < n; c++)
            sums_of_one(rank, ranks, (enum pcoll_schedule_kind)schedule, counts[c]);
}

#define SUMS(p)                                                                                    \
    Test(allreduce, sums_equal_mpi_##p)                                                            \
    {                                                                                              \
        smpi_world_run(p, sums, NULL);                                                             \
    }
SUMS(1)
SUMS(2)
SUMS(3)
SUMS(5)
SUMS(7)
SUMS(8)
SUMS(12)
SUMS(24)
SUMS(33)
SUMS(64)
