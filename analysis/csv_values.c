/*
 * Fields of CSV files as numbers: the whole field, in plain notation, within its limits.
 *
 * strtod() alone would also take blanks, hexadecimal digits, "nan" and "infinity".
 */
#include "analysis/csv_reader.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

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

/** Digits alone. @return 1; 0 when it is too large; -1 when it is something else */
static int parse_digits(const char *text, uint64_t *value)
{
    uint64_t sum = 0;
    bool is_large = false;

    if (!is_digit(*text) || *skip_digits(text))
        return -1;
    for (; *text; text++) {
        uint64_t digit = (uint64_t)(*text - '0');

        is_large = is_large || sum > (UINT64_MAX - digit) / 10;
        sum = sum * 10 + digit;
    }
    *value = sum;
    return !is_large;
}

int pcs_csv_read_unsigned(const struct pcs_csv_reader *reader, int column, uint64_t max,
                          uint64_t *value)
{
    const char *text = pcs_csv_reader_field(reader, column)->text;
    uint64_t digits;
    int rc = parse_digits(text + (*text == '-'), &digits);

    if (rc < 0)
        return pcs_csv_reader_refuse(reader, column, "expected a whole number");
    if (rc == 0 || digits > max || (*text == '-' && digits > 0))
        return pcs_csv_reader_refuse(reader, column, "expected 0 to %" PRIu64, max);
    *value = digits;
    return 0;
}

int pcs_csv_read_signed(const struct pcs_csv_reader *reader, int column, int64_t min, int64_t max,
                        int64_t *value)
{
    const char *text = pcs_csv_reader_field(reader, column)->text;
    bool is_negative = *text == '-';
    uint64_t digits;
    int rc = parse_digits(text + is_negative, &digits);

    if (rc < 0)
        return pcs_csv_reader_refuse(reader, column, "expected a whole number");
    if (rc > 0 && digits <= INT64_MAX) {
        *value = is_negative ? -(int64_t)digits : (int64_t)digits;
        if (*value >= min && *value <= max)
            return 0;
    }
    return pcs_csv_reader_refuse(reader, column, "expected %" PRId64 " to %" PRId64, min, max);
}

/** @return whether @p c is a decimal number, with or without point and exponent */
static bool is_decimal(const char *c)
{
    c += *c == '-';
    if (!is_digit(*c))
        return false;
    c = skip_digits(c);
    if (*c == '.') {
        if (!is_digit(c[1]))
            return false;
        c = skip_digits(c + 1);
    }
    if (*c == 'e' || *c == 'E') {
        c++;
        c += *c == '+' || *c == '-';
        if (!is_digit(*c))
            return false;
        c = skip_digits(c);
    }
    return *c == '\0';
}

int pcs_csv_read_number(const struct pcs_csv_reader *reader, int column, double *value)
{
    const char *text = pcs_csv_reader_field(reader, column)->text;

    if (!is_decimal(text))
        return pcs_csv_reader_refuse(reader, column, "expected a number");
    *value = strtod(text, NULL);
    if (*value < 0)
        return pcs_csv_reader_refuse(reader, column, "expected a number that is not negative");
    if (isinf(*value))
        return pcs_csv_reader_refuse(reader, column, "expected a smaller number");
    return 0;
}

int pcs_csv_read_any_number(const struct pcs_csv_reader *reader, int column, double *value)
{
    const char *text = pcs_csv_reader_field(reader, column)->text;

    if (!is_decimal(text) && strcmp(text, "inf") != 0 && strcmp(text, "-inf") != 0)
        return pcs_csv_reader_refuse(reader, column, "expected a number");
    *value = strtod(text, NULL);
    return 0;
}

bool pcs_csv_is_empty(const struct pcs_csv_reader *reader, int column)
{
    return pcs_csv_reader_field(reader, column)->text[0] == '\0';
}
