#include "sim/app/scale.h"

#include <math.h>

#include "sim/pcoll/core/wire.h"

_Static_assert(sizeof(struct pcoll_header) == PCS_HEADER_BYTES, "the header that is not scaled");

struct pcs_scenario pcs_scaled_scenario(const struct pcs_scenario *scenario)
{
    struct pcs_scenario scaled = *scenario;
    const uint64_t scale = (uint64_t)scenario->platform.scale;
    const size_t size = pcs_type_size(scenario->collective.type);

    if (scale <= 1)
        return scaled;
    /* By the size that is meant, not by the one that is sent. */
    scaled.collective.schedule = pcs_schedule_resolve(&scenario->collective, scenario->ranks);
    scaled.collective.bytes = (scenario->collective.bytes / size + scale - 1) / scale * size;
    scaled.costs.copy_in_s_per_byte *= (double)scale;
    scaled.costs.take_s_per_byte *= (double)scale;
    scaled.costs.reduce_s_per_byte *= (double)scale;
    scaled.costs.copy_out_s_per_byte *= (double)scale;
    scaled.costs.scan_s_per_element *= (double)scale;
    scaled.costs.staging_s_per_byte *= (double)scale;
    /* n log2(n) of what is meant. */
    const double meant = (double)(scenario->collective.bytes / size);
    const double left = (double)(scaled.collective.bytes / size);
    if (left > 1)
        scaled.costs.select_s_per_element *= meant / left * log2(meant) / log2(left);
    return scaled;
}
