/*
 * Jain's index and Gini's coefficient.
 */
#include "analysis/fairness.h"

#include <gsl/gsl_sort_double.h>

double pcs_jain(const double *values, size_t n)
{
    double sum = 0, squares = 0;

    for (size_t i = 0; i < n; i++) {
        sum += values[i];
        squares += values[i] * values[i];
    }
    return sum * sum / ((double)n * squares);
}

double pcs_gini(double *values, size_t n)
{
    double sum = 0, weighted = 0;

    gsl_sort(values, 1, n);
    for (size_t i = 0; i < n; i++) {
        sum += values[i];
        weighted += (2 * (double)i + 1 - (double)n) * values[i];
    }
    return weighted / ((double)n * sum);
}
