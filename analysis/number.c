/*
 * Doubles as text that reads back exactly, fast enough for traces of millions of rows.
 *
 * printf() and strtod() for each precision in turn take about 2 us a number. Simulated times are
 * small positive numbers, and for those 128-bit integers give the same digits exactly: a double is
 * m * 2^e, and with k decimals after the point its digits are m * 5^k * 2^(e + k), a product
 * and a shift. The bits shifted out say how to round, and how far the rounded digits are from the
 * value, so whether they read back needs no strtod(). Whatever does not fit goes through printf().
 */
#include "analysis/number.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__extension__ typedef unsigned __int128 wide;

/* m * 5^k < 2^53 * 5^32 < 2^128 */
#define DECIMALS_MAX 32
#define DIGITS_LEAST 15
#define DIGITS_MAX 17
#define MANTISSA_BITS 53
#define MANTISSA_LEAST ((uint64_t)1 << (MANTISSA_BITS - 1)) /* that of powers of two */

/** A decimal number of `n` digits: d.ddd * 10^exponent. */
struct decimal {
    uint64_t digits;
    int n;
    int exponent;
};

static uint64_t ten_to(int n)
{
    return n == 15 ? 1000000000000000U : n == 16 ? 10000000000000000U : 100000000000000000U;
}

static wide five_to(int k)
{
    wide power = 1;

    for (wide square = 5; k > 0; k /= 2, square *= square) {
        if (k % 2)
            power *= square;
    }
    return power;
}

/**
 * The digits of mantissa * 2^exponent, rounded to @p n of them as printf() rounds: to nearest, ties
 * to even.
 *
 * @param exponent10  of the value: 10^exponent10 <= value, at most one too small
 * @param is_exact    set to whether the digits surely read back to the value
 * @return false when it cannot be done in 128 bits
 */
static bool round_to(int n, uint64_t mantissa, int exponent, int exponent10,
                     struct decimal *decimal, bool *is_exact)
{
    for (;; exponent10++) {
        int k = n - 1 - exponent10;
        int shift = -(exponent + k);

        if (k < 0 || k > DECIMALS_MAX || shift <= 0 || shift >= 127)
            return false;
        wide five = five_to(k);
        wide scaled = mantissa * five;
        wide one = (wide)1 << shift;
        uint64_t digits = (uint64_t)(scaled >> shift);
        wide rest = scaled & (one - 1);

        if (digits >= ten_to(n))
            continue; /* exponent10 was too small */
        bool is_up = rest > one / 2 || (rest == one / 2 && (digits & 1));
        wide distance = is_up ? one - rest : rest;

        digits += is_up;
        if (digits == ten_to(n)) {
            digits /= 10;
            exponent10++;
        }
        *decimal = (struct decimal){.digits = digits, .n = n, .exponent = exponent10};
        /* Doubles are 5^k (odd) apart in units of `scaled`, below a power of two half of that. */
        *is_exact = distance == 0 || (distance <= five / 2 && mantissa != MANTISSA_LEAST);
        return true;
    }
}

/** Write as %g does: without trailing zeros, with an exponent below 1e-4. @return the length */
static int write_decimal(char *text, struct decimal decimal)
{
    char digits[DIGITS_MAX];
    char *at = text;
    int n = decimal.n;

    for (int i = n - 1; i >= 0; i--) {
        digits[i] = (char)('0' + decimal.digits % 10);
        decimal.digits /= 10;
    }
    while (n > 1 && digits[n - 1] == '0')
        n--;
    int before = decimal.exponent < -4 ? 1 : decimal.exponent + 1; /* digits before the point */
    if (before <= 0) {
        *at++ = '0';
        *at++ = '.';
        for (; before < 0; before++)
            *at++ = '0';
    }
    for (int i = 0; i < n; i++) {
        if (i > 0 && i == before)
            *at++ = '.';
        *at++ = digits[i];
    }
    for (int i = n; i < before; i++)
        *at++ = '0';
    if (decimal.exponent < -4) { /* not below -16 here: two digits, as printf() writes */
        *at++ = 'e';
        *at++ = '-';
        *at++ = (char)('0' + -decimal.exponent / 10);
        *at++ = (char)('0' + -decimal.exponent % 10);
    }
    *at = '\0';
    return (int)(at - text);
}

/** @return the length, or 0 when @p value is not one of the common ones */
static int write_common(char *text, double value)
{
    struct decimal decimal;
    bool is_exact;
    uint64_t bits;

    if (!(value >= 1e-16 && value < 1e15))
        return 0;
    memcpy(&bits, &value, sizeof bits);
    uint64_t mantissa = (bits & (MANTISSA_LEAST - 1)) | MANTISSA_LEAST;
    int exponent = (int)(bits >> (MANTISSA_BITS - 1)) - 1023 - (MANTISSA_BITS - 1);
    /* floor(log10(2^x)): 315653 / 2^20 is log10(2) to 2e-7 */
    int exponent10 = ((exponent + MANTISSA_BITS - 1) * 315653) >> 20;

    for (int n = DIGITS_LEAST; n <= DIGITS_MAX; n++) {
        if (!round_to(n, mantissa, exponent, exponent10, &decimal, &is_exact))
            return 0;
        if (is_exact || n == DIGITS_MAX) /* 17 digits always read back */
            return write_decimal(text, decimal);
        if (mantissa == MANTISSA_LEAST)
            return 0; /* strtod() must tell */
    }
    return 0;
}

int pcs_number_write(char *text, double value)
{
    int length = 0;

    if (value == 0 && !signbit(value)) {
        text[0] = '0';
        text[1] = '\0';
        return 1;
    }
    length = write_common(text, value);
    for (int digits = DIGITS_LEAST; length == 0 && digits <= DIGITS_MAX; digits++) {
        int n = snprintf(text, PCS_NUMBER_SIZE, "%.*g", digits, value);

        if (digits == DIGITS_MAX || !isfinite(value) || strtod(text, NULL) == value)
            length = n;
    }
    return length;
}
