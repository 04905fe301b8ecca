/*
 * What SMPI does at least for the messages of a synchronous allreduce: recursive doubling with
 * MPI_Sendrecv, no helper, no headers, no records. `pcollsim bench` compares with it.
 *
 *   smpirun ... pcollsim-bare ROUNDS BYTES
 *
 * The number of ranks is a power of two. Rank 0 writes the memory of the process (proportional set
 * size, bytes) to the file bare.txt.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include <mpi.h>

#include "sim/app/memory_use.h"

static void allreduce(const char *mine, char *theirs, int bytes, int rank, int ranks)
{
    for (int distance = 1; distance < ranks; distance *= 2) {
        const int peer = rank ^ distance;
        MPI_Sendrecv(mine, bytes, MPI_BYTE, peer, 0, theirs, bytes, MPI_BYTE, peer, 0,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

static int write_memory(void)
{
    FILE *out = fopen("bare.txt", "w");
    if (!out)
        return 1;
    fprintf(out, "%" PRIu64 "\n", pcs_memory_use());
    return fclose(out) != 0;
}

static int run(int rounds, int bytes)
{
    int rank, ranks, failed = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    char *mine = calloc(2, (size_t)bytes + 1);
    if (!mine || (ranks & (ranks - 1)) != 0)
        return 1;
    for (int round = 0; round < rounds; round++)
        allreduce(mine, mine + bytes, bytes, rank, ranks);
    if (rank == 0)
        failed = write_memory();
    free(mine);
    return failed;
}

__attribute__((visibility("default"))) int main(int argc, char *argv[]);

int main(int argc, char *argv[])
{
    MPI_Init(&argc, &argv);
    const int code = argc == 3 ? run(atoi(argv[1]), atoi(argv[2])) : 2;
    MPI_Finalize();
    return code;
}
