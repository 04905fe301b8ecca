#define _GNU_SOURCE /* pipe2 */
#include "sim/cli/sweep/capture.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/** Read to the end. @return the text, or NULL */
static char *read_all(int fd)
{
    char *text = NULL;
    size_t length = 0;
    char bytes[4096];
    ssize_t got;
    FILE *memory = open_memstream(&text, &length);

    while ((got = read(fd, bytes, sizeof bytes)) > 0 || (got < 0 && errno == EINTR)) {
        if (memory && got > 0)
            fwrite(bytes, 1, (size_t)got, memory);
    }
    if (memory && fclose(memory) == 0)
        return text;
    free(text);
    return NULL;
}

int pcs_capture(const struct pcs_words *words, const char *folder, const char *log,
                const struct pcs_job_guard *guard, char **text)
{
    const struct pcs_words set = {0};
    int out[2];
    int status = 0;
    pid_t pid;

    *text = NULL;
    if (words->failed) {
        errno = ENOMEM;
        return -1;
    }
    if (pipe2(out, O_CLOEXEC) < 0)
        return -1;
    const struct pcs_job job = {
        .words = words, .set = &set, .folder = folder, .log = log, .has_out = true, .out = out[1]};
    const int rc = pcs_job_start(&job, guard, &pid);
    close(out[1]);
    if (rc == 0) {
        *text = read_all(out[0]);
        while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
        }
    }
    close(out[0]);
    errno = rc ? rc : *text ? 0 : ENOMEM;
    return rc || !*text || !WIFEXITED(status) ? -1 : WEXITSTATUS(status);
}
