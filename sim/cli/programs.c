/*
 * Finding programs: beside our own executable, so that a build folder can be moved.
 */
#define _GNU_SOURCE /* asprintf */
#include "sim/cli/programs.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/** A program from the environment; its path must survive a change of the working directory. */
static char *from_environment(const char *variable)
{
    const char *path = getenv(variable);

    if (!path || !*path)
        return NULL;
    char *absolute = strchr(path, '/') ? realpath(path, NULL) : NULL;
    return absolute ? absolute : strdup(path);
}

static char *beside_us(const char *name)
{
    char self[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    char *path = NULL;

    if (length < 0)
        return NULL;
    self[length] = '\0';
    char *slash = strrchr(self, '/');
    if (!slash || asprintf(&path, "%.*s/%s", (int)(slash - self), self, name) < 0)
        return NULL;
    return path;
}

/** A name without a slash is left to the search in PATH. */
static int check(const char *what, const char *path, int mode)
{
    if (!path) {
        fprintf(stderr, "pcollsim: cannot find %s: %s\n", what, strerror(errno));
        return -1;
    }
    if (strchr(path, '/') && access(path, mode) < 0) {
        fprintf(stderr, "pcollsim: cannot run %s, %s: %s\n", what, path, strerror(errno));
        return -1;
    }
    return 0;
}

int pcs_programs_find(struct pcs_programs *programs)
{
    *programs = (struct pcs_programs){
        .smpirun = from_environment("PCOLLSIM_SMPIRUN"),
        .rank = from_environment("PCOLLSIM_RANK"),
        .probe = beside_us("pcollsim-probe"),
        .clock = beside_us("pcollsim-clock.so"),
        .bare = beside_us("pcollsim-bare"),
    };
    if (!programs->smpirun)
        programs->smpirun = strdup(PCS_SMPIRUN);
    if (!programs->rank)
        programs->rank = beside_us("pcollsim-rank");
    if (check("smpirun", programs->smpirun, X_OK) == 0 &&
        check("the rank program", programs->rank, R_OK) == 0 && /* loaded, not executed */
        check("the platform probe", programs->probe, X_OK) == 0)
        return 0;
    pcs_programs_fini(programs);
    return -1;
}

void pcs_programs_fini(struct pcs_programs *programs)
{
    free(programs->smpirun);
    free(programs->rank);
    free(programs->probe);
    free(programs->clock);
    free(programs->bare);
    *programs = (struct pcs_programs){0};
}
