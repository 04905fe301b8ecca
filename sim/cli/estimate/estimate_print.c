#include "sim/cli/estimate/estimate.h"

#include <math.h>

#include "sim/cli/validate/text_table.h"

static const char *const names[PCS_ESTIMATE_ITEMS_N] = {
    "SimGrid",       "platform",           "ranks and helpers",
    "requests",      "vectors and blocks", "calls and rounds",
    "messages kept", "sparse gradients",   "data and weights"};

static const char *const headings[] = {"memory", "MiB", "KiB/rank"};

static void print_range(const char *what, const struct pcs_estimate_range *range, FILE *out)
{
    if (isnan(range->low))
        fprintf(out, "%s: not known before the run\n", what);
    else if (range->low == range->high)
        fprintf(out, "%s: %.0f\n", what, range->low);
    else
        fprintf(out, "%s: %.0f to %.0f\n", what, range->low, range->high);
}

static int add(struct pcs_text_table *table, const char *name, double bytes, int ranks)
{
    char(*cells)[PCS_TEXT_CELL_SIZE] = pcs_text_table_add(table);

    if (!cells)
        return -1;
    snprintf(cells[0], sizeof cells[0], "%s", name);
    snprintf(cells[1], sizeof cells[1], "%.1f", bytes / 0x1p20);
    snprintf(cells[2], sizeof cells[2], "%.1f", bytes / 0x1p10 / ranks);
    return 0;
}

int pcs_estimate_print(const struct pcs_estimate *estimate, int ranks, FILE *out)
{
    struct pcs_text_table table = {.headings = headings, .columns_n = 3, .left_n = 1};
    int rc = 0;

    for (int i = 0; i < PCS_ESTIMATE_ITEMS_N && rc == 0; i++)
        if (estimate->memory_bytes[i] > 0)
            rc = add(&table, names[i], estimate->memory_bytes[i], ranks);
    if (rc == 0)
        rc = add(&table, "all", estimate->memory_sum_bytes, ranks);
    if (rc == 0)
        rc = pcs_text_table_print(&table, out);
    pcs_text_table_fini(&table);
    fprintf(out, "\n");
    print_range("messages", &estimate->messages, out);
    print_range("bytes", &estimate->bytes, out);
    return rc;
}
