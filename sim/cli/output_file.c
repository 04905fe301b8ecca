/*
 * Output under a temporary name in the same folder, renamed when it is complete.
 */
#define _GNU_SOURCE /* asprintf */
#include "sim/cli/output_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int pcs_output_file_open(const char *path, struct pcs_output_file *file)
{
    struct pcs_output_file result = {0};

    if (strcmp(path, "-") == 0) {
        *file = (struct pcs_output_file){.out = stdout};
        return 0;
    }
    result.path = strdup(path);
    if (!result.path || asprintf(&result.temporary, "%s.tmp-%d", path, (int)getpid()) < 0) {
        free(result.path);
        errno = ENOMEM;
        return -1;
    }
    int fd = open(result.temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    result.out = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (!result.out) {
        int error = errno;
        if (fd >= 0) {
            close(fd);
            unlink(result.temporary);
        }
        free(result.path);
        free(result.temporary);
        errno = error;
        return -1;
    }
    *file = result;
    return 0;
}

int pcs_output_file_commit(struct pcs_output_file *file)
{
    int rc = ferror(file->out) ? -1 : 0;

    if (!file->path) {
        rc = fflush(file->out) != 0 ? -1 : rc;
    } else {
        /* On the disk before it gets its name: a loss of power leaves the old file or this one. */
        if (rc == 0 && (fflush(file->out) != 0 || fsync(fileno(file->out)) != 0))
            rc = -1;
        if (fclose(file->out) != 0)
            rc = -1;
        file->out = NULL;
        if (rc == 0)
            rc = rename(file->temporary, file->path);
        if (rc == 0) {
            free(file->temporary);
            file->temporary = NULL;
        }
    }
    int error = errno;
    pcs_output_file_discard(file);
    errno = error;
    return rc;
}

void pcs_output_file_discard(struct pcs_output_file *file)
{
    if (file->path && file->out)
        fclose(file->out);
    if (file->temporary)
        unlink(file->temporary);
    free(file->path);
    free(file->temporary);
    *file = (struct pcs_output_file){0};
}
