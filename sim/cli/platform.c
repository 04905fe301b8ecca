/*
 * pcollsim platform: the SimGrid platform file of a network model, and its host file.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "platforms/platform.h"
#include "sim/cli/command.h"
#include "sim/cli/output_file.h"
#include "sim/scenario/quantity.h"
#include "sim/scenario/scenario.h"

struct platform_options {
    const char *ranks, *links, *rendering, *placement;
    const char *output, *hostfile;
};

#define TEXT(member) .type = PCS_OPTION_TEXT, .offset = offsetof(struct platform_options, member)

/* clang-format off */
static const struct pcs_option options[] = {
    {.name = "ranks", .argument = "N", TEXT(ranks),
     .help = "number of ranks, one on each host; required"},
    {.name = "output", .letter = 'o', .argument = "FILE", TEXT(output),
     .help = "platform file to write, - for stdout; required"},
    {.name = "hostfile", .argument = "FILE", TEXT(hostfile),
     .help = "host file to write, - for stdout"},
    {.name = "links", .argument = "CLASS", TEXT(links),
     .help = "class of link; standard: edr for fat-tree, otherwise aries"},
    {.name = "rendering", .argument = "NAME", TEXT(rendering),
     .help = "how aries becomes SimGrid zones; standard: spread"},
    {.name = "placement", .argument = "NAME", TEXT(placement),
     .help = "which rank runs on which host; standard: block"},
    {.name = NULL},
};
/* clang-format on */

/** What is to be written. */
struct task {
    struct pcs_platform_spec spec;
    enum pcs_placement placement;
    int ranks;
};

static const struct pcs_usage *usage(void)
{
    return &pcs_command_platform.usage;
}

/** Look a word up. @return 0, or -1 after a message with the words there are */
static int find(const char *what, const struct pcs_name *names, const char *word, int *value)
{
    char known[256] = "";

    for (const struct pcs_name *name = names; name->name; name++) {
        if (strcmp(name->name, word) == 0) {
            *value = name->value;
            return 0;
        }
        size_t length = strlen(known);
        snprintf(known + length, sizeof known - length, "%s%s", length ? ", " : "", name->name);
    }
    pcs_usage_refuse(usage(), "unknown %s %s; expected one of %s", what, word, known);
    return -1;
}

static int read_ranks(const char *text, int *ranks)
{
    uint64_t count;

    if (pcs_quantity_count(text, &count) || count < 1 || count > PCS_RANKS_MAX) {
        pcs_usage_refuse(usage(), "--ranks %s; expected a whole number from 1 to %d", text,
                         PCS_RANKS_MAX);
        return -1;
    }
    *ranks = (int)count;
    return 0;
}

/** Turn the texts into a task. @return 0, or -1 after a message */
static int read_task(const struct platform_options *values, const char *model, struct task *task)
{
    int value = 0;

    *task = (struct task){0};
    if (!values->ranks || !values->output) {
        pcs_usage_refuse(usage(), "--%s is missing", values->ranks ? "output" : "ranks");
        return -1;
    }
    if (read_ranks(values->ranks, &task->ranks) < 0 ||
        find("model", pcs_platform_models(), model, &value) < 0)
        return -1;
    task->spec.model = (enum pcs_platform_model)value;
    task->spec.links = task->spec.model == PCS_PLATFORM_FAT_TREE ? PCS_LINKS_EDR : PCS_LINKS_ARIES;
    if (values->links) {
        if (find("class of link", pcs_link_classes(), values->links, &value) < 0)
            return -1;
        task->spec.links = (enum pcs_link_class)value;
    }
    if (values->rendering) {
        if (find("rendering", pcs_platform_renderings(), values->rendering, &value) < 0)
            return -1;
        task->spec.rendering = (enum pcs_platform_rendering)value;
    }
    if (values->placement) {
        if (find("placement", pcs_placements(), values->placement, &value) < 0)
            return -1;
        task->placement = (enum pcs_placement)value;
    }
    bool is_aries = task->spec.model == PCS_PLATFORM_ARIES;
    if (is_aries && task->spec.links != PCS_LINKS_ARIES) {
        pcs_usage_refuse(usage(), "--links %s: the model aries has its own", values->links);
        return -1;
    }
    if (!is_aries && values->rendering) {
        pcs_usage_refuse(usage(), "--rendering is for the model aries only");
        return -1;
    }
    if (pcs_platform_hosts(&task->spec, task->ranks) < task->ranks) {
        pcs_usage_refuse(usage(), "the model %s does not go up to %d ranks", model, task->ranks);
        return -1;
    }
    return 0;
}

/** Write the platform file, or the host file. */
static int write_one(const struct task *task, bool is_hostfile, const char *path)
{
    struct pcs_output_file file;
    int rc = pcs_output_file_open(path, &file);

    if (rc == 0) {
        rc = is_hostfile
                 ? pcs_platform_write_hostfile(&task->spec, task->placement, task->ranks, file.out)
                 : pcs_platform_write(&task->spec, task->ranks, file.out);
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

static int run(int argc, char **argv)
{
    struct platform_options values = {0};
    struct task task;
    int first;

    enum pcs_parsed parsed = pcs_options_parse(usage(), argc, argv, &values, &first);
    if (parsed != PCS_PARSED)
        return parsed == PCS_PARSED_HELP ? PCS_EXIT_GOOD : PCS_EXIT_BAD;
    if (read_task(&values, argv[first], &task) < 0)
        return PCS_EXIT_BAD;
    int code = write_one(&task, false, values.output);
    if (code == PCS_EXIT_GOOD && values.hostfile)
        code = write_one(&task, true, values.hostfile);
    return code;
}

const struct pcs_command pcs_command_platform = {
    .usage =
        {
            .name = "platform",
            .synopsis = "MODEL --ranks N [options] -o FILE [--hostfile FILE]",
            .summary = "write a platform file for SimGrid and its host file",
            .details = "MODEL is aries, fat-tree or flat; `pcollsim info platforms` describes "
                       "them.",
            .options = options,
            .operands_min = 1,
            .operands_max = 1,
        },
    .run = run,
};
