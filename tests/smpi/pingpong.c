/*
 * pingpong BYTES: rank i of the first half with rank i + P/2 of the second, all pairs at once.
 *
 * Prints "pingpong PAIRS BYTES SECONDS BYTES_PER_SECOND": half a round trip of the slowest pair.
 * With P = 2 the figure of OSU's latency test; with more it loads what joins the two halves.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define ROUNDS 10

static void round_trip(char *buffer, int bytes, int rank, int half)
{
    if (rank < half) {
        MPI_Send(buffer, bytes, MPI_CHAR, rank + half, 0, MPI_COMM_WORLD);
        MPI_Recv(buffer, bytes, MPI_CHAR, rank + half, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        MPI_Recv(buffer, bytes, MPI_CHAR, rank - half, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(buffer, bytes, MPI_CHAR, rank - half, 0, MPI_COMM_WORLD);
    }
}

/* The project hides symbols by default, and smpirun looks for this one. */
__attribute__((visibility("default"))) int main(int argc, char **argv)
{
    int rank;
    int ranks;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);

    int bytes = argc > 1 ? atoi(argv[1]) : 8;
    char *buffer = calloc(1, (size_t)bytes);
    if (!buffer || ranks % 2) {
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    round_trip(buffer, bytes, rank, ranks / 2);

    double start = MPI_Wtime();
    for (int i = 0; i < ROUNDS; i++) {
        round_trip(buffer, bytes, rank, ranks / 2);
    }
    double mine = (MPI_Wtime() - start) / (2 * ROUNDS);
    double slowest;
    MPI_Reduce(&mine, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        printf("pingpong %d %d %.9g %.9g\n", ranks / 2, bytes, slowest, bytes / slowest);
    }
    free(buffer);
    MPI_Finalize();
    return 0;
}
