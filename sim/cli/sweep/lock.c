/*
 * The lock is the system's, so a dead process holds none; the file's text only tells who has it, or
 * had it and died. It is of the kind that can be looked at without taking it, from other hosts too.
 */
#define _GNU_SOURCE /* F_OFD_SETLK */
#include "sim/cli/sweep/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define LOCK "lock"
#define OWNER_SIZE 128

/** Who has written the file: "process PID on HOST", or "". */
static void read_owner(int fd, char owner[OWNER_SIZE])
{
    const ssize_t length = pread(fd, owner, OWNER_SIZE - 1, 0);

    owner[length > 0 ? length : 0] = '\0';
    owner[strcspn(owner, "\n")] = '\0';
}

static int write_owner(int fd)
{
    char host[64] = "";
    char owner[OWNER_SIZE];

    gethostname(host, sizeof host - 1);
    const int length = snprintf(owner, sizeof owner, "process %d on %s\n", (int)getpid(), host);
    return ftruncate(fd, 0) < 0 || pwrite(fd, owner, (size_t)length, 0) != length ? -1 : 0;
}

/** @return whether we hold it now; errno is EAGAIN when somebody else does */
static bool take(int fd)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};

    if (fcntl(fd, F_OFD_SETLK, &lock) == 0)
        return true;
    if (errno == EACCES)
        errno = EAGAIN; /* as some systems say it */
    return false;
}

bool pcs_sweep_is_gone(void)
{
    struct flock lock = {.l_type = F_RDLCK, .l_whence = SEEK_SET};
    const int fd = open(LOCK, O_RDONLY | O_CLOEXEC);
    const bool is_gone = fd >= 0 && fcntl(fd, F_OFD_GETLK, &lock) == 0 && lock.l_type == F_UNLCK;

    if (fd >= 0)
        close(fd);
    return is_gone;
}

int pcs_sweep_lock(int store, const char *folder)
{
    char owner[OWNER_SIZE];
    const int fd = openat(store, LOCK, O_RDWR | O_CREAT | O_CLOEXEC, 0666);

    const bool is_ours = fd >= 0 && take(fd);

    if (!is_ours && (fd < 0 || errno != EAGAIN)) {
        fprintf(stderr, "pcollsim sweep: cannot lock %s/" LOCK ": %s\n", folder, strerror(errno));
        if (fd >= 0)
            close(fd);
        return -1;
    }
    read_owner(fd, owner);
    if (!is_ours) {
        fprintf(stderr,
                "pcollsim sweep: another sweep is at work in %s (%s); expected it to end first\n",
                folder, *owner ? owner : "it is just starting");
        close(fd);
        return -1;
    }
    if (*owner)
        fprintf(stderr, "pcollsim sweep: %s has died in %s; going on from what it left\n", owner,
                folder);
    if (write_owner(fd) == 0)
        return fd;
    fprintf(stderr, "pcollsim sweep: cannot write %s/" LOCK ": %s\n", folder, strerror(errno));
    close(fd);
    return -1;
}

void pcs_sweep_unlock(int lock)
{
    /* Emptied: who comes next is to see no dead owner. */
    if (ftruncate(lock, 0) == 0)
        close(lock);
}
