/*
 * The figures of a delay model as a table, a histogram in text, and CSV.
 */
#include "sim/cli/workload_print.h"

#include <inttypes.h>
#include <math.h>

#include "sim/scenario/delay_spec.h"
#include "sim/scenario/quantity.h"

#define BINS 20
#define BAR_WIDTH 50
/* The histogram ends here when what is above would squeeze the rest into a few bins. */
#define TAIL_LEVEL 0.99
#define TAIL_RATIO 4

struct unit {
    const char *name;
    double seconds;
};

static struct unit unit_of(double seconds)
{
    if (seconds >= 10)
        return (struct unit){"s", 1};
    if (seconds >= 1e-3)
        return (struct unit){"ms", 1e-3};
    return seconds >= 1e-6 ? (struct unit){"us", 1e-6} : (struct unit){"ns", 1e-9};
}

/* ---- the histogram of the draws ----------------------------------------------------------------
 */

struct histogram {
    double lo, width;
    uint64_t counts[BINS];
    uint64_t above; /* draws behind the last bin */
};

static void fill(struct histogram *histogram, const struct pcs_workload_figures *figures,
                 bool is_whole)
{
    const double *draws = figures->draws;
    const uint64_t n = figures->draws_n;
    const double tail = draws[(uint64_t)(TAIL_LEVEL * (double)(n - 1))];
    const double max = draws[n - 1];
    double hi = !is_whole && max - draws[0] > TAIL_RATIO * (tail - draws[0]) && tail > draws[0]
                    ? tail
                    : max;

    *histogram = (struct histogram){.lo = draws[0]};
    if (!(hi > draws[0])) /* all the same: a bin around it */
        hi = draws[0] > 0 ? draws[0] * (1 + 1e-9) : 1e-9;
    histogram->width = (hi - draws[0]) / BINS;
    for (uint64_t i = 0; i < n; i++) {
        const double bin = floor((draws[i] - histogram->lo) / histogram->width);
        if (draws[i] > hi)
            histogram->above++;
        else
            histogram->counts[bin < BINS ? (int)bin : BINS - 1]++;
    }
}

static void print_bar(uint64_t count, uint64_t most, FILE *out)
{
    const int length = (int)((count * BAR_WIDTH + most / 2) / most);

    for (int i = 0; i < length; i++)
        fputc('#', out);
    fputc('\n', out);
}

static void print_bars(const struct pcs_workload_figures *figures, struct unit unit, FILE *out)
{
    struct histogram histogram;
    uint64_t most = 1;

    fill(&histogram, figures, false);
    for (int i = 0; i < BINS; i++)
        most = histogram.counts[i] > most ? histogram.counts[i] : most;
    most = histogram.above > most ? histogram.above : most;
    for (int i = 0; i < BINS; i++) {
        const double lo = histogram.lo + i * histogram.width;
        fprintf(out, "%12.6g %12.6g %10" PRIu64 " ", lo / unit.seconds,
                (lo + histogram.width) / unit.seconds, histogram.counts[i]);
        print_bar(histogram.counts[i], most, out);
    }
    if (histogram.above > 0) {
        fprintf(out, "%12.6g %12.6g %10" PRIu64 " ",
                (histogram.lo + BINS * histogram.width) / unit.seconds,
                figures->draws[figures->draws_n - 1] / unit.seconds, histogram.above);
        print_bar(histogram.above, most, out);
    }
}

/* ---- tables -----------------------------------------------------------------------------------
 */

static void print_cell(double seconds, struct unit unit, FILE *out)
{
    if (isnan(seconds))
        fprintf(out, " %13s", "-");
    else
        fprintf(out, " %13.7g", seconds / unit.seconds);
}

void pcs_workload_print(const struct pcs_workload_figures *figures,
                        const struct pcs_workload_task *task, FILE *out)
{
    const struct unit unit = unit_of(figures->items[0].sampled);

    fputs("model    ", out);
    pcs_delay_spec_print(task->spec, out);
    fprintf(out, "\nranks    %d\ndraws    %" PRIu64 ", seed %" PRIu64 "\n", task->ranks,
            figures->draws_n, task->seed);
    if (task->work_s > 0)
        fprintf(out, "work     %ss a step\n", pcs_quantity_print(task->work_s).text);
    fprintf(out, "\n%-16s %10s %2s %10s %2s %10s %2s\n", "", "exact", unit.name, "sampled",
            unit.name, "error", unit.name);
    for (int i = 0; i < figures->n; i++) {
        const struct pcs_workload_figure *figure = &figures->items[i];
        fprintf(out, "%-16s", figure->name);
        print_cell(figure->exact, unit, out);
        print_cell(figure->sampled, unit, out);
        print_cell(figure->error, unit, out);
        fputc('\n', out);
    }
    fprintf(out, "\n%9s %2s %9s %2s %10s\n", "from", unit.name, "to", unit.name, "draws");
    print_bars(figures, unit, out);
}

static void print_csv_cell(double seconds, FILE *out)
{
    fprintf(out, ",%s", isnan(seconds) ? "" : pcs_quantity_print(seconds).text);
}

void pcs_workload_print_csv(const struct pcs_workload_figures *figures, FILE *out)
{
    fprintf(out, "figure,exact_s,sampled_s,standard_error_s\n");
    for (int i = 0; i < figures->n; i++) {
        const struct pcs_workload_figure *figure = &figures->items[i];
        fputs(figure->name, out);
        print_csv_cell(figure->exact, out);
        print_csv_cell(figure->sampled, out);
        print_csv_cell(figure->error, out);
        fputc('\n', out);
    }
}

void pcs_workload_print_histogram(const struct pcs_workload_figures *figures, FILE *out)
{
    struct histogram histogram;

    fill(&histogram, figures, true);
    fprintf(out, "# seconds\nbin_lo,bin_hi,count\n");
    for (int i = 0; i < BINS; i++)
        fprintf(out, "%.17g,%.17g,%" PRIu64 "\n", histogram.lo + i * histogram.width,
                histogram.lo + (i + 1) * histogram.width, histogram.counts[i]);
}
