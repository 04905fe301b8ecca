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
                  .copy_out_s_per_byte = 0.1e-9,
                  .scan_s_per_element = 0.5e-9,
                  .select_s_per_element = 0.2e-9},
        .help = "a tuned C engine on one core of the Haswell class",
        .source =
            "estimates for one core: memory copies at about 10 GB/s, a sum that reads two "
            "streams and writes one at two thirds of that, a polling loop that comes round "
            "in 0.2 us; taking is a swap of buffers and costs nothing; a scan compares at the "
            "speed of memory, an exact selection takes about 5 ns an element of 10^8",
    },
    {
        .costs = {.preset = "fflib-daint",
                  .call_s = 0.24e-3,
                  .notice_s = 50e-6,
                  .copy_in_s_per_byte = 0,
                  .take_s_per_byte = 0.1e-9,
                  .reduce_s_per_byte = 0.25e-9,
                  .copy_out_s_per_byte = 0},
        .help = "the published implementation on fflib, on a Cray XC with Aries",
        .source = "fitted to the published micro-benchmark, the same for all sizes: its spinning "
                  "helper scans 16,384 requests, about 0.1 ms a time, so an event is noticed half "
                  "a scan after it happens, and a call, which waits for its post to be picked up, "
                  "run and seen to be over, takes about 0.24 ms; one core copies the send buffer "
                  "at 10 GB/s and adds at 4 GB/s; the user's buffer is the engine's buffer, so "
                  "nothing is copied in or out",
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
