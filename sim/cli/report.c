/*
 * pcollsim report: statistics over result folders.
 */
#include <errno.h>
#include <locale.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/report/report.h"
#include "sim/cli/command.h"
#include "sim/cli/output_file.h"
#include "sim/cli/report_html.h"
#include "sim/cli/report_paths.h"
#include "sim/cli/report_plots.h"
#include "sim/cli/report_table.h"
#include "sim/cli/report_timeline.h"

struct report_options {
    const char *format, *by, *baseline, *warmup, *output, *timeline, *plots;
    bool partial, detail;
};

#define VALUE(member) .offset = offsetof(struct report_options, member)

/* clang-format off */
static const struct pcs_option options[] = {
    {.name = "format", .argument = "FORMAT", .type = PCS_OPTION_TEXT, VALUE(format),
     .help = "table, csv or html; standard: table"},
    {.name = "by", .argument = "KEY", .type = PCS_OPTION_TEXT, VALUE(by),
     .help = "group by a key of the scenario, such as collective.kind; standard: by all but the seed"},
    {.name = "baseline", .argument = "KIND", .type = PCS_OPTION_TEXT, VALUE(baseline),
     .help = "speed-up against the runs of this kind, paired by seed"},
    {.name = "warmup", .argument = "N", .type = PCS_OPTION_TEXT, VALUE(warmup),
     .help = "steps to leave out at the start, or mser5; standard: as the run did"},
    {.name = "detail", .type = PCS_OPTION_FLAG, VALUE(detail),
     .help = "also by rank and by step, and distributions"},
    {.name = "partial", .type = PCS_OPTION_FLAG, VALUE(partial),
     .help = "accept runs that have not come to their end"},
    {.name = "output", .letter = 'o', .argument = "FILE", .type = PCS_OPTION_TEXT, VALUE(output),
     .help = "write there; standard: -, that is stdout"},
    {.name = "plots", .argument = "FOLDER", .type = PCS_OPTION_TEXT, VALUE(plots),
     .help = "make a folder of plots, PNG and SVG, each with the CSV file it is made from"},
    {.name = "timeline", .argument = "FILE", .type = PCS_OPTION_TEXT, VALUE(timeline),
     .help = "write what each rank did when, of one run, for Perfetto or chrome://tracing"},
    {.name = NULL},
};
/* clang-format on */

/** A way to write a report. */
struct format {
    const char *name;
    /** @return 0; -1 with errno; -2 after a message; or a signal that came, after a message */
    int (*write)(const struct pcs_report *report, FILE *out);
};

static const struct format formats[] = {
    {"table", pcs_report_print},
    {"csv", pcs_report_csv},
    {"html", pcs_report_html},
    {NULL, NULL},
};

static const struct format *find_format(const char *name)
{
    for (const struct format *format = formats; format->name; format++) {
        if (strcmp(format->name, name) == 0)
            return format;
    }
    return NULL;
}

/** @return 0, or -1 when @p text is neither a number of steps nor mser5 */
static int read_warmup(const char *text, struct pcs_metrics_options *metrics)
{
    char *end;

    if (strcmp(text, "mser5") == 0) {
        metrics->warmup_rule = PCS_WARMUP_MSER5;
        return 0;
    }
    errno = 0;
    const unsigned long value = strtoul(text, &end, 10);
    if (*text < '0' || *text > '9' || *end || errno || value > UINT32_MAX)
        return -1;
    metrics->warmup_rule = PCS_WARMUP_GIVEN;
    metrics->warmup = (uint32_t)value;
    return 0;
}

/** Read all runs, and what follows from them. @return 0, or -1 with a message printed */
static int fill(struct pcs_report *report, int paths_n, char **paths)
{
    struct pcs_words folders = {0};
    struct pcs_read_error error;
    int rc = 0;

    for (int i = 0; i < paths_n && rc == 0; i++)
        rc = pcs_report_paths(paths[i], &folders);
    if (rc == 0 && folders.failed) {
        fprintf(stderr, "pcollsim report: out of memory\n");
        rc = -1;
    }
    for (int i = 0; i < folders.items_n && rc == 0; i++) {
        rc = pcs_report_add(report, folders.items[i], &error);
        if (rc < 0)
            fprintf(stderr, "pcollsim report: %s\n", error.text);
        else if (*report->runs[report->runs_n - 1].run->lacks)
            fprintf(stderr, "pcollsim report: %s: %s\n", folders.items[i],
                    report->runs[report->runs_n - 1].run->lacks);
    }
    pcs_words_fini(&folders);
    if (rc == 0 && pcs_report_finish(report, &error) < 0) {
        fprintf(stderr, "pcollsim report: %s\n", error.text);
        rc = -1;
    }
    return rc;
}

static int write_report(const struct pcs_report *report, const struct format *format,
                        const char *path)
{
    struct pcs_output_file file;

    errno = 0;
    if (pcs_output_file_open(path, &file) < 0) {
        fprintf(stderr, "pcollsim report: %s: %s\n", path, strerror(errno));
        return PCS_EXIT_FAILED;
    }
    const int rc = format->write(report, file.out);
    if (rc > 0 || rc == -2) { /* a message was printed */
        pcs_output_file_discard(&file);
        return rc > 0 ? 128 + rc : PCS_EXIT_FAILED;
    }
    if (rc < 0 || pcs_output_file_commit(&file) < 0) {
        fprintf(stderr, "pcollsim report: cannot write %s: %s\n", path,
                strerror(errno ? errno : ENOMEM));
        pcs_output_file_discard(&file);
        return PCS_EXIT_FAILED;
    }
    return PCS_EXIT_GOOD;
}

static int write_timeline(const struct pcs_report *report, const char *path)
{
    if (report->runs_n != 1) {
        fprintf(stderr, "pcollsim report: --timeline: %d runs; expected one\n", report->runs_n);
        return PCS_EXIT_BAD;
    }
    return pcs_report_timeline(report->runs[0].run->path, &report->options.read, path);
}

/** All that is asked for; the report itself when nothing else is, or when it is asked for too. */
static int write_all(const struct pcs_report *report, const struct format *format,
                     const struct report_options *values)
{
    const bool has_report =
        values->format || values->output || (!values->plots && !values->timeline);
    int code = PCS_EXIT_GOOD;

    if (values->timeline)
        code = write_timeline(report, values->timeline);
    if (code == PCS_EXIT_GOOD && values->plots)
        code = pcs_report_plots_folder(report, values->plots);
    if (code == PCS_EXIT_GOOD && has_report)
        code = write_report(report, format, values->output ? values->output : "-");
    return code;
}

static int report_on(const struct pcs_usage *usage, const struct report_options *values,
                     int paths_n, char **paths)
{
    const struct format *format = find_format(values->format ? values->format : "table");
    struct pcs_report_options settings = {
        .read = {.accepts_partial = values->partial},
        .metrics = {.has_details = values->detail},
        .by = values->by,
        .baseline = values->baseline,
    };
    struct pcs_report report;
    int code;

    if (!format) {
        pcs_usage_refuse(usage, "--format %s; expected table, csv or html", values->format);
        return PCS_EXIT_BAD;
    }
    if (values->warmup && read_warmup(values->warmup, &settings.metrics) < 0) {
        pcs_usage_refuse(usage, "--warmup %s; expected a number of steps, or mser5",
                         values->warmup);
        return PCS_EXIT_BAD;
    }
    setlocale(LC_CTYPE, ""); /* names of folders, in the terminal's own characters */
    pcs_report_init(&report, &settings);
    code = fill(&report, paths_n, paths) < 0 ? PCS_EXIT_BAD : write_all(&report, format, values);
    pcs_report_fini(&report);
    return code;
}

static int run(int argc, char **argv)
{
    const struct pcs_usage *usage = &pcs_command_report.usage;
    struct report_options values = {0};
    int first;
    int code = PCS_EXIT_GOOD;

    enum pcs_parsed parsed = pcs_options_parse(usage, argc, argv, &values, &first);
    if (parsed == PCS_PARSED_BAD)
        code = PCS_EXIT_BAD;
    else if (parsed == PCS_PARSED)
        code = report_on(usage, &values, argc - first, argv + first);
    pcs_options_fini(usage, &values);
    return code;
}

const struct pcs_command pcs_command_report = {
    .usage =
        {
            .name = "report",
            .synopsis =
                "DIR... [--format table|csv|html] [--by KEY] [--baseline KIND] [--warmup N]\n"
                "                       [--detail] [--partial] [--plots FOLDER] "
                "[--timeline FILE] [-o FILE]",
            .summary = "statistics over result folders",
            .details =
                "DIR is a result folder, or a folder of result folders; or a steps.csv alone, or "
                "-\n"
                "for one on standard input. steps.csv and rounds.csv may be packed with gzip.\n"
                "Runs that differ in their seed alone are one group, for which means are printed.\n"
                "docs/analysis.md defines the figures and their intervals.",
            .options = options,
            .operands_min = 1,
            .operands_max = 1 << 20,
        },
    .run = run,
};
