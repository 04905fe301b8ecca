/*
 * pcollsim platform: the SimGrid platform file of a network model, and its host file.
 *
 * Options with the name of a key of `platform:` are that key (a hyphen for an underscore), checked
 * as in a scenario.
 */
#define _GNU_SOURCE /* asprintf */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "platforms/platform.h"
#include "sim/cli/command.h"
#include "sim/cli/output_file.h"
#include "sim/cli/platform_check.h"
#include "sim/cli/words.h"
#include "sim/scenario/key.h"
#include "sim/scenario/machine_spec.h"
#include "sim/scenario/quantity.h"
#include "sim/scenario/scenario.h"

struct platform_options {
    const char *ranks, *links, *rendering, *placement, *seed;
    const char *groups, *chassis, *routers, *nodes, *blue_links, *paths;
    const char *levels, *leaf_hosts, *pod_leaves, *taper;
    const char *ranks_per_node, *placement_file, *scale;
    const char *background, *background_share, *background_spread;
    const char *reduced, *reduced_links, *reduced_names, *reduced_to;
    const char *output, *hostfile;
    bool describe;
    bool check;
};

#define TEXT(member) .type = PCS_OPTION_TEXT, .offset = offsetof(struct platform_options, member)

/* clang-format off */
static const struct pcs_option options[] = {
    {.name = "ranks", .argument = "N", TEXT(ranks),
     .help = "number of ranks, one on each host; required"},
    {.name = "output", .letter = 'o', .argument = "FILE", TEXT(output),
     .help = "platform file to write, - for stdout; required without --describe or --check"},
    {.name = "hostfile", .argument = "FILE", TEXT(hostfile),
     .help = "host file to write, - for stdout"},
    {.name = "describe", .type = PCS_OPTION_FLAG,
     .offset = offsetof(struct platform_options, describe),
     .help = "print what it is: hosts, links, bisection, nearest and farthest pair, sources"},
    {.name = "check", .type = PCS_OPTION_FLAG, .offset = offsetof(struct platform_options, check),
     .help = "measure ping-pong, bisection, incast and allreduce on it, beside published values"},
    {.name = "links", .argument = "CLASS", TEXT(links),
     .help = "class of link; standard: edr for fat-tree, otherwise aries"},
    {.name = "rendering", .argument = "NAME", TEXT(rendering),
     .help = "how aries becomes SimGrid zones; standard: spread"},
    {.name = "placement", .argument = "NAME", TEXT(placement),
     .help = "which rank runs on which host; standard: block"},
    {.name = "placement-file", .argument = "FILE", TEXT(placement_file),
     .help = "host file with the hosts to take, for --placement file"},
    {.name = "ranks-per-node", .argument = "N", TEXT(ranks_per_node),
     .help = "ranks on one host; standard: 1"},
    {.name = "seed", .argument = "N", TEXT(seed),
     .help = "seed of whatever is drawn; standard: 1"},
    {.name = "groups", .argument = "N", TEXT(groups),
     .help = "aries: groups; standard: as many as needed"},
    {.name = "chassis", .argument = "N", TEXT(chassis),
     .help = "aries: chassis in a group; standard: 6"},
    {.name = "routers", .argument = "N", TEXT(routers),
     .help = "aries: routers in a chassis; standard: 16"},
    {.name = "nodes", .argument = "N", TEXT(nodes),
     .help = "aries: nodes at a router; standard: 4"},
    {.name = "blue-links", .argument = "N", TEXT(blue_links),
     .help = "aries: optical links between two groups; standard: 24"},
    {.name = "paths", .argument = "N", TEXT(paths),
     .help = "aries, minimal: green links that one flow uses at once; standard: 2"},
    {.name = "levels", .argument = "N", TEXT(levels),
     .help = "fat-tree: levels of switches, 2 or 3; standard: 2"},
    {.name = "leaf-hosts", .argument = "N", TEXT(leaf_hosts),
     .help = "fat-tree: hosts below a leaf switch; standard: 16, or more when needed"},
    {.name = "pod-leaves", .argument = "N", TEXT(pod_leaves),
     .help = "fat-tree of 3 levels: leaf switches of a pod"},
    {.name = "taper", .argument = "N", TEXT(taper),
     .help = "fat-tree: hosts below a leaf for each link above it; standard: 1"},
    {.name = "scale", .argument = "N", TEXT(scale),
     .help = "write it this many times slower, for messages as much shorter; standard: 1"},
    {.name = "background", .argument = "KIND", TEXT(background),
     .help = "links of which other jobs take a share: green, black, blue, leaf-up, pod-up"},
    {.name = "background-share", .argument = "SHARE", TEXT(background_share),
     .help = "that share, mean over the links"},
    {.name = "background-spread", .argument = "SHARE", TEXT(background_spread),
     .help = "its standard deviation between links; standard: 0"},
    {.name = "reduced", .argument = "KIND", TEXT(reduced),
     .help = "links of which some have lost bandwidth"},
    {.name = "reduced-links", .argument = "N", TEXT(reduced_links),
     .help = "how many of them, drawn by the seed"},
    {.name = "reduced-names", .argument = "NAMES", TEXT(reduced_names),
     .help = "such links by name, [blue-g0-g1, ...]"},
    {.name = "reduced-to", .argument = "PART", TEXT(reduced_to),
     .help = "what is left of their bandwidth"},
    {.name = NULL},
};
/* clang-format on */

static const struct pcs_usage *usage(void)
{
    return &pcs_command_platform.usage;
}

static bool is_in(const struct pcs_name *names, const char *word)
{
    while (names->name && strcmp(names->name, word) != 0)
        names++;
    return names->name;
}

/** Look a word up. @return 0, or -1 after a message with the words there are */
static int check_word(const char *what, const struct pcs_name *names, const char *word)
{
    char known[256] = "";

    if (!word || is_in(names, word))
        return 0;
    for (const struct pcs_name *name = names; name->name; name++) {
        size_t length = strlen(known);
        snprintf(known + length, sizeof known - length, "%s%s", length ? ", " : "", name->name);
    }
    pcs_usage_refuse(usage(), "unknown %s %s; expected one of %s", what, word, known);
    return -1;
}

/** A model, a machine of the specs folder, or a spec file. */
static int check_model(const char *word)
{
    char machines[256];
    char found[300];
    char wanted[64];

    if (is_in(pcs_platform_models(), word) || pcs_machine_is_file(word))
        return 0;
    pcs_machine_list(machines, sizeof machines);
    snprintf(found, sizeof found, ", %s,", machines);
    snprintf(wanted, sizeof wanted, ", %.50s,", word);
    if (strstr(found, wanted))
        return 0;
    pcs_usage_refuse(usage(),
                     "unknown model %s; expected one of aries, fat-tree, flat, %s, or the name of "
                     "a spec file",
                     word, machines);
    return -1;
}

static int check_ranks(const char *text)
{
    uint64_t count;

    if (!pcs_quantity_count(text, &count) && count >= 1 && count <= PCS_RANKS_MAX)
        return 0;
    pcs_usage_refuse(usage(), "--ranks %s; expected a whole number from 1 to %d", text,
                     PCS_RANKS_MAX);
    return -1;
}

/** What can be told from the options alone. @return 0, or -1 after a message */
static int check_options(const struct platform_options *values, const char *model)
{
    if (!values->ranks || (!values->output && !values->describe && !values->check)) {
        pcs_usage_refuse(usage(), "--%s is missing", values->ranks ? "output" : "ranks");
        return -1;
    }
    if (check_ranks(values->ranks) < 0 || check_model(model) < 0 ||
        check_word("class of link", pcs_link_classes(), values->links) < 0 ||
        check_word("rendering", pcs_platform_renderings(), values->rendering) < 0 ||
        check_word("placement", pcs_placements(), values->placement) < 0)
        return -1;
    if (strcmp(model, "aries") == 0 && values->links && strcmp(values->links, "aries") != 0) {
        pcs_usage_refuse(usage(), "--links %s: the model aries has its own", values->links);
        return -1;
    }
    if (is_in(pcs_platform_models(), model) && strcmp(model, "aries") != 0 && values->rendering) {
        pcs_usage_refuse(usage(), "--rendering is for the model aries only");
        return -1;
    }
    return 0;
}

/** The options as overrides of a scenario: "platform.groups=20". */
static void add_overrides(const struct platform_options *values, const char *model,
                          struct pcs_words *overrides)
{
    pcs_words_add(overrides, "ranks=%s", values->ranks);
    if (values->seed)
        pcs_words_add(overrides, "seed=%s", values->seed);
    if (values->placement)
        pcs_words_add(overrides, "placement=%s", values->placement);
    pcs_words_add(overrides, "platform.%s=%s",
                  is_in(pcs_platform_models(), model) ? "model" : "preset", model);
    for (const struct pcs_option *option = options; option->name; option++) {
        char path[64];

        snprintf(path, sizeof path, "platform.%s", option->name);
        for (char *c = path; *c; c++)
            *c = *c == '-' ? '_' : *c;
        if (option->type != PCS_OPTION_TEXT || strcmp(option->name, "hostfile") == 0 ||
            !pcs_key_find(path))
            continue;
        const char *value = *(const char *const *)((const char *)values + option->offset);
        if (value)
            pcs_words_add(overrides, "%s=%s", path, value);
    }
}

/** A scenario that is no more than its platform. @return 0, or -1 after a message */
static int read_scenario(const struct platform_options *values, const char *model,
                         struct pcs_scenario *scenario)
{
    static const char text[] = "ranks: 1\ncollective: {kind: mpi, bytes: 1GiB}\n";
    struct pcs_words overrides = {0};
    struct pcs_error error;
    int rc = -1;

    add_overrides(values, model, &overrides);
    if (overrides.failed) {
        fprintf(stderr, "pcollsim platform: out of memory\n");
    } else {
        rc = pcs_scenario_parse("options", text, (const char *const *)overrides.items,
                                overrides.items_n, scenario, &error);
        if (rc < 0) {
            /* The place is an option here: what follows names its key. */
            const char *start = strstr(error.text, ": ");
            bool is_place =
                strncmp(error.text, "--set ", 6) == 0 || strncmp(error.text, "options", 7) == 0;
            pcs_usage_refuse(usage(), "%s", is_place && start ? start + 2 : error.text);
        }
    }
    pcs_words_fini(&overrides);
    return rc;
}

/** Write the platform file, or the host file. */
static int write_one(const struct pcs_scenario *scenario, bool is_hostfile, const char *path)
{
    struct pcs_output_file file;
    int rc = pcs_output_file_open(path, &file);

    if (rc == 0) {
        rc = is_hostfile ? pcs_platform_write_hostfile(&scenario->platform, scenario->placement,
                                                       scenario->ranks, file.out)
                         : pcs_platform_write(&scenario->platform, scenario->ranks, file.out);
        if (rc == 0) {
            rc = pcs_output_file_commit(&file);
        } else {
            int error = errno;
            pcs_output_file_discard(&file);
            errno = error;
        }
    }
    if (rc == 0)
        return PCS_EXIT_GOOD;
    fprintf(stderr, "pcollsim platform: cannot write %s: %s\n", path, strerror(errno));
    return errno == ENOSPC || errno == EDQUOT ? PCS_EXIT_FAILED : PCS_EXIT_BAD;
}

static int do_it(const struct platform_options *values, const struct pcs_scenario *scenario)
{
    int code = PCS_EXIT_GOOD;

    if (values->output)
        code = write_one(scenario, false, values->output);
    if (code == PCS_EXIT_GOOD && values->hostfile)
        code = write_one(scenario, true, values->hostfile);
    if (code == PCS_EXIT_GOOD && values->describe &&
        pcs_platform_describe(&scenario->platform, scenario->ranks, stdout) < 0) {
        fprintf(stderr, "pcollsim platform: cannot write: %s\n", strerror(errno));
        code = PCS_EXIT_FAILED;
    }
    if (code == PCS_EXIT_GOOD && values->check)
        code = pcs_platform_check_run(scenario);
    return code;
}

static int run(int argc, char **argv)
{
    struct platform_options values = {0};
    struct pcs_scenario scenario;
    int first;

    enum pcs_parsed parsed = pcs_options_parse(usage(), argc, argv, &values, &first);
    if (parsed != PCS_PARSED)
        return parsed == PCS_PARSED_HELP ? PCS_EXIT_GOOD : PCS_EXIT_BAD;
    if (check_options(&values, argv[first]) < 0 ||
        read_scenario(&values, argv[first], &scenario) < 0)
        return PCS_EXIT_BAD;
    int code = do_it(&values, &scenario);
    pcs_scenario_fini(&scenario);
    return code;
}

const struct pcs_command pcs_command_platform = {
    .usage =
        {
            .name = "platform",
            .synopsis = "MODEL --ranks N [options] -o FILE [--hostfile FILE]",
            .summary = "write a platform file for SimGrid and its host file",
            .details =
                "MODEL is aries, fat-tree or flat, which `pcollsim info platforms` describes; a\n"
                "machine, such as daint-like; or a spec file with keys of `platform:` (a name\n"
                "with a slash or ending in .yaml). --describe and --check need no -o.",
            .options = options,
            .operands_min = 1,
            .operands_max = 1,
        },
    .run = run,
};
