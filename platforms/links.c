/*
 * The one table of network numbers, each with its source. docs/networks.md says how sure they are.
 *
 * Marks: [2nd] the value is quoted by a public file that names the primary source;
 * [mem] from memory, not confirmed; [fit] chosen so that a measured curve comes out.
 */
#include "platforms/links.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static const struct pcs_smpi_setting common[] = {
    /* 5 % of each flow on the way back: wrong for links that have a lane each way. */
    {"network/crosstraffic", "0"},
    /* Cap gamma / (2 latency): far above every bandwidth here, so never active. */
    {"network/TCP-gamma", "1e12"},
    /* Compute time comes from the workload; the speed of the machine at hand must not count. */
    {"smpi/simulate-computation", "no"},
    /* Any number of ranks, log2 P rounds; SMPI's default is linear in P. */
    {"smpi/barrier", "ompi_bruck"},
    {NULL, NULL},
};

/*
 * Aries. The targets are OSU's point-to-point tables: Piz Daint XC50 (cookbook of CSCS's Sarus:
 * 1.09 us at 8 B, jump from 2.27 to 4.21 us between 4 and 8 KiB, 9.71 GB/s at 4 MiB) and LANL's
 * XC40 (1.20 us, 9.63 GB/s).
 */
static const struct pcs_smpi_setting aries_smpi[] = {
    /* Eager up to 8 KiB, rendezvous from there: the jump in the Sarus table. */
    {"smpi/async-small-thresh", "8192"},
    {"smpi/send-is-detached-thresh", "8192"},
    /* bytes:seconds:seconds per byte. 0.15 us to send and 0.20 us to receive give the latency at
       8 B; 0.092 ns/B on each side from 512 B give the slope from 1 to 4 KiB. [fit] */
    {"smpi/os", "0:1.5e-7:0;512:1.5e-7:9.2e-11;8191:1.5e-7:0"},
    {"smpi/ois", "0:1.5e-7:0;512:1.5e-7:9.2e-11;8191:1.5e-7:0"},
    {"smpi/or", "0:2.0e-7:0;512:2.0e-7:9.2e-11;8191:2.0e-7:0"},
    /* 10.2 GB/s x 0.955 = 9.74 GB/s: the asymptote of the Sarus table. [fit] */
    {"smpi/bw-factor", "0:0.955"},
    /* From 8 KiB (8207 = 8192 + 16 bytes of SMPI's header - 1) the handshake: 3.4 us in all. [fit]
     */
    {"smpi/lat-factor", "0:1;8207:4.25"},
    {NULL, NULL},
};

/*
 * EDR. Small and middle sizes: an OSU table of Open MPI and MPICH over UCX (gist jfgrimm/3af692a5;
 * the type of its fabric is not stated, about 11.6 GB/s). Large: 24.3 GB/s both ways
 * (hpc-cofc/generic-benchmarks), 24.6 (openucx/ucx 7245), so 12.15 to 12.3 each way.
 */
static const struct pcs_smpi_setting edr_smpi[] = {
    /* Eager up to 16 KiB: the jump in that table. */
    {"smpi/async-small-thresh", "16384"},
    {"smpi/send-is-detached-thresh", "16384"},
    /* 0.25 + 0.55 us give 0.9 to 1.0 us at 8 B with two links of 100 ns. [fit] */
    {"smpi/os", "0:2.5e-7:0;128:4.0e-7:1.45e-10;16383:2.5e-7:0"},
    {"smpi/ois", "0:2.5e-7:0;128:4.0e-7:1.45e-10;16383:2.5e-7:0"},
    {"smpi/or", "0:5.5e-7:0;128:7.0e-7:1.45e-10;16383:5.5e-7:0"},
    /* Handshake from 16 KiB (16399 = 16384 + 16 - 1). [fit] */
    {"smpi/lat-factor", "0:1;16399:3"},
    /* What is left of the rendezvous cost, by size: tree routes are too short to hold it. [fit] */
    {"smpi/bw-factor", "0:0.97;16399:0.222;24000:0.308;48000:0.437;96000:0.632;192000:0.765;"
                       "500000:0.914;2000000:0.960"},
    {NULL, NULL},
};

/* HDR. Large: about 24 GB/s (openucx/ucx 9212). Middle sizes are extrapolated from EDR. [fit] */
static const struct pcs_smpi_setting hdr_smpi[] = {
    {"smpi/async-small-thresh", "16384"},
    {"smpi/send-is-detached-thresh", "16384"},
    {"smpi/os", "0:2.5e-7:0;128:4.0e-7:1.45e-10;16383:2.5e-7:0"},
    {"smpi/ois", "0:2.5e-7:0;128:4.0e-7:1.45e-10;16383:2.5e-7:0"},
    {"smpi/or", "0:5.0e-7:0;128:6.5e-7:1.45e-10;16383:5.0e-7:0"},
    {"smpi/lat-factor", "0:1;16399:3"},
    {"smpi/bw-factor", "0:0.97;16399:0.130;24000:0.188;48000:0.287;96000:0.476;192000:0.643;"
                       "500000:0.870;2000000:0.953"},
    {NULL, NULL},
};

/*
 * RoCE: the calibration of EDR, whose adapters are the same family, with what Ethernet's frames
 * cost: 82 bytes of RoCE v2 headers, preamble and gap a packet of 4,096 (100 GbE) or 1,024
 * (10 GbE, frames of 1,500) bytes. [derived; no table of a named machine was found]
 */
static const struct pcs_smpi_setting gbe100_smpi[] = {
    {"smpi/async-small-thresh", "16384"},
    {"smpi/send-is-detached-thresh", "16384"},
    {"smpi/os", "0:3.5e-7:0;128:5.0e-7:1.45e-10;16383:3.5e-7:0"},
    {"smpi/ois", "0:3.5e-7:0;128:5.0e-7:1.45e-10;16383:3.5e-7:0"},
    {"smpi/or", "0:6.5e-7:0;128:8.0e-7:1.45e-10;16383:6.5e-7:0"},
    {"smpi/lat-factor", "0:1;16399:3"},
    /* As EDR, whose largest factor is 0.960 of the link, times 4096 / 4178. */
    {"smpi/bw-factor", "0:0.951;16399:0.218;24000:0.302;48000:0.428;96000:0.620;192000:0.750;"
                       "500000:0.896;2000000:0.941"},
    {NULL, NULL},
};

static const struct pcs_smpi_setting gbe10_smpi[] = {
    {"smpi/async-small-thresh", "16384"},
    {"smpi/send-is-detached-thresh", "16384"},
    {"smpi/os", "0:3.5e-7:0"},
    {"smpi/ois", "0:3.5e-7:0"},
    {"smpi/or", "0:6.5e-7:0"},
    {"smpi/lat-factor", "0:1;16399:3"},
    {"smpi/bw-factor", "0:0.926"}, /* 1024 / 1106; the wire hides all other per-byte costs */
    {NULL, NULL},
};

static const struct pcs_links links[] = {
    [PCS_LINKS_ARIES] =
        {
            /* Injection: 64 B every 5 cycles at 800 MHz = 10.2 GB/s (Cray white paper
               WP-Aries01-1112 [2nd: lanl/PPT]). */
            .bandwidth_mb_per_s = 10200,
            /* 400 ns between node and router (WP [2nd]: 8-byte put 0.8 us end to end) and 100 ns
               for a router hop (WP [2nd]). */
            .latency_ns = 500,
            .loopback_mb_per_s = 8000, /* placeholder: messages inside a node are not modelled */
            .loopback_ns = 200,        /* placeholder */
            .host_gflops = 500,        /* placeholder */
            .host_cores = 12,          /* a Piz Daint XC50 node [mem] */
            .smpi = aries_smpi,
        },
    [PCS_LINKS_EDR] =
        {
            /* 4 lanes x 25.78 Gb/s x 64/66 (open-mpi/ompi pull request 4946). */
            .bandwidth_mb_per_s = 12500,
            /* 90 ns of switch (vendor's figure [mem]; CODES takes 90 too) and the cable. */
            .latency_ns = 100,
            .loopback_mb_per_s = 8000, /* placeholder */
            .loopback_ns = 100,        /* placeholder */
            .host_gflops = 500,        /* placeholder */
            .host_cores = 12,          /* placeholder */
            .smpi = edr_smpi,
        },
    [PCS_LINKS_HDR] =
        {
            .bandwidth_mb_per_s = 25000, /* 4 lanes x 50 Gb/s (same) */
            .latency_ns = 130,           /* vendor's figure [mem] */
            .loopback_mb_per_s = 8000,   /* placeholder */
            .loopback_ns = 100,          /* placeholder */
            .host_gflops = 500,          /* placeholder */
            .host_cores = 12,            /* placeholder */
            .smpi = hdr_smpi,
        },
    [PCS_LINKS_10GBE] =
        {
            .bandwidth_mb_per_s = 1250, /* 10 Gb/s of data (IEEE 802.3ae, 2002) */
            .latency_ns = 500,          /* cut-through switch and cable [mem] */
            .loopback_mb_per_s = 8000,  /* placeholder */
            .loopback_ns = 100,         /* placeholder */
            .host_gflops = 500,         /* placeholder */
            .host_cores = 12,           /* placeholder */
            .smpi = gbe10_smpi,
        },
    [PCS_LINKS_100GBE] =
        {
            .bandwidth_mb_per_s = 12500, /* 100 Gb/s of data (IEEE 802.3ba, 2010) */
            .latency_ns = 300,           /* cut-through switch and cable [mem] */
            .loopback_mb_per_s = 8000,   /* placeholder */
            .loopback_ns = 100,          /* placeholder */
            .host_gflops = 500,          /* placeholder */
            .host_cores = 12,            /* placeholder */
            .smpi = gbe100_smpi,
        },
};

static const struct pcs_aries_shape aries_shape = {
    /* 4 nodes a router, 16 routers a chassis, 6 chassis a group (NeSI's page on the XC50 network;
       WP [2nd]): 384 nodes. */
    .nodes_per_router = 4,
    .routers_per_chassis = 16,
    .chassis_per_group = 6,
    /* Edison: 24 between any two of its 15 groups, counted in its interconnect file (CODES,
       inter-edison). Theta has 48 between 9 groups; 24 is the careful choice. */
    .blue_links = 24,
    /* 10 optical ports a router (NeSI), 4 links to a cable (WP [2nd]). */
    .blue_ports_per_router = 10,
    .blue_links_per_cable = 4,
    /* 3 lanes x 12.5 Gb/s = 4.7 GB/s (WP [2nd: lanl/PPT]; the lane speed also NeSI), which is what
       the payload of many flows gets: SimGrid gives flows the class's 0.955 of a link. */
    .blue_link_mb_per_s = 4922,
    /* [fit], between WP's 100 ns a hop and the 2.2 us that B. Austin measured between groups. */
    .blue_latency_ns = 300,
    /* 3 lanes x 14 Gb/s (WP [2nd: lanl/PPT]; the lane speed also NeSI). */
    .copper_link_mb_per_s = 5250,
    /* Rank 2 has 3 links a pair, rank 1 has 1: counted in Theta's interconnect file (CODES,
       intra-theta); NeSI: 15 + 15 + 10 links a router. */
    .black_links = 3,
    /* The one departure from the hardware: a packet-adaptive flow measures 9.5 to 9.9 GB/s between
       any two nodes, but one green link has 5.25 GB/s and a SimGrid flow one path. [fit] */
    .paths = 2,
    .hop_ns = 100,       /* WP [2nd: PPT] */
    .injection_ns = 400, /* WP [2nd]: 8-byte put 0.8 us end to end */
};

/* 36- and 40-port switches are common; 16 of the ports down is the small tree used here. */
static const struct pcs_fat_tree_shape fat_tree_shape = {.leaf_hosts_min = 16};

const struct pcs_links *pcs_links(enum pcs_link_class link_class)
{
    return &links[link_class];
}

double pcs_links_payload_factor(const struct pcs_links *link_class)
{
    const struct pcs_smpi_setting *setting = link_class->smpi;

    while (setting->key && strcmp(setting->key, "smpi/bw-factor") != 0) {
        setting++;
    }
    /* "bytes:factor;bytes:factor": the last section is that of the largest messages. */
    const char *last = setting->key ? strrchr(setting->value, ':') : NULL;

    return last ? strtod(last + 1, NULL) : 1;
}

const struct pcs_smpi_setting *pcs_smpi_common(void)
{
    return common;
}

const struct pcs_aries_shape *pcs_aries_shape(void)
{
    return &aries_shape;
}

const struct pcs_fat_tree_shape *pcs_fat_tree_shape(void)
{
    return &fat_tree_shape;
}
