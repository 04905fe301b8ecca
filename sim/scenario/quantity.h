/*
 * Numbers with units, as people write them: "64KiB", "1.5ms", "10.2GBps".
 *
 * Every parser takes the whole text, ignores the locale, and returns NULL when it is good;
 * otherwise a constant phrase that says what is wrong ("no unit"), and the result is untouched.
 * Results are the doubles or integers nearest to what is written: "0.1ms" is exactly 1e-4.
 * Refused everywhere: signs, hexadecimal, infinities, NaN, leading zeros ("010" is 8 to some).
 */
#ifndef PCS_SCENARIO_QUANTITY_H
#define PCS_SCENARIO_QUANTITY_H

#include <stdint.h>

/** Upper limit of times and plain numbers: 1e9 seconds are 31 years. */
#define PCS_QUANTITY_MAX 1e9

/** A whole number of digits only, 0 to 2^64 - 1. */
const char *pcs_quantity_count(const char *text, uint64_t *count);

/** A whole number of bytes: plain, or with B, KB (1000), KiB (1024), ... up to TB and TiB. */
const char *pcs_quantity_bytes(const char *text, uint64_t *bytes);

/** A time: a number with ps, ns, us, ms or s; 0 needs no unit. */
const char *pcs_quantity_seconds(const char *text, double *seconds);

/** A data rate: a number with Bps, KBps, KiBps, ... (bytes) or bps, Kbps, ... (bits) a second. */
const char *pcs_quantity_rate(const char *text, double *bytes_per_second);

/** A plain number such as 0.25 or 1e-3. */
const char *pcs_quantity_number(const char *text, double *number);

/** A part of a whole: a number from 0 to 1 such as 0.01, or in percent such as 1%. */
const char *pcs_quantity_part(const char *text, double *part);

/** A number in the shortest decimal form that reads back to the same double. */
struct pcs_number_text {
    char text[32];
};

struct pcs_number_text pcs_quantity_print(double number);

#endif
