/*
 * Intervals of 95 % confidence, each with the method that gave it.
 */
#ifndef PCS_ANALYSIS_CONFIDENCE_INTERVAL_H
#define PCS_ANALYSIS_CONFIDENCE_INTERVAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PCS_CONFIDENCE 0.95
#define PCS_METHOD_SIZE 96

struct pcs_interval {
    double low, high;             /**< NAN when there is none: the method says why */
    char method[PCS_METHOD_SIZE]; /**< holds no comma */
};

/** No interval. @param why holds no comma */
struct pcs_interval pcs_interval_none(const char *why);

/** @return the two-sided quantile of Student's t: 1.96 for many degrees of freedom */
double pcs_student(double degrees);

/** Of the mean of @p n independent values, by Student's t; from 2 values on. */
struct pcs_interval pcs_interval_t(const double *values, size_t n);

/* Seeds from which on intervals are bootstrapped; below, Student's t. */
#define PCS_SEEDS_BOOTSTRAP 30
/* Least number of seeds for the bootstrap of a quantile. */
#define PCS_SEEDS_QUANTILE 10

/**
 * Of the mean of @p n independent values, by the studentized bootstrap: resampled values of
 * (mean* - mean) / standard error* stand in for Student's t. Needs memory for the resamples.
 *
 * @param seed  of the resampling: the same seed gives the same interval
 */
struct pcs_interval pcs_interval_bootstrap(const double *values, size_t n, unsigned long seed);

/** Of the mean over seeds: by t below PCS_SEEDS_BOOTSTRAP values, by bootstrap from there on. */
struct pcs_interval pcs_interval_seeds(const double *values, size_t n);

/** Of the mean over seeds of a quantile: by bootstrap from PCS_SEEDS_QUANTILE values on. */
struct pcs_interval pcs_interval_seeds_quantile(const double *values, size_t n);

/**
 * Of the ratio of two means that were measured with the same seeds, by the logarithms of the @p n
 * ratios: paired t or bootstrap, as pcs_interval_seeds().
 *
 * @param ratios  all above 0; changed into their logarithms
 * @param centre  set to the geometric mean of the ratios
 */
struct pcs_interval pcs_interval_ratio(double *ratios, size_t n, double *centre);

#endif
