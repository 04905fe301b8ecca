/*
 * Checks the library's MPI_Allreduce over many sizes: exact sums, and nothing written behind them.
 * Prints "sums are right" when they are. Stands in for the rank program, whose arguments it gets;
 * the least number of elements comes from SUMS_LEAST in the environment.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <mpi.h>

__attribute__((visibility("default"))) int main(int argc, char *argv[]);

#define GUARD 77

static int is_right(int count, int rank, int ranks)
{
    int64_t *in = malloc(((size_t)count + 1) * sizeof *in);
    int64_t *out = malloc(((size_t)count + 1) * sizeof *out);
    int right = in && out;

    if (right) {
        for (int i = 0; i < count; i++) {
            in[i] = (int64_t)rank * 1000003 + i;
            out[i] = -1;
        }
        out[count] = GUARD;
        MPI_Allreduce(in, out, count, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
        for (int i = 0; i < count; i++)
            right =
                right && out[i] == (int64_t)ranks * (ranks - 1) / 2 * 1000003 + (int64_t)ranks * i;
        right = right && out[count] == GUARD;
    }
    free(in);
    free(out);
    return right;
}

int main(int argc, char *argv[])
{
    static const int counts[] = {0, 1, 2, 3, 7, 12, 13, 31, 32, 33, 34, 100, 1000, 4097, 70000};
    const char *least = getenv("SUMS_LEAST");
    int rank, ranks;
    int wrong = 0;
    int all_wrong = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        if (counts[i] >= (least ? atoi(least) : 0) && !is_right(counts[i], rank, ranks)) {
            printf("wrong on rank %d of %d, %d elements\n", rank, ranks, counts[i]);
            wrong++;
        }
    }
    /* Not by the collective under test. */
    MPI_Reduce(&wrong, &all_wrong, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0 && all_wrong == 0)
        printf("sums are right\n");
    MPI_Finalize();
    return 0;
}
