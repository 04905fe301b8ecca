/*
 * Numbers with units.
 *
 * A unit's power of ten goes into the decimal exponent before the text becomes a double, so the
 * result is rounded once: multiplying 0.1 by 1e-3 would not give the double nearest to 1e-4.
 */
#include "sim/scenario/quantity.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MANTISSA_MAX 100
#define EXPONENT_MAX 9999

struct unit {
    const char *name;
    int exponent;    /* power of ten */
    uint64_t factor; /* on top of it */
};

static const struct unit byte_units[] = {
    {"", 0, 1},
    {"B", 0, 1},
    {"KB", 3, 1},
    {"kB", 3, 1},
    {"MB", 6, 1},
    {"GB", 9, 1},
    {"TB", 12, 1},
    {"KiB", 0, 1u << 10},
    {"MiB", 0, 1 << 20},
    {"GiB", 0, 1 << 30},
    {"TiB", 0, UINT64_C(1) << 40},
    {NULL, 0, 0},
};

static const struct unit time_units[] = {
    {"ps", -12, 1}, {"ns", -9, 1}, {"us", -6, 1}, {"ms", -3, 1}, {"s", 0, 1}, {NULL, 0, 0},
};

/* In bits, so that bytes a second are whole factors. */
static const struct unit rate_units[] = {
    {"Bps", 0, 8},         {"KBps", 3, 8},        {"kBps", 3, 8},
    {"MBps", 6, 8},        {"GBps", 9, 8},        {"TBps", 12, 8},
    {"KiBps", 0, 8 << 10}, {"MiBps", 0, 8 << 20}, {"GiBps", 0, UINT64_C(8) << 30},
    {"bps", 0, 1},         {"Kbps", 3, 1},        {"kbps", 3, 1},
    {"Mbps", 6, 1},        {"Gbps", 9, 1},        {"Tbps", 12, 1},
    {NULL, 0, 0},
};

/* "12.5e3 ms" is mantissa "12.5", exponent 3, unit "ms". */
struct parts {
    const char *mantissa;
    size_t length;
    int exponent;
    const char *unit;
    bool is_zero;
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static const char *skip_digits(const char *c)
{
    while (is_digit(*c))
        c++;
    return c;
}

static const char *split_exponent(const char *c, int *exponent)
{
    bool is_signed = c[0] && (c[1] == '-' || c[1] == '+');
    const char *digit = c + 1 + is_signed;

    *exponent = 0;
    if ((*c != 'e' && *c != 'E') || !is_digit(*digit))
        return c;
    for (; is_digit(*digit); digit++) {
        if (*exponent < EXPONENT_MAX)
            *exponent = *exponent * 10 + (*digit - '0');
    }
    if (c[1] == '-')
        *exponent = -*exponent;
    return digit;
}

static const char *split(const char *text, struct parts *parts)
{
    const char *c = text;

    if (c[0] == '-' && (is_digit(c[1]) || c[1] == '.'))
        return "negative";
    if (!is_digit(c[0]))
        return "not a number";
    if (c[0] == '0' && is_digit(c[1]))
        return "a leading zero";
    c = skip_digits(c);
    if (c[0] == '.' && is_digit(c[1]))
        c = skip_digits(c + 1);
    parts->mantissa = text;
    parts->length = (size_t)(c - text);
    if (parts->length > MANTISSA_MAX)
        return "too many digits";
    parts->is_zero = strspn(text, "0.") >= parts->length;
    parts->unit = split_exponent(c, &parts->exponent);
    while (*parts->unit == ' ')
        parts->unit++;
    return NULL;
}

static const struct unit *find_unit(const struct unit *units, const char *name)
{
    for (; units->name; units++) {
        if (strcmp(units->name, name) == 0)
            return units;
    }
    return NULL;
}

static double decimal(const struct parts *parts, int exponent)
{
    char text[MANTISSA_MAX + 32];

    snprintf(text, sizeof text, "%.*se%d", (int)parts->length, parts->mantissa,
             parts->exponent + exponent);
    return strtod(text, NULL);
}

static const char *check_range(double value, bool is_zero, double max)
{
    if (!isfinite(value) || value > max)
        return "too large";
    if (fpclassify(value) == FP_ZERO && !is_zero)
        return "too small";
    return NULL;
}

const char *pcs_quantity_count(const char *text, uint64_t *count)
{
    struct parts parts;
    const char *wrong = split(text, &parts);
    uint64_t value = 0;

    if (wrong)
        return wrong;
    if (*skip_digits(text))
        return "not a whole number";
    for (; *text; text++) {
        if (__builtin_mul_overflow(value, 10, &value) ||
            __builtin_add_overflow(value, (uint64_t)(*text - '0'), &value))
            return "too large";
    }
    *count = value;
    return NULL;
}

/* digits * factor * 10^exponent, exactly. */
static const char *scale_whole(uint64_t digits, uint64_t factor, int exponent, uint64_t *result)
{
    if (digits == 0) {
        *result = 0;
        return NULL;
    }
    for (; exponent < 0 && digits % 10 == 0; exponent++)
        digits /= 10;
    if (__builtin_mul_overflow(digits, factor, &digits))
        return "too large";
    for (; exponent < 0; exponent++) {
        if (digits % 10 != 0)
            return "not a whole number of bytes";
        digits /= 10;
    }
    for (; exponent > 0; exponent--) {
        if (__builtin_mul_overflow(digits, 10, &digits))
            return "too large";
    }
    *result = digits;
    return NULL;
}

const char *pcs_quantity_bytes(const char *text, uint64_t *bytes)
{
    struct parts parts;
    const char *wrong = split(text, &parts);
    uint64_t digits = 0;
    int fraction = -1; /* digits after the point; -1 before it */

    if (wrong)
        return wrong;
    const struct unit *unit = find_unit(byte_units, parts.unit);
    if (!unit)
        return "unknown unit";
    for (size_t i = 0; i < parts.length; i++) {
        if (parts.mantissa[i] == '.') {
            fraction = 0;
            continue;
        }
        if (__builtin_mul_overflow(digits, 10, &digits) ||
            __builtin_add_overflow(digits, (uint64_t)(parts.mantissa[i] - '0'), &digits))
            return fraction < 0 ? "too large" : "too many digits";
        fraction += fraction >= 0;
    }
    return scale_whole(digits, unit->factor,
                       parts.exponent + unit->exponent - (fraction > 0 ? fraction : 0), bytes);
}

const char *pcs_quantity_seconds(const char *text, double *seconds)
{
    struct parts parts;
    const char *wrong = split(text, &parts);

    if (wrong)
        return wrong;
    const struct unit *unit = find_unit(time_units, parts.unit);
    if (!unit && *parts.unit)
        return "unknown unit";
    if (!unit && !parts.is_zero)
        return "no unit";
    double value = decimal(&parts, unit ? unit->exponent : 0);
    wrong = check_range(value, parts.is_zero, PCS_QUANTITY_MAX);
    if (!wrong)
        *seconds = value;
    return wrong;
}

const char *pcs_quantity_rate(const char *text, double *bytes_per_second)
{
    struct parts parts;
    const char *wrong = split(text, &parts);

    if (wrong)
        return wrong;
    const struct unit *unit = find_unit(rate_units, parts.unit);
    if (!unit)
        return *parts.unit ? "unknown unit" : "no unit";
    /* The factor is a power of two: exact. */
    double value = decimal(&parts, unit->exponent) * ((double)unit->factor / 8);
    wrong = check_range(value, parts.is_zero, HUGE_VAL);
    if (!wrong)
        *bytes_per_second = value;
    return wrong;
}

const char *pcs_quantity_number(const char *text, double *number)
{
    struct parts parts;
    const char *wrong = split(text, &parts);

    if (wrong)
        return wrong;
    if (*parts.unit)
        return "not a plain number";
    double value = decimal(&parts, 0);
    wrong = check_range(value, parts.is_zero, PCS_QUANTITY_MAX);
    if (!wrong)
        *number = value;
    return wrong;
}

const char *pcs_quantity_part(const char *text, double *part)
{
    struct parts parts;
    const char *wrong = split(text, &parts);

    if (wrong)
        return wrong;
    const bool is_percent = strcmp(parts.unit, "%") == 0;
    if (*parts.unit && !is_percent)
        return "not a part of a whole";
    const double value = decimal(&parts, is_percent ? -2 : 0);
    wrong = check_range(value, parts.is_zero, 1);
    if (!wrong)
        *part = value;
    return wrong;
}

struct pcs_number_text pcs_quantity_print(double number)
{
    struct pcs_number_text out;

    for (int digits = 1; digits <= 17; digits++) {
        snprintf(out.text, sizeof out.text, "%.*g", digits, number);
        double back = strtod(out.text, NULL);
        if (memcmp(&back, &number, sizeof back) == 0)
            break;
    }
    return out;
}
