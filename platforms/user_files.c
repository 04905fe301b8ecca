/*
 * The checks of the user's files, by means of the probe program.
 */
#include "platforms/user_files.h"

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "platforms/child.h"

/** Length of the part of SimGrid's message that is worth a line. */
#define MESSAGE_MAX 300

/**
 * Where SimGrid's own words start in what it wrote: behind "[time] ./src/file.cpp:48: [category] "
 * and the kind of exception, which say nothing about the user's file.
 */
static const char *find_message(const char *messages)
{
    static const char *const marks[] = {"Parse error at ", "Uncaught exception ", "CRITICAL] ",
                                        "ERROR] ", "Bad setting: "};

    for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++) {
        const char *found = strstr(messages, marks[i]);

        if (found) {
            found += strlen(marks[i]);
            const char *type_end = strncmp(found, "std::", 5) == 0 ? strstr(found, ": ") : NULL;
            return type_end ? type_end + 2 : found;
        }
    }
    return messages;
}

/** Column, from 1, of the word inside the quotes around it; 0 if it is not in @p text. */
static int quoted_column(const char *text, const char *word, size_t word_length)
{
    for (const char *quote = text; (quote = strpbrk(quote, "\"'")); quote++) {
        if (strncmp(quote + 1, word, word_length) == 0 && quote[word_length + 1] == *quote) {
            return (int)(quote - text) + 2;
        }
    }
    return 0;
}

/** The first place of a quoted word in a file: SimGrid does not say where a bad key stands. */
static bool find_quoted(const char *path, const char *word, size_t word_length, int *line,
                        int *column)
{
    FILE *in = fopen(path, "re");
    char *text = NULL;
    size_t text_size = 0;

    if (!in) {
        return false;
    }
    *line = 0;
    *column = 0;
    while (*column == 0 && getline(&text, &text_size, in) >= 0) {
        ++*line;
        *column = quoted_column(text, word, word_length);
    }
    free(text);
    fclose(in);
    return *column > 0;
}

/** The key that a message is about, which has no place in it: "KEY: what" or "Bad config key: KEY"
 */
static const char *find_key(const char *message, size_t length, size_t *key_length)
{
    static const char bad_key[] = "Bad config key: ";
    size_t mark = sizeof(bad_key) - 1;

    if (strncmp(message, bad_key, mark) == 0) {
        *key_length = length - mark;
        return message + mark;
    }
    *key_length = strcspn(message, ": ");
    return message;
}

/** One line out of what SimGrid said about @p path, with the place it names in front. */
static void relay(const char *path, const struct pcs_child_result *probe, char *error,
                  size_t error_size)
{
    const char *message = find_message(probe->messages);
    size_t path_length = strlen(path);
    int line;
    int column;

    /* "PATH:LINE: what": SimGrid's place, no column in it. */
    bool placed = strncmp(message, path, path_length) == 0 && message[path_length] == ':';
    size_t length = strcspn(message, "\n");
    if (length > MESSAGE_MAX) {
        length = MESSAGE_MAX;
    }
    while (length > 0 && isspace((unsigned char)message[length - 1])) {
        length--;
    }
    size_t key_length;
    const char *key = find_key(message, length, &key_length);

    if (placed) {
        snprintf(error, error_size, "%.*s", (int)length, message);
    } else if (find_quoted(path, key, key_length, &line, &column)) {
        snprintf(error, error_size, "%s:%d:%d: %.*s", path, line, column, (int)length, message);
    } else if (length > 0) {
        snprintf(error, error_size, "%s: SimGrid cannot load it: %.*s", path, (int)length, message);
    } else if (probe->signal) {
        snprintf(error, error_size, "%s: SimGrid crashes on it (signal %d)", path, probe->signal);
    } else {
        snprintf(error, error_size, "%s: SimGrid cannot load it (exit code %d)", path,
                 probe->exit_code);
    }
}

static int run_probe(const char *const argv[], struct pcs_child_result *probe, char *error,
                     size_t error_size)
{
    if (pcs_child_run(argv, probe) < 0) {
        snprintf(error, error_size, "cannot run %s: %s", argv[0], strerror(errno));
        return PCS_USER_FILES_UNCHECKED;
    }
    return 0;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/** Cut @p text into its lines, in place, and sort them. The caller frees the array. */
static char **sort_lines(char *text, size_t *n)
{
    size_t lines = 0;
    char *rest = text;

    for (const char *p = text; *p; p++) {
        lines += *p == '\n';
    }
    char **names = calloc(lines + 1, sizeof(*names));
    if (!names) {
        return NULL;
    }
    for (*n = 0; *n < lines; (*n)++) {
        names[*n] = strsep(&rest, "\n");
    }
    qsort(names, *n, sizeof(*names), compare_names);
    return names;
}

static int check_hosts(const struct pcs_platform_spec *spec, const struct pcs_hostfile *hostfile,
                       char *names_text, char *error, size_t error_size)
{
    size_t names_n;
    char **names = sort_lines(names_text, &names_n);
    int rc = 0;

    if (!names) {
        snprintf(error, error_size, "no memory for the names of the hosts");
        return PCS_USER_FILES_UNCHECKED;
    }
    for (int i = 0; rc == 0 && i < hostfile->entries_n; i++) {
        const struct pcs_hostfile_entry *entry = &hostfile->entries[i];

        if (!bsearch(&entry->host, names, names_n, sizeof(*names), compare_names)) {
            snprintf(error, error_size, "%s:%d:1: no host '%s' in %s, which has %zu hosts",
                     spec->hostfile, entry->line, entry->host, spec->file, names_n);
            rc = PCS_USER_FILES_BAD;
        }
    }
    free(names);
    return rc;
}

static int check_route(const char *probe_program, const struct pcs_platform_spec *spec,
                       const struct pcs_hostfile *hostfile, int ranks, char *error,
                       size_t error_size)
{
    const struct pcs_hostfile_entry *first = pcs_hostfile_entry(hostfile, 0);
    const struct pcs_hostfile_entry *last = pcs_hostfile_entry(hostfile, ranks - 1);
    const char *argv[] = {probe_program, spec->file, "--route",   first->host, last->host,
                          "--route",     last->host, first->host, NULL};
    struct pcs_child_result probe;

    if (strcmp(first->host, last->host) == 0) {
        return 0;
    }
    int rc = run_probe(argv, &probe, error, error_size);
    if (rc < 0) {
        return rc;
    }
    if (probe.exit_code != 0) {
        snprintf(error, error_size,
                 "%s:%d:1: %s has no route between host '%s' of the first rank and host '%s' of "
                 "the last",
                 spec->hostfile, last->line, spec->file, first->host, last->host);
        rc = PCS_USER_FILES_BAD;
    }
    pcs_child_fini(&probe);
    return rc;
}

int pcs_platform_check_user_files(const char *probe_program, const struct pcs_platform_spec *spec,
                                  int ranks, char *error, size_t error_size)
{
    const char *load[] = {probe_program, spec->file, NULL};
    struct pcs_hostfile hostfile = {0};
    struct pcs_child_result probe = {0};
    struct stat status;

    if (stat(spec->file, &status) < 0) {
        snprintf(error, error_size, "%s: %s", spec->file, strerror(errno));
        return PCS_USER_FILES_BAD;
    }
    if (!S_ISREG(status.st_mode)) {
        snprintf(error, error_size, "%s: not a file", spec->file);
        return PCS_USER_FILES_BAD;
    }
    int rc = pcs_hostfile_read(spec->hostfile, &hostfile, error, error_size);
    if (rc < 0) {
        return rc;
    }
    if (hostfile.slots < ranks) {
        snprintf(error, error_size, "%s: room for %d rank%s, but %d are needed", spec->hostfile,
                 hostfile.slots, hostfile.slots == 1 ? "" : "s", ranks);
        rc = PCS_USER_FILES_BAD;
        goto out;
    }
    rc = run_probe(load, &probe, error, error_size);
    if (rc < 0) {
        goto out;
    }
    if (probe.exit_code != 0) {
        relay(spec->file, &probe, error, error_size);
        rc = PCS_USER_FILES_BAD;
        goto out;
    }
    rc = check_hosts(spec, &hostfile, probe.output, error, error_size);
    if (rc < 0) {
        goto out;
    }
    rc = check_route(probe_program, spec, &hostfile, ranks, error, error_size);
out:
    pcs_child_fini(&probe);
    pcs_hostfile_fini(&hostfile);
    return rc;
}
