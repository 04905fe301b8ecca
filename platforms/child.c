/*
 * A child with both output streams read at once: reading one after the other could leave the
 * child waiting on a full pipe for ever.
 */
#define _GNU_SOURCE /* pipe2, environ */
#include "platforms/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct text {
    char *bytes; /**< always ended by a zero byte once there is one */
    size_t length;
    size_t size;
};

/** Append what is there. @return 1, 0 at the end, -1 with errno */
static int text_read(struct text *text, int fd)
{
    if (text->size - text->length < 4096) {
        size_t size = text->size ? 2 * text->size : 8192;
        char *bytes = realloc(text->bytes, size);

        if (!bytes) {
            return -1;
        }
        text->bytes = bytes;
        text->size = size;
    }
    ssize_t got = read(fd, text->bytes + text->length, text->size - text->length - 1);
    if (got < 0) {
        return errno == EINTR ? 1 : -1;
    }
    text->length += (size_t)got;
    text->bytes[text->length] = '\0';
    return got > 0;
}

static int read_both(struct text *output, int output_fd, struct text *messages, int messages_fd)
{
    struct pollfd streams[2] = {{.fd = output_fd, .events = POLLIN},
                                {.fd = messages_fd, .events = POLLIN}};
    struct text *texts[2] = {output, messages};

    while (streams[0].fd >= 0 || streams[1].fd >= 0) {
        if (poll(streams, 2, -1) < 0 && errno != EINTR) {
            return -1;
        }
        for (int i = 0; i < 2; i++) {
            if (streams[i].fd < 0 || !streams[i].revents) {
                continue;
            }
            int more = text_read(texts[i], streams[i].fd);
            if (more < 0) {
                return -1;
            }
            if (!more) {
                streams[i].fd = -1; /* poll() passes over negative ones */
            }
        }
    }
    return 0;
}

/** Start the child with its streams on the pipes' write ends. @return 0 or an errno */
static int start(const char *const argv[], int output_fd, int messages_fd, pid_t *pid)
{
    posix_spawn_file_actions_t actions;
    int rc = posix_spawn_file_actions_init(&actions);

    if (rc) {
        return rc;
    }
    rc = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (!rc) {
        rc = posix_spawn_file_actions_adddup2(&actions, output_fd, STDOUT_FILENO);
    }
    if (!rc) {
        rc = posix_spawn_file_actions_adddup2(&actions, messages_fd, STDERR_FILENO);
    }
    if (!rc) {
        /* posix_spawn() promises not to write to the strings, but its prototype does not. */
        union {
            const char *const *in;
            char *const *out;
        } arguments = {.in = argv};

        rc = posix_spawn(pid, argv[0], &actions, NULL, arguments.out, environ);
    }
    posix_spawn_file_actions_destroy(&actions);
    return rc;
}

int pcs_child_run(const char *const argv[], struct pcs_child_result *result)
{
    int output_pipe[2];
    int messages_pipe[2];
    pid_t pid;

    if (pipe2(output_pipe, O_CLOEXEC) < 0) {
        return -1;
    }
    if (pipe2(messages_pipe, O_CLOEXEC) < 0) {
        int saved = errno;
        close(output_pipe[0]);
        close(output_pipe[1]);
        errno = saved;
        return -1;
    }
    int error = start(argv, output_pipe[1], messages_pipe[1], &pid);
    bool started = error == 0;
    close(output_pipe[1]);
    close(messages_pipe[1]);

    struct text output = {0};
    struct text messages = {0};
    int status = 0;
    if (started && read_both(&output, output_pipe[0], &messages, messages_pipe[0]) < 0) {
        error = errno;
    }
    close(output_pipe[0]);
    close(messages_pipe[0]);
    if (started) {
        while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
        }
    }
    if (error) {
        free(output.bytes);
        free(messages.bytes);
        errno = error;
        return -1;
    }
    *result = (struct pcs_child_result){
        .exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1,
        .signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0,
        .output = output.bytes,
        .messages = messages.bytes,
    };
    return 0;
}

void pcs_child_fini(struct pcs_child_result *result)
{
    free(result->output);
    free(result->messages);
    *result = (struct pcs_child_result){0};
}
