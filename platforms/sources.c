/*
 * The table of sources. "WP through lanl/PPT": Cray's white paper WP-Aries01-1112, whose figures
 * are quoted in the configuration files of LANL's Performance Prediction Toolkit.
 */
#include "platforms/sources.h"

#include <stddef.h>

/* clang-format off */
static const struct pcs_source_row sources[] = {
    {"aries", "node link", "10.2 GB/s", "64 B every 5 cycles at 800 MHz: WP through lanl/PPT aries_mpiopt.py", "2012", "quoted"},
    {"aries", "node to router", "400 ns", "8-byte put 0.8 us end to end: WP through lanl/PPT", "2012", "quoted"},
    {"aries", "router hop", "100 ns", "WP through lanl/PPT", "2012", "quoted"},
    {"aries", "eager limit", "8 KiB", "OSU table of Piz Daint XC50, CSCS Sarus cookbook", "read 2026", "measured"},
    {"aries", "overheads", "0.15 + 0.20 us", "that table at 8 B and from 1 to 4 KiB", "read 2026", "fitted"},
    {"aries", "bandwidth factor", "0.955", "that table: 9.71 GB/s at 4 MiB", "read 2026", "fitted"},
    {"aries", "latency factor from 8 KiB", "4.25", "that table: 3.4 us before the first byte", "read 2026", "fitted"},
    {"aries machine", "nodes a router, routers a chassis, chassis a group", "4, 16, 6", "NeSI, XC50 Aries Network Architecture", "read 2026", "measured"},
    {"aries machine", "green or black link", "5.25 GB/s", "3 lanes x 14 Gb/s: WP through lanl/PPT piz_daint_config.py; lane speed also NeSI", "2012", "quoted"},
    {"aries machine", "black links of a pair", "3", "counted in CODES intra-theta; NeSI: 15 + 15 + 10 links a router", "read 2026", "measured"},
    {"aries machine", "blue link, payload", "4.7 GB/s", "3 lanes x 12.5 Gb/s: WP through lanl/PPT; the link itself is that over 0.955", "2012", "quoted"},
    {"aries machine", "blue links of two groups", "24", "Edison, counted in CODES inter-edison; Theta has 48", "read 2026", "measured"},
    {"aries machine", "optical ports of a router", "10", "NeSI; 4 links a cable: WP through lanl/PPT", "2012", "quoted"},
    {"aries machine", "blue latency", "300 ns", "between 100 ns a hop (WP) and B. Austin's 2.2 us between groups", "2012", "fitted"},
    {"aries machine", "green links of one flow", "2", "9.5 to 9.9 GB/s measured between any two nodes, by adaptive routing", "read 2026", "fitted"},
    {"edr", "link", "12.5 GB/s", "4 x 25.78 Gb/s x 64/66: open-mpi/ompi pull request 4946", "2018", "quoted"},
    {"edr", "link latency", "100 ns", "90 ns a switch (vendor; CODES takes the same) and cable", "read 2026", "memory"},
    {"edr", "eager limit", "16 KiB", "OSU table, gist jfgrimm/3af692a5 (fabric not named)", "read 2026", "measured"},
    {"edr", "overheads", "0.25 + 0.55 us", "that table: 0.90 to 0.98 us at 8 B", "read 2026", "fitted"},
    {"edr", "bandwidth factors", "0.222 to 0.960", "that table; 24.3 GB/s both ways (hpc-cofc/generic-benchmarks), 24.6 (openucx/ucx 7245)", "2021", "fitted"},
    {"hdr", "link", "25 GB/s", "4 x 50 Gb/s: open-mpi/ompi pull request 4946", "2018", "quoted"},
    {"hdr", "link latency", "130 ns", "vendor", "read 2026", "memory"},
    {"hdr", "bandwidth factors", "0.130 to 0.953", "about 24 GB/s at large sizes (openucx/ucx 9212); 16 KB to 2 MB extrapolated from edr", "2023", "fitted"},
    {"10gbe", "link", "1.25 GB/s", "IEEE 802.3ae", "2002", "quoted"},
    {"10gbe", "link latency", "500 ns", "cut-through switch and cable", "read 2026", "memory"},
    {"10gbe", "bandwidth factor", "0.926", "RoCE v2: 82 B of headers and gap a packet of 1,024 B", "2014", "derived"},
    {"10gbe", "overheads", "0.35 + 0.65 us", "as edr, with 0.1 us a side for the Ethernet stack of the adapter", "read 2026", "placeholder"},
    {"100gbe", "link", "12.5 GB/s", "IEEE 802.3ba", "2010", "quoted"},
    {"100gbe", "link latency", "300 ns", "cut-through switch and cable", "read 2026", "memory"},
    {"100gbe", "bandwidth factors", "0.218 to 0.941", "as edr, times 4096/4178 for RoCE v2's 82 B a packet of 4,096 B", "2014", "derived"},
    {"100gbe", "overheads", "0.35 + 0.65 us", "as edr, with 0.1 us a side for the Ethernet stack of the adapter", "read 2026", "placeholder"},
    {NULL, NULL, NULL, NULL, NULL, NULL},
};
/* clang-format on */

const struct pcs_source_row *pcs_sources(void)
{
    return sources;
}
