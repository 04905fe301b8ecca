/*
 * Stands in for the rank program and fails as PCS_TEST_FAILURE says.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <mpi.h>

__attribute__((visibility("default"))) int main(int argc, char *argv[]);

/* A result folder as the rank program makes it, but for the end marker. */
static void leave_unfinished(const char *folder)
{
    char path[256];

    mkdir(folder, 0777);
    snprintf(path, sizeof path, "%s/manifest.yaml", folder);
    FILE *out = fopen(path, "w");
    if (out) {
        fputs("run_id: '0'\n", out);
        fclose(out);
    }
}

static int fail(const char *how, int rank, const char *folder)
{
    int word = 0;

    if (strcmp(how, "deadlock") == 0 && rank < 2)
        MPI_Recv(&word, 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (strcmp(how, "abort") == 0 && rank == 1) {
        fprintf(stderr, "the second rank does not like this\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    if (strcmp(how, "crash") == 0)
        kill(getpid(), SIGKILL);
    if (strcmp(how, "hang") == 0) {
        fprintf(stderr, "hanging\n");
        pause();
    }
    if (strcmp(how, "full") == 0 && rank == 0) {
        fprintf(stderr, "pcollsim-rank: result: No space left on device\n");
        return 1;
    }
    if (strcmp(how, "unfinished") == 0 && rank == 0)
        leave_unfinished(folder);
    return strcmp(how, "refuse") == 0 ? 2 : 0;
}

int main(int argc, char *argv[])
{
    const char *how = getenv("PCS_TEST_FAILURE");
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int code = fail(how ? how : "", rank, argv[argc - 1]);
    MPI_Finalize();
    return code;
}
