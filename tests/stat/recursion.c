/*
 * A run against a recursion that knows of no network:
 *
 *   a(i,t)      = return(i,t-1) + compute(i,t)                 rank i makes call t
 *   start(t)    = the first, or the last, a(i,t) of the round's candidates, but not before end(t-1)
 *   end(t)      = start(t) + A
 *   return(i,t) = a(i,t), but not before end(t)
 *   fresh(t)    = the ranks with a(i,t) <= start(t)
 *
 * Written down here anew: of the project only the draw of the candidates is used, of the run only
 * compute_s. The result is compared with return_s and fresh of its steps.csv. Rounds with an
 * arrival within the activation time of their start are decided by microseconds that the recursion
 * does not know: they are listed and not compared.
 *
 *   stat_recursion STEPS.CSV SEED CANDIDATES first|last A ACTIVATION
 */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "workloads/candidates.h"

/** Of all rounds; more near ties make the comparison void. */
#define NEAR_MAX 0.02
/** Of the mean step: by how much one step, or the mean step of a rank, may be off. */
#define TIME_TOLERANCE 1e-3
#define COLUMNS_MAX 64

/* A call of a rank, as the run has it. */
struct call {
    double compute_s, return_s;
    bool is_fresh;
};

struct run {
    struct call *calls; /* rank after rank */
    int ranks, steps;
};

static void stop(const char *what)
{
    fprintf(stderr, "stat_recursion: %s\n", what);
    exit(2);
}

static void *array(size_t n, size_t size)
{
    void *memory = calloc(n ? n : 1, size);

    if (!memory)
        stop("out of memory");
    return memory;
}

/* Cut a line at its commas. */
static int split(char *line, char *fields[COLUMNS_MAX])
{
    int n = 0;

    line[strcspn(line, "\n")] = '\0';
    for (char *at = line; at && n < COLUMNS_MAX; n++)
        fields[n] = strsep(&at, ",");
    return n;
}

static int find(char *fields[COLUMNS_MAX], int n, const char *name)
{
    for (int i = 0; i < n; i++) {
        if (strcmp(fields[i], name) == 0)
            return i;
    }
    stop(name);
    return -1;
}

static struct run read_run(const char *path)
{
    struct run run = {.calls = NULL};
    char line[4096], *fields[COLUMNS_MAX];
    FILE *in = fopen(path, "r");
    size_t n = 0;

    if (!in || !fgets(line, sizeof line, in))
        stop(path);
    const int columns = split(line, fields);
    const int rank = find(fields, columns, "rank"), step = find(fields, columns, "step");
    const int compute = find(fields, columns, "compute_s");
    const int back = find(fields, columns, "return_s"), fresh = find(fields, columns, "fresh");
    while (fgets(line, sizeof line, in)) {
        if (split(line, fields) != columns)
            stop("a line of another length");
        run.ranks = atoi(fields[rank]) + 1;
        run.steps = atoi(fields[step]) + 1;
        run.calls = realloc(run.calls, ++n * sizeof *run.calls);
        if (!run.calls)
            stop("out of memory");
        run.calls[n - 1] = (struct call){atof(fields[compute]), atof(fields[back]),
                                         strcmp(fields[fresh], "1") == 0};
    }
    fclose(in);
    if (n == 0 || n != (size_t)run.ranks * (size_t)run.steps)
        stop("steps.csv is not ranks times steps");
    return run;
}

static const struct call *call_of(const struct run *run, int rank, int step)
{
    return &run->calls[(size_t)rank * (size_t)run->steps + (size_t)step];
}

/* When the candidates let the round start. */
static double triggered(const double *arrive, const int *candidates, int m, bool is_last)
{
    double time = arrive[candidates[0]];

    for (int i = 1; i < m; i++) {
        const double other = arrive[candidates[i]];
        time = is_last ? fmax(time, other) : fmin(time, other);
    }
    return time;
}

/* The arrival nearest to the start, the start itself left out. */
static double nearest(const double *arrive, int ranks, double start)
{
    double distance = INFINITY;

    for (int i = 0; i < ranks; i++) {
        if (arrive[i] != start)
            distance = fmin(distance, fabs(arrive[i] - start));
    }
    return distance;
}

static int count_unequal(const struct run *run, int step, const double *arrive, double start)
{
    int n = 0;

    for (int i = 0; i < run->ranks; i++)
        n += call_of(run, i, step)->is_fresh != (arrive[i] <= start);
    return n;
}

int main(int argc, char **argv)
{
    if (argc != 7)
        stop("usage: STEPS.CSV SEED CANDIDATES first|last A ACTIVATION");
    const struct run run = read_run(argv[1]);
    const int m = atoi(argv[3]);
    const bool is_last = strcmp(argv[4], "last") == 0;
    const double round_s = atof(argv[5]), activation_s = atof(argv[6]);
    struct pcs_candidates *draws = pcs_candidates_create(strtoull(argv[2], NULL, 10), run.ranks, m);
    int *candidates = array((size_t)m, sizeof *candidates);
    double *arrive = array((size_t)run.ranks, sizeof *arrive);
    double *returned = array((size_t)run.ranks, sizeof *returned);
    double end = 0, worst_s = 0, fresh = 0;
    int near_n = 0, unequal_n = 0;

    if (!draws)
        stop("no candidates");
    for (int t = 0; t < run.steps; t++) {
        pcs_candidates_next(draws, candidates);
        for (int i = 0; i < run.ranks; i++)
            arrive[i] = returned[i] + call_of(&run, i, t)->compute_s;
        const double start = fmax(triggered(arrive, candidates, m, is_last), end);
        const double distance = nearest(arrive, run.ranks, start);
        const int unequal = count_unequal(&run, t, arrive, start);
        end = start + round_s;
        if (distance <= activation_s) {
            printf("round %d: an arrival %.3g s from the start, %d ranks differ\n", t, distance,
                   unequal);
            near_n++;
        } else if (unequal > 0) {
            printf("round %d: %d ranks are not fresh as the recursion says; nearest %.3g s\n", t,
                   unequal, distance);
            unequal_n++;
        }
        for (int i = 0; i < run.ranks; i++) {
            const double before = t > 0 ? call_of(&run, i, t - 1)->return_s : 0;
            const double now = fmax(arrive[i], end);
            const double simulated = call_of(&run, i, t)->return_s - before;
            worst_s = fmax(worst_s, fabs(now - returned[i] - simulated));
            fresh += arrive[i] <= start;
            returned[i] = now;
        }
    }
    double mean_s = 0, worst_mean = 0;
    for (int i = 0; i < run.ranks; i++) {
        const double simulated = call_of(&run, i, run.steps - 1)->return_s;
        mean_s += returned[i] / run.steps / run.ranks;
        worst_mean = fmax(worst_mean, fabs(returned[i] / simulated - 1));
    }
    printf(
        "%d ranks, %d rounds, %.2f fresh: %d near ties, %d unequal; a step %.6f s, one off by at "
        "most %.2g of it, a rank's mean by %.2g\n",
        run.ranks, run.steps, fresh / run.steps, near_n, unequal_n, mean_s, worst_s / mean_s,
        worst_mean);
    pcs_candidates_destroy(draws);
    free(run.calls);
    free(candidates);
    free(arrive);
    free(returned);
    return !(unequal_n == 0 && near_n <= NEAR_MAX * run.steps &&
             worst_s <= TIME_TOLERANCE * mean_s && worst_mean <= TIME_TOLERANCE);
}
