/*
 * Doubles as text that reads back exactly.
 */
#ifndef PCS_ANALYSIS_NUMBER_H
#define PCS_ANALYSIS_NUMBER_H

/** Bytes that are enough for any double: sign, 17 digits, point, exponent, terminating zero. */
#define PCS_NUMBER_SIZE 32

/**
 * Write the shortest of %.15g, %.16g and %.17g that reads back to exactly @p value.
 *
 * Infinities and NaN are written as printf() does.
 *
 * @param text  at least PCS_NUMBER_SIZE bytes; gets a terminating zero
 * @return the length without the zero
 */
int pcs_number_write(char *text, double value);

#endif
