#include "sim/cli/sweep/carry_out.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "sim/cli/command.h"
#include "sim/cli/sweep/collect.h"
#include "sim/cli/sweep/dispatch.h"
#include "sim/cli/sweep/leftovers.h"
#include "sim/cli/sweep/lock.h"
#include "sim/cli/sweep/run_one.h"
#include "sim/cli/sweep/show.h"
#include "sim/cli/sweep/store.h"

/* Failed runs that are named at the end. */
#define FAILED_SHOWN 10

void pcs_sweep_select(struct pcs_plan *plan, bool retries, bool redoes_stale)
{
    for (size_t i = 0; i < plan->runs_n; i++) {
        struct pcs_planned_run *run = &plan->runs[i];
        run->is_selected = run->state == PCS_RUN_MISSING || run->state == PCS_RUN_BROKEN ||
                           (run->state == PCS_RUN_FAILED && retries) ||
                           (run->state == PCS_RUN_STALE && redoes_stale);
    }
}

/** Carry out the selected runs. @return as an engine does */
static int carry_out_selected(struct pcs_plan *plan, const struct pcs_carry_out *how, int store)
{
    unlinkat(store, PCS_SWEEP_STOP, 0);
    pcs_sweep_remove_leftovers(store);
    pcs_store_look_up(store, plan);
    pcs_sweep_select(plan, how->retries, how->settings.redoes_stale);
    pcs_sweep_show_count(plan, true);
    if (pcs_store_write_scenarios(store, plan) < 0)
        return -1;
    const int rc = pcs_sweep_dispatch(plan, &how->settings, store, how->folder);
    unlinkat(store, PCS_SWEEP_STOP, 0);
    return rc;
}

static void show_failed(const struct pcs_plan *plan, int store, const char *folder)
{
    const size_t failed =
        pcs_plan_count(plan, PCS_RUN_FAILED) + pcs_plan_count(plan, PCS_RUN_BROKEN);
    size_t shown = 0;

    if (failed == 0)
        return;
    fprintf(stderr, "pcollsim sweep: %zu failed; --retry does them again:\n", failed);
    for (size_t i = 0; i < plan->runs_n && shown < FAILED_SHOWN; i++) {
        struct pcs_failure failure;
        const char *id = plan->runs[i].id;
        if ((plan->runs[i].state != PCS_RUN_FAILED && plan->runs[i].state != PCS_RUN_BROKEN) ||
            !pcs_store_read_failure(store, id, &failure))
            continue;
        fprintf(stderr, "  %s: %s; log: %s/%s\n", id, failure.reason, folder,
                pcs_store_name(PCS_STORE_LOGS, id, ".log").text);
        shown++;
    }
    if (failed > shown)
        fprintf(stderr, "  and %zu more, in %s/" PCS_SWEEP_FAILED "\n", failed - shown, folder);
}

/** Collect, and say where it is. @return an exit code */
static int conclude(struct pcs_plan *plan, int store, const char *folder)
{
    pcs_store_look_up(store, plan);
    const int rc = pcs_sweep_collect(plan, store, folder);
    const size_t done = pcs_plan_count(plan, PCS_RUN_DONE) + pcs_plan_count(plan, PCS_RUN_STALE);

    const size_t missing = pcs_plan_count(plan, PCS_RUN_MISSING);

    show_failed(plan, store, folder);
    if (missing > 0)
        fprintf(stderr, "pcollsim sweep: %zu are missing; the same command goes on with them\n",
                missing);
    if (rc == 0)
        fprintf(stderr, "pcollsim sweep: %zu of %zu runs are in %s/" PCS_SWEEP_RESULTS "\n", done,
                plan->runs_n, folder);
    return rc == 0 && done == plan->runs_n ? PCS_EXIT_GOOD : PCS_EXIT_FAILED;
}

static int carry_out(struct pcs_plan *plan, const struct pcs_carry_out *how, int store)
{
    const int lock = pcs_sweep_lock(store, how->folder);

    if (lock < 0)
        return PCS_EXIT_FAILED;
    const int rc = carry_out_selected(plan, how, store);
    int code = conclude(plan, store, how->folder);
    pcs_sweep_unlock(lock);
    if (rc > 0) {
        fprintf(stderr, "pcollsim sweep: interrupted\n");
        code = 128 + rc;
    } else if (rc < 0) {
        code = PCS_EXIT_FAILED;
    } else if (how->settings.engine == PCS_ENGINE_SLURM && !how->settings.waits) {
        code = PCS_EXIT_GOOD; /* it is submitted; what becomes of it is told later */
    }
    return code;
}

int pcs_sweep_carry_out(struct pcs_plan *plan, const struct pcs_carry_out *how)
{
    int store = -1;
    int code = PCS_EXIT_BAD;

    if (!how->collects_only) {
        store = pcs_store_make(how->folder);
        if (store >= 0)
            code = carry_out(plan, how, store);
    } else {
        store = open(how->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (store < 0)
            fprintf(stderr, "pcollsim sweep: cannot read the folder %s: %s\n", how->folder,
                    strerror(errno));
        else
            code = conclude(plan, store, how->folder);
    }
    if (store >= 0)
        close(store);
    return code;
}
