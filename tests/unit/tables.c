/*
 * Data files of delay models: what is refused, where, and what was expected.
 */
#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include <stdlib.h>
#include <string.h>

#include "workloads/table.h"

struct bad {
    const char *text;
    int line, column;
    const char *word;
};

static void assert_refused(const struct bad *bad, bool is_trace)
{
    struct pcs_delay_table *table = NULL;
    struct pcs_table_error error = {0};
    const int rc = (is_trace ? pcs_delay_table_parse_trace : pcs_delay_table_parse_values)(
        bad->text, strlen(bad->text), &table, &error);

    cr_assert(eq(int, rc, -1), "accepted: %s", bad->text);
    cr_assert(eq(int, error.line, bad->line), "%s: %s", bad->text, error.text);
    cr_assert(eq(int, error.column, bad->column), "%s: %s", bad->text, error.text);
    cr_assert(ne(ptr, strstr(error.text, bad->word), NULL), "%s: %s", bad->text, error.text);
    cr_assert(ne(ptr, strstr(error.text, "expected"), NULL), "%s: %s", bad->text, error.text);
}

#define HISTOGRAM "bin_lo,bin_hi,count\n"
#define TRACE "rank,step,seconds\n"

Test(tables, bad_values_are_refused)
{
    const struct bad bad[] = {
        {"", 1, 1, "no values"},
        {"\n\n", 2, 1, "no values"},
        {"# nothing\n", 1, 1, "no values"},
        {HISTOGRAM, 1, 1, "no values"},
        {HISTOGRAM "1,2,-3\n", 2, 5, "negative"},
        {HISTOGRAM "1,2,nan\n", 2, 5, "finite"},
        {HISTOGRAM "1,2,inf\n", 2, 5, "finite"},
        {HISTOGRAM "1,2,0x10\n", 2, 5, "finite"},
        {HISTOGRAM "1,2,1e999\n", 2, 5, "too large"},
        {HISTOGRAM "-1,2,3\n", 2, 1, "negative"},
        {HISTOGRAM "1,2\n", 2, 3, "2 values"},
        {HISTOGRAM "1,2,3,4\n", 2, 7, "too many"},
        {HISTOGRAM "1,,3\n", 2, 3, "missing"},
        {HISTOGRAM "1,2,3\n\n2,2,1\n", 4, 3, "bin_lo < bin_hi"},
        {HISTOGRAM "1,2,3\n3,2.5,1\n", 3, 3, "bin_lo < bin_hi"},
        {HISTOGRAM "1,2,3\n1.98,3,1\n", 3, 1, "1 %"},
        {HISTOGRAM "5,6,3\n1,2,1\n", 3, 1, "ascending"},
        {HISTOGRAM "1,2,0\n2,3,0\n", 3, 1, "empty"},
        {HISTOGRAM "1,2,3\ntotal,3\n", 3, 1, "finite"},
        {"1\n2\nNaN\n", 3, 1, "finite"},
        {"value\n-1\n", 2, 1, "negative"},
        {"1\n2,3\n", 2, 3, "2 values"},
        {"bins,of,what\n", 1, 1, "bin_lo,bin_hi,count"},
        {"seconds\n1\n", 1, 1, "finite"},
        {"1;2;3\n", 1, 1, "finite"},
        {"\x7f"
         "ELF\n",
         1, 1, "?ELF"},
    };

    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        assert_refused(&bad[i], false);
}

Test(tables, bad_traces_are_refused)
{
    const struct bad bad[] = {
        {"", 1, 1, "no rows"},
        {TRACE, 1, 1, "no rows"},
        {TRACE "0,0,-1\n", 2, 5, "negative"},
        {TRACE "0,0,nan\n", 2, 5, "finite"},
        {TRACE "0.5,0,1\n", 2, 1, "whole"},
        {TRACE "65536,0,1\n", 2, 1, "65535"},
        {TRACE "0,1e30,1\n", 2, 3, "whole"},
        {TRACE "0,0\n", 2, 3, "2 values"},
        {TRACE "0,0,1\n0,0,2\n", 3, 1, "twice"},
        /* gaps: at the row that comes too early, or at the end */
        {TRACE "0,0,1\n0,2,1\n0,3,1\n", 3, 1, "rank 0 has no step 1"},
        {TRACE "0,0,1\n0,1,1\n1,0,1\n", 4, 1, "rank 1 has no step 1"},
        {TRACE "1,0,1\n1,1,1\n", 3, 1, "rank 0 has no step 0"},
        {TRACE "65535,2147483646,1\n", 2, 1, "rank 0 has no step 0"},
    };

    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        assert_refused(&bad[i], true);
}

static struct pcs_delay_table *good(const char *text)
{
    struct pcs_delay_table *table = NULL;
    struct pcs_table_error error;

    cr_assert(eq(int, pcs_delay_table_parse_values(text, strlen(text), &table, &error), 0), "%s",
              text);
    return table;
}

Test(tables, what_is_good)
{
    const char *const texts[] = {
        HISTOGRAM "1,2,3\n2,3,4\n",
        HISTOGRAM "1,2,3\r\n2,3,4\r\n",
        "1,2,3\n2,3,4",         /* no header, no end of line */
        " 1 ,\t2, 3 \n2,3,4\n", /* blanks */
        "\xef\xbb\xbf" HISTOGRAM "1,2,3\n2,3,4\n",
        "# a\n" HISTOGRAM "# b\n1,2,3\n\n2,3,4\n",
        HISTOGRAM "1,2,3\n1.995,3,4\n", /* edges rounded by less than 1 % of the width */
        HISTOGRAM "1,2,1.5\n2,3,2e0\n",
    };

    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        struct pcs_delay_table *table = good(texts[i]);
        cr_assert(eq(int, table->kind, PCS_TABLE_HISTOGRAM));
        cr_assert(eq(sz, table->n, 2));
        cr_assert(epsilon_eq(dbl, pcs_histogram_cdf(table, 2), 3.0 / 7, 1e-15), "%s", texts[i]);
        cr_assert(epsilon_eq(dbl, pcs_histogram_quantile(table, 3.0 / 7), 2, 1e-12));
        cr_assert(eq(dbl, pcs_histogram_quantile(table, 0), 1));
        cr_assert(eq(dbl, pcs_histogram_quantile(table, 1), 3));
        pcs_delay_table_destroy(table);
    }
}

/* Nothing is ever drawn from a bin without a count, also not at its edges. */
Test(tables, empty_bins_are_never_hit)
{
    struct pcs_delay_table *table = good(HISTOGRAM "0,1,0\n1,2,1\n2,3,0\n5,6,1\n6,9,0\n");

    for (int i = 0; i <= 1000; i++) {
        const double x = pcs_histogram_quantile(table, i / 1000.0);
        const bool is_hit = (x >= 1 && x <= 2) || (x >= 5 && x <= 6);
        cr_assert(is_hit, "%g at %d", x, i);
    }
    cr_assert(eq(dbl, table->min, 1));
    cr_assert(eq(dbl, table->max, 6));
    pcs_delay_table_destroy(table);
}
