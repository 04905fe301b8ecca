#include "sim/cli/sweep/plan.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <uthash.h>

#include "sim/cli/command.h"

/* A run id that is in the plan. */
struct seen {
    char id[PCS_RUN_ID_LENGTH + 1];
    UT_hash_handle hh;
};

static int out_of_memory(void)
{
    fprintf(stderr, "pcollsim sweep: out of memory\n");
    return PCS_EXIT_FAILED;
}

/** The message of a bad combination, with what it is made of where it is not plain. */
static void report(const struct pcs_sweep *sweep, uint64_t index, const struct pcs_error *error)
{
    fprintf(stderr, "%s\n", error->text);
    if (pcs_sweep_keys_n(sweep) == 0)
        return;
    fprintf(stderr, "pcollsim sweep: that is the run with");
    for (int key = 0; key < pcs_sweep_keys_n(sweep); key++)
        fprintf(stderr, "%s %s=%s", key > 0 ? "," : "", pcs_sweep_key(sweep, key),
                pcs_sweep_value(sweep, index, key));
    fprintf(stderr, "; `exclude` leaves out what cannot be\n");
}

static int identify(const struct pcs_sweep *sweep, uint64_t index, struct pcs_planned_run *run)
{
    struct pcs_scenario scenario;
    struct pcs_error error;

    if (pcs_sweep_scenario(sweep, index, &scenario, &error) < 0) {
        report(sweep, index, &error);
        return PCS_EXIT_BAD;
    }
    *run = (struct pcs_planned_run){.index = index, .seed = scenario.seed};
    const int rc = pcs_scenario_run_id(&scenario, run->id);
    pcs_scenario_fini(&scenario);
    return rc < 0 ? out_of_memory() : PCS_EXIT_GOOD;
}

/** Add a run unless it is there. @return PCS_EXIT_GOOD, or PCS_EXIT_FAILED after a message */
static int add(struct pcs_plan *plan, struct seen **all, const struct pcs_planned_run *run)
{
    struct seen *seen = NULL;

    HASH_FIND_STR(*all, run->id, seen);
    if (seen) {
        plan->double_n++;
        return PCS_EXIT_GOOD;
    }
    if ((plan->runs_n & (plan->runs_n - 1)) == 0) { /* a power of two, or none: it is full */
        const size_t room = plan->runs_n ? 2 * plan->runs_n : 1;
        struct pcs_planned_run *runs = realloc(plan->runs, room * sizeof *runs);
        if (!runs)
            return out_of_memory();
        plan->runs = runs;
    }
    seen = calloc(1, sizeof *seen);
    if (!seen)
        return out_of_memory();
    memcpy(seen->id, run->id, sizeof seen->id);
    HASH_ADD_STR(*all, id, seen);
    plan->runs[plan->runs_n++] = *run;
    return PCS_EXIT_GOOD;
}

int pcs_plan_make(const struct pcs_sweep *sweep, struct pcs_plan *plan)
{
    const uint64_t count = pcs_sweep_count(sweep);
    struct pcs_plan made = {.sweep = sweep};
    struct seen *all = NULL, *seen, *next;
    int code = PCS_EXIT_GOOD;

    for (uint64_t index = 0; code == PCS_EXIT_GOOD && index < count; index++) {
        struct pcs_planned_run run;
        if (pcs_sweep_is_excluded(sweep, index)) {
            made.excluded_n++;
            continue;
        }
        code = identify(sweep, index, &run);
        if (code == PCS_EXIT_GOOD)
            code = add(&made, &all, &run);
    }
    HASH_ITER(hh, all, seen, next)
    {
        HASH_DEL(all, seen);
        free(seen);
    }
    if (code == PCS_EXIT_GOOD && made.runs_n == 0) {
        fprintf(stderr, "pcollsim sweep: every combination is excluded; expected one at least\n");
        code = PCS_EXIT_BAD;
    }
    if (code == PCS_EXIT_GOOD)
        *plan = made;
    else
        pcs_plan_fini(&made);
    return code;
}

void pcs_plan_fini(struct pcs_plan *plan)
{
    free(plan->runs);
    *plan = (struct pcs_plan){0};
}

size_t pcs_plan_count(const struct pcs_plan *plan, enum pcs_run_state state)
{
    size_t n = 0;

    for (size_t i = 0; i < plan->runs_n; i++)
        n += plan->runs[i].state == state;
    return n;
}
