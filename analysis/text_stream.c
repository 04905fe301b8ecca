/*
 * gzip through zlib, as a stdio stream; plain files without a detour.
 */
#define _GNU_SOURCE /* fopencookie */
#include "analysis/text_stream.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include <zlib.h>

/* Bytes that are unpacked, and handed to stdio, at a time. */
#define BUFFER_BYTES (1 << 17)

static ssize_t read_some(void *cookie, char *text, size_t size)
{
    gzFile file = cookie;
    int error;
    int n;

    errno = 0;
    n = gzread(file, text, (unsigned)(size < BUFFER_BYTES ? size : BUFFER_BYTES));
    gzerror(file, &error);
    if (n > 0 && error != Z_ERRNO)
        return n;
    if (error == Z_OK || error == Z_STREAM_END)
        return 0;
    errno = error == Z_ERRNO && errno ? errno : EBADMSG;
    return -1;
}

static int close_file(void *cookie)
{
    gzclose((gzFile)cookie);
    return 0;
}

/** @return a stream over the open file @p fd, which it closes; NULL with errno, fd closed */
static FILE *open_packed(int fd)
{
    const cookie_io_functions_t functions = {.read = read_some, .close = close_file};
    gzFile file = gzdopen(fd, "rb");
    FILE *stream;

    if (!file) {
        close(fd);
        errno = ENOMEM;
        return NULL;
    }
    gzbuffer(file, BUFFER_BYTES);
    stream = fopencookie(file, "r", functions);
    if (!stream)
        gzclose(file);
    return stream;
}

static FILE *open_plain(int fd)
{
    FILE *stream = fdopen(fd, "r");

    if (!stream)
        close(fd);
    else
        setvbuf(stream, NULL, _IOFBF, BUFFER_BYTES);
    return stream;
}

FILE *pcs_text_open(const char *path)
{
    unsigned char magic[2] = {0, 0};
    bool is_stdin = strcmp(path, "-") == 0;
    int fd = is_stdin ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3) : open(path, O_RDONLY | O_CLOEXEC);

    if (fd < 0)
        return NULL;
    /* What cannot be looked into ahead, such as a pipe, goes through zlib, which tells by itself.
     */
    if (pread(fd, magic, sizeof magic, 0) < 0 || (magic[0] == 0x1f && magic[1] == 0x8b))
        return open_packed(fd);
    return open_plain(fd);
}
