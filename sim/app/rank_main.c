/*
 * pcollsim-rank: the program that smpirun starts on every rank.
 *
 *   smpirun -np P -no-privatize -platform X.xml -hostfile H pcollsim-rank SCENARIO -o DIR
 *
 * All ranks live in one process and share its memory, so nothing here is global.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <gsl/gsl_errno.h>
#include <mpi.h>

#include "sim/app/collect.h"
#include "sim/app/engine_settings.h"
#include "sim/app/memory_use.h"
#include "sim/app/model_sync.h"
#include "sim/app/result_folder.h"
#include "sim/app/scale.h"
#include "sim/app/step_loop.h"
#include "sim/app/wall_clock.h"

enum exit_code { EXIT_GOOD = 0, EXIT_RUN_FAILED = 1, EXIT_BAD_INPUT = 2 };

struct arguments {
    const char *scenario, *folder;
    const char **overrides; /* argc of them at most */
    int overrides_n;
};

static int parse(int argc, char *argv[], struct arguments *arguments)
{
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-o") == 0 && i + 1 < argc)
            arguments->folder = argv[++i];
        else if (strcmp(argv[i], "--set") == 0 && i + 1 < argc)
            arguments->overrides[arguments->overrides_n++] = argv[++i];
        else if (argv[i][0] != '-' && !arguments->scenario)
            arguments->scenario = argv[i];
        else
            return -1;
    }
    return arguments->scenario && arguments->folder ? 0 : -1;
}

/* Only one rank speaks. */
static int complain(int rank, const char *text, int code)
{
    if (rank == 0)
        fprintf(stderr, "pcollsim-rank: %s\n", text);
    return code;
}

/* ---- rank 0: the result -----------------------------------------------------------------------
 */

struct summary_row {
    const struct pcs_summary_settings *settings;
    const struct pcs_summary_figures *figures;
};

static int write_summary(void *context, FILE *out)
{
    const struct summary_row *row = context;
    return pcs_summary_csv(row->settings, row->figures, out);
}

static struct pcs_summary_settings summary_settings(const struct pcs_scenario *s,
                                                    const char *run_id, uint32_t steps)
{
    return (struct pcs_summary_settings){
        .name = s->name,
        .run_id = run_id,
        .kind = pcs_kind_name(s->collective.kind),
        .schedule = pcs_kind_is_sparse(s->collective.kind) ? "none"
                    : s->sparse.partial != PCS_SPARSITY_NONE
                        ? "allgather"
                        : pcs_schedule_name(pcs_schedule_resolve(&s->collective, s->ranks)),
        .seed = s->seed,
        .ranks = s->ranks,
        .bytes = s->collective.bytes,
        .steps = steps,
        .warmup = s->warmup,
    };
}

/* What rank 0 makes of the run; the others hand over their records. */
struct result {
    struct pcs_result_folder folder;
    char run_id[PCS_RUN_ID_LENGTH + 1];
    struct pcs_summary *summary;
    struct pcs_collection *collection;
    struct pcs_training_board *training; /* NULL when nothing is trained */
};

static int result_create(struct result *result, const char *path, const struct pcs_scenario *s)
{
    struct pcs_error error;
    if (pcs_result_folder_create(&result->folder, path, s, &error) != 0)
        return complain(0, error.text, EXIT_BAD_INPUT);
    if (pcs_scenario_run_id(s, result->run_id) != 0)
        return complain(0, "out of memory", EXIT_RUN_FAILED);
    const struct pcs_summary_settings settings = summary_settings(s, result->run_id, s->steps);
    result->summary = pcs_summary_create(&settings);
    const struct pcs_sinks sinks = {result->folder.steps, result->folder.rounds,
                                    result->folder.syncs, result->summary};
    result->collection = result->summary ? pcs_collection_create(s, &sinks) : NULL;
    const bool trains = s->train.model != PCS_TRAIN_NONE;
    if (trains)
        result->training = pcs_training_board_create(s, result->folder.training);
    return result->collection && (result->training || !trains)
               ? EXIT_GOOD
               : complain(0, "out of memory", EXIT_RUN_FAILED);
}

static void result_fini(struct result *result)
{
    pcs_training_board_destroy(result->training);
    pcs_collection_destroy(result->collection);
    pcs_summary_destroy(result->summary);
    pcs_result_folder_discard(&result->folder);
}

/* After all ranks have handed over everything. */
static int write_result(struct result *result, const struct pcs_scenario *s, uint32_t steps,
                        uint64_t memory_bytes)
{
    struct pcs_result_folder *folder = &result->folder;
    struct pcs_error error;
    const char *unsound = NULL;
    if (pcs_collection_finish(result->collection, &unsound) != 0) {
        snprintf(error.text, sizeof error.text, "%s: no result: %s", folder->path, unsound);
        pcs_result_folder_discard(folder); /* a full disk has room for the message then */
        return complain(0, error.text, EXIT_RUN_FAILED);
    }
    struct pcs_summary_figures figures;
    struct pcs_summary_training training;
    pcs_summary_end(result->summary, steps);
    pcs_summary_figures(result->summary, &figures);
    const uint64_t memory_now = pcs_memory_use(); /* the figures of all ranks are there now */
    if (result->training) {
        training = pcs_training_board_figures(result->training);
        figures.training = &training;
    }
    const struct pcs_summary_settings settings = summary_settings(s, result->run_id, steps);
    struct summary_row row = {&settings, &figures};
    const struct pcs_manifest manifest = {.command = getenv("PCOLLSIM_COMMAND"),
                                          .wall_s = pcs_wall_clock_s(),
                                          .peak_memory_bytes =
                                              memory_now > memory_bytes ? memory_now : memory_bytes,
                                          .sim_time_s = figures.sim_time_s,
                                          .messages = figures.messages};
    if (pcs_result_folder_finish(folder, s, &manifest, write_summary, &row, &error) != 0)
        return complain(0, error.text, EXIT_RUN_FAILED);
    return EXIT_GOOD;
}

/* ---- all ranks --------------------------------------------------------------------------------
 */

static int run(int rank, const struct pcs_scenario *s, struct result *result)
{
    struct pcoll_host *host = pcoll_host_create();
    const bool flush = s->collective.flush && s->collective.kind != PCS_KIND_MPI;
    struct pcs_record record;
    if (!host ||
        pcs_record_init(&record, s->steps, s->steps + flush, s->collective.buckets, host) != 0 ||
        pcs_record_add_syncs(&record, pcs_model_syncs_n(s)) != 0) {
        fprintf(stderr, "pcollsim-rank: rank %d: out of memory\n", rank);
        MPI_Abort(MPI_COMM_WORLD, EXIT_RUN_FAILED);
    }
    uint64_t memory_bytes = 0;
    const struct pcs_scenario scaled = pcs_scaled_scenario(s);
    record.scale = (uint64_t)s->platform.scale;
    record.training = result->training;
    record.phases = rank == 0 ? result->folder.sparse : NULL;
    enum pcoll_status status =
        pcs_step_loop(&scaled, host, &record, result->collection, &memory_bytes);
    if (status != PCOLL_OK) {
        fprintf(stderr, "pcollsim-rank: rank %d: %s\n", rank, pcoll_status_text(status));
        MPI_Abort(MPI_COMM_WORLD, EXIT_RUN_FAILED);
    }
    pcs_collection_add_rest(result->collection, rank, &record);
    MPI_Barrier(MPI_COMM_WORLD);
    const int code = rank == 0 ? write_result(result, s, record.steps, memory_bytes) : EXIT_GOOD;
    pcs_record_fini(&record);
    pcoll_host_destroy(host);
    return code;
}

/* What rank 0 found out. The other ranks live in its process and only read the scenario: delay
   models may hold large tables, which are there once. */
struct start {
    const struct pcs_scenario *scenario;
    struct result *result;
    int code;
};

static int prepare(int ranks, const struct arguments *arguments, const struct pcs_scenario *s,
                   struct result *result)
{
    struct pcs_error error;
    if (s->ranks != ranks) {
        snprintf(error.text, sizeof error.text,
                 "%s: ranks is %d, but smpirun started %d (give -np %d)", arguments->scenario,
                 s->ranks, ranks, s->ranks);
        return complain(0, error.text, EXIT_BAD_INPUT);
    }
    if (pcs_engine_check(s, &error) != 0)
        return complain(0, error.text, EXIT_BAD_INPUT);
    /* The summary keeps all latencies, steps.csv waits for the end of the run. */
    const double rows = (double)s->ranks * s->steps * s->collective.buckets;
    const double needed =
        rows *
        (sizeof(double) +
         (s->trace == PCS_TRACE_STEPS ? (double)sizeof(struct pcs_step_row) / s->sample : 0));
    const double data = s->train.model == PCS_TRAIN_NONE ? 0 : pcs_train_data_bytes(&s->train);
    const double there = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
    if (needed > there) {
        snprintf(error.text, sizeof error.text,
                 "%s: steps: the records of %u steps of %d ranks take %.0f GiB, and this machine "
                 "has %.0f GiB",
                 arguments->scenario, s->steps, s->ranks, needed / 0x1p30, there / 0x1p30);
        return complain(0, error.text, EXIT_BAD_INPUT);
    }
    if (data > there) {
        snprintf(error.text, sizeof error.text,
                 "%s: train.points: the data set takes %.0f GiB, and this machine has %.0f GiB",
                 arguments->scenario, data / 0x1p30, there / 0x1p30);
        return complain(0, error.text, EXIT_BAD_INPUT);
    }
    return result_create(result, arguments->folder, s);
}

static int run_scenario(int rank, int ranks, const struct arguments *arguments)
{
    struct pcs_scenario scenario = {.name = NULL};
    struct result result = {.collection = NULL};
    struct pcs_error error;
    struct start start = {&scenario, &result, EXIT_GOOD};
    if (rank == 0) {
        if (pcs_scenario_load(arguments->scenario, arguments->overrides, arguments->overrides_n,
                              &scenario, &error) != 0)
            start.code = complain(rank, error.text, EXIT_BAD_INPUT);
        else
            start.code = prepare(ranks, arguments, &scenario, &result);
    }
    MPI_Bcast(&start, (int)sizeof start, MPI_BYTE, 0, MPI_COMM_WORLD);
    if (start.code == EXIT_GOOD) {
        start.code = run(rank, start.scenario, start.result);
        MPI_Barrier(MPI_COMM_WORLD); /* nobody reads the scenario any more */
    }
    result_fini(&result);
    pcs_scenario_fini(&scenario);
    return start.code;
}

__attribute__((visibility("default"))) int main(int argc, char *argv[]);

int main(int argc, char *argv[])
{
    int rank, ranks;
    /* smpirun is a shell script: killed, it would leave us running. */
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    gsl_set_error_handler_off(); /* GSL would abort; its results are checked instead */

    struct arguments arguments = {.overrides = calloc((size_t)argc, sizeof(char *))};
    int code;
    if (!arguments.overrides)
        code = complain(rank, "out of memory", EXIT_RUN_FAILED);
    else if (parse(argc, argv, &arguments) != 0)
        code = complain(rank, "usage: smpirun ... pcollsim-rank SCENARIO -o DIR [--set KEY=VALUE]",
                        EXIT_BAD_INPUT);
    else
        code = run_scenario(rank, ranks, &arguments);
    free(arguments.overrides);
    MPI_Finalize();
    return code;
}
