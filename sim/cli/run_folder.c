/*
 * The output folder of a run and the temporary one beside it.
 */
#define _GNU_SOURCE /* asprintf, nftw, renameat2 */
#include "sim/cli/run_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sim/cli/command.h"
#include "sim/cli/launch.h"

/* Files that are moved into the result: with its scenario.yaml, a run can be repeated from them. */
static const char *const kept[] = {PCS_LAUNCH_PLATFORM, PCS_LAUNCH_HOSTFILE, PCS_RUN_LOG};

/* Tries to find a name for the temporary folder that is free. */
#define TRIES_MAX 100
/* Where an old result waits, inside the temporary folder, until the new one is in its place; used
 * where the file system cannot exchange the two. */
#define REPLACED "replaced"

static int complain(const char *what, const char *path)
{
    fprintf(stderr, "pcollsim: cannot %s %s: %s\n", what, path, strerror(errno));
    return errno == ENOSPC || errno == EDQUOT || errno == ENOMEM ? PCS_EXIT_FAILED : PCS_EXIT_BAD;
}

static bool is_empty(const char *path)
{
    DIR *dir = opendir(path);
    int n = 0;

    if (!dir)
        return false;
    while (n <= 2 && readdir(dir))
        n++; /* "." and ".." are always there */
    closedir(dir);
    return n <= 2;
}

static bool has_manifest(const char *path)
{
    char *manifest = NULL;
    bool has =
        asprintf(&manifest, "%s/" PCS_RUN_MANIFEST, path) >= 0 && access(manifest, F_OK) == 0;

    free(manifest);
    return has;
}

/** What is at @p target now: nothing, or something that may be replaced? */
static int check_target(const char *target, bool force, bool *replaces)
{
    struct stat status;

    *replaces = false;
    if (!*target) {
        fprintf(stderr, "pcollsim: the output folder has an empty name\n");
        return PCS_EXIT_BAD;
    }
    if (lstat(target, &status) < 0)
        return errno == ENOENT ? PCS_EXIT_GOOD : complain("make", target);
    if (!force) {
        fprintf(stderr, "pcollsim: %s exists already; --force replaces a result folder\n", target);
        return PCS_EXIT_BAD;
    }
    if (!S_ISDIR(status.st_mode) || (!has_manifest(target) && !is_empty(target))) {
        fprintf(stderr,
                "pcollsim: %s is not a result folder, it has no " PCS_RUN_MANIFEST
                "; it is not replaced\n",
                target);
        return PCS_EXIT_BAD;
    }
    *replaces = true;
    return PCS_EXIT_GOOD;
}

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *walk)
{
    (void)status;
    (void)type;
    (void)walk;
    remove(path); /* as much as can be: what cannot be removed is left */
    return 0;
}

static void remove_tree(const char *path)
{
    nftw(path, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

/** Remove the folder if nobody holds its lock: then the run that made it has been killed. */
static void remove_if_stale(const char *path)
{
    const int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

    if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0)
        remove_tree(path);
    if (fd >= 0)
        close(fd);
}

/** Remove the temporary folders that killed runs have left beside @p target. */
static void remove_stale(const char *target)
{
    const char *slash = strrchr(target, '/');
    const char *name = slash ? slash + 1 : target;
    const int length = slash ? (int)(name - target) : 0;
    char *parent = NULL;
    char *prefix = NULL;
    char *path;
    DIR *dir = NULL;

    if (asprintf(&parent, "%.*s", length, target) >= 0 && asprintf(&prefix, "%s.tmp-", name) >= 0)
        dir = opendir(length ? parent : ".");
    for (struct dirent *entry = dir ? readdir(dir) : NULL; entry; entry = readdir(dir)) {
        if (strncmp(entry->d_name, prefix, strlen(prefix)) == 0 &&
            asprintf(&path, "%s%s", parent, entry->d_name) >= 0) {
            remove_if_stale(path);
            free(path);
        }
    }
    if (dir)
        closedir(dir);
    free(prefix);
    free(parent);
}

/** Open the folder and hold its lock, which ends with this process. @return 0; 1 if it has been
 * taken for a stale one and removed in between; -1 with errno */
static int lock_temporary(struct pcs_run_folder *folder)
{
    struct stat status;

    folder->fd = open(folder->temporary, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder->fd < 0)
        return errno == ENOENT ? 1 : -1;
    if (flock(folder->fd, LOCK_EX) == 0 && fstat(folder->fd, &status) == 0) {
        if (status.st_nlink > 0)
            return 0;
        errno = 0;
    }
    const int reason = errno;
    close(folder->fd);
    folder->fd = -1;
    errno = reason;
    return reason ? -1 : 1;
}

/** Make TARGET.tmp-PID, or with a number behind it when there is one of another machine. */
static int make_temporary(struct pcs_run_folder *folder)
{
    for (int i = 0; i < TRIES_MAX; i++) {
        char number[16] = "";
        if (i > 0)
            snprintf(number, sizeof number, "-%d", i);
        free(folder->temporary);
        if (asprintf(&folder->temporary, "%s.tmp-%d%s", folder->target, (int)getpid(), number) <
            0) {
            folder->temporary = NULL;
            return -1;
        }
        if (mkdir(folder->temporary, 0777) == 0) {
            const int rc = lock_temporary(folder);
            if (rc <= 0)
                return rc;
        } else if (errno != EEXIST) {
            return -1;
        }
    }
    return -1;
}

void pcs_run_folder_close(struct pcs_run_folder *folder)
{
    if (folder->fd >= 0) {
        remove_tree(folder->temporary);
        close(folder->fd);
    }
    free(folder->target);
    free(folder->temporary);
    free(folder->failed_log);
    *folder = (struct pcs_run_folder){.fd = -1};
}

int pcs_run_folder_open(const char *target, bool force, struct pcs_run_folder *folder)
{
    struct pcs_run_folder result = {.target = strdup(target), .fd = -1};
    int code = PCS_EXIT_FAILED;

    if (!result.target) {
        fprintf(stderr, "pcollsim: out of memory\n");
        return code;
    }
    for (size_t n = strlen(result.target); n > 1 && result.target[n - 1] == '/'; n--)
        result.target[n - 1] = '\0';
    code = check_target(result.target, force, &result.replaces);
    if (code == PCS_EXIT_GOOD)
        remove_stale(result.target);
    if (code == PCS_EXIT_GOOD &&
        (asprintf(&result.failed_log, "%s.failed.log", result.target) < 0 ||
         make_temporary(&result) < 0))
        code = complain("make", result.target);
    if (code == PCS_EXIT_GOOD)
        *folder = result;
    else
        pcs_run_folder_close(&result);
    return code;
}

FILE *pcs_run_folder_file(const struct pcs_run_folder *folder, const char *name, const char *mode)
{
    int flags = *mode == 'r' ? O_RDONLY : O_WRONLY | O_CREAT | O_TRUNC;
    int fd = openat(folder->fd, name, flags | O_CLOEXEC, 0666);
    FILE *file = fd >= 0 ? fdopen(fd, mode) : NULL;

    if (!file && fd >= 0)
        close(fd);
    return file;
}

bool pcs_run_folder_is_finished(const struct pcs_run_folder *folder)
{
    FILE *manifest = pcs_run_folder_file(folder, PCS_LAUNCH_RESULT "/" PCS_RUN_MANIFEST, "r");
    char *line = NULL;
    size_t size = 0;
    bool finished = false;

    if (!manifest)
        return false;
    while (getline(&line, &size, manifest) >= 0)
        finished = strcmp(line, PCS_RUN_FINISHED "\n") == 0;
    free(line);
    fclose(manifest);
    return finished;
}

/** Put @p from, inside the temporary folder or itself, in the place of the output folder. */
static int move_to_target(struct pcs_run_folder *folder, const char *from)
{
    if (folder->replaces &&
        renameat2(AT_FDCWD, from, AT_FDCWD, folder->target, RENAME_EXCHANGE) == 0)
        return 0; /* the old result goes with the temporary folder */
    /* Not every file system can exchange names. */
    if (folder->replaces && renameat(AT_FDCWD, folder->target, folder->fd, REPLACED) < 0) {
        complain("replace", folder->target);
        return -1;
    }
    if (renameat(AT_FDCWD, from, AT_FDCWD, folder->target) < 0) {
        complain("make", folder->target);
        if (folder->replaces)
            renameat(folder->fd, REPLACED, AT_FDCWD, folder->target);
        return -1;
    }
    return 0;
}

/** Have the files of the result on the disk before its name: a power failure leaves all or nothing.
 */
static int sync_files(const char *path)
{
    DIR *dir = opendir(path);
    int rc = dir ? 0 : -1;

    for (struct dirent *entry = dir ? readdir(dir) : NULL; entry && rc == 0; entry = readdir(dir)) {
        if (strcmp(entry->d_name, "..") == 0)
            continue;
        const int fd = openat(dirfd(dir), entry->d_name, O_RDONLY | O_CLOEXEC);
        rc = fd < 0 || (fsync(fd) < 0 && errno != EINVAL) ? -1 : 0;
        if (fd >= 0)
            close(fd);
    }
    if (dir)
        closedir(dir);
    if (rc < 0)
        complain("keep", path);
    return rc;
}

int pcs_run_folder_publish(struct pcs_run_folder *folder)
{
    struct stat status;
    char *from = NULL;
    char to[64];

    if (fstatat(folder->fd, PCS_RUN_LOG, &status, 0) == 0 && status.st_size == 0)
        unlinkat(folder->fd, PCS_RUN_LOG, 0);
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        snprintf(to, sizeof to, PCS_LAUNCH_RESULT "/%s", kept[i]);
        if (renameat(folder->fd, kept[i], folder->fd, to) < 0 && errno != ENOENT) {
            complain("keep", kept[i]);
            return -1;
        }
    }
    if (asprintf(&from, "%s/" PCS_LAUNCH_RESULT, folder->temporary) < 0) {
        fprintf(stderr, "pcollsim: out of memory\n");
        return -1;
    }
    int rc = sync_files(from);
    if (rc == 0)
        rc = move_to_target(folder, from);
    free(from);
    return rc;
}

int pcs_run_folder_publish_inputs(struct pcs_run_folder *folder)
{
    if (move_to_target(folder, folder->temporary) < 0)
        return -1;
    close(folder->fd);
    folder->fd = -1;
    return 0;
}

bool pcs_run_folder_keep_log(const struct pcs_run_folder *folder)
{
    return renameat(folder->fd, PCS_RUN_LOG, AT_FDCWD, folder->failed_log) == 0;
}
