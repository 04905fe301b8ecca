#include "sim/pcoll/sparse/select.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#define INFINITY_BITS 0x7f800000u

/* Bits of the magnitude: ordered as magnitudes are. */
static uint32_t magnitude_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits & 0x7fffffffu;
}

static float float_of_bits(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

enum pcoll_status pcoll_select_check(const struct pcoll_sparse_view *view)
{
    for (size_t i = 0; i < view->stored; i++) {
        if (magnitude_bits(pcoll_view_value(view, i)) >= INFINITY_BITS)
            return PCOLL_EVALUE;
    }
    return PCOLL_OK;
}

/* ---- the k-th largest -------------------------------------------------------------------------
 */

/* Digits of the magnitude's bits, the highest first. */
#define DIGITS 4
#define DIGIT_VALUES 256
static const int digit_shift[DIGITS] = {23, 15, 7, 0}; /* 31 bits in all */
static const uint32_t digit_mask[DIGITS] = {0xff, 0xff, 0xff, 0x7f};

struct pcoll_cut pcoll_select_cut(const struct pcoll_sparse_view *view, size_t k)
{
    size_t counts[DIGIT_VALUES];
    uint32_t prefix = 0, prefix_mask = 0; /* bits of the k-th largest that are known */
    size_t left = k;                      /* its place among those that begin with the prefix */

    if (k == 0)
        return (struct pcoll_cut){.threshold = INFINITY};
    for (int digit = 0; digit < DIGITS; digit++) {
        memset(counts, 0, sizeof counts);
        for (size_t i = 0; i < view->stored; i++) {
            const uint32_t bits = magnitude_bits(pcoll_view_value(view, i));
            if (bits && (bits & prefix_mask) == prefix)
                counts[bits >> digit_shift[digit] & digit_mask[digit]]++;
        }
        uint32_t value = digit_mask[digit];
        while (counts[value] < left && value > 0)
            left -= counts[value--];
        if (counts[value] < left) /* fewer than k differ from zero */
            return (struct pcoll_cut){.threshold = 0, .above = k - (left - counts[value])};
        prefix |= value << digit_shift[digit];
        prefix_mask |= digit_mask[digit] << digit_shift[digit];
    }
    return (struct pcoll_cut){.threshold = float_of_bits(prefix), .above = k - left, .ties = left};
}

enum pcoll_status pcoll_select_top(const struct pcoll_sparse_view *view,
                                   const struct pcoll_cut *cut, struct pcoll_entries *out)
{
    size_t ties = cut->ties;
    enum pcoll_status status = pcoll_entries_reserve(out, cut->above + cut->ties);
    if (status != PCOLL_OK)
        return status;
    out->n = 0;
    if (cut->above + cut->ties == 0)
        return PCOLL_OK;
    const uint32_t threshold = magnitude_bits(cut->threshold);
    for (size_t i = 0; i < view->stored; i++) {
        const float value = pcoll_view_value(view, i);
        const uint32_t bits = magnitude_bits(value);
        const bool is_tie = bits == threshold && ties > 0;
        if (bits > threshold || is_tie)
            out->at[out->n++] = (struct pcoll_entry){pcoll_view_index(view, i), value};
        ties -= is_tie;
    }
    return PCOLL_OK;
}

/* ---- thresholds -------------------------------------------------------------------------------
 */

/* A threshold of 0 would let zeros pass: the smallest magnitude that is none does not. */
static uint32_t threshold_bits(float threshold)
{
    const uint32_t bits = threshold > 0 ? magnitude_bits(threshold) : 0;
    return bits ? bits : 1;
}

size_t pcoll_select_count(const struct pcoll_sparse_view *view, float threshold)
{
    const uint32_t least = threshold_bits(threshold);
    size_t n = 0;
    for (size_t i = 0; i < view->stored; i++)
        n += magnitude_bits(pcoll_view_value(view, i)) >= least;
    return n;
}

enum pcoll_status pcoll_select_reaching(const struct pcoll_sparse_view *view, float threshold,
                                        struct pcoll_entries *out)
{
    const uint32_t least = threshold_bits(threshold);
    enum pcoll_status status = pcoll_entries_reserve(out, pcoll_select_count(view, threshold));
    if (status != PCOLL_OK)
        return status;
    out->n = 0;
    for (size_t i = 0; i < view->stored; i++) {
        const float value = pcoll_view_value(view, i);
        if (magnitude_bits(value) >= least)
            out->at[out->n++] = (struct pcoll_entry){pcoll_view_index(view, i), value};
    }
    return PCOLL_OK;
}

/* ---- the Gaussian estimate --------------------------------------------------------------------
 */

/* z with P(|Z| > z) = density, by bisection: erfc is in C's library, its inverse is not. */
static double normal_quantile(double density)
{
    double low = 0, high = 40; /* P(|Z| > 40) is 0 as a double */
    for (int i = 0; i < 80; i++) {
        const double middle = (low + high) / 2;
        if (erfc(middle / sqrt(2)) > density)
            low = middle;
        else
            high = middle;
    }
    return high;
}

float pcoll_select_gaussian(const struct pcoll_sparse_view *view, double density)
{
    double sum = 0, squares = 0;
    const double n = (double)view->n;

    if (view->n == 0 || density >= 1)
        return 0;
    if (density <= 0)
        return INFINITY;
    for (size_t i = 0; i < view->stored; i++)
        sum += (double)pcoll_view_value(view, i);
    const double mean = sum / n;
    for (size_t i = 0; i < view->stored; i++) {
        const double distance = (double)pcoll_view_value(view, i) - mean;
        squares += distance * distance;
    }
    squares += (n - (double)view->stored) * mean * mean;
    return (float)(fabs(mean) + normal_quantile(density) * sqrt(squares / n));
}
