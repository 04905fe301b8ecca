/*
 * Tables small enough to be plotted, however long the run was.
 */
#include "analysis/plot_tables.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/csv_writer.h"
#include "analysis/trace.h"

/* More bars than these cannot be told apart. */
#define BINS_MAX 64
#define LOSS_POINTS_MAX 1000
#define SERIES_SIZE 200

static int put_header(FILE *out, const char *header)
{
    return fprintf(out, "%s\n", header) < 0 ? -1 : 0;
}

/** Items of a bin, if @p n of them are to be shown. */
static size_t bin_width(size_t n)
{
    return (n + BINS_MAX - 1) / BINS_MAX;
}

static double sum_of(const double *values, size_t low, size_t high)
{
    double sum = 0;

    for (size_t i = low; i <= high; i++)
        sum += values[i];
    return sum;
}

/* ---- participation ------------------------------------------------------------------------ */

/** @return whether the round counts: measured, and not one that waits for all ranks by design */
static bool is_counted(const struct pcs_run *run, const struct pcs_run_round *round)
{
    return round->row.round >= run->settings.warmup && round->row.round < run->settings.steps &&
           !pcs_run_round_is_sync(run, round);
}

bool pcs_plot_has_participation(const struct pcs_run *run)
{
    for (size_t i = 0; i < run->rounds_n; i++) {
        if (is_counted(run, &run->rounds[i]))
            return true;
    }
    return false;
}

/** Shares of the counted rounds, [k]: with k ranks that had arrived, and with k fresh ones. */
static void count_rounds(const struct pcs_run *run, double *arrived, double *fresh)
{
    const int ranks = run->settings.ranks;
    double n = 0;

    for (size_t i = 0; i < run->rounds_n; i++) {
        const struct pcs_run_round *round = &run->rounds[i];
        if (!is_counted(run, round) || round->row.active > ranks || round->arrived > ranks)
            continue;
        arrived[round->arrived]++;
        fresh[round->row.active]++;
        n++;
    }
    for (int k = 0; k <= ranks; k++) {
        arrived[k] /= n;
        fresh[k] /= n;
    }
}

static double law_of(const struct pcs_participation_law *law, size_t low, size_t high)
{
    double sum = 0;

    for (size_t i = low; i <= high; i++)
        sum += pcs_participation_share(law, (int)i);
    return sum;
}

int pcs_plot_participation(const struct pcs_run *run, const struct pcs_participation_law *law,
                           FILE *out)
{
    const size_t ranks = (size_t)run->settings.ranks;
    const size_t width = bin_width(ranks);
    double *arrived = calloc(2 * (ranks + 1), sizeof *arrived);
    int rc = arrived ? put_header(out, "low,high,closed_form,arrived,fresh") : -1;

    if (rc == 0)
        count_rounds(run, arrived, arrived + ranks + 1);
    for (size_t low = 1; rc == 0 && low <= ranks; low += width) {
        const size_t high = low + width - 1 < ranks ? low + width - 1 : ranks;
        struct pcs_csv_line line;

        pcs_csv_line_init(&line);
        pcs_csv_put_unsigned(&line, low);
        pcs_csv_put_unsigned(&line, high);
        pcs_csv_put_number(&line, law ? law_of(law, low, high) : (double)NAN);
        pcs_csv_put_number(&line, run->has_calls ? sum_of(arrived, low, high) : (double)NAN);
        pcs_csv_put_number(&line, sum_of(arrived + ranks + 1, low, high));
        rc = pcs_csv_line_write(&line, out);
    }
    free(arrived);
    return rc;
}

/* ---- staleness ---------------------------------------------------------------------------- */

/** The greatest staleness of a measured gradient that was taken; -1 when there is none. */
static int64_t staleness_max(const struct pcs_run *run)
{
    int64_t max = -1;

    for (int rank = 0; run->has_calls && rank < run->settings.ranks; rank++) {
        const struct pcs_rank_calls *calls = &run->ranks[rank];
        for (size_t i = 0; i < calls->n; i++) {
            if (calls->calls[i].step >= run->settings.warmup && calls->calls[i].fate > max)
                max = calls->calls[i].fate;
        }
    }
    return max;
}

bool pcs_plot_has_staleness(const struct pcs_run *run)
{
    return staleness_max(run) >= 0;
}

/** @return how many gradients were counted */
static double count_staleness(const struct pcs_run *run, size_t width, double *bins)
{
    double n = 0;

    for (int rank = 0; rank < run->settings.ranks; rank++) {
        const struct pcs_rank_calls *calls = &run->ranks[rank];
        for (size_t i = 0; i < calls->n; i++) {
            if (calls->calls[i].step < run->settings.warmup || calls->calls[i].fate < 0)
                continue;
            bins[(size_t)calls->calls[i].fate / width]++;
            n++;
        }
    }
    return n;
}

int pcs_plot_staleness(const struct pcs_run *run, FILE *out)
{
    const size_t values = (size_t)(staleness_max(run) + 1);
    const size_t width = bin_width(values);
    double bins[BINS_MAX] = {0};

    if (put_header(out, "low,high,gradients,share") < 0)
        return -1;
    const double n = values ? count_staleness(run, width, bins) : 0;
    for (size_t low = 0; low < values; low += width) {
        const size_t high = low + width - 1 < values ? low + width - 1 : values - 1;
        struct pcs_csv_line line;

        pcs_csv_line_init(&line);
        pcs_csv_put_unsigned(&line, low);
        pcs_csv_put_unsigned(&line, high);
        pcs_csv_put_unsigned(&line, (uint64_t)bins[low / width]);
        pcs_csv_put_number(&line, bins[low / width] / n);
        if (pcs_csv_line_write(&line, out) < 0)
            return -1;
    }
    return 0;
}

/* ---- by rank ------------------------------------------------------------------------------ */

/** Seconds of a rank's measured steps. */
struct rank_times {
    double compute_s, wait_s, other_s;
};

static struct rank_times times_of(const struct pcs_run *run, const struct pcs_rank_calls *calls)
{
    struct rank_times times = {0};
    double first_s = INFINITY, last_s = -INFINITY;

    for (size_t i = 0; i < calls->n;) {
        const uint32_t step = calls->calls[i].step;
        double arrive_s = INFINITY, return_s = -INFINITY, compute_s = 0, start_s = INFINITY;

        for (; i < calls->n && calls->calls[i].step == step; i++) {
            const struct pcs_call *call = &calls->calls[i];
            start_s = fmin(start_s, call->arrive_s - call->compute_s);
            arrive_s = fmin(arrive_s, call->arrive_s);
            return_s = fmax(return_s, call->return_s);
            compute_s += call->compute_s;
        }
        if (step < run->settings.warmup)
            continue;
        times.compute_s += compute_s;
        times.wait_s += return_s - arrive_s; /* calls of a step may overlap: once */
        first_s = fmin(first_s, start_s);
        last_s = fmax(last_s, return_s);
    }
    if (last_s > first_s)
        times.other_s = fmax(0, last_s - first_s - times.compute_s - times.wait_s);
    return times;
}

bool pcs_plot_has_times(const struct pcs_run *run)
{
    for (int rank = 0; run->has_calls && rank < run->settings.ranks; rank++) {
        const struct rank_times times = times_of(run, &run->ranks[rank]);
        if (times.compute_s + times.wait_s + times.other_s > 0)
            return true;
    }
    return false;
}

bool pcs_plot_has_traffic(const struct pcs_run *run)
{
    for (int rank = 0; run->has_calls && rank < run->settings.ranks; rank++) {
        if (run->ranks[rank].bytes == PCS_UNKNOWN || run->ranks[rank].messages == PCS_UNKNOWN)
            return false;
    }
    return run->has_calls;
}

static void put_traffic(struct pcs_csv_line *line, int64_t value)
{
    if (value == PCS_UNKNOWN)
        pcs_csv_put_empty(line);
    else
        pcs_csv_put_signed(line, value);
}

int pcs_plot_ranks(const struct pcs_run *run, FILE *out)
{
    if (put_header(out, "rank,compute_s,wait_s,other_s,bytes,messages") < 0)
        return -1;
    for (int rank = 0; run->has_calls && rank < run->settings.ranks; rank++) {
        const struct rank_times times = times_of(run, &run->ranks[rank]);
        struct pcs_csv_line line;

        pcs_csv_line_init(&line);
        pcs_csv_put_signed(&line, rank);
        pcs_csv_put_number(&line, times.compute_s);
        pcs_csv_put_number(&line, times.wait_s);
        pcs_csv_put_number(&line, times.other_s);
        put_traffic(&line, run->ranks[rank].bytes);
        put_traffic(&line, run->ranks[rank].messages);
        if (pcs_csv_line_write(&line, out) < 0)
            return -1;
    }
    return 0;
}

/* ---- loss --------------------------------------------------------------------------------- */

bool pcs_plot_has_loss(const struct pcs_run *run)
{
    return run->has_calls && run->ranks[0].losses != NULL;
}

int pcs_plot_loss_header(FILE *out)
{
    return put_header(out, "series,time_s,loss");
}

/** The mean over ranks of time and loss of call number @p i. @return whether there are any */
static bool loss_at(const struct pcs_run *run, size_t i, double *time_s, double *loss)
{
    double n = 0;

    *time_s = *loss = 0;
    for (int rank = 0; rank < run->settings.ranks; rank++) {
        const struct pcs_rank_calls *calls = &run->ranks[rank];
        if (i >= calls->n || !calls->losses || !isfinite(calls->losses[i]))
            continue;
        *time_s += calls->calls[i].return_s;
        *loss += calls->losses[i];
        n++;
    }
    *time_s /= n;
    *loss /= n;
    return n > 0;
}

int pcs_plot_loss_rows(const struct pcs_run *run, const char *series, FILE *out)
{
    const size_t n = pcs_plot_has_loss(run) ? run->ranks[0].n : 0;
    const size_t stride = (n + LOSS_POINTS_MAX - 1) / LOSS_POINTS_MAX;
    char name[SERIES_SIZE];

    snprintf(name, sizeof name, "%s", series);
    for (char *c = name; *c; c++) {
        if ((unsigned char)*c <= ' ' || *c == ',' || *c == '"' || *c == 0x7f)
            *c = '_';
    }
    for (size_t i = 0; i < n; i += stride) {
        double time_s, loss;
        struct pcs_csv_line line;

        if (!loss_at(run, i, &time_s, &loss))
            continue;
        pcs_csv_line_init(&line);
        pcs_csv_put_text(&line, name);
        pcs_csv_put_number(&line, time_s);
        pcs_csv_put_number(&line, loss);
        if (pcs_csv_line_write(&line, out) < 0)
            return -1;
    }
    return 0;
}
