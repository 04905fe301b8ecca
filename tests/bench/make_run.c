/*
 * Writes a result folder of any size, without simulating: make_run RANKS STEPS SEED FOLDER
 *
 * Every step each rank works for an exponential time with mean 1 ms and calls; the round starts
 * with a rank drawn uniformly (kind majority) and ends 20 us later; ranks that are there return
 * then, later ones 1 us after their call, and their gradient is taken in the next round. The folder
 * is what a run would write, and agrees with itself.
 */
#include <errno.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "analysis/summary.h"
#include "analysis/trace.h"

#define ROUND_S 20e-6
#define LATE_S 1e-6
#define WORK_S 1e-3

struct world {
    int ranks;
    uint32_t steps;
    uint64_t seed;
    float *work;           /* [rank][step] */
    double *starts, *ends; /* of rounds */
    int *initiators, *active;
};

static double arrival(const struct world *world, int rank, uint32_t step)
{
    double begin =
        step ? world->ends[step - 1] + WORK_S * 40 : 0; /* a barrier that is wide enough */

    return begin + (double)world->work[(size_t)rank * world->steps + step];
}

static void draw(struct world *world)
{
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);

    gsl_rng_set(rng, world->seed);
    for (size_t i = 0; i < (size_t)world->ranks * world->steps; i++)
        world->work[i] = (float)gsl_ran_exponential(rng, WORK_S);
    for (uint32_t t = 0; t < world->steps; t++) {
        int initiator = (int)gsl_rng_uniform_int(rng, (unsigned long)world->ranks);
        world->initiators[t] = initiator;
        world->starts[t] = arrival(world, initiator, t);
        world->ends[t] = world->starts[t] + ROUND_S;
        for (int i = 0; i < world->ranks; i++)
            world->active[t] += arrival(world, i, t) <= world->starts[t];
    }
    gsl_rng_free(rng);
}

static struct pcs_step_row step_row(const struct world *world, int rank, uint32_t t)
{
    double arrive_s = arrival(world, rank, t);
    int fresh = arrive_s <= world->starts[t];
    int is_last = t + 1 == world->steps;
    double begin = t ? world->ends[t - 1] + WORK_S * 40 : 0;

    return (struct pcs_step_row){
        .rank = rank,
        .step = t,
        .compute_s = arrive_s - begin,
        .arrive_s = arrive_s,
        .return_s = arrive_s <= world->ends[t] ? world->ends[t] : arrive_s + LATE_S,
        .round = t,
        .fresh = fresh,
        .taken_round = fresh     ? (int64_t)t
                       : is_last ? PCS_TAKEN_LEFT_OVER
                                 : (int64_t)t + 1,
        .active = world->active[t],
        .bytes_sent = 4096,
        .messages_sent = 12,
        .loss = (double)NAN,
    };
}

static FILE *open_file(const char *folder, const char *file)
{
    char path[4096];
    FILE *out;

    snprintf(path, sizeof path, "%s/%s", folder, file);
    out = fopen(path, "w");
    if (!out) {
        fprintf(stderr, "make_run: %s: %s\n", path, strerror(errno));
        exit(1);
    }
    return out;
}

static void write_steps(const struct world *world, const char *folder, struct pcs_summary *summary)
{
    FILE *out = open_file(folder, "steps.csv");

    pcs_steps_csv_header(out);
    for (int i = 0; i < world->ranks; i++) {
        for (uint32_t t = 0; t < world->steps; t++) {
            const struct pcs_step_row row = step_row(world, i, t);
            pcs_steps_csv_row(out, &row);
            pcs_summary_add_step(summary, &row);
        }
    }
    fclose(out);
}

/* Gradients that miss round t are taken in round t + 1, as the only ones of their rank or with the
   next: stale is who has an older one and no fresh one. */
static int stale_of(const struct world *world, uint32_t t)
{
    int stale = 0;

    for (int i = 0; t > 0 && i < world->ranks; i++)
        stale += arrival(world, i, t - 1) > world->starts[t - 1] &&
                 arrival(world, i, t) > world->starts[t];
    return stale;
}

static void write_rounds(const struct world *world, const char *folder, struct pcs_summary *summary)
{
    FILE *out = open_file(folder, "rounds.csv");

    pcs_rounds_csv_header(out);
    for (uint32_t t = 0; t < world->steps; t++) {
        struct pcs_round_row row = {
            .round = t,
            .initiator = world->initiators[t],
            .start_s = world->starts[t],
            .end_s = world->ends[t],
            .active = world->active[t],
            .stale = stale_of(world, t),
            .bytes = 4096 * (int64_t)world->ranks,
            .messages = 12 * (int64_t)world->ranks,
        };
        row.null = world->ranks - row.active - row.stale;
        pcs_rounds_csv_row(out, &row);
        pcs_summary_add_round(summary, &row);
    }
    fclose(out);
}

static void write_rest(const struct world *world, const char *folder, struct pcs_summary *summary,
                       const struct pcs_summary_settings *settings)
{
    struct pcs_summary_figures figures;
    FILE *out = open_file(folder, "summary.csv");

    pcs_summary_figures(summary, &figures);
    pcs_summary_csv(settings, &figures, out);
    fclose(out);
    out = open_file(folder, "scenario.yaml");
    fprintf(out,
            "name: %s\nranks: %d\nsteps: %u\nseed: %llu\nwarmup: 0\ncollective:\n  kind: majority\n"
            "  schedule: ring\n  bytes: %llu\n  buckets: 1\noutput:\n  trace: steps\n",
            settings->name, world->ranks, world->steps, (unsigned long long)world->seed,
            (unsigned long long)settings->bytes);
    fclose(out);
    out = open_file(folder, "manifest.yaml");
    fprintf(out, "run_id: '%s'\nfinished: true\n", settings->run_id);
    fclose(out);
}

int main(int argc, char **argv)
{
    struct world world = {0};
    char run_id[32];

    if (argc != 5) {
        fprintf(stderr, "usage: make_run RANKS STEPS SEED FOLDER\n");
        return 2;
    }
    world.ranks = atoi(argv[1]);
    world.steps = (uint32_t)atoi(argv[2]);
    world.seed = strtoull(argv[3], NULL, 10);
    world.work = calloc((size_t)world.ranks * world.steps, sizeof *world.work);
    world.starts = calloc(world.steps, sizeof *world.starts);
    world.ends = calloc(world.steps, sizeof *world.ends);
    world.initiators = calloc(world.steps, sizeof *world.initiators);
    world.active = calloc(world.steps, sizeof *world.active);
    snprintf(run_id, sizeof run_id, "%016llx", (unsigned long long)world.seed);
    const struct pcs_summary_settings settings = {.name = "made",
                                                  .run_id = run_id,
                                                  .kind = "majority",
                                                  .schedule = "ring",
                                                  .seed = world.seed,
                                                  .ranks = world.ranks,
                                                  .bytes = 4096,
                                                  .steps = world.steps};
    struct pcs_summary *summary = pcs_summary_create(&settings);
    if (!world.work || !world.starts || !world.ends || !world.initiators || !world.active ||
        !summary || mkdir(argv[4], 0777) < 0) {
        fprintf(stderr, "make_run: %s: %s\n", argv[4], strerror(errno));
        return 1;
    }
    draw(&world);
    write_steps(&world, argv[4], summary);
    write_rounds(&world, argv[4], summary);
    write_rest(&world, argv[4], summary, &settings);
    return 0;
}
