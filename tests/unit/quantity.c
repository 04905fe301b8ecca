/*
 * Numbers with units: what they mean, what is refused, and that printing reads back.
 */
#include "sim/scenario/quantity.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

struct whole {
    const char *text;
    uint64_t value;
    const char *wrong;
};

static const struct whole sizes[] = {
    {"0", 0, NULL},
    {"65536", 65536, NULL},
    {"64KiB", 65536, NULL},
    {"64KB", 64000, NULL},
    {"64 kB", 64000, NULL},
    {"1.5MiB", 1572864, NULL},
    {"0.001KB", 1, NULL},
    {"2.50B", 0, "not a whole number of bytes"},
    {"4.0", 4, NULL},
    {"1e3", 1000, NULL},
    {"1e3KiB", 1024000, NULL},
    {"12e-1KB", 1200, NULL},
    {"0.1KiB", 0, "not a whole number of bytes"},
    {"18446744073709551615", UINT64_MAX, NULL},
    {"18446744073709551616", 0, "too large"},
    {"16777216TiB", 0, "too large"},
    {"1e400", 0, "too large"},
    {"1e-400", 0, "not a whole number of bytes"},
    {"0e99999999999", 0, NULL},
    {"-1", 0, "negative"},
    {"64 KB/s", 0, "unknown unit"},
    {"64kib", 0, "unknown unit"},
    {"1Kb", 0, "unknown unit"},
    {"0x10", 0, "unknown unit"},
    {"1_000", 0, "unknown unit"},
    {"1.", 0, "unknown unit"},
    {"010", 0, "a leading zero"},
    {"", 0, "not a number"},
    {"KiB", 0, "not a number"},
    {"+5", 0, "not a number"},
    {" 5", 0, "not a number"},
    {"nan", 0, "not a number"},
    {"true", 0, "not a number"},
};

static const struct whole counts[] = {
    {"0", 0, NULL},
    {"64", 64, NULL},
    {"18446744073709551615", UINT64_MAX, NULL},
    {"18446744073709551616", 0, "too large"},
    {"99999999999999999999999999", 0, "too large"},
    {"-3", 0, "negative"},
    {"1.5", 0, "not a whole number"},
    {"1e3", 0, "not a whole number"},
    {"64 ", 0, "not a whole number"},
    {"64KiB", 0, "not a whole number"},
    {"thirty", 0, "not a number"},
    {"08", 0, "a leading zero"},
};

static void check_wholes(const struct whole *table, size_t n,
                         const char *(*parse)(const char *, uint64_t *))
{
    for (size_t i = 0; i < n; i++) {
        uint64_t value = 4711;
        const char *wrong = parse(table[i].text, &value);
        if (table[i].wrong) {
            cr_expect(ne(ptr, (void *)wrong, NULL), "%s", table[i].text);
            if (wrong)
                cr_expect(eq(str, (char *)wrong, (char *)table[i].wrong), "%s", table[i].text);
            cr_expect(eq(u64, value, 4711), "%s", table[i].text);
        } else {
            cr_expect(eq(ptr, (void *)wrong, NULL), "%s: %s", table[i].text, wrong);
            cr_expect(eq(u64, value, table[i].value), "%s", table[i].text);
        }
    }
}

Test(quantity, bytes)
{
    check_wholes(sizes, sizeof sizes / sizeof *sizes, pcs_quantity_bytes);
}

Test(quantity, counts)
{
    check_wholes(counts, sizeof counts / sizeof *counts, pcs_quantity_count);
}

struct real {
    const char *text;
    double value;
    const char *wrong;
};

/* Literals are rounded once by the compiler; so must the parser do. */
static const struct real times[] = {
    {"0", 0, NULL},
    {"0.0", 0, NULL},
    {"0s", 0, NULL},
    {"1ms", 1e-3, NULL},
    {"0.1ms", 1e-4, NULL},
    {"10us", 1e-5, NULL},
    {"2s", 2, NULL},
    {"2 s", 2, NULL},
    {"0.25ns", 0.25e-9, NULL},
    {"123.456us", 123.456e-6, NULL},
    {"280ps", 0.28e-9, NULL},
    {"1e-05s", 1e-5, NULL},
    {"1e+2ms", 0.1, NULL},
    {"1000000000s", 1e9, NULL},
    {"1000000001s", 0, "too large"},
    {"1e999s", 0, "too large"},
    {"1e-400s", 0, "too small"},
    {"5", 0, "no unit"},
    {"1h", 0, "unknown unit"},
    {"1 MS", 0, "unknown unit"},
    {"-1ms", 0, "negative"},
    {"-0.5ms", 0, "negative"},
    {"nan", 0, "not a number"},
    {"infs", 0, "not a number"},
    {".5ms", 0, "not a number"},
};

static const struct real rates[] = {
    {"10.2GBps", 10.2e9, NULL}, {"100Gbps", 12.5e9, NULL},     {"1KiBps", 1024, NULL},
    {"8bps", 1, NULL},          {"64KB/s", 0, "unknown unit"}, {"5", 0, "no unit"},
    {"-1GBps", 0, "negative"},  {"1e400GBps", 0, "too large"},
};

static const struct real numbers[] = {
    {"0.25", 0.25, NULL},
    {"1e-3", 1e-3, NULL},
    {"3", 3, NULL},
    {"3s", 0, "not a plain number"},
    {"1e10", 0, "too large"},
    {"inf", 0, "not a number"},
    {"0."
     "33333333333333333333333333333333333333333333333333333333333333333333333333333333333333333333"
     "333333333333333333",
     0, "too many digits"},
};

static void check_reals(const struct real *table, size_t n,
                        const char *(*parse)(const char *, double *))
{
    for (size_t i = 0; i < n; i++) {
        double value = 4711;
        const char *wrong = parse(table[i].text, &value);
        if (table[i].wrong) {
            cr_expect(ne(ptr, (void *)wrong, NULL), "%s", table[i].text);
            if (wrong)
                cr_expect(eq(str, (char *)wrong, (char *)table[i].wrong), "%s", table[i].text);
            cr_expect(eq(dbl, value, 4711), "%s", table[i].text);
        } else {
            cr_expect(eq(ptr, (void *)wrong, NULL), "%s: %s", table[i].text, wrong);
            cr_expect(eq(dbl, value, table[i].value), "%s", table[i].text);
        }
    }
}

Test(quantity, seconds)
{
    check_reals(times, sizeof times / sizeof *times, pcs_quantity_seconds);
}

Test(quantity, rates)
{
    check_reals(rates, sizeof rates / sizeof *rates, pcs_quantity_rate);
}

Test(quantity, numbers)
{
    check_reals(numbers, sizeof numbers / sizeof *numbers, pcs_quantity_number);
}

Test(quantity, printing_is_short)
{
    cr_expect(eq(str, pcs_quantity_print(1e-3).text, "0.001"));
    cr_expect(eq(str, pcs_quantity_print(0.1).text, "0.1"));
    cr_expect(eq(str, pcs_quantity_print(0).text, "0"));
    cr_expect(eq(str, pcs_quantity_print(0.1 + 0.2).text, "0.30000000000000004"));
}

Test(quantity, printing_reads_back)
{
    /* Steps through all magnitudes with mantissas that are no short decimals. */
    for (double value = 1.0 / 3 * 1e-300; value < 1e9; value *= 1.37) {
        double back = 0;
        cr_assert(eq(ptr, (void *)pcs_quantity_number(pcs_quantity_print(value).text, &back), NULL),
                  "%a", value);
        cr_assert(eq(dbl, back, value));
    }
}
