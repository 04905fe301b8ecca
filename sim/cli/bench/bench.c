/*
 * pcollsim bench: speed beside bare SMPI, as ratios measured in turn.
 */
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <gsl/gsl_fit.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics.h>

#include "sim/cli/bench/measure.h"
#include "sim/cli/bench/table.h"
#include "sim/cli/command.h"
#include "sim/cli/data_files.h"
#include "sim/cli/output_file.h"

#define SIZES_MAX 16
#define MODELS_N 2
#define REPETITIONS_MAX 99

static const char *const models[MODELS_N] = {"flat", "aries"};

struct bench_options {
    const char *ranks, *rounds, *bytes, *repetitions, *csv, *markdown;
    bool callgrind;
};

#define VALUE(member) .offset = offsetof(struct bench_options, member)

/* clang-format off */
static const struct pcs_option options[] = {
    {.name = "ranks", .argument = "LIST", .type = PCS_OPTION_TEXT, VALUE(ranks),
     .help = "numbers of ranks, powers of two; standard: 64,256,1024"},
    {.name = "rounds", .argument = "N", .type = PCS_OPTION_TEXT, VALUE(rounds),
     .help = "rounds of each run; standard: 20"},
    {.name = "bytes", .argument = "N", .type = PCS_OPTION_TEXT, VALUE(bytes),
     .help = "size of a gradient, a multiple of 4; standard: 512"},
    {.name = "repetitions", .argument = "N", .type = PCS_OPTION_TEXT, VALUE(repetitions),
     .help = "how often each is run, in turn; standard: 5"},
    {.name = "csv", .argument = "FILE", .type = PCS_OPTION_TEXT, VALUE(csv),
     .help = "write the figures as CSV, too"},
    {.name = "markdown", .argument = "FILE", .type = PCS_OPTION_TEXT, VALUE(markdown),
     .help = "write the page docs/performance.md, too"},
    {.name = "callgrind", .type = PCS_OPTION_FLAG, VALUE(callgrind),
     .help = "count the instructions of a small case with valgrind, too"},
    {.name = NULL},
};
/* clang-format on */

#define USAGE                                                                                      \
    {                                                                                              \
        .name = "bench", .synopsis = "[OPTIONS]", .summary = "speed against bare SMPI",            \
        .details =                                                                                 \
            "Runs bare SMPI, MPI_Allreduce, sync, solo and majority in turn, on flat and on "      \
            "Aries,\nand prints messages a CPU second as ratios to bare SMPI, and memory.\n",      \
        .options = options                                                                         \
    }

static const struct pcs_usage usage = USAGE;

struct bench {
    struct pcs_programs programs;
    char *scenario;
    int sizes[SIZES_MAX], sizes_n;
    int rounds, bytes, repetitions;
    struct pcs_bench_result result;
};

/* ---- numbers of the options -------------------------------------------------------------------
 */

/* A whole number of @p low to @p high at @p text, ended by @p end or the end of the text. */
static int parse_number(const char *name, const char *text, int low, int high, const char **rest)
{
    char *end;

    errno = 0;
    const long value = strtol(text, &end, 10);
    if (end == text || errno || value < low || value > high || (*end && *end != ',') ||
        (*end && !rest)) {
        pcs_usage_refuse(&usage, "--%s: \"%s\": expected a whole number from %d to %d", name, text,
                         low, high);
        return -1;
    }
    if (rest)
        *rest = *end ? end + 1 : end;
    return (int)value;
}

static int parse_sizes(struct bench *bench, const char *text)
{
    for (const char *rest = text; *rest;) {
        const int ranks = parse_number("ranks", rest, 2, 65536, &rest);
        if (ranks < 0)
            return -1;
        if ((ranks & (ranks - 1)) != 0 || bench->sizes_n == SIZES_MAX) {
            pcs_usage_refuse(&usage, "--ranks: \"%s\": expected at most %d powers of two", text,
                             SIZES_MAX);
            return -1;
        }
        bench->sizes[bench->sizes_n++] = ranks;
    }
    if (bench->sizes_n == 0)
        pcs_usage_refuse(&usage, "--ranks: \"\": expected powers of two such as 64,256");
    return bench->sizes_n > 0 ? 0 : -1;
}

static int parse(struct bench *bench, const struct bench_options *values)
{
    bench->rounds = values->rounds ? parse_number("rounds", values->rounds, 2, 1000000, NULL) : 20;
    bench->bytes = values->bytes ? parse_number("bytes", values->bytes, 0, 1 << 24, NULL) : 512;
    bench->repetitions = values->repetitions ? parse_number("repetitions", values->repetitions, 1,
                                                            REPETITIONS_MAX, NULL)
                                             : 5;
    if (bench->rounds < 0 || bench->bytes < 0 || bench->repetitions < 0)
        return -1;
    if (bench->bytes % 4 != 0) {
        pcs_usage_refuse(&usage, "--bytes: %d: expected a multiple of 4", bench->bytes);
        return -1;
    }
    return parse_sizes(bench, values->ranks ? values->ranks : "64,256,1024");
}

/* ---- measuring --------------------------------------------------------------------------------
 */

typedef struct pcs_bench_figures round_of_figures[PCS_BENCH_PROGRAMS_N];

/* What is told of a program in one repetition. */
typedef double figure_of(const struct pcs_bench_figures *figures, enum pcs_bench_program program);

static double median(round_of_figures *figures, int n, enum pcs_bench_program program,
                     figure_of *of, double *low, double *high)
{
    double values[REPETITIONS_MAX];

    for (int i = 0; i < n; i++)
        values[i] = of(figures[i], program);
    gsl_sort(values, 1, (size_t)n);
    if (low)
        *low = values[0];
    if (high)
        *high = values[n - 1];
    return gsl_stats_median_from_sorted_data(values, 1, (size_t)n);
}

/* Messages a second of what comes after the first round. */
static double rate(const struct pcs_bench_figures *figures, enum pcs_bench_program program)
{
    const struct pcs_bench_figures *start =
        &figures[program == PCS_BENCH_BARE ? PCS_BENCH_START_BARE : PCS_BENCH_START];
    const struct pcs_bench_figures *f = &figures[program];
    return (f->messages - start->messages) / (f->cpu_s - start->cpu_s);
}

static double ratio(const struct pcs_bench_figures *figures, enum pcs_bench_program program)
{
    return rate(figures, program) / rate(figures, PCS_BENCH_BARE);
}

static double whole(const struct pcs_bench_figures *figures, enum pcs_bench_program program)
{
    const struct pcs_bench_figures *f = &figures[program], *bare = &figures[PCS_BENCH_BARE];
    return f->messages / f->cpu_s / (bare->messages / bare->cpu_s);
}

static double cpu(const struct pcs_bench_figures *figures, enum pcs_bench_program program)
{
    return figures[program].cpu_s;
}

static double memory(const struct pcs_bench_figures *figures, enum pcs_bench_program program)
{
    return figures[program].memory_bytes;
}

static void add_rows(struct bench *bench, const char *model, int ranks, round_of_figures *figures)
{
    const int n = bench->repetitions;

    for (int p = 0; p < PCS_BENCH_PROGRAMS_N; p++) {
        struct pcs_bench_row *row = &bench->result.rows[bench->result.rows_n++];
        *row = (struct pcs_bench_row){.model = model,
                                      .ranks = ranks,
                                      .program = (enum pcs_bench_program)p,
                                      .messages = figures[0][p].messages};
        if (row->program < PCS_BENCH_START_BARE) {
            row->rate = median(figures, n, row->program, rate, NULL, NULL);
            row->ratio = median(figures, n, row->program, ratio, &row->ratio_low, &row->ratio_high);
            row->whole = median(figures, n, row->program, whole, NULL, NULL);
        }
        row->cpu_s = median(figures, n, row->program, cpu, NULL, NULL);
        row->memory_bytes = median(figures, n, row->program, memory, NULL, NULL);
    }
}

/* All programs in turn, again and again: what disturbs the machine for a while disturbs all. */
static int measure_size(struct bench *bench, const char *model, int ranks,
                        const struct pcs_job_guard *guard)
{
    const struct pcs_bench_case one = {.programs = &bench->programs,
                                       .scenario = bench->scenario,
                                       .model = model,
                                       .ranks = ranks,
                                       .rounds = bench->rounds,
                                       .bytes = bench->bytes};
    round_of_figures *figures = calloc((size_t)bench->repetitions, sizeof *figures);
    int rc = figures ? 0 : -1;

    for (int i = 0; i < bench->repetitions && rc == 0; i++) {
        if (isatty(STDERR_FILENO))
            fprintf(stderr, "\rpcollsim bench: %s, %d ranks, repetition %d of %d ", model, ranks,
                    i + 1, bench->repetitions);
        for (int p = 0; p < PCS_BENCH_PROGRAMS_N && rc == 0; p++)
            rc = pcs_bench_measure(&one, (enum pcs_bench_program)p, false, guard, &figures[i][p]);
    }
    if (rc == 0)
        add_rows(bench, model, ranks, figures);
    free(figures);
    return rc;
}

static void fit_growth(struct bench *bench, const char *model, enum pcs_bench_program program)
{
    double x[SIZES_MAX], y[SIZES_MAX], c0, c1, cov00, cov01, cov11, sum;
    int n = 0;

    for (int i = 0; i < bench->result.rows_n; i++) {
        const struct pcs_bench_row *row = &bench->result.rows[i];
        if (row->program != program || strcmp(row->model, model) != 0)
            continue;
        x[n] = log(row->ranks * log2(row->ranks));
        y[n++] = log(row->cpu_s);
    }
    if (n < 3)
        return;
    gsl_fit_linear(x, 1, y, 1, (size_t)n, &c0, &c1, &cov00, &cov01, &cov11, &sum);
    bench->result.growths[bench->result.growths_n++] =
        (struct pcs_bench_growth){model, program, c1, n};
}

static int count_instructions(struct bench *bench, const struct pcs_job_guard *guard)
{
    static const enum pcs_bench_program counted[] = {PCS_BENCH_BARE, PCS_BENCH_SYNC,
                                                     PCS_BENCH_SOLO};
    const struct pcs_bench_case one = {.programs = &bench->programs,
                                       .scenario = bench->scenario,
                                       .model = "flat",
                                       .ranks = 16,
                                       .rounds = 100,
                                       .bytes = bench->bytes};
    struct pcs_bench_result *result = &bench->result;

    result->counts_ranks = one.ranks;
    for (size_t i = 0; i < sizeof counted / sizeof *counted; i++) {
        struct pcs_bench_figures figures;
        const int rc = pcs_bench_measure(&one, counted[i], true, guard, &figures);
        if (rc != 0)
            return rc;
        result->counts[result->counts_n++] =
            (struct pcs_bench_count){counted[i], figures.instructions / figures.messages};
    }
    return 0;
}

static int measure_all(struct bench *bench, bool callgrind, const struct pcs_job_guard *guard)
{
    int rc = 0;

    for (int m = 0; m < MODELS_N && rc == 0; m++) {
        for (int i = 0; i < bench->sizes_n && rc == 0; i++)
            rc = measure_size(bench, models[m], bench->sizes[i], guard);
        for (int p = PCS_BENCH_BARE; p < PCS_BENCH_START_BARE && rc == 0; p++)
            fit_growth(bench, models[m], (enum pcs_bench_program)p);
    }
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\n");
    if (rc == 0 && callgrind)
        rc = count_instructions(bench, guard);
    return rc;
}

/* ---- results ----------------------------------------------------------------------------------
 */

static int write_file(const struct bench *bench, const char *path, bool markdown)
{
    struct pcs_output_file file;
    int rc = 0;

    if (!path)
        return 0;
    if (pcs_output_file_open(path, &file) < 0) {
        fprintf(stderr, "pcollsim bench: %s: cannot write: %s\n", path, strerror(errno));
        return -1;
    }
    if (markdown)
        rc = pcs_bench_markdown(&bench->result, file.out);
    else
        pcs_bench_csv(&bench->result, file.out);
    if (rc == 0 && pcs_output_file_commit(&file) < 0) {
        fprintf(stderr, "pcollsim bench: %s: cannot write: %s\n", path, strerror(errno));
        rc = -1;
    }
    pcs_output_file_discard(&file);
    return rc;
}

static int run_bench(struct bench *bench, const struct bench_options *values)
{
    struct pcs_bench_result *result = &bench->result;
    struct pcs_job_guard guard;
    char command[256];

    snprintf(command, sizeof command,
             "build/pcollsim bench --ranks %s --rounds %d --bytes %d --repetitions %d%s --markdown "
             "docs/performance.md",
             values->ranks ? values->ranks : "64,256,1024", bench->rounds, bench->bytes,
             bench->repetitions, values->callgrind ? " --callgrind" : "");
    result->command = command;
    result->rounds = bench->rounds;
    result->bytes = bench->bytes;
    result->repetitions = bench->repetitions;
    result->rows =
        calloc((size_t)bench->sizes_n * MODELS_N * PCS_BENCH_PROGRAMS_N, sizeof *result->rows);
    result->growths = calloc((size_t)MODELS_N * PCS_BENCH_PROGRAMS_N, sizeof *result->growths);
    if (!result->rows || !result->growths) {
        fprintf(stderr, "pcollsim bench: out of memory\n");
        return PCS_EXIT_FAILED;
    }
    pcs_job_guard_begin(&guard);
    const int rc = measure_all(bench, values->callgrind, &guard);
    pcs_job_guard_end(&guard);
    if (rc > 0) {
        fprintf(stderr, "pcollsim bench: interrupted; no result\n");
        return 128 + rc;
    }
    if (rc < 0 || pcs_bench_print(result, stdout) < 0 ||
        write_file(bench, values->csv, false) < 0 || write_file(bench, values->markdown, true) < 0)
        return PCS_EXIT_FAILED;
    return PCS_EXIT_GOOD;
}

static int run(int argc, char **argv)
{
    struct bench_options values = {0};
    struct bench bench = {0};
    int first;
    int code = PCS_EXIT_BAD;

    const enum pcs_parsed parsed = pcs_options_parse(&usage, argc, argv, &values, &first);
    if (parsed != PCS_PARSED)
        return parsed == PCS_PARSED_HELP ? PCS_EXIT_GOOD : PCS_EXIT_BAD;
    if (parse(&bench, &values) == 0) {
        bench.scenario = pcs_data_file("workloads/scenarios/bench.yaml");
        code = PCS_EXIT_FAILED;
        if (bench.scenario && pcs_programs_find(&bench.programs) == 0) {
            code = run_bench(&bench, &values);
            pcs_programs_fini(&bench.programs);
        }
    }
    free(bench.scenario);
    free(bench.result.rows);
    free(bench.result.growths);
    pcs_options_fini(&usage, &values);
    return code;
}

const struct pcs_command pcs_command_bench = {
    .usage = USAGE,
    .run = run,
};
