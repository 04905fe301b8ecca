/*
 * The lock is the system's (flock), so a dead process holds none; the file's text only tells who
 * has it, or had it and died.
 */
#include "sim/cli/sweep/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
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

int pcs_sweep_lock(int store, const char *folder)
{
    char owner[OWNER_SIZE];
    const int fd = openat(store, LOCK, O_RDWR | O_CREAT | O_CLOEXEC, 0666);

    if (fd < 0 || (flock(fd, LOCK_EX | LOCK_NB) < 0 && errno != EWOULDBLOCK)) {
        fprintf(stderr, "pcollsim sweep: cannot lock %s/" LOCK ": %s\n", folder, strerror(errno));
        if (fd >= 0)
            close(fd);
        return -1;
    }
    read_owner(fd, owner);
    if (flock(fd, LOCK_EX | LOCK_NB) < 0) {
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
