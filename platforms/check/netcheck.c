/*
 * The measurements of `pcollsim platform --check`, as a rank program.
 *
 *   netcheck pingpong BYTES...      ranks 0 and 1: half a round trip
 *   netcheck bisection BYTES...     each rank of the lower half sends to its partner in the upper
 *   netcheck incast BYTES...        all others send to rank 0 at once
 *   netcheck allreduce BYTES...     MPI_Allreduce, by the algorithm that --cfg sets
 *
 * Rank 0 prints "MODE RANKS BYTES SECONDS" for each size: the mean of a few rounds, one after the
 * other and after a warm-up, of the slowest rank.
 */
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDS 10

struct check {
    int rank, ranks;
    char *out, *in;
};

typedef void measured(const struct check *check, int bytes);

static void pingpong(const struct check *check, int bytes)
{
    if (check->rank == 0) {
        MPI_Send(check->out, bytes, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
        MPI_Recv(check->in, bytes, MPI_CHAR, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else if (check->rank == 1) {
        MPI_Recv(check->in, bytes, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(check->out, bytes, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
    }
}

static void bisection(const struct check *check, int bytes)
{
    int half = check->ranks / 2;

    if (check->rank < half) {
        MPI_Send(check->out, bytes, MPI_CHAR, check->rank + half, 0, MPI_COMM_WORLD);
    } else if (check->rank < 2 * half) {
        MPI_Recv(check->in, bytes, MPI_CHAR, check->rank - half, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    }
}

static void incast(const struct check *check, int bytes)
{
    if (check->rank > 0) {
        MPI_Send(check->out, bytes, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
        return;
    }
    MPI_Request *requests = malloc((size_t)check->ranks * sizeof *requests);
    if (!requests)
        MPI_Abort(MPI_COMM_WORLD, 1);
    for (int from = 1; from < check->ranks; from++)
        MPI_Irecv(check->in, bytes, MPI_CHAR, from, 0, MPI_COMM_WORLD, &requests[from - 1]);
    MPI_Waitall(check->ranks - 1, requests, MPI_STATUSES_IGNORE);
    free(requests);
}

static void allreduce(const struct check *check, int bytes)
{
    MPI_Allreduce(check->out, check->in, bytes / 4, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
}

static const struct {
    const char *name;
    measured *run;
    bool is_round_trip;
} modes[] = {
    {"pingpong", pingpong, true},
    {"bisection", bisection, false},
    {"incast", incast, false},
    {"allreduce", allreduce, false},
};

static void measure(const struct check *check, size_t mode, int bytes)
{
    double slowest;

    modes[mode].run(check, bytes);
    MPI_Barrier(MPI_COMM_WORLD);
    double mine = MPI_Wtime();
    for (int i = 0; i < ROUNDS; i++)
        modes[mode].run(check, bytes);
    mine = (MPI_Wtime() - mine) / ROUNDS / (modes[mode].is_round_trip ? 2 : 1);
    MPI_Reduce(&mine, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    if (check->rank == 0)
        printf("%s %d %d %.9g\n", modes[mode].name, check->ranks, bytes, slowest);
}

/* The project hides symbols by default, and smpirun looks for this one. */
__attribute__((visibility("default"))) int main(int argc, char **argv)
{
    struct check check;
    int most = 8;
    size_t mode = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &check.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &check.ranks);
    while (mode < sizeof modes / sizeof *modes - 1 && argc > 1 &&
           strcmp(argv[1], modes[mode].name) != 0)
        mode++;
    for (int i = 2; i < argc; i++)
        most = atoi(argv[i]) > most ? atoi(argv[i]) : most;
    /* Contents play no part: all ranks share the pages of their buffers. */
    check.out = SMPI_SHARED_MALLOC((size_t)most);
    check.in = SMPI_SHARED_MALLOC((size_t)most);
    if (!check.out || !check.in)
        MPI_Abort(MPI_COMM_WORLD, 1);
    for (int i = 2; i < argc; i++)
        measure(&check, mode, atoi(argv[i]));
    SMPI_SHARED_FREE(check.out);
    SMPI_SHARED_FREE(check.in);
    MPI_Finalize();
    return 0;
}
