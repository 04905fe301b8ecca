/*
 * pcollsim workload: what a delay model does, before it is used in a run.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_errno.h>

#include "sim/cli/command.h"
#include "sim/cli/output_file.h"
#include "sim/cli/workload_print.h"
#include "sim/scenario/delay_spec.h"
#include "sim/scenario/quantity.h"
#include "workloads/table.h"

#define RANKS_STANDARD 8
#define SAMPLES_STANDARD 100000
#define SAMPLES_MAX 100000000 /* 800 MB */

struct workload_options {
    const char *of, *ranks, *samples, *seed, *work;
    const char *output, *histogram, *draws;
    struct pcs_option_list set;
};

#define TEXT(member) .type = PCS_OPTION_TEXT, .offset = offsetof(struct workload_options, member)

/* clang-format off */
static const struct pcs_option options[] = {
    {.name = "of", .argument = "compute|delay", TEXT(of),
     .help = "which model of a scenario file; standard: delay"},
    {.name = "set", .argument = "KEY=VALUE", .type = PCS_OPTION_LIST,
     .offset = offsetof(struct workload_options, set),
     .help = "override a key of the scenario file; may be repeated"},
    {.name = "ranks", .argument = "P", TEXT(ranks),
     .help = "ranks of E[max of P] and E[min of P]; standard: the scenario's, or 8"},
    {.name = "samples", .argument = "N", TEXT(samples),
     .help = "draws of all ranks together; standard: 100000"},
    {.name = "seed", .argument = "S", TEXT(seed),
     .help = "seed of the draws; standard: the scenario's, or 1"},
    {.name = "work", .argument = "TIME", TEXT(work),
     .help = "work of a step, which noise needs to know; standard: mean of the scenario's compute"},
    {.name = "output", .letter = 'o', .argument = "FILE", TEXT(output),
     .help = "write the figures as CSV too, - for stdout instead of the table"},
    {.name = "histogram", .argument = "FILE", TEXT(histogram),
     .help = "write the histogram of the draws as CSV, which `empirical` can read"},
    {.name = "draws", .argument = "FILE", TEXT(draws),
     .help = "write all draws as CSV, which `trace` can read"},
    {.name = NULL},
};
/* clang-format on */

/** What is read: a scenario or a model alone. */
struct input {
    struct pcs_scenario scenario;
    struct pcs_delay_spec alone;
    bool has_scenario;
};

static const struct pcs_usage *usage(void)
{
    return &pcs_command_workload.usage;
}

static int complain(const struct pcs_error *error)
{
    fprintf(stderr, "%s\n", error->text);
    return -1;
}

static int read_count(const char *name, const char *text, uint64_t min, uint64_t max,
                      uint64_t *count)
{
    if (!text)
        return 0;
    if (!pcs_quantity_count(text, count) && *count >= min && *count <= max)
        return 0;
    pcs_usage_refuse(usage(), "--%s %s; expected a whole number from %llu to %llu", name, text,
                     (unsigned long long)min, (unsigned long long)max);
    return -1;
}

static int read_work(const char *text, double *work_s)
{
    const char *wrong = text ? pcs_quantity_seconds(text, work_s) : NULL;

    if (!wrong)
        return 0;
    pcs_usage_refuse(usage(), "--work %s: %s; expected a time with its unit, such as 10ms", text,
                     wrong);
    return -1;
}

/** Ranks for which a model that is alone makes sense. */
static int standard_ranks(const struct pcs_delay_spec *spec)
{
    int ranks = RANKS_STANDARD;

    if (spec->distribution == PCS_SHIFTED)
        return spec->amounts_n;
    if (spec->distribution == PCS_TRACE_REPLAY)
        return spec->table->ranks;
    if (spec->distribution == PCS_SLOW_RANK && spec->parameters[0] >= ranks)
        return (int)spec->parameters[0] + 1;
    if (spec->distribution == PCS_RANDOM_K && spec->parameters[0] > ranks)
        return (int)spec->parameters[0];
    for (int i = 0; i < spec->of_n; i++) {
        const int other = standard_ranks(&spec->of[i]);
        ranks = i == 0 || ranks == RANKS_STANDARD ? other : ranks;
    }
    return ranks;
}

static int read_scenario(const struct workload_options *values, const char *path,
                         struct input *input, struct pcs_workload_task *task)
{
    const bool is_compute = values->of && strcmp(values->of, "compute") == 0;
    struct pcs_error error;

    if (values->of && !is_compute && strcmp(values->of, "delay") != 0) {
        pcs_usage_refuse(usage(), "--of %s; expected compute or delay", values->of);
        return -1;
    }
    if (pcs_scenario_load(path, values->set.items, values->set.items_n, &input->scenario, &error) <
        0)
        return complain(&error);
    input->has_scenario = true;
    const struct pcs_vantage place = {.ranks = input->scenario.ranks, .rank = PCS_ANY_RANK};
    task->spec = is_compute ? &input->scenario.compute : &input->scenario.delay;
    task->purpose = is_compute ? PCS_PURPOSE_COMPUTE : PCS_PURPOSE_DELAY;
    task->ranks = input->scenario.ranks;
    task->seed = input->scenario.seed;
    task->work_s = is_compute ? 0 : pcs_delay_mean(&input->scenario.compute, &place);
    return 0;
}

static int read_alone(const struct workload_options *values, const char *text, struct input *input,
                      struct pcs_workload_task *task)
{
    struct pcs_error error;

    if (values->of || values->set.items_n > 0) {
        pcs_usage_refuse(usage(), "--%s is for scenario files", values->of ? "of" : "set");
        return -1;
    }
    if (pcs_delay_spec_parse(text, &input->alone, &error) < 0)
        return complain(&error);
    if (pcs_delay_count(&input->alone, PCS_NOISE) > 0 && !values->work) {
        pcs_usage_refuse(usage(), "--work is missing; noise is what the work of a step meets");
        return -1;
    }
    task->spec = &input->alone;
    task->purpose = PCS_PURPOSE_DELAY;
    task->ranks = standard_ranks(&input->alone);
    task->seed = 1;
    return 0;
}

/** Turn the texts into a task. @return 0, or -1 after a message */
static int read_task(const struct workload_options *values, const char *text, struct input *input,
                     struct pcs_workload_task *task)
{
    const struct pcs_source source = {.name = (char[]){"--ranks"}};
    const struct pcs_place place = {.source = &source};
    uint64_t ranks;
    struct pcs_error error;

    *task = (struct pcs_workload_task){.samples = SAMPLES_STANDARD};
    const bool is_model = text[strspn(text, " \t\n")] == '{';
    if ((is_model ? read_alone : read_scenario)(values, text, input, task) < 0)
        return -1;
    ranks = (uint64_t)task->ranks;
    if (read_count("ranks", values->ranks, 1, PCS_RANKS_MAX, &ranks) < 0 ||
        read_count("samples", values->samples, 1, SAMPLES_MAX, &task->samples) < 0 ||
        read_count("seed", values->seed, 0, UINT64_MAX, &task->seed) < 0 ||
        read_work(values->work, &task->work_s) < 0)
        return -1;
    task->ranks = (int)ranks;
    if (pcs_delay_spec_check_run("model", place, task->spec, task->ranks, 1, &error) < 0)
        return complain(&error);
    return 0;
}

/* ---- output -----------------------------------------------------------------------------------
 */

typedef void print_function(const struct pcs_workload_figures *figures, FILE *out);

static int report_write(const char *path)
{
    const bool is_full = errno == ENOSPC || errno == EDQUOT;

    fprintf(stderr, "pcollsim workload: cannot write %s: %s\n", path, strerror(errno));
    return is_full ? PCS_EXIT_FAILED : PCS_EXIT_BAD;
}

static int write_file(const struct pcs_workload_figures *figures, const char *path,
                      print_function *print)
{
    struct pcs_output_file file;

    if (!path)
        return PCS_EXIT_GOOD;
    if (pcs_output_file_open(path, &file) < 0)
        return report_write(path);
    print(figures, file.out);
    return pcs_output_file_commit(&file) < 0 ? report_write(path) : PCS_EXIT_GOOD;
}

static int write_all(const struct workload_options *values, const struct pcs_workload_task *task,
                     const struct pcs_workload_figures *figures)
{
    const bool to_stdout = values->output && strcmp(values->output, "-") == 0;
    int code = write_file(figures, values->output, pcs_workload_print_csv);

    if (code == PCS_EXIT_GOOD)
        code = write_file(figures, values->histogram, pcs_workload_print_histogram);
    if (code == PCS_EXIT_GOOD && !to_stdout)
        pcs_workload_print(figures, task, stdout);
    return code;
}

static int draw_and_write(const struct workload_options *values,
                          const struct pcs_workload_task *task)
{
    struct pcs_workload_figures figures;
    struct pcs_output_file draws = {.out = NULL};
    int code = PCS_EXIT_GOOD;

    if (values->draws && pcs_output_file_open(values->draws, &draws) < 0)
        return report_write(values->draws);
    if (pcs_workload_figures_init(&figures, task, draws.out) < 0) {
        fprintf(stderr, "pcollsim workload: out of memory\n");
        pcs_output_file_discard(&draws);
        return PCS_EXIT_FAILED;
    }
    if (values->draws && pcs_output_file_commit(&draws) < 0)
        code = report_write(values->draws);
    if (code == PCS_EXIT_GOOD)
        code = write_all(values, task, &figures);
    pcs_workload_figures_fini(&figures);
    return code;
}

static int run(int argc, char **argv)
{
    struct workload_options values = {0};
    struct input input = {.has_scenario = false};
    struct pcs_workload_task task;
    int first;
    int code = PCS_EXIT_BAD;

    gsl_set_error_handler_off(); /* GSL would abort; its results are checked instead */
    enum pcs_parsed parsed = pcs_options_parse(usage(), argc, argv, &values, &first);
    if (parsed == PCS_PARSED_HELP)
        code = PCS_EXIT_GOOD;
    else if (parsed == PCS_PARSED && read_task(&values, argv[first], &input, &task) == 0)
        code = draw_and_write(&values, &task);
    if (input.has_scenario)
        pcs_scenario_fini(&input.scenario);
    pcs_delay_spec_fini(&input.alone);
    pcs_options_fini(usage(), &values);
    return code;
}

const struct pcs_command pcs_command_workload = {
    .usage =
        {
            .name = "workload",
            .synopsis = "SPEC [--ranks P] [--samples N] [--seed S] [-o FILE]",
            .summary = "describe a delay model: moments, quantiles, extremes, histogram",
            .details =
                "SPEC is a model such as '{distribution: exponential, mean: 1ms}' or a scenario\n"
                "file; `pcollsim info distributions` lists the models. Exact figures come from "
                "the\nmodel, the others from draws; the error is that of the sampled figure, one "
                "standard\ndeviation. - is not known.",
            .options = options,
            .operands_min = 1,
            .operands_max = 1,
        },
    .run = run,
};
