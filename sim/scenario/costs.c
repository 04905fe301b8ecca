/*
 * Presets of what the host does, with their sources. Seconds, and seconds a byte.
 */
#include "sim/scenario/costs.h"

#include <string.h>

static const struct pcs_costs_preset presets[] = {
    {
        .costs = {.preset = "ideal"},
        .help = "the host does everything in no time",
        .source = "a bound, not a machine: all numbers are zero",
    },
    {
        .costs = {.preset = "default",
                  .call_s = 0.2e-6,
                  .notice_s = 0.2e-6,
                  .copy_in_s_per_byte = 0.1e-9,
                  .take_s_per_byte = 0,
                  .reduce_s_per_byte = 0.15e-9,
                  .copy_out_s_per_byte = 0.1e-9},
        .help = "a tuned C engine on one core of the Haswell class",
        .source = "estimates for one core: memory copies at about 10 GB/s, a sum that reads two "
                  "streams and writes one at two thirds of that, a polling loop that comes round "
                  "in 0.2 us; taking is a swap of buffers and costs nothing",
    },
    {
        .costs = {.preset = "fflib-daint",
                  .call_s = 0.245e-3,
                  .notice_s = 2e-6,
                  .copy_in_s_per_byte = 0,
                  .take_s_per_byte = 0.1e-9,
                  .reduce_s_per_byte = 0.28e-9,
                  .copy_out_s_per_byte = 0},
        .help = "the published implementation on fflib, on a Cray XC with Aries",
        .source = "fitted to the published micro-benchmark of solo and majority allreduce: its "
                  "spinning helper scans 16,384 requests, seen as about 0.25 ms a call; the "
                  "user's buffer is the engine's buffer, so nothing is copied in or out",
    },
    {.costs = {.preset = NULL}},
};

const struct pcs_costs_preset *pcs_costs_presets(void)
{
    return presets;
}

const struct pcs_costs_preset *pcs_costs_preset_find(const char *name)
{
    for (const struct pcs_costs_preset *preset = presets; preset->costs.preset; preset++) {
        if (strcmp(preset->costs.preset, name) == 0)
            return preset;
    }
    return NULL;
}
