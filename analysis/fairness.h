/*
 * How evenly something is shared.
 */
#ifndef PCS_ANALYSIS_FAIRNESS_H
#define PCS_ANALYSIS_FAIRNESS_H

#include <stddef.h>

/**
 * Jain's index, (sum x)^2 / (n sum x^2) (Jain, Chiu, Hawe 1984): 1 when all have the same, 1/n when
 * one has all. NAN when nobody has anything.
 */
double pcs_jain(const double *values, size_t n);

/**
 * Gini's coefficient, the mean difference of two over twice the mean: 0 when all have the same,
 * 1 - 1/n when one has all. NAN when nobody has anything.
 *
 * @param values  none negative; sorted in place
 */
double pcs_gini(double *values, size_t n);

#endif
