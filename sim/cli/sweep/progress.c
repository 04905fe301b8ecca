#include "sim/cli/sweep/progress.h"

#include <stdio.h>
#include <unistd.h>

/* Where there is no terminal, a line for each such part of the runs, and each such time. */
#define PARTS 10
#define LINE_SECONDS 60

static double seconds_since(const struct timespec *begin)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - begin->tv_sec) + 1e-9 * (double)(now.tv_nsec - begin->tv_nsec);
}

void pcs_sweep_progress_begin(struct pcs_sweep_progress *progress, size_t total)
{
    *progress =
        (struct pcs_sweep_progress){.total = total, .is_terminal = isatty(STDERR_FILENO) != 0};
    clock_gettime(CLOCK_MONOTONIC, &progress->begin);
}

void pcs_sweep_progress_clear(const struct pcs_sweep_progress *progress)
{
    if (progress->is_terminal)
        fprintf(stderr, "\r\033[K");
}

static bool is_due(const struct pcs_sweep_progress *progress, double seconds)
{
    const size_t ended = progress->done + progress->failed;

    if (progress->is_terminal)
        return true;
    if (ended == progress->shown)
        return false;
    return ended == progress->total || seconds - progress->shown_s >= LINE_SECONDS ||
           (ended - progress->shown) * PARTS >= progress->total;
}

void pcs_sweep_progress_show(struct pcs_sweep_progress *progress)
{
    const size_t ended = progress->done + progress->failed;
    const double seconds = seconds_since(&progress->begin);

    if (!is_due(progress, seconds))
        return;
    pcs_sweep_progress_clear(progress);
    fprintf(stderr, "%s%zu of %zu runs", progress->is_terminal ? "" : "pcollsim sweep: ", ended,
            progress->total);
    if (progress->failed > 0)
        fprintf(stderr, ", %zu failed", progress->failed);
    fprintf(stderr, ", %.0f s", seconds);
    if (ended > 0 && ended < progress->total)
        fprintf(stderr, ", about %.0f s left",
                seconds / (double)ended * (double)(progress->total - ended));
    if (!progress->is_terminal)
        fputc('\n', stderr);
    progress->shown = ended;
    progress->shown_s = seconds;
}
