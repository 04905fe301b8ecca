/*
 * Folders of folders.
 */
#define _GNU_SOURCE /* versionsort, asprintf */
#include "sim/cli/report_paths.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "analysis/run_reader.h"

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static bool is_directory(const char *path)
{
    struct stat found;

    return stat(path, &found) == 0 && S_ISDIR(found.st_mode);
}

/** Add the runs in a folder. @return how many, or -1 with errno */
static int add_inside(const char *folder, struct pcs_words *paths)
{
    struct dirent **entries;
    int n = scandir(folder, &entries, is_visible, versionsort);
    int found = 0;

    if (n < 0)
        return -1;
    for (int i = 0; i < n; i++) {
        char *path = NULL;
        if (asprintf(&path, "%s/%s", folder, entries[i]->d_name) < 0) {
            path = NULL;
            paths->failed = true;
        } else if (is_directory(path) && pcs_run_is_folder(path)) {
            pcs_words_add(paths, "%s", path);
            found++;
        }
        free(path);
        free(entries[i]);
    }
    free(entries);
    return found;
}

int pcs_report_paths(const char *path, struct pcs_words *paths)
{
    int n;

    if (!is_directory(path) || pcs_run_is_folder(path)) {
        pcs_words_add(paths, "%s", path);
        return 0;
    }
    n = add_inside(path, paths);
    if (n < 0)
        fprintf(stderr, "pcollsim report: %s: %s\n", path, strerror(errno));
    if (n == 0)
        fprintf(stderr,
                "pcollsim report: %s: no result folder, expected one, or a folder of them\n", path);
    return n > 0 ? 0 : -1;
}
