/*
 * Looking things up in a data file's table.
 */
#include "workloads/table.h"

#include <math.h>
#include <stdlib.h>

void pcs_delay_table_destroy(struct pcs_delay_table *table)
{
    if (!table)
        return;
    free(table->bins);
    free(table->values);
    free(table->sorted);
    free(table);
}

/* The last bin that has probability and starts at most at p; p = 0 belongs to the first of them. */
static const struct pcs_bin *bin_of_share(const struct pcs_delay_table *table, double p)
{
    size_t first = 0, end = table->n;

    while (end - first > 1) {
        const size_t middle = first + (end - first) / 2;
        if (table->bins[middle].below <= p)
            first = middle;
        else
            end = middle;
    }
    while (first > 0 && !(table->bins[first].share > 0))
        first--;
    while (first + 1 < table->n && !(table->bins[first].share > 0))
        first++;
    return &table->bins[first];
}

double pcs_histogram_quantile(const struct pcs_delay_table *table, double p)
{
    const struct pcs_bin *bin = bin_of_share(table, p);
    const double part = (p - bin->below) / bin->share;

    return fmin(fmax(bin->lo + part * (bin->hi - bin->lo), bin->lo), bin->hi);
}

double pcs_histogram_cdf(const struct pcs_delay_table *table, double value)
{
    size_t first = 0, end = table->n;

    if (value < table->bins[0].lo)
        return 0;
    if (value >= table->max)
        return 1;
    while (end - first > 1) {
        const size_t middle = first + (end - first) / 2;
        if (table->bins[middle].lo <= value)
            first = middle;
        else
            end = middle;
    }
    const struct pcs_bin *bin = &table->bins[first];
    const double part = fmin((value - bin->lo) / (bin->hi - bin->lo), 1);
    return fmin(bin->below + part * bin->share, 1);
}

double pcs_histogram_mean(const struct pcs_delay_table *table)
{
    double mean = 0;

    for (size_t i = 0; i < table->n; i++)
        mean += table->bins[i].share * (table->bins[i].lo + table->bins[i].hi) / 2;
    return mean;
}

double pcs_histogram_variance(const struct pcs_delay_table *table)
{
    const double mean = pcs_histogram_mean(table);
    double variance = 0;

    for (size_t i = 0; i < table->n; i++) {
        const struct pcs_bin *bin = &table->bins[i];
        const double width = bin->hi - bin->lo, away = (bin->lo + bin->hi) / 2 - mean;
        variance += bin->share * (width * width / 12 + away * away);
    }
    return variance;
}

double pcs_trace_at(const struct pcs_delay_table *table, int rank, uint32_t step)
{
    return table->values[(size_t)rank * table->steps + step];
}
