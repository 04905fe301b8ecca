#include "sim/cli/sweep/whole_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

char *pcs_whole_file_read(int folder, const char *name, size_t bytes_max)
{
    int fd = openat(folder, name, O_RDONLY | O_CLOEXEC);
    char *text = fd >= 0 ? malloc(bytes_max + 1) : NULL;
    size_t length = 0;
    ssize_t got = -1;

    while (text && (got = read(fd, text + length, bytes_max + 1 - length)) > 0 &&
           length + (size_t)got <= bytes_max)
        length += (size_t)got;
    int error = got > 0 ? EFBIG : errno;
    if (fd >= 0)
        close(fd);
    if (got == 0) {
        text[length] = '\0';
        return text;
    }
    free(text);
    errno = error;
    return NULL;
}

static int write_all(int fd, const char *text, size_t length)
{
    while (length > 0) {
        const ssize_t put = write(fd, text, length);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return -1;
        text += put;
        length -= (size_t)put;
    }
    return fsync(fd);
}

int pcs_whole_file_write(int folder, const char *name, const char *text, size_t length)
{
    char temporary[PATH_MAX];
    int rc = -1;

    snprintf(temporary, sizeof temporary, "%s.tmp-%d", name, (int)getpid());
    int fd = openat(folder, temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0)
        return -1;
    rc = write_all(fd, text, length);
    if (close(fd) < 0)
        rc = -1;
    if (rc == 0)
        rc = renameat(folder, temporary, folder, name);
    if (rc < 0) {
        const int error = errno;
        unlinkat(folder, temporary, 0);
        errno = error;
    }
    return rc;
}
