#define _GNU_SOURCE /* asprintf */
#include "sim/cli/bench/measure.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "sim/cli/launch.h"
#include "sim/cli/run_failure.h"
#include "sim/cli/run_folder.h"
#include "sim/cli/run_inputs.h"

#define OVERRIDES_MAX 8
#define WRAPPER "valgrind --tool=callgrind --callgrind-out-file=callgrind.out"

const char *pcs_bench_program_name(enum pcs_bench_program program)
{
    static const char *const names[] = {"bare SMPI", "MPI_Allreduce", "sync",    "solo",
                                        "majority",  "start-up bare", "start-up"};
    return names[program];
}

static const char *kind_of(enum pcs_bench_program program)
{
    static const char *const kinds[] = {"sync", "mpi", "sync", "solo", "majority", "sync", "sync"};
    return kinds[program];
}

static int out_of_memory(void)
{
    fprintf(stderr, "pcollsim bench: out of memory\n");
    return -1;
}

static bool is_bare(enum pcs_bench_program program)
{
    return program == PCS_BENCH_BARE || program == PCS_BENCH_START_BARE;
}

static int rounds_of(const struct pcs_bench_case *bench, enum pcs_bench_program program)
{
    return program >= PCS_BENCH_START_BARE ? 1 : bench->rounds;
}

static int load(const struct pcs_bench_case *bench, enum pcs_bench_program program,
                struct pcs_scenario *scenario)
{
    char texts[OVERRIDES_MAX][160];
    const char *overrides[OVERRIDES_MAX];
    struct pcs_error error;
    int n = 0;

    snprintf(texts[n++], sizeof texts[0], "ranks=%d", bench->ranks);
    snprintf(texts[n++], sizeof texts[0], "steps=%d", rounds_of(bench, program));
    snprintf(texts[n++], sizeof texts[0], "platform={model: %s}", bench->model);
    snprintf(texts[n++], sizeof texts[0], "collective.kind=%s", kind_of(program));
    snprintf(texts[n++], sizeof texts[0], "collective.bytes=%d", bench->bytes);
    for (int i = 0; i < n; i++)
        overrides[i] = texts[i];
    if (pcs_scenario_load(bench->scenario, overrides, n, scenario, &error) == 0)
        return 0;
    fprintf(stderr, "%s\n", error.text);
    return -1;
}

/* The program without ours: the last three words are the scenario, -o and the result. */
static void make_bare(const struct pcs_bench_case *bench, int rounds, struct pcs_words *words)
{
    for (int i = 0; i < 4; i++) {
        free(words->items[--words->items_n]);
        words->items[words->items_n] = NULL;
    }
    pcs_words_add(words, "%s", bench->programs->bare);
    pcs_words_add(words, "%d", rounds);
    pcs_words_add(words, "%d", bench->bytes);
}

/* smpirun's options come before the program. */
static void add_wrapper(struct pcs_words *words)
{
    struct pcs_words wrapped = {0};

    pcs_words_add(&wrapped, "%s", words->items[0]);
    pcs_words_add(&wrapped, "-wrapper");
    pcs_words_add(&wrapped, "%s", WRAPPER);
    for (int i = 1; i < words->items_n; i++)
        pcs_words_add(&wrapped, "%s", words->items[i]);
    pcs_words_fini(words);
    *words = wrapped;
}

/* ---- reading what it left ---------------------------------------------------------------------
 */

/* The number behind @p key at the beginning of a line of a file; -1 if there is none. */
static double read_number(const struct pcs_run_folder *folder, const char *name, const char *key)
{
    char *line = NULL;
    size_t size = 0;
    double number = -1;
    FILE *in = pcs_run_folder_file(folder, name, "r");

    while (in && number < 0 && getline(&line, &size, in) >= 0) {
        const char *found = strstr(line, key);
        if (found)
            number = strtod(found + strlen(key), NULL);
    }
    free(line);
    if (in)
        fclose(in);
    return number;
}

/* Recursive doubling on a power of two of ranks: what bare SMPI and MPI_Allreduce send, too. */
static double doubling_messages(const struct pcs_bench_case *bench, int rounds)
{
    return (double)rounds * bench->ranks * __builtin_ctz((unsigned)bench->ranks);
}

static int read_figures(const struct pcs_bench_case *bench, enum pcs_bench_program program,
                        bool callgrind, const struct pcs_run_folder *folder,
                        struct pcs_bench_figures *figures)
{
    if (is_bare(program)) {
        figures->memory_bytes = read_number(folder, "bare.txt", "");
        figures->messages = doubling_messages(bench, rounds_of(bench, program));
    } else {
        figures->memory_bytes =
            read_number(folder, PCS_LAUNCH_RESULT "/" PCS_RUN_MANIFEST, "memory_bytes: ");
        figures->messages =
            program == PCS_BENCH_BUILT_IN
                ? doubling_messages(bench, rounds_of(bench, program))
                : read_number(folder, PCS_LAUNCH_RESULT "/" PCS_RUN_MANIFEST, "messages: ");
    }
    figures->instructions = callgrind ? read_number(folder, PCS_RUN_LOG, "Collected : ") : 0;
    if (figures->memory_bytes > 0 && figures->messages > 0 && figures->instructions >= 0)
        return 0;
    fprintf(stderr, "pcollsim bench: %s left no figures\n", pcs_bench_program_name(program));
    return -1;
}

/* ---- a run ------------------------------------------------------------------------------------
 */

static double children_cpu_s(void)
{
    struct rusage usage;

    getrusage(RUSAGE_CHILDREN, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

static int run_job(const struct pcs_run_folder *folder, const struct pcs_launch *launch,
                   const struct pcs_job_guard *guard, struct pcs_job_result *result)
{
    struct pcs_words set = {0};

    pcs_launch_environment(launch, &set);
    if (set.failed || launch->words.failed) {
        pcs_words_fini(&set);
        return out_of_memory();
    }
    const struct pcs_job job = {
        .words = &launch->words, .set = &set, .folder = folder->temporary, .log = PCS_RUN_LOG};
    const int rc = pcs_job_run(&job, guard, result);
    if (rc)
        fprintf(stderr, "pcollsim bench: cannot start %s: %s\n", launch->words.items[0],
                strerror(rc));
    pcs_words_fini(&set);
    return rc ? -1 : 0;
}

static int run_in_folder(const struct pcs_bench_case *bench, enum pcs_bench_program program,
                         bool callgrind, const struct pcs_scenario *scenario,
                         const struct pcs_run_folder *folder, const struct pcs_job_guard *guard,
                         struct pcs_bench_figures *figures)
{
    struct pcs_launch launch;
    struct pcs_job_result result = {0};

    if (pcs_run_inputs_write(scenario, folder) < 0)
        return -1;
    /* valgrind brings its own malloc() */
    if (pcs_launch_create(scenario, bench->programs, !callgrind, &launch) < 0)
        return out_of_memory();
    if (is_bare(program))
        make_bare(bench, rounds_of(bench, program), &launch.words);
    if (callgrind)
        add_wrapper(&launch.words);
    const double before_s = children_cpu_s();
    int rc = run_job(folder, &launch, guard, &result);
    figures->cpu_s = children_cpu_s() - before_s;
    pcs_launch_fini(&launch);
    if (rc == 0 && result.interrupted)
        return result.interrupted;
    if (rc == 0 &&
        (result.exit_code != 0 || (!is_bare(program) && !pcs_run_folder_is_finished(folder)))) {
        pcs_run_failure_report(folder, &result);
        rc = -1;
    }
    return rc < 0 ? rc : read_figures(bench, program, callgrind, folder, figures);
}

int pcs_bench_measure(const struct pcs_bench_case *bench, enum pcs_bench_program program,
                      bool callgrind, const struct pcs_job_guard *guard,
                      struct pcs_bench_figures *figures)
{
    struct pcs_scenario scenario;
    struct pcs_run_folder folder;
    char target[64];
    int rc = -1;

    snprintf(target, sizeof target, "pcollsim-bench-%ld", (long)getpid());
    if (load(bench, program, &scenario) < 0)
        return -1;
    if (pcs_run_folder_open(target, false, &folder) == 0) {
        rc = run_in_folder(bench, program, callgrind, &scenario, &folder, guard, figures);
        pcs_run_folder_close(&folder);
    }
    pcs_scenario_fini(&scenario);
    return rc;
}
