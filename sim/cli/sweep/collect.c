#define _GNU_SOURCE /* asprintf */
#include "sim/cli/sweep/collect.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sim/cli/output_file.h"
#include "sim/cli/sweep/csv_text.h"
#include "sim/cli/sweep/store.h"
#include "sim/cli/sweep/summaries.h"

struct collection {
    const struct pcs_plan *plan;
    int store;
    struct pcs_summaries summaries;
};

static bool is_done(const struct pcs_planned_run *run)
{
    return run->state == PCS_RUN_DONE || run->state == PCS_RUN_STALE;
}

static bool is_failed(const struct pcs_planned_run *run)
{
    return run->state == PCS_RUN_FAILED || run->state == PCS_RUN_BROKEN;
}

static bool varies(const struct pcs_sweep *sweep, const char *key)
{
    for (int i = 0; i < pcs_sweep_keys_n(sweep); i++) {
        if (strcmp(pcs_sweep_key(sweep, i), key) == 0)
            return true;
    }
    return false;
}

/* ---- what both files start with: the keys that vary, seed, run_id ----------------------------
 */

static void put_first_names(const struct pcs_sweep *sweep, FILE *out)
{
    for (int i = 0; i < pcs_sweep_keys_n(sweep); i++) {
        pcs_csv_text_put(pcs_sweep_key(sweep, i), out);
        fputc(',', out);
    }
    fprintf(out, "%srun_id", varies(sweep, "seed") ? "" : "seed,");
}

static void put_first_fields(const struct pcs_sweep *sweep, const struct pcs_planned_run *run,
                             FILE *out)
{
    for (int i = 0; i < pcs_sweep_keys_n(sweep); i++) {
        pcs_csv_text_put(pcs_sweep_value(sweep, run->index, i), out);
        fputc(',', out);
    }
    if (!varies(sweep, "seed"))
        fprintf(out, "%" PRIu64 ",", run->seed);
    fputs(run->id, out);
}

/* ---- results.csv ----------------------------------------------------------------------------
 */

/** Columns of summary.csv that are among the first fields already. */
static bool is_repeated(const struct pcs_sweep *sweep, const char *column)
{
    return strcmp(column, "seed") == 0 || strcmp(column, "run_id") == 0 || varies(sweep, column);
}

static void write_results(const struct collection *collection, FILE *out)
{
    const struct pcs_sweep *sweep = collection->plan->sweep;
    const struct pcs_summaries *summaries = &collection->summaries;
    size_t row = 0;

    put_first_names(sweep, out);
    for (size_t i = 0; i < summaries->columns_n; i++) {
        if (!is_repeated(sweep, summaries->columns[i]))
            fprintf(out, ",%s", summaries->columns[i]);
    }
    fputc('\n', out);
    for (size_t i = 0; i < collection->plan->runs_n; i++) {
        const struct pcs_planned_run *run = &collection->plan->runs[i];
        if (!is_done(run))
            continue;
        put_first_fields(sweep, run, out);
        for (size_t column = 0; column < summaries->columns_n; column++) {
            if (!is_repeated(sweep, summaries->columns[column]))
                fprintf(out, ",%s", pcs_summaries_field(summaries, row, column));
        }
        fputc('\n', out);
        row++;
    }
}

/* ---- failed.csv -----------------------------------------------------------------------------
 */

static void write_failed(const struct collection *collection, FILE *out)
{
    const struct pcs_sweep *sweep = collection->plan->sweep;

    put_first_names(sweep, out);
    fputs(",exit_code,reason,log\n", out);
    for (size_t i = 0; i < collection->plan->runs_n; i++) {
        const struct pcs_planned_run *run = &collection->plan->runs[i];
        struct pcs_failure failure;
        if (!is_failed(run) || !pcs_store_read_failure(collection->store, run->id, &failure))
            continue;
        put_first_fields(sweep, run, out);
        fprintf(out, ",%d,", failure.exit_code);
        pcs_csv_text_put(failure.reason, out);
        fprintf(out, ",%s\n", pcs_store_name(PCS_STORE_LOGS, run->id, ".log").text);
    }
}

/* ---- both -----------------------------------------------------------------------------------
 */

typedef void write_function(const struct collection *collection, FILE *out);

static int write_file(const struct collection *collection, const char *folder, const char *name,
                      write_function *write)
{
    struct pcs_output_file file;
    char *path = NULL;
    int rc = -1;

    if (asprintf(&path, "%s/%s", folder, name) < 0) {
        fprintf(stderr, "pcollsim sweep: out of memory\n");
        return -1;
    }
    if (pcs_output_file_open(path, &file) == 0) {
        write(collection, file.out);
        rc = pcs_output_file_commit(&file);
    }
    if (rc < 0)
        fprintf(stderr, "pcollsim sweep: cannot write %s: %s\n", path, strerror(errno));
    free(path);
    return rc;
}

int pcs_sweep_collect(struct pcs_plan *plan, int store, const char *folder)
{
    struct collection collection = {.plan = plan, .store = store};
    int rc = 0;

    for (size_t i = 0; i < plan->runs_n; i++) {
        if (is_done(&plan->runs[i]) &&
            pcs_summaries_add(&collection.summaries, store, plan->runs[i].id) < 0) {
            plan->runs[i].state = PCS_RUN_MISSING;
            rc = -1;
        }
    }
    if (write_file(&collection, folder, PCS_SWEEP_RESULTS, write_results) < 0 ||
        write_file(&collection, folder, PCS_SWEEP_FAILED, write_failed) < 0)
        rc = -1;
    pcs_summaries_fini(&collection.summaries);
    return rc;
}
