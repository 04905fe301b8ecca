/*
 * One run of the comparison: words and times from its sparse.csv, and the published bounds for what
 * it selected.
 */
#define _GNU_SOURCE /* asprintf */
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/csv_reader.h"
#include "sim/cli/validate/ok_topk.h"

enum column { STEP, RANK, PHASE, SECONDS, COST, SELECTED, GATHERED, K, COLUMNS_N };

static const char *const columns[COLUMNS_N] = {
    [STEP] = "step",       [RANK] = "rank",         [PHASE] = "phase",       [SECONDS] = "seconds",
    [COST] = "cost_words", [SELECTED] = "selected", [GATHERED] = "gathered", [K] = "k",
};

/* Sums of one step over its rows. */
struct step {
    double words, bookkeeping;        /* of rank 0's rows: the same for all */
    double select_s, communication_s; /* sums over ranks */
    double selected, selected_max;    /* sum, maximum over ranks */
    double gathered, k;
    bool is_exact; /* it found thresholds */
    bool is_there;
};

static int read_row(const struct pcs_csv_reader *reader, const struct pcs_scenario *scenario,
                    struct step *steps)
{
    uint64_t step, cost, selected, gathered, k;
    int64_t rank;
    double seconds;
    const char *phase = pcs_csv_reader_field(reader, PHASE)->text;

    if (pcs_csv_read_unsigned(reader, STEP, scenario->steps - 1, &step) < 0 ||
        pcs_csv_read_signed(reader, RANK, 0, scenario->ranks - 1, &rank) < 0 ||
        pcs_csv_read_number(reader, SECONDS, &seconds) < 0 ||
        pcs_csv_read_unsigned(reader, COST, INT64_MAX, &cost) < 0 ||
        pcs_csv_read_unsigned(reader, SELECTED, INT64_MAX, &selected) < 0 ||
        pcs_csv_read_unsigned(reader, GATHERED, INT64_MAX, &gathered) < 0 ||
        pcs_csv_read_unsigned(reader, K, INT64_MAX, &k) < 0)
        return -1;
    struct step *s = &steps[step];
    const bool is_bookkeeping = strcmp(phase, "sizes") == 0 || strcmp(phase, "boundaries") == 0;
    s->is_there = true;
    s->is_exact = s->is_exact || strcmp(phase, "threshold") == 0;
    if (rank == 0)
        *(is_bookkeeping ? &s->bookkeeping : &s->words) += (double)cost;
    *(strcmp(phase, "select") == 0 ? &s->select_s : &s->communication_s) += seconds;
    if (strcmp(phase, "sizes") == 0 || strcmp(phase, "reduce") == 0)
        s->selected_max = fmax(s->selected_max, (double)selected);
    s->selected = s->selected_max;
    s->gathered = (double)gathered;
    s->k = (double)k;
    return 0;
}

/* The published bounds of a step's words; k is what was selected, or gathered if that is more. */
static void bounds(const struct pcs_scenario *scenario, const struct step *s, double *low,
                   double *high)
{
    const double p = scenario->ranks, share = (p - 1) / p;
    const double n = (double)(scenario->collective.bytes / sizeof(float));
    const double k = s->selected_max;

    switch (scenario->collective.kind) {
    case PCS_KIND_DENSE:
        *low = *high = 2 * n * share;
        break;
    case PCS_KIND_TOPKA:
    case PCS_KIND_GAUSSIANK:
        *low = *high = 2 * k * (p - 1);
        break;
    case PCS_KIND_TOPKDSA:
        *low = 4 * k * share;
        *high = (2 * k + n) * share;
        break;
    case PCS_KIND_GTOPK:
        *low = *high = 4 * k * ceil(log2(p));
        break;
    default:
        *low = 2 * k * share;
        *high = 6 * fmax(k, s->gathered) * share;
        break;
    }
}

static void add_step(const struct pcs_scenario *scenario, const struct step *s,
                     struct pcs_ok_topk_run *run)
{
    double low, high;

    bounds(scenario, s, &low, &high);
    run->steps_n++;
    run->words += s->words;
    run->bookkeeping += s->bookkeeping;
    run->low += low;
    run->high += high;
    run->excess = fmax(run->excess, high > 0 ? s->words / high : 0);
    run->selected += s->selected;
    run->gathered += s->gathered;
    run->select_s += s->select_s / scenario->ranks;
    run->communication_s += s->communication_s / scenario->ranks;
}

/* Sums become means. @return 0, or -1 when no step counts */
static int finish(const struct pcs_scenario *scenario, const struct step *steps,
                  struct pcs_ok_topk_run *run)
{
    for (uint32_t t = scenario->warmup; t < scenario->steps; t++) {
        if (steps[t].is_there && !steps[t].is_exact)
            add_step(scenario, &steps[t], run);
    }
    if (run->steps_n == 0)
        return -1;
    run->words /= run->steps_n;
    run->bookkeeping /= run->steps_n;
    run->low /= run->steps_n;
    run->high /= run->steps_n;
    run->selected /= run->steps_n;
    run->gathered /= run->steps_n;
    run->select_s /= run->steps_n;
    run->communication_s /= run->steps_n;
    return 0;
}

static int read_rows(FILE *in, const char *path, const struct pcs_scenario *scenario,
                     struct pcs_ok_topk_run *run)
{
    struct pcs_csv_reader *reader = malloc(sizeof *reader); /* too large for a stack */
    struct step *steps = calloc(scenario->steps, sizeof *steps);
    struct pcs_read_error error = {"pcollsim validate: out of memory"};
    int rc = -1;

    if (reader && steps) {
        pcs_csv_reader_init(reader, in, path, columns, COLUMNS_N, &error);
        while ((rc = pcs_csv_reader_next(reader)) > 0) {
            rc = read_row(reader, scenario, steps);
            if (rc < 0)
                break;
        }
        if (rc == 0 && finish(scenario, steps, run) < 0) {
            snprintf(error.text, sizeof error.text, "%s: no step counts", path);
            rc = -1;
        }
    }
    if (rc < 0)
        fprintf(stderr, "%s\n", error.text);
    free(reader);
    free(steps);
    return rc;
}

int pcs_ok_topk_run_read(const struct pcs_scenario *scenario, const char *folder,
                         struct pcs_ok_topk_run *run)
{
    char *path = NULL;

    *run = (struct pcs_ok_topk_run){.kind = scenario->collective.kind, .ranks = scenario->ranks};
    if (asprintf(&path, "%s/sparse.csv", folder) < 0) {
        fprintf(stderr, "pcollsim validate: out of memory\n");
        return -1;
    }
    FILE *in = fopen(path, "re");
    if (!in)
        fprintf(stderr, "pcollsim validate: cannot read %s: %s\n", path, strerror(errno));
    int rc = in ? read_rows(in, path, scenario, run) : -1;
    if (in)
        fclose(in);
    free(path);
    return rc;
}
