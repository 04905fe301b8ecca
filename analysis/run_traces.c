/*
 * The traces of a result folder: which are there, and which should be.
 */
#include <stdlib.h>

#include "analysis/run_internal.h"

/** @return 1 when it was read, 0 when there is none, -1 */
static int read_file(struct pcs_run *run, const char *file, bool is_steps,
                     struct pcs_read_error *error)
{
    bool is_bare = run->scenario.items_n == 0;
    char *name;
    FILE *in = pcs_run_open_file(run->path, file, &name, error);
    int rc = error->text[0] ? -1 : 0;

    if (in) {
        if (!is_steps)
            rc = pcs_run_read_rounds(run, in, name, error);
        else if (is_bare)
            rc = pcs_run_read_bare(run, in, name, error);
        else
            rc = pcs_run_read_steps(run, in, name, error);
        rc = rc < 0 ? -1 : 1;
        fclose(in);
    }
    free(name);
    return rc;
}

int pcs_run_read_traces(struct pcs_run *run, struct pcs_read_error *error)
{
    int rounds, steps;

    if (run->settings.ranks) {
        run->ranks = calloc((size_t)run->settings.ranks, sizeof *run->ranks);
        if (!run->ranks)
            return pcs_run_refuse(error, "%s: out of memory", run->path);
    }
    if (run->is_sampled)
        return 0; /* no figure can be made of some of the steps */
    rounds = read_file(run, "rounds.csv", false, error);
    if (rounds < 0)
        return -1;
    steps = read_file(run, "steps.csv", true, error);
    if (steps < 0)
        return -1;
    if (run->is_partial)
        return 0;
    if (!rounds && run->trace != PCS_RUN_TRACE_SUMMARY)
        return pcs_run_refuse(error, "%s: no rounds.csv, expected one as output.trace says",
                              run->path);
    if (!steps && run->trace == PCS_RUN_TRACE_STEPS)
        return pcs_run_refuse(error, "%s: no steps.csv, expected one as output.trace says",
                              run->path);
    return 0;
}
