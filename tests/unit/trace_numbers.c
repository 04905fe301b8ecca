/*
 * Numbers in traces: the shortest text that reads back to the same bits.
 */
#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <float.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/number.h"
#include "tests/unit/trace_text.h"

/** The definition: the shortest of the three that reads back. */
static void reference(char *text, double value)
{
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, PCS_NUMBER_SIZE, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            return;
    }
}

static void check_number(double value)
{
    char expected[PCS_NUMBER_SIZE], found[PCS_NUMBER_SIZE];

    reference(expected, value);
    int length = pcs_number_write(found, value);
    if (strcmp(found, expected) != 0 || (size_t)length != strlen(found))
        cr_assert(eq(str, found, expected), "%a, length %d", value, length);
    double back = strtod(found, NULL);
    if (memcmp(&back, &value, sizeof value) != 0)
        cr_assert(false, "%a was written as %s", value, found);
}

static double from_bits(uint64_t bits)
{
    double value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

Test(trace, every_double_is_short_and_reads_back)
{
    uint64_t state = 1;

    for (int i = 0; i < 50000; i++) {
        double value = from_bits(next_bits(&state));

        if (isfinite(value))
            check_number(value);
    }
}

Test(trace, usual_doubles_are_short_and_read_back)
{
    uint64_t state = 2;

    for (int i = 0; i < 50000; i++) {
        uint64_t mantissa = next_bits(&state) >> 12;
        uint64_t exponent = 1023 - 60 + next_bits(&state) % 120; /* 2^-60 .. 2^59 */

        check_number(from_bits(exponent << 52 | mantissa));
        check_number(from_bits(exponent << 52 | (mantissa >> 40) << 40)); /* few bits */
        check_number((double)(mantissa % 1000000) / 1e6);                 /* few digits */
        check_number((double)(mantissa % 1000000) * 1e-9);                /* nearly so */
    }
}

Test(trace, edges_of_doubles_read_back)
{
    for (int e = -1074; e <= 1023; e++) {
        double power = ldexp(1, e);

        check_number(power);
        check_number(nextafter(power, 0));
        check_number(nextafter(power, INFINITY));
    }
    for (int e = -30; e <= 30; e++) {
        double power = pow(10, e);

        check_number(power);
        check_number(nextafter(power, 0));
        check_number(nextafter(power, INFINITY));
        check_number(-power);
    }
    check_number(0.0);
    check_number(-0.0);
    check_number(1.7976931348623157e308);
    check_number(INFINITY);
}

Test(trace, numbers_to_the_letter)
{
    static const struct {
        double value;
        const char *text;
    } cases[] = {
        {0, "0"},
        {1, "1"},
        {0.001, "0.001"},
        {0.0001, "0.0001"},
        {0.00001, "1e-05"},
        {123456789, "123456789"},
        {1e14, "100000000000000"},
        {1e15, "1e+15"},
        {0.1 + 0.2, "0.30000000000000004"},
        {1.0 / 3, "0.3333333333333333"},
        {5e-324, "4.94065645841247e-324"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[PCS_NUMBER_SIZE];

        pcs_number_write(text, cases[i].value);
        cr_expect(eq(str, text, (char *)cases[i].text));
    }
}
