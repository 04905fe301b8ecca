#include "sim/cli/sweep/leftovers.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sim/cli/sweep/store.h"

/** NAME.tmp-PID of a process that does not live? On another machine it may: then it writes its file
 * again when it is looked for next. */
static int is_leftover(const char *name)
{
    const char *mark = strstr(name, ".tmp-");
    const long pid = mark ? strtol(mark + 5, NULL, 10) : 0;

    return pid > 0 && kill((pid_t)pid, 0) < 0 && errno == ESRCH;
}

static void clean(int store, const char *folder)
{
    const int fd = openat(store, folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *dir = fd >= 0 ? fdopendir(fd) : NULL;

    for (struct dirent *entry = dir ? readdir(dir) : NULL; entry; entry = readdir(dir)) {
        if (is_leftover(entry->d_name))
            unlinkat(dirfd(dir), entry->d_name, 0);
    }
    if (dir)
        closedir(dir);
    else if (fd >= 0)
        close(fd);
}

void pcs_sweep_remove_leftovers(int store)
{
    clean(store, ".");
    clean(store, PCS_STORE_SCENARIOS);
    clean(store, PCS_STORE_FAILED);
    clean(store, PCS_STORE_LOGS);
}
