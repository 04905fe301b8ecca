#include "sim/app/memory_use.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The first line of a mapping: "FROM-TO PERMISSIONS OFFSET DEVICE INODE PATH". */
static bool is_header(const char *line, bool *is_file)
{
    uint64_t from, to, inode;
    int path = 0;

    if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %*s %*s %*s %" SCNu64 " %n", &from, &to, &inode,
               &path) < 3)
        return false;
    *is_file = inode != 0 && !strstr(line + path, "(deleted)");
    return true;
}

/* Libraries are counted in full: who else uses them changes from moment to moment, with the number
 * of simulations on the machine. Pages that this process maps many times belong to files that have
 * no name any more. */
uint64_t pcs_memory_use(void)
{
    FILE *in = fopen("/proc/self/smaps", "r");
    char *line = NULL;
    size_t size = 0;
    uint64_t sum_kib = 0, kib;
    bool is_file = false;

    if (!in)
        return 0;
    while (getline(&line, &size, in) >= 0) {
        if (sscanf(line, is_file ? "Rss: %" SCNu64 " kB" : "Pss: %" SCNu64 " kB", &kib) == 1)
            sum_kib += kib;
        else
            is_header(line, &is_file);
    }
    free(line);
    fclose(in);
    return sum_kib * 1024;
}
