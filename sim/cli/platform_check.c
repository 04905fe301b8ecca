/*
 * Each measurement is a run of pcollsim-netcheck under smpirun, in a folder of its own that is
 * removed at the end. Bisection takes all described hosts, up to BISECTION_HOSTS, and is held
 * against the described figure.
 */
#define _GNU_SOURCE /* asprintf */
#include "sim/cli/platform_check.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "platforms/child.h"
#include "platforms/platform.h"
#include "sim/cli/command.h"
#include "sim/cli/programs.h"
#include "sim/cli/published.h"
#include "sim/cli/words.h"

#define BISECTION_HOSTS 1024
#define ALLREDUCE_RANKS 64
#define INCAST_SENDERS 16

/** What all measurements share. */
struct check {
    const struct pcs_scenario *scenario;
    struct pcs_platform_summary summary;
    struct pcs_published_table published;
    struct pcs_programs programs;
    char *netcheck;
    char folder[32];
    char *platform, *hosts; /**< files in it */
    double rate_gb_per_s;   /**< last measured, of all flows together */
};

/** One run: sizes are one string each, ended by NULL. */
struct measurement {
    const char *mode;
    const char *pair;      /**< "near", "far", or "any" */
    const char *algorithm; /**< of MPI_Allreduce, or NULL */
    int ranks;
    const char *sizes[8];
};

static int write_hosts(const struct check *check, const int *hosts, int n)
{
    FILE *out = fopen(check->hosts, "we");
    int rc = out ? 0 : -1;

    for (int i = 0; rc == 0 && i < n; i++)
        fprintf(out, "%s%d\n", check->summary.host_prefix, hosts[i]);
    if (out && fclose(out) != 0)
        rc = -1;
    if (rc < 0)
        fprintf(stderr, "pcollsim platform: cannot write %s: %s\n", check->hosts, strerror(errno));
    return rc;
}

/** Of all flows together. */
static double rate_of(const struct measurement *m, int ranks, int bytes, double seconds)
{
    double rate = bytes / seconds / 1e9;

    if (strcmp(m->mode, "bisection") == 0)
        rate *= ranks / 2;
    if (strcmp(m->mode, "incast") == 0)
        rate *= ranks - 1;
    return rate;
}

static void print_row(const struct measurement *m, int ranks, int bytes, double seconds,
                      const struct pcs_published *row)
{
    double rate = rate_of(m, ranks, bytes, seconds);
    const char *how = m->algorithm ? m->algorithm : m->pair;
    char published[32] = "-";
    char deviation[32] = "-";

    if (row) {
        double value = row->is_rate ? rate : seconds * 1e6;
        snprintf(published, sizeof published, "%.4g %s", row->value, row->is_rate ? "GB/s" : "us");
        snprintf(deviation, sizeof deviation, "%+.1f %%", 100 * (value / row->value - 1));
    }
    printf("%-10s %-8s %6d %9d %12.4g us %10.4g GB/s | %-12s | %-9s %s%s%s%s\n", m->mode, how,
           ranks, bytes, seconds * 1e6, rate, published, deviation, row ? row->source : "",
           row ? " (" : "", row ? row->date : "", row ? ")" : "");
}

/** A measured value with each published one that it can be held against. */
static void print_rows(const struct check *check, const struct measurement *m, int ranks, int bytes,
                       double seconds)
{
    bool found = false;

    for (int i = 0; i < check->published.rows_n; i++) {
        const struct pcs_published *row = &check->published.rows[i];
        bool same_pair = strcmp(row->pair, "any") == 0 || strcmp(row->pair, m->pair) == 0;

        if (same_pair && strcmp(row->links, check->summary.links) == 0 &&
            strcmp(row->benchmark, m->mode) == 0 && row->ranks == ranks && row->bytes == bytes) {
            print_row(m, ranks, bytes, seconds, row);
            found = true;
        }
    }
    if (!found)
        print_row(m, ranks, bytes, seconds, NULL);
}

/** Read "MODE RANKS BYTES SECONDS" lines. @return how many there were */
static int read_output(struct check *check, const struct measurement *m, char *output)
{
    int n = 0;

    for (char *line; (line = strsep(&output, "\n"));) {
        char mode[16];
        int ranks;
        int bytes;
        double seconds;

        if (sscanf(line, "%15s %d %d %lf", mode, &ranks, &bytes, &seconds) != 4 ||
            strcmp(mode, m->mode) != 0)
            continue;
        print_rows(check, m, ranks, bytes, seconds);
        check->rate_gb_per_s = rate_of(m, ranks, bytes, seconds);
        n++;
    }
    fflush(stdout);
    return n;
}

static int measure(struct check *check, const struct measurement *m, const int *hosts)
{
    struct pcs_words words = {0};
    struct pcs_child_result result = {0};
    int sizes_n = 0;
    int rc = -1;

    if (write_hosts(check, hosts, m->ranks) < 0)
        return -1;
    pcs_words_add(&words, "%s", check->programs.smpirun);
    pcs_words_add(&words, "-np");
    pcs_words_add(&words, "%d", m->ranks);
    pcs_words_add(&words, "-no-privatize");
    pcs_words_add(&words, "-platform");
    pcs_words_add(&words, "%s", check->platform);
    pcs_words_add(&words, "-hostfile");
    pcs_words_add(&words, "%s", check->hosts);
    pcs_words_add(&words, "--cfg=contexts/stack-size:256");
    pcs_words_add(&words, "--log=root.thres:warning");
    if (m->algorithm)
        pcs_words_add(&words, "--cfg=smpi/allreduce:%s", m->algorithm);
    pcs_words_add(&words, "%s", check->netcheck);
    pcs_words_add(&words, "%s", m->mode);
    while (m->sizes[sizes_n])
        pcs_words_add(&words, "%s", m->sizes[sizes_n++]);
    if (!words.failed && pcs_child_run((const char *const *)words.items, &result) == 0) {
        /* smpirun ends with 0 whatever happens: only the lines count. */
        rc = read_output(check, m, result.output) == sizes_n ? 0 : -1;
        if (rc < 0)
            fprintf(stderr, "pcollsim platform: %s failed: %.400s\n", m->mode, result.messages);
        pcs_child_fini(&result);
    }
    pcs_words_fini(&words);
    return rc;
}

/** Hosts 0, 1, ... of a measurement that takes them in the platform's order. */
static int measure_first(struct check *check, const struct measurement *m)
{
    int *hosts = malloc((size_t)m->ranks * sizeof *hosts);
    int rc = -1;

    if (!hosts)
        return -1;
    for (int i = 0; i < m->ranks; i++)
        hosts[i] = i;
    rc = measure(check, m, hosts);
    free(hosts);
    return rc;
}

static int measure_pairs(struct check *check)
{
    struct measurement m = {
        .mode = "pingpong",
        .pair = "near",
        .ranks = 2,
        .sizes = {"8", "512", "4096", "8192", "65536", "1048576", "4194304"},
    };
    const int near[] = {0, 1};
    const int far[] = {check->summary.far_from, check->summary.far_host};

    if (measure(check, &m, near) < 0)
        return -1;
    m.pair = "far";
    return far[1] > 1 ? measure(check, &m, far) : 0;
}

/**
 * All hosts: the n-th of the lower half, and behind these its partner in the upper half. A shift
 * on a tree; on groups joined pairwise, the hosts of each group take all other groups in turn.
 */
static int measure_bisection(struct check *check, struct measurement *m)
{
    int half = check->summary.hosts / 2;
    int groups = check->summary.half_groups > 0 ? check->summary.half_groups : 1;
    int *hosts = malloc((size_t)(2 * half) * sizeof *hosts);
    int rc = -1;

    if (!hosts)
        return -1;
    for (int i = 0; i < half; i++) {
        hosts[i] = i;
        hosts[half + i] = half + i % groups * (half / groups) + i / groups;
    }
    m->ranks = 2 * half;
    rc = measure(check, m, hosts);
    free(hosts);
    return rc;
}

static int measure_many(struct check *check)
{
    int hosts = check->summary.hosts;
    struct measurement m = {.mode = "bisection", .pair = "any", .sizes = {"4194304"}};

    if (hosts <= BISECTION_HOSTS) {
        if (measure_bisection(check, &m) < 0)
            return -1;
        double described = check->summary.bisection_mb_per_s / 1e3;
        if (check->summary.half_groups == PCS_HALVES_CUT_GROUPS)
            printf(
                "%-10s described: %.4g GB/s of payload each way between whole groups; these halves "
                "cut a group, so the figures are of two things (an even --groups compares)\n",
                "bisection", described);
        else
            printf("%-10s described: %.4g GB/s of payload each way, measured %+.1f %%\n",
                   "bisection", described, 100 * (check->rate_gb_per_s / described - 1));
    } else {
        printf("%-10s not run: %d hosts are described, and more than %d take long\n", "bisection",
               hosts, BISECTION_HOSTS);
    }
    m.mode = "incast";
    m.ranks = hosts <= INCAST_SENDERS ? hosts : INCAST_SENDERS + 1;
    m.sizes[0] = "1048576";
    return measure_first(check, &m);
}

static int measure_allreduce(struct check *check)
{
    static const char *const algorithms[] = {"rdb", "rab_rdb", "lr"};
    int most = check->scenario->ranks < ALLREDUCE_RANKS ? check->scenario->ranks : ALLREDUCE_RANKS;
    const int sizes[] = {6, 16, most}; /* of two, measurements were published */
    int *hosts = pcs_placement_hosts(&check->scenario->platform, check->scenario->placement,
                                     check->scenario->ranks);
    int rc = hosts ? 0 : -1;

    for (size_t s = 0; s < 3; s++) {
        for (size_t a = 0; rc == 0 && a < 3; a++) {
            bool is_ring = strcmp(algorithms[a], "lr") == 0; /* needs an element for each rank */
            struct measurement m = {.mode = "allreduce",
                                    .pair = "any",
                                    .algorithm = algorithms[a],
                                    .ranks = sizes[s],
                                    .sizes = {is_ring ? "65536" : "8",
                                              is_ring ? "1048576" : "65536",
                                              is_ring ? NULL : "1048576"}};
            bool again = s == 2 && (sizes[2] == 6 || sizes[2] == 16);
            if (m.ranks > 1 && m.ranks <= check->scenario->ranks && !again)
                rc = measure(check, &m, hosts);
        }
    }
    free(hosts);
    return rc;
}

static int write_platform(const struct check *check)
{
    FILE *out = fopen(check->platform, "we");
    int rc = out ? pcs_platform_write(&check->scenario->platform, check->scenario->ranks, out) : -1;

    if (out && fclose(out) != 0)
        rc = -1;
    if (rc < 0)
        fprintf(stderr, "pcollsim platform: cannot write %s: %s\n", check->platform,
                strerror(errno));
    return rc;
}

static int run_all(struct check *check)
{
    if (write_platform(check) < 0)
        return -1;
    printf("%-10s %-8s %6s %9s %15s %15s | %-12s | %s\n", "benchmark", "pair", "ranks", "bytes",
           "measured", "rate", "published", "deviation");
    if (check->summary.hosts > 1 && (measure_pairs(check) < 0 || measure_many(check) < 0))
        return -1;
    return measure_allreduce(check);
}

int pcs_platform_check_run(const struct pcs_scenario *scenario)
{
    struct check check = {.scenario = scenario, .folder = "/tmp/pcollsim-check-XXXXXX"};
    int rc = -1;

    if (scenario->placement == PCS_PLACEMENT_FILE) {
        fprintf(stderr, "pcollsim platform: --check takes no placement file\n");
        return PCS_EXIT_BAD;
    }
    if (scenario->platform.scale > 1) {
        fprintf(stderr, "pcollsim platform: --check measures real sizes; expected no --scale\n");
        return PCS_EXIT_BAD;
    }
    pcs_platform_summarize(&scenario->platform, scenario->ranks, &check.summary);
    if (pcs_programs_find(&check.programs) < 0)
        return PCS_EXIT_FAILED;
    const char *slash = strrchr(check.programs.probe, '/');
    if (!mkdtemp(check.folder)) {
        fprintf(stderr, "pcollsim platform: %s: %s\n", check.folder, strerror(errno));
        pcs_programs_fini(&check.programs);
        return PCS_EXIT_FAILED;
    }
    if (asprintf(&check.netcheck, "%.*s/pcollsim-netcheck", (int)(slash - check.programs.probe),
                 check.programs.probe) >= 0 &&
        asprintf(&check.platform, "%s/platform.xml", check.folder) >= 0 &&
        asprintf(&check.hosts, "%s/hosts.txt", check.folder) >= 0 &&
        pcs_published_read(&check.published) == 0) {
        rc = run_all(&check);
        unlink(check.platform);
        unlink(check.hosts);
    }
    rmdir(check.folder);
    pcs_published_fini(&check.published);
    pcs_programs_fini(&check.programs);
    free(check.netcheck);
    free(check.platform);
    free(check.hosts);
    return rc < 0 ? PCS_EXIT_FAILED : PCS_EXIT_GOOD;
}
