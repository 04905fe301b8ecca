/*
 * One run of the micro-benchmark: its figures, and the closed form for the initiators it drew.
 */
#define _GNU_SOURCE /* asprintf */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/closed_forms.h"
#include "analysis/summary_reader.h"
#include "analysis/trace_reader.h"
#include "sim/cli/validate/microbench.h"
#include "workloads/law.h"

/** The rounds that count: a first pass gives their mean time, a second the closed form. */
struct rounds {
    const struct pcs_scenario *scenario;
    int n;
    double round_s;
    double initiator;
    const struct pcs_skewed_calls *calls; /**< second pass only */
    double closed_form_s;
};

static FILE *open_file(const char *folder, const char *name, char **path)
{
    FILE *in = NULL;

    if (asprintf(path, "%s/%s", folder, name) < 0) {
        *path = NULL;
        errno = ENOMEM;
    } else {
        in = fopen(*path, "re");
    }
    if (!in)
        fprintf(stderr, "pcollsim validate: cannot read %s/%s: %s\n", folder, name,
                strerror(errno));
    return in;
}

static int read_summary(const char *folder, struct pcs_microbench_run *run)
{
    struct pcs_summary_row row;
    struct pcs_read_error error;
    char *path;
    FILE *in = open_file(folder, "summary.csv", &path);
    int rc = in ? pcs_summary_row_read(in, path, &row, &error) : -1;

    if (rc == 0) {
        snprintf(run->run_id, sizeof run->run_id, "%s", row.run_id);
        run->latency_s = row.figures.latency_mean_s;
        run->active = row.figures.active_mean;
        pcs_summary_row_fini(&row);
    } else if (in) {
        fprintf(stderr, "%s\n", error.text);
    }
    if (in)
        fclose(in);
    free(path);
    return rc;
}

static void add_round(struct rounds *rounds, const struct pcs_round_row *row)
{
    /* A collective that waits for all has no initiator: the last rank's call starts it. */
    const int initiator =
        row->initiator == PCS_NO_INITIATOR ? rounds->scenario->ranks - 1 : row->initiator;

    if (row->round < rounds->scenario->warmup || row->round >= rounds->scenario->steps)
        return;
    rounds->n++;
    rounds->round_s += row->end_s - row->start_s;
    rounds->initiator += initiator;
    if (rounds->calls)
        rounds->closed_form_s += pcs_skewed_latency(rounds->calls, initiator);
}

/** Sums over the rounds become means. */
static int read_rounds(const char *folder, struct rounds *rounds)
{
    struct pcs_round_row row;
    char *path;
    FILE *in = open_file(folder, "rounds.csv", &path);
    struct pcs_rounds_reader *reader = in ? pcs_rounds_reader_open(in, path) : NULL;
    int rc = -1;

    while (reader && (rc = pcs_rounds_reader_next(reader, &row)) > 0)
        add_round(rounds, &row);
    if (reader && rc < 0)
        fprintf(stderr, "%s\n", pcs_rounds_reader_error(reader));
    else if (in && !reader)
        fprintf(stderr, "pcollsim validate: out of memory\n");
    if (rc == 0 && rounds->n == 0) {
        fprintf(stderr, "%s: no rounds after the warm-up\n", path);
        rc = -1;
    }
    if (rc == 0) {
        rounds->round_s /= rounds->n;
        rounds->initiator /= rounds->n;
        rounds->closed_form_s /= rounds->n;
    }
    pcs_rounds_reader_close(reader);
    if (in)
        fclose(in);
    free(path);
    return rc;
}

double pcs_microbench_skew_s(const struct pcs_scenario *scenario)
{
    const struct pcs_vantage first = {.ranks = scenario->ranks, .rank = 0};
    const struct pcs_vantage second = {.ranks = scenario->ranks, .rank = 1};

    return pcs_delay_mean(&scenario->delay, &second) - pcs_delay_mean(&scenario->delay, &first);
}

static struct pcs_skewed_calls calls_of(const struct pcs_scenario *scenario, double round_s)
{
    const struct pcs_costs *costs = &scenario->costs;
    const double bytes = (double)scenario->collective.bytes;
    const bool is_mpi = scenario->collective.kind == PCS_KIND_MPI;

    return (struct pcs_skewed_calls){
        .ranks = scenario->ranks,
        .skew_s = pcs_microbench_skew_s(scenario),
        .round_s = round_s,
        .call_s = costs->call_s + costs->copy_in_s_per_byte * bytes,
        .out_s = is_mpi ? 0 : costs->copy_out_s_per_byte * bytes,
    };
}

int pcs_microbench_run_read(const struct pcs_scenario *scenario, const char *folder,
                            struct pcs_microbench_run *run)
{
    struct rounds first = {.scenario = scenario};
    struct rounds second = {.scenario = scenario};

    if (read_summary(folder, run) < 0 || read_rounds(folder, &first) < 0)
        return -1;
    const struct pcs_skewed_calls calls = calls_of(scenario, first.round_s);
    second.calls = &calls;
    if (read_rounds(folder, &second) < 0)
        return -1;
    run->round_s = first.round_s;
    run->initiator = first.initiator;
    run->closed_form_s = second.closed_form_s;
    run->uniform_form_s = pcs_skewed_latency_mean(&calls);
    run->uniform_form_sd = pcs_skewed_latency_sd(&calls);
    return 0;
}
