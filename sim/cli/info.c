/*
 * pcollsim info: what scenario files can say, and versions. Sections are rows of a table.
 */
#include "sim/cli/info.h"

#include <string.h>

#include <gsl/gsl_version.h>
#include <yaml.h>

#include "platforms/platform.h"
#include "sim/cli/command.h"
#include "sim/scenario/names.h"
#include "sim/version/version.h"

struct section {
    const char *name;
    const char *title;
    const struct pcs_name *(*names)(void); /**< a table of names and sentences, or */
    void (*print)(FILE *out);              /**< what prints it */
};

static void print_versions(FILE *out)
{
    fprintf(out, "  %-14s%s\n", "pcollsim", pcs_version_text());
    fprintf(out, "  %-14s%s\n", "SimGrid", pcs_version_simgrid());
    fprintf(out, "  %-14s%s\n", "GSL", gsl_version);
    fprintf(out, "  %-14s%s\n", "libyaml", yaml_get_version_string());
}

/* clang-format off */
static const struct section sections[] = {
    {"kinds", "collectives (collective.kind)", pcs_kinds, NULL},
    {"triggers", "what starts a quorum round (collective.trigger)", pcs_triggers, NULL},
    {"schedules", "schedules (collective.schedule)", pcs_schedules, NULL},
    {"types", "types of an element (collective.type)", pcs_types, NULL},
    {"payloads", "payloads (collective.payload)", pcs_payloads, NULL},
    {"late", "gradients that missed their round (collective.late)", pcs_late_policies, NULL},
    {"results", "what a call returns (collective.result)", pcs_results, NULL},
    {"distributions", "distributions (workload.compute, workload.delay)", NULL, pcs_info_distributions},
    {"platforms", "network models (platform.model)", pcs_platform_models, NULL},
    {"renderings", "renderings of aries (platform.rendering)", pcs_platform_renderings, NULL},
    {"links", "classes of link (platform.links)", pcs_link_classes, NULL},
    {"placements", "placements (placement)", pcs_placements, NULL},
    {"costs", "presets of what the host does (costs.preset)", NULL, pcs_info_costs},
    {"progress", "where the progress helper runs (costs.progress)", pcs_progress_modes, NULL},
    {"traces", "what is recorded (output.trace)", pcs_traces, NULL},
    {"keys", "keys of a scenario file", NULL, pcs_info_keys},
    {"versions", "versions", NULL, print_versions},
    {NULL, NULL, NULL, NULL},
};
/* clang-format on */

static void print_section(const struct section *section, FILE *out)
{
    fprintf(out, "%s: %s\n", section->name, section->title);
    if (section->print) {
        section->print(out);
        return;
    }
    for (const struct pcs_name *name = section->names(); name->name; name++)
        fprintf(out, "  %-22s%s\n", name->name, name->help);
}

static const struct section *find_section(const char *name)
{
    for (const struct section *section = sections; section->name; section++) {
        if (strcmp(section->name, name) == 0)
            return section;
    }
    return NULL;
}

static int refuse_section(const char *name)
{
    char known[512] = "";

    for (const struct section *section = sections; section->name; section++) {
        size_t length = strlen(known);
        snprintf(known + length, sizeof known - length, " %s", section->name);
    }
    pcs_usage_refuse(&pcs_command_info.usage, "unknown section %s; expected one of%s", name, known);
    return PCS_EXIT_BAD;
}

static int run(int argc, char **argv)
{
    int first;
    enum pcs_parsed parsed = pcs_options_parse(&pcs_command_info.usage, argc, argv, NULL, &first);

    if (parsed != PCS_PARSED)
        return parsed == PCS_PARSED_HELP ? PCS_EXIT_GOOD : PCS_EXIT_BAD;
    if (first < argc) {
        const struct section *section = find_section(argv[first]);
        if (!section)
            return refuse_section(argv[first]);
        print_section(section, stdout);
        return PCS_EXIT_GOOD;
    }
    for (const struct section *section = sections; section->name; section++) {
        if (section > sections)
            putchar('\n');
        print_section(section, stdout);
    }
    return PCS_EXIT_GOOD;
}

const struct pcs_command pcs_command_info = {
    .usage =
        {
            .name = "info",
            .synopsis = "[SECTION]",
            .summary = "list kinds, schedules, models, every scenario key, and versions",
            .details = "Sections: kinds triggers schedules types payloads late results\n"
                       "distributions platforms renderings links placements costs progress traces\n"
                       "keys versions. Without SECTION, all of them.",
            .options = NULL,
            .operands_min = 0,
            .operands_max = 1,
        },
    .run = run,
};
