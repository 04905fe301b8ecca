#include "sim/app/wall_clock.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Field 22 of /proc/self/stat: start of the process in clock ticks after boot (proc(5)). */
static double start_s(void)
{
    char line[1024];
    FILE *in = fopen("/proc/self/stat", "r");
    if (!in)
        return 0;
    const char *name_end = fgets(line, sizeof line, in) ? strrchr(line, ')') : NULL;
    fclose(in);
    unsigned long long ticks = 0;
    if (!name_end || sscanf(name_end + 1,
                            " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d "
                            "%*d %*d %llu",
                            &ticks) != 1)
        return 0;
    return (double)ticks / (double)sysconf(_SC_CLK_TCK);
}

double pcs_wall_clock_s(void)
{
    struct timespec now;
    const double start = start_s();
    if (start <= 0 || clock_gettime(CLOCK_BOOTTIME, &now) != 0)
        return 0;
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec - start;
}
