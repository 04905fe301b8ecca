/*
 * Memory that the process really uses. Resident size counts a shared page once for each mapping of
 * it, and phantom messages map one page many thousand times: the proportional size does not.
 * Libraries count in full.
 */
#ifndef PCS_APP_MEMORY_USE_H
#define PCS_APP_MEMORY_USE_H

#include <stdint.h>

/** @return proportional set size in bytes, libraries in full; 0 if the system does not tell */
uint64_t pcs_memory_use(void);

#endif
