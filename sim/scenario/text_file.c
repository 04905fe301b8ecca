/*
 * Reading a whole text file that somebody else wrote: it may be a directory, endless or unreadable.
 */
#include "sim/scenario/text_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Bytes that are asked for first; most files are smaller. */
#define ROOM_FIRST 16384

/* Read until the end or until more than bytes_max; the text has room for a zero behind it. */
static int read_all(int fd, size_t bytes_max, char **text, size_t *length)
{
    size_t room = 0;

    *length = 0;
    while (*length <= bytes_max) {
        if (*length == room) {
            room = room ? 2 * room : ROOM_FIRST;
            char *grown = realloc(*text, room + 1);
            if (!grown)
                return -1;
            *text = grown;
        }
        ssize_t got = read(fd, *text + *length, room - *length);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return (int)got;
        *length += (size_t)got;
    }
    return 0;
}

int pcs_text_file_read(const struct pcs_source *source, size_t bytes_max, char **text,
                       size_t *length, struct pcs_error *error)
{
    char *bytes = NULL;
    struct stat status;
    int rc = -1;
    int fd = open(source->name, O_RDONLY | O_CLOEXEC);

    if (fd < 0 || fstat(fd, &status) < 0) {
        pcs_error_in(error, source, "cannot read: %s; expected a readable file", strerror(errno));
    } else if (S_ISDIR(status.st_mode)) {
        pcs_error_in(error, source, "is a directory; expected a file");
    } else if (read_all(fd, bytes_max, &bytes, length) < 0) {
        pcs_error_in(error, source, "cannot read: %s; expected a readable file", strerror(errno));
    } else if (*length > bytes_max) {
        pcs_error_in(error, source, "too large; expected a file of at most %zu bytes", bytes_max);
    } else {
        bytes[*length] = '\0';
        *text = bytes;
        bytes = NULL;
        rc = 0;
    }
    if (fd >= 0)
        close(fd);
    free(bytes);
    return rc;
}

const char *pcs_text_file_check(const char *path)
{
    struct stat status;

    if (stat(path, &status) < 0)
        return strerror(errno);
    if (S_ISDIR(status.st_mode))
        return "is a directory";
    if (!S_ISREG(status.st_mode))
        return "is not a regular file";
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return strerror(errno);
    close(fd);
    return NULL;
}

/* Bytes of the UTF-8 character that starts at c (shortest form, no surrogates), or 0. */
static int character_length(const unsigned char *c)
{
    static const unsigned long least[] = {0, 0, 0x80, 0x800, 0x10000};
    int length = c[0] < 0x80 ? 1 : c[0] < 0xc0 ? 0 : c[0] < 0xe0 ? 2 : c[0] < 0xf0 ? 3 : 4;
    unsigned long code = length > 1 ? c[0] & (0xffu >> (length + 1)) : c[0];

    if (c[0] >= 0xf8)
        return 0;
    for (int i = 1; i < length; i++) {
        if ((c[i] & 0xc0) != 0x80)
            return 0;
        code = code << 6 | (c[i] & 0x3f);
    }
    if (code < least[length] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
        return 0;
    if (code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x2028 || code == 0x2029)
        return 0; /* control characters and line ends */
    return code == 0xfeff || code == 0xfffe || code == 0xffff ? 0 : length;
}

bool pcs_text_is_printable(const char *text)
{
    const unsigned char *c = (const unsigned char *)text;

    while (*c) {
        int length = character_length(c);
        if (length == 0)
            return false;
        c += length;
    }
    return true;
}

char *pcs_path_folder(const char *path)
{
    const char *slash = strrchr(path, '/');

    if (!slash)
        return strdup(".");
    return strndup(path, slash == path ? 1 : (size_t)(slash - path));
}
