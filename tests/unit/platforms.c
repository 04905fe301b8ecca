/*
 * Generated platform and host files as text: sizes, names and what every file must say.
 */
#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "platforms/links.h"
#include "platforms/platform.h"
#include "platforms/sources.h"

static const int sizes[] = {1, 2, 3, 5, 16, 384, 385, 1024, 16384};
#define SIZES_N (sizeof(sizes) / sizeof(sizes[0]))

static const enum pcs_platform_model models[] = {PCS_PLATFORM_ARIES, PCS_PLATFORM_FAT_TREE,
                                                 PCS_PLATFORM_FLAT};
#define MODELS_N (sizeof(models) / sizeof(models[0]))

static struct pcs_platform_spec spec_of(enum pcs_platform_model model)
{
    return (struct pcs_platform_spec){.model = model, .links = PCS_LINKS_EDR};
}

/** The platform file, or the host file, as a text that the caller frees. */
static char *text_of(const struct pcs_platform_spec *spec, int ranks, bool hostfile)
{
    size_t size = 1 << 20;
    char *text = calloc(1, size);
    FILE *out = text ? fmemopen(text, size, "w") : NULL;

    cr_assert(out != NULL);
    cr_assert(eq(int,
                 hostfile ? pcs_platform_write_hostfile(spec, PCS_PLACEMENT_BLOCK, ranks, out)
                          : pcs_platform_write(spec, ranks, out),
                 0));
    fclose(out);
    return text;
}

static int count(const char *text, const char *what)
{
    int n = 0;

    while ((text = strstr(text, what))) {
        n++;
        text += strlen(what);
    }
    return n;
}

/** Hosts that the radicals of all clusters declare; they must join without a gap. */
static int declared_hosts(const char *text)
{
    int next = 0;

    while ((text = strstr(text, "radical=\""))) {
        int first;
        int last;

        text += strlen("radical=\"");
        cr_assert(eq(int, sscanf(text, "%d-%d\"", &first, &last), 2));
        cr_assert(eq(int, first, next));
        cr_assert(ge(int, last, first));
        next = last + 1;
    }
    return next;
}

Test(platforms, hosts_are_enough_and_declared)
{
    for (size_t m = 0; m < MODELS_N; m++) {
        struct pcs_platform_spec spec = spec_of(models[m]);

        for (size_t i = 0; i < SIZES_N; i++) {
            int hosts = pcs_platform_hosts(&spec, sizes[i]);
            char *text = text_of(&spec, sizes[i], false);

            cr_expect(ge(int, hosts, sizes[i]), "model %d", (int)models[m]);
            cr_expect(eq(int, declared_hosts(text), hosts), "model %d, %d ranks", (int)models[m],
                      sizes[i]);
            free(text);
        }
    }
}

Test(platforms, hosts_by_the_rules)
{
    struct pcs_platform_spec aries = spec_of(PCS_PLATFORM_ARIES);
    struct pcs_platform_spec tree = spec_of(PCS_PLATFORM_FAT_TREE);
    struct pcs_platform_spec flat = spec_of(PCS_PLATFORM_FLAT);

    /* Whole routers of 4. */
    cr_expect(eq(int, pcs_platform_hosts(&aries, 1), 4));
    cr_expect(eq(int, pcs_platform_hosts(&aries, 384), 384));
    cr_expect(eq(int, pcs_platform_hosts(&aries, 385), 388));
    /* Whole leaves, of 16 as long as 32 leaves do; then the least k with 2 k^2 >= ranks. */
    cr_expect(eq(int, pcs_platform_hosts(&tree, 16), 16));
    cr_expect(eq(int, pcs_platform_hosts(&tree, 17), 32));
    cr_expect(eq(int, pcs_platform_hosts(&tree, 512), 512));
    cr_expect(eq(int, pcs_platform_hosts(&tree, 513), 31 * 17));
    cr_expect(eq(int, pcs_platform_hosts(&tree, 800), 800));
    cr_expect(eq(int, pcs_platform_hosts(&tree, 16384), 91 * 181));
    cr_expect(eq(int, pcs_platform_hosts(&flat, 5), 5));
}

Test(platforms, hostfile_has_each_rank_once)
{
    for (size_t m = 0; m < MODELS_N; m++) {
        struct pcs_platform_spec spec = spec_of(models[m]);
        const char *prefix = models[m] == PCS_PLATFORM_ARIES ? "nid" : "node-";

        for (size_t i = 0; i < SIZES_N; i++) {
            char *text = text_of(&spec, sizes[i], true);
            char *rest = text;

            for (int rank = 0; rank < sizes[i]; rank++) {
                char expected[32];
                const char *line = strsep(&rest, "\n");

                snprintf(expected, sizeof(expected), "%s%d", prefix, rank);
                cr_assert(line != NULL);
                cr_assert(eq(str, (char *)line, expected));
            }
            cr_expect(eq(str, rest, ""));
            free(text);
        }
    }
}

Test(platforms, text_is_the_same_every_time)
{
    for (size_t m = 0; m < MODELS_N; m++) {
        struct pcs_platform_spec spec = spec_of(models[m]);
        char *once = text_of(&spec, 385, false);
        char *again = text_of(&spec, 385, false);

        cr_expect(eq(str, once, again));
        free(once);
        free(again);
    }
}

Test(platforms, every_file_has_its_calibration_before_the_zones)
{
    static const char *const keys[] = {"network/crosstraffic\" value=\"0\"",
                                       "network/TCP-gamma\"",
                                       "smpi/simulate-computation\" value=\"no\"",
                                       "smpi/barrier\" value=\"ompi_bruck\"",
                                       "smpi/async-small-thresh\"",
                                       "smpi/send-is-detached-thresh\"",
                                       "smpi/os\"",
                                       "smpi/ois\"",
                                       "smpi/or\"",
                                       "smpi/bw-factor\"",
                                       "smpi/lat-factor\""};

    for (size_t m = 0; m < MODELS_N; m++) {
        for (const struct pcs_name *class = pcs_link_classes(); class->name; class ++) {
            struct pcs_platform_spec spec = spec_of(models[m]);

            spec.links = (enum pcs_link_class) class->value;
            char *text = text_of(&spec, 5, false);
            const char *config = strstr(text, "<config");
            const char *zones = strstr(text, "</config>");

            cr_assert(config && zones);
            for (size_t k = 0; k < sizeof(keys) / sizeof(keys[0]); k++) {
                const char *found = strstr(config, keys[k]);

                cr_expect(found && found < zones, "%s is missing", keys[k]);
                cr_expect(eq(int, count(text, keys[k]), 1), "%s more than once", keys[k]);
            }
            cr_expect(strstr(zones, "<cluster") != NULL);
            cr_expect(eq(ptr, strstr(zones, "<prop"), NULL));
            free(text);
        }
    }
}

Test(platforms, links_follow_the_class)
{
    struct pcs_platform_spec spec = spec_of(PCS_PLATFORM_FLAT);
    char *edr = text_of(&spec, 2, false);
    cr_expect(strstr(edr, " lat=\"100ns\"") && strstr(edr, " bw=\"12.5GBps\""), "%s", edr);

    spec.links = PCS_LINKS_HDR;
    char *hdr = text_of(&spec, 2, false);
    cr_expect(strstr(hdr, " lat=\"130ns\"") && strstr(hdr, " bw=\"25GBps\""), "%s", hdr);

    /* Aries has its own, whatever the spec says. */
    spec = spec_of(PCS_PLATFORM_ARIES);
    spec.links = PCS_LINKS_HDR;
    char *aries = text_of(&spec, 2, false);
    cr_expect(strstr(aries, " lat=\"500ns\"") && strstr(aries, " bw=\"10.2GBps\""), "%s", aries);
    free(edr);
    free(hdr);
    free(aries);
}

Test(platforms, aries_groups_are_joined_pairwise)
{
    struct pcs_platform_spec spec = spec_of(PCS_PLATFORM_ARIES);
    char *one = text_of(&spec, 384, false);
    cr_expect(eq(int, count(one, "<cluster "), 1));
    cr_expect(eq(int, count(one, "<link "), 0));

    char *two = text_of(&spec, 385, false);
    cr_expect(eq(int, count(two, "<cluster "), 2));
    /* 24 links of 4.7 GB/s / 0.955. */
    cr_expect(eq(int,
                 count(two, "<link id=\"blue-g0-g1\" bandwidth=\"118.128GBps\" "
                            "latency=\"300ns\""),
                 1));

    /* 43 groups: 240 cables of 4 links a group serve 42 neighbours with 20 links each. */
    char *many = text_of(&spec, 16384, false);
    cr_expect(eq(int, count(many, "<cluster "), 43));
    cr_expect(eq(int, count(many, " bandwidth=\"98.44GBps\""), 43 * 42 / 2));
    cr_expect(eq(int, count(many, "<zoneRoute "), 43 * 42 / 2));
    free(one);
    free(two);
    free(many);
}

Test(platforms, fat_tree_has_full_bisection)
{
    struct pcs_platform_spec spec = spec_of(PCS_PLATFORM_FAT_TREE);

    for (size_t i = 0; i < SIZES_N; i++) {
        char *text = text_of(&spec, sizes[i], false);
        const char *parameters = strstr(text, "topo_parameters=\"");
        int down[2];
        int up;

        cr_assert(parameters != NULL);
        cr_assert(
            eq(int,
               sscanf(parameters, "topo_parameters=\"2;%d,%d;1,%d;1,1\"", &down[0], &down[1], &up),
               3));
        cr_expect(eq(int, up, down[0]), "as many links up as hosts down");
        cr_expect(le(int, down[1], 2 * up), "a spine has as many ports as a leaf");
        cr_expect(eq(int, down[0] * down[1], pcs_platform_hosts(&spec, sizes[i])));
        cr_expect(lt(int, down[0] * (down[1] - 1), sizes[i]), "no leaf without a rank");
        free(text);
    }
}

Test(platforms, what_cannot_be_written)
{
    struct pcs_platform_spec spec = spec_of(PCS_PLATFORM_FLAT);
    FILE *full = fopen("/dev/full", "w");
    cr_assert(full != NULL);
    cr_expect(eq(int, pcs_platform_write(&spec, 5, full), -1));
    cr_expect(eq(int, errno, ENOSPC));
    cr_expect(eq(int, pcs_platform_write_hostfile(&spec, PCS_PLACEMENT_BLOCK, 5, full), -1));
    fclose(full);

    cr_expect(eq(int, pcs_platform_write(&spec, 0, stdout), -1));
    cr_expect(eq(int, errno, EINVAL));
    spec.model = PCS_PLATFORM_FILE;
    cr_expect(eq(int, pcs_platform_hosts(&spec, 5), 0));
    cr_expect(eq(int, pcs_platform_write(&spec, 5, stdout), -1));
    cr_expect(eq(int, pcs_platform_write_hostfile(&spec, PCS_PLACEMENT_BLOCK, 5, stdout), -1));
    /* More groups than a group has cables. */
    spec.model = PCS_PLATFORM_ARIES;
    cr_expect(gt(int, pcs_platform_hosts(&spec, 241 * 384), 0));
    cr_expect(eq(int, pcs_platform_hosts(&spec, 241 * 384 + 1), 0));
    cr_expect(eq(int, pcs_platform_write(&spec, 241 * 384 + 1, stdout), -1));
}

static void expect_names(const struct pcs_name *table, const char *const *names, const int *values,
                         int n)
{
    for (int i = 0; i < n; i++) {
        cr_assert(table[i].name != NULL);
        cr_expect(eq(str, (char *)table[i].name, (char *)names[i]));
        cr_expect(eq(int, table[i].value, values[i]));
        cr_expect(table[i].help && strlen(table[i].help) > 10);
        cr_expect(eq(ptr, strchr(table[i].help, '\n'), NULL));
    }
    cr_expect(eq(ptr, (void *)table[n].name, NULL), "more names than expected");
}

Test(platforms, names)
{
    expect_names(pcs_platform_models(), (const char *[]){"aries", "fat-tree", "flat"},
                 (int[]){PCS_PLATFORM_ARIES, PCS_PLATFORM_FAT_TREE, PCS_PLATFORM_FLAT}, 3);
    expect_names(pcs_platform_renderings(), (const char *[]){"spread", "minimal"},
                 (int[]){PCS_RENDERING_SPREAD, PCS_RENDERING_MINIMAL}, 2);
    expect_names(
        pcs_placements(),
        (const char *[]){"block", "round-robin-routers", "round-robin-groups", "random", "file"},
        (int[]){PCS_PLACEMENT_BLOCK, PCS_PLACEMENT_ROUTERS, PCS_PLACEMENT_GROUPS,
                PCS_PLACEMENT_RANDOM, PCS_PLACEMENT_FILE},
        5);
    expect_names(
        pcs_link_classes(), (const char *[]){"aries", "edr", "hdr", "10gbe", "100gbe"},
        (int[]){PCS_LINKS_ARIES, PCS_LINKS_EDR, PCS_LINKS_HDR, PCS_LINKS_10GBE, PCS_LINKS_100GBE},
        5);
    expect_names(pcs_link_kinds(),
                 (const char *[]){"none", "green", "black", "blue", "leaf-up", "pod-up"},
                 (int[]){PCS_LINK_NONE, PCS_LINK_GREEN, PCS_LINK_BLACK, PCS_LINK_BLUE,
                         PCS_LINK_LEAF_UP, PCS_LINK_POD_UP},
                 6);
}

/** The value of a row of the table of sources, in the unit that stands in it; -1 without a row. */
static double sourced(const char *of, const char *quantity)
{
    for (const struct pcs_source_row *row = pcs_sources(); row->of; row++) {
        if (strcmp(row->of, of) == 0 && strcmp(row->quantity, quantity) == 0) {
            return strtod(row->value, NULL);
        }
    }
    return -1;
}

Test(platforms, sources_have_the_values_of_the_table)
{
    const struct pcs_aries_shape *shape = pcs_aries_shape();

    for (const struct pcs_name *class = pcs_link_classes(); class->name; class ++) {
        const struct pcs_links *links = pcs_links((enum pcs_link_class) class->value);
        bool is_aries = class->value == PCS_LINKS_ARIES;
        double ns = is_aries ? sourced("aries", "node to router") + sourced("aries", "router hop")
                             : sourced(class->name, "link latency");

        cr_expect(epsilon_eq(dbl, sourced(class->name, is_aries ? "node link" : "link"),
                             links->bandwidth_mb_per_s / 1e3, 1e-9),
                  "%s", class->name);
        cr_expect(epsilon_eq(dbl, ns, links->latency_ns, 1e-9), "%s", class->name);
    }
    const double blue_payload =
        shape->blue_link_mb_per_s / 1e3 * pcs_links_payload_factor(pcs_links(PCS_LINKS_ARIES));
    cr_expect(epsilon_eq(dbl, sourced("aries machine", "blue link, payload"), blue_payload, 1e-3));
    cr_expect(epsilon_eq(dbl, sourced("aries machine", "green or black link"),
                         shape->copper_link_mb_per_s / 1e3, 1e-9));
    cr_expect(
        epsilon_eq(dbl, sourced("aries machine", "blue latency"), shape->blue_latency_ns, 1e-9));
    cr_expect(epsilon_eq(dbl, sourced("aries machine", "blue links of two groups"),
                         shape->blue_links, 1e-9));
    cr_expect(epsilon_eq(dbl, sourced("aries machine", "black links of a pair"), shape->black_links,
                         1e-9));
    cr_expect(epsilon_eq(dbl, sourced("aries machine", "optical ports of a router"),
                         shape->blue_ports_per_router, 1e-9));
    for (const struct pcs_source_row *row = pcs_sources(); row->of; row++) {
        cr_expect(strlen(row->source) > 3 && strlen(row->date) >= 4 && strlen(row->sure) > 4);
    }
}

Test(platforms, slow_hosts_are_slow_for_all_their_ranks)
{
    struct pcs_platform_spec spec = spec_of(PCS_PLATFORM_FLAT);
    spec.ranks_per_node = 3;
    spec.slow_hosts = 2;
    spec.slow_factor = 4;

    for (spec.seed = 1; spec.seed < 20; spec.seed++) {
        double *factors = pcs_platform_slowdowns(&spec, PCS_PLACEMENT_BLOCK, 30);
        int slow = 0;

        cr_assert(factors != NULL);
        for (int rank = 0; rank < 30; rank++) {
            cr_expect(factors[rank] == 1 || factors[rank] == 4);
            cr_expect(factors[rank] == factors[rank / 3 * 3], "one host, two speeds");
            slow += factors[rank] == 4;
        }
        cr_expect(eq(int, slow, 6));
        free(factors);
    }
}

Test(platforms, shapes_by_the_rules)
{
    char error[256];
    struct pcs_platform_spec spec = spec_of(PCS_PLATFORM_FAT_TREE);

    spec.levels = 3;
    cr_expect(eq(int, pcs_platform_hosts(&spec, 512), 512));
    cr_expect(eq(int, pcs_platform_hosts(&spec, 16384), 21 * 21 * 38));
    spec.leaf_hosts = 2;
    cr_expect(eq(int, pcs_platform_check(&spec, PCS_PLACEMENT_BLOCK, 16, error, sizeof error), 0));
    cr_expect(eq(int, pcs_platform_check(&spec, PCS_PLACEMENT_BLOCK, 17, error, sizeof error), -1));
    cr_expect(eq(int, pcs_platform_hosts(&spec, 17), 0));

    spec = spec_of(PCS_PLATFORM_ARIES);
    spec.rendering = PCS_RENDERING_MINIMAL;
    cr_expect(eq(int, pcs_platform_hosts(&spec, 385), 768), "whole groups");
    spec.groups = 20;
    cr_expect(eq(int, pcs_platform_hosts(&spec, 1), 7680), "the whole machine");
    spec.ranks_per_node = 2;
    cr_expect(eq(int, pcs_platform_hosts(&spec, 15360), 7680));
    cr_expect(eq(int, pcs_platform_hosts(&spec, 15361), 0));
}
