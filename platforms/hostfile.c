/*
 * Host files: one "host" or "host:4" a line.
 *
 * smpirun 3.32 hands a file without any ':' to SMPI as it is, where each line but an empty one is
 * a host's name, blanks included; with a ':' somewhere, lines are stripped and unrolled first. The
 * rules here are what is good under both readings.
 */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "platforms/user_files.h"

static int refuse(const char *path, int line, size_t column, const char *what, char *error,
                  size_t error_size)
{
    snprintf(error, error_size, "%s:%d:%zu: %s", path, line, column + 1, what);
    return PCS_USER_FILES_BAD;
}

static int out_of_memory(char *error, size_t error_size)
{
    snprintf(error, error_size, "no memory to read the host file");
    return PCS_USER_FILES_UNCHECKED;
}

/** The number after the colon: digits only, and the sum must stay an int. -1 if it is not. */
static int parse_slots(const char *text, int so_far)
{
    char *end;

    if (*text < '0' || *text > '9') {
        return -1;
    }
    errno = 0;
    long slots = strtol(text, &end, 10);
    if (errno || *end || slots > INT_MAX - so_far) {
        return -1;
    }
    return (int)slots;
}

/** Take one line, which has no newline any more and is not empty. */
static int add_line(struct pcs_hostfile *hostfile, const char *path, int line, char *text,
                    char *error, size_t error_size)
{
    size_t blank = strcspn(text, " \t\r\v\f");

    if (text[0] == '#') {
        return refuse(path, line, 0, "expected a host's name: a host file has no comments", error,
                      error_size);
    }
    if (text[blank]) {
        return refuse(path, line, blank,
                      text[blank] == '\r'
                          ? "carriage return: lines must end in a line feed alone"
                          : "blank: expected HOST or HOST:RANKS and nothing else on the line",
                      error, error_size);
    }
    char *colon = strrchr(text, ':');
    int slots = 1;
    if (colon) {
        slots = parse_slots(colon + 1, hostfile->slots);
        if (slots < 0) {
            return refuse(path, line, (size_t)(colon + 1 - text),
                          "expected the number of ranks on this host after the colon", error,
                          error_size);
        }
        *colon = '\0';
    }
    if (!text[0]) {
        return refuse(path, line, 0, "expected a host's name before the colon", error, error_size);
    }

    struct pcs_hostfile_entry *entries =
        realloc(hostfile->entries, ((size_t)hostfile->entries_n + 1) * sizeof(*hostfile->entries));
    if (!entries) {
        return out_of_memory(error, error_size);
    }
    hostfile->entries = entries;
    char *host = strdup(text);
    if (!host) {
        return out_of_memory(error, error_size);
    }
    entries[hostfile->entries_n++] =
        (struct pcs_hostfile_entry){.host = host, .slots = slots, .line = line};
    hostfile->slots += slots;
    return 0;
}

int pcs_hostfile_read(const char *path, struct pcs_hostfile *hostfile, char *error,
                      size_t error_size)
{
    struct pcs_hostfile result = {0};
    char *text = NULL;
    size_t text_size = 0;
    ssize_t length;
    int line = 0;
    int rc = 0;
    FILE *in = fopen(path, "re");

    if (!in) {
        snprintf(error, error_size, "%s: %s", path, strerror(errno));
        return PCS_USER_FILES_BAD;
    }
    while (rc == 0 && (length = getline(&text, &text_size, in)) >= 0) {
        line++;
        if (strlen(text) != (size_t)length) {
            rc = refuse(path, line, strlen(text), "zero byte: not a text file", error, error_size);
            break;
        }
        text[strcspn(text, "\n")] = '\0';
        if (text[0]) {
            rc = add_line(&result, path, line, text, error, error_size);
        }
    }
    if (rc == 0 && ferror(in)) {
        snprintf(error, error_size, "%s: %s", path, strerror(errno));
        rc = PCS_USER_FILES_BAD;
    }
    if (rc == 0 && result.slots == 0) {
        snprintf(error, error_size, "%s: no host in it", path);
        rc = PCS_USER_FILES_BAD;
    }
    free(text);
    fclose(in);
    if (rc == 0) {
        *hostfile = result;
    } else {
        pcs_hostfile_fini(&result);
    }
    return rc;
}

void pcs_hostfile_fini(struct pcs_hostfile *hostfile)
{
    for (int i = 0; i < hostfile->entries_n; i++) {
        free(hostfile->entries[i].host);
    }
    free(hostfile->entries);
    *hostfile = (struct pcs_hostfile){0};
}

const struct pcs_hostfile_entry *pcs_hostfile_entry(const struct pcs_hostfile *hostfile, int rank)
{
    const struct pcs_hostfile_entry *entry = hostfile->entries;

    while (rank >= entry->slots) {
        rank -= entry->slots;
        entry++;
    }
    return entry;
}
