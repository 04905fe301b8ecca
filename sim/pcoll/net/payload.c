#include "sim/pcoll/net/payload.h"

size_t pcoll_type_bytes(enum pcoll_type type)
{
    return type == PCOLL_FLOAT32 ? 4 : 8;
}

static void add_float32(float *restrict target, const float *restrict source, size_t n)
{
    for (size_t i = 0; i < n; i++)
        target[i] += source[i];
}

static void add_float64(double *restrict target, const double *restrict source, size_t n)
{
    for (size_t i = 0; i < n; i++)
        target[i] += source[i];
}

/* Unsigned: a sum that overflows wraps instead of being undefined. */
static void add_int64(uint64_t *restrict target, const uint64_t *restrict source, size_t n)
{
    for (size_t i = 0; i < n; i++)
        target[i] += source[i];
}

void pcoll_payload_add(enum pcoll_type type, void *restrict target, const void *restrict source,
                       size_t n)
{
    switch (type) {
    case PCOLL_FLOAT32:
        add_float32(target, source, n);
        break;
    case PCOLL_FLOAT64:
        add_float64(target, source, n);
        break;
    case PCOLL_INT64:
        add_int64(target, source, n);
        break;
    }
}
