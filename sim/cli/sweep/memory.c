#include "sim/cli/sweep/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "sim/cli/sweep/whole_file.h"

/* Control groups, version 2, of this process; a container sees its own there. */
#define GROUP "/sys/fs/cgroup"

/** A number behind a key of /proc/meminfo, in KiB. */
static double meminfo(const char *text, const char *key)
{
    const char *found = strstr(text, key);

    return found ? strtod(found + strlen(key), NULL) * 1024 : 0;
}

/** A number in a file; -1 when it is not there, or is "max". */
static double number_in(const char *path)
{
    char *text = pcs_whole_file_read(AT_FDCWD, path, 64);
    char *end = text;
    const double number = text ? strtod(text, &end) : -1;
    const bool is_number = text && end > text;

    free(text);
    return is_number ? number : -1;
}

int pcs_memory_read(struct pcs_memory *memory)
{
    char *text = pcs_whole_file_read(AT_FDCWD, "/proc/meminfo", 1 << 16);

    if (!text)
        return -1;
    memory->total_bytes = meminfo(text, "MemTotal:");
    memory->free_bytes = meminfo(text, "MemAvailable:");
    free(text);
    const double limit = number_in(GROUP "/memory.max");
    const double used = number_in(GROUP "/memory.current");
    if (limit >= 0 && limit < memory->total_bytes)
        memory->total_bytes = limit;
    if (limit >= 0 && used >= 0 && limit - used < memory->free_bytes)
        memory->free_bytes = limit > used ? limit - used : 0;
    if (memory->total_bytes > 0)
        return 0;
    errno = ENODATA;
    return -1;
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x < y) - (x > y); /* the largest first */
}

uint64_t pcs_memory_jobs(const struct pcs_plan *plan, double bytes, uint64_t jobs)
{
    double *sizes = calloc(plan->runs_n + 1, sizeof *sizes);
    size_t n = 0;
    uint64_t fit = 0;
    double sum = 0;

    if (!sizes)
        return 1;
    for (size_t i = 0; i < plan->runs_n; i++) {
        if (plan->runs[i].is_selected)
            sizes[n++] = plan->runs[i].memory_bytes;
    }
    qsort(sizes, n, sizeof *sizes, by_size);
    while (fit < jobs && (fit >= n || sum + sizes[fit] <= bytes)) {
        sum += fit < n ? sizes[fit] : 0;
        fit++;
    }
    free(sizes);
    return fit > 0 ? fit : 1;
}
