/*
 * How far a sweep has come: one line that is written again and again on a terminal, now and then a
 * line elsewhere.
 */
#ifndef PCS_CLI_SWEEP_PROGRESS_H
#define PCS_CLI_SWEEP_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

struct pcs_sweep_progress {
    size_t total, done, failed; /**< runs; done: those that came to a good end */
    bool is_terminal;           /**< stderr */
    struct timespec begin;
    double shown_s; /**< when the last line was written, since the beginning */
    size_t shown;   /**< done + failed then */
};

void pcs_sweep_progress_begin(struct pcs_sweep_progress *progress, size_t total);
/** Show it if something new is to be seen. To be called about every second. */
void pcs_sweep_progress_show(struct pcs_sweep_progress *progress);
/** Take the line off the terminal, so that a message can be written. */
void pcs_sweep_progress_clear(const struct pcs_sweep_progress *progress);

#endif
