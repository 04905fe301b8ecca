/*
 * The sections of `pcollsim info` that have a file of their own.
 */
#ifndef PCS_CLI_INFO_H
#define PCS_CLI_INFO_H

#include <stdio.h>

/** Every key of a scenario file: meaning, allowed values, default, when it applies. */
void pcs_info_keys(FILE *out);

/** Distributions of delays with their parameters. */
void pcs_info_distributions(FILE *out);

/** Presets of costs with their numbers and sources. */
void pcs_info_costs(FILE *out);

#endif
