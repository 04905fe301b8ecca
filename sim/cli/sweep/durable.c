#define _GNU_SOURCE /* renameat2 */
#include "sim/cli/sweep/durable.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/** Write one file or folder through to the disk. */
static int sync_one(int folder, const char *name)
{
    const int fd = openat(folder, name, O_RDONLY | O_CLOEXEC);
    int rc = fd < 0 ? -1 : fsync(fd);
    const int error = errno;

    if (fd >= 0)
        close(fd);
    errno = error;
    return rc;
}

static int sync_folder(const char *path)
{
    DIR *dir = opendir(path);
    int rc = dir ? 0 : -1;

    for (struct dirent *entry = dir ? readdir(dir) : NULL; rc == 0 && entry; entry = readdir(dir)) {
        if (strcmp(entry->d_name, "..") != 0) /* "." is the folder itself */
            rc = sync_one(dirfd(dir), entry->d_name);
    }
    const int error = errno;
    if (dir)
        closedir(dir);
    errno = error;
    return rc;
}

/** Sync the folder that holds @p path. */
static int sync_parent(const char *path)
{
    char parent[256];
    const char *slash = strrchr(path, '/');

    snprintf(parent, sizeof parent, "%.*s", slash ? (int)(slash - path) : 1, slash ? path : ".");
    return sync_one(AT_FDCWD, parent);
}

static int rename_over(const char *from, const char *to)
{
    char aside[256];

    if (rename(from, to) == 0)
        return 0;
    if (errno != EEXIST && errno != ENOTEMPTY)
        return -1;
    if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_EXCHANGE) == 0)
        return 0;
    /* Not every file system can exchange names. */
    snprintf(aside, sizeof aside, "%s.old", from);
    if (rename(to, aside) < 0 || rename(from, to) < 0)
        return -1;
    return rename(aside, from);
}

int pcs_durable_move(const char *from, const char *to)
{
    if (sync_folder(from) < 0 || rename_over(from, to) < 0)
        return -1;
    return sync_parent(to);
}
