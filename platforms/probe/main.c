/*
 * pcollsim-probe: load a platform file as smpirun does and say what is in it.
 *
 *   pcollsim-probe PLATFORM                            one host's name a line, SimGrid's order
 *   pcollsim-probe PLATFORM --route A B [--route ...]  latency in seconds and bottleneck in
 *                                                      bytes per second from A to B, a line each
 *   pcollsim-probe PLATFORM --path A B [--path ...]    the names of the links from A to B, with
 *                                                      blanks between them, a line each
 *   pcollsim-probe PLATFORM --links                    "name bandwidth latency" of each link but
 *                                                      loopbacks, a line each, sorted by name
 *
 * A program of its own because SimGrid aborts on a bad file and crashes on a missing route. It
 * exits with 0, with 1 for an unknown host or a setting that no run survives, with 2 for bad usage,
 * or as SimGrid makes it end; then SimGrid's message is on stderr.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include <simgrid/engine.h>
#include <simgrid/host.h>
#include <simgrid/link.h>
#include <smpi/smpi.h>
#include <xbt/config.h>

static sg_host_t find_host(const char *name, const char *platform)
{
    sg_host_t host = sg_host_by_name(name);

    if (!host) {
        fprintf(stderr, "%s: no host '%s'\n", platform, name);
    }
    return host;
}

static void print_route(sg_host_t from, sg_host_t to)
{
    printf("%.17g %.17g\n", sg_host_get_route_latency(from, to),
           sg_host_get_route_bandwidth(from, to));
}

static void print_path(sg_host_t from, sg_host_t to)
{
    xbt_dynar_t links = xbt_dynar_new(sizeof(sg_link_t), NULL);

    sg_host_get_route(from, to, links);
    for (unsigned i = 0; i < xbt_dynar_length(links); i++) {
        printf("%s%s", i ? " " : "", sg_link_get_name(xbt_dynar_get_as(links, i, sg_link_t)));
    }
    putchar('\n');
    xbt_dynar_free(&links);
}

/** Pairs of hosts behind "--route" or "--path", three arguments each. */
static int print_pairs(char *const *arguments, int n, const char *platform)
{
    for (int i = 0; i < n; i += 3) {
        sg_host_t from = find_host(arguments[i + 1], platform);
        sg_host_t to = find_host(arguments[i + 2], platform);

        if (!from || !to) {
            return 1;
        }
        if (strcmp(arguments[i], "--route") == 0) {
            print_route(from, to);
        } else {
            print_path(from, to);
        }
    }
    return 0;
}

static int compare_links(const void *a, const void *b)
{
    return strcmp(sg_link_get_name(*(const sg_link_t *)a), sg_link_get_name(*(const sg_link_t *)b));
}

static int print_links(void)
{
    size_t n = sg_link_count();
    sg_link_t *links = sg_link_list();

    qsort(links, n, sizeof(*links), compare_links);
    for (size_t i = 0; i < n; i++) {
        const char *name = sg_link_get_name(links[i]);

        if (!strstr(name, "loopback")) {
            printf("%s %.17g %.17g\n", name, sg_link_get_bandwidth(links[i]),
                   sg_link_get_latency(links[i]));
        }
    }
    free(links);
    return 0;
}

static int print_hosts(void)
{
    size_t n = sg_host_count();
    sg_host_t *hosts = sg_host_list();

    for (size_t i = 0; i < n; i++) {
        puts(sg_host_get_name(hosts[i]));
    }
    free(hosts);
    return 0;
}

/** Thresholds in <config> with which SMPI ends every run. @return 0, or 1 after a message */
static int check_settings(void)
{
    int small = sg_cfg_get_int("smpi/async-small-thresh");
    int detached = sg_cfg_get_int("smpi/send-is-detached-thresh");

    if (detached < 0) {
        fprintf(stderr,
                "Bad setting: smpi/send-is-detached-thresh: %d; expected a number of bytes\n",
                detached);
        return 1;
    }
    if (small > detached) {
        fprintf(stderr,
                "Bad setting: smpi/async-small-thresh: %d is more than "
                "smpi/send-is-detached-thresh, %d; expected at most that\n",
                small, detached);
        return 1;
    }
    return 0;
}

int main(int argc, char **argv)
{
    const struct rlimit no_core = {0, 0};
    bool wants_links = argc == 3 && strcmp(argv[2], "--links") == 0;
    int pairs_n = wants_links ? 0 : argc - 2;

    if (argc < 2 || argv[1][0] == '-' || pairs_n % 3 != 0) {
        fprintf(stderr, "usage: pcollsim-probe PLATFORM [--links | {--route|--path} HOST1 "
                        "HOST2]...\n");
        return 2;
    }
    for (int i = 2; i < 2 + pairs_n; i += 3) {
        if (strcmp(argv[i], "--route") != 0 && strcmp(argv[i], "--path") != 0) {
            fprintf(stderr, "pcollsim-probe: expected --route or --path, not '%s'\n", argv[i]);
            return 2;
        }
    }
    setrlimit(RLIMIT_CORE, &no_core);

    /* SimGrid takes its options from a command line; ours must not be read as such. */
    char *simgrid_argv[] = {argv[0], (char[]){"--cfg=network/model:SMPI"},
                            (char[]){"--log=xbt_cfg.thres:warning"}, NULL};
    int simgrid_argc = 3;

    smpi_init_options(); /* or smpi/os in <config> is a "Bad config key" */
    simgrid_init(&simgrid_argc, simgrid_argv);
    simgrid_load_platform(argv[1]);
    if (check_settings() != 0) {
        return 1;
    }
    simgrid_run(); /* nothing runs, but zones are sealed: Dijkstra's have no routes before */

    int rc = wants_links   ? print_links()
             : pairs_n > 0 ? print_pairs(argv + 2, pairs_n, argv[1])
                           : print_hosts();
    if (fflush(stdout) != 0) {
        perror("pcollsim-probe");
        return 1;
    }
    return rc;
}
