/*
 * What the user's --set makes of an eager-SGD experiment.
 */
#include "sim/cli/validate/eager.h"

#include <string.h>

#include "sim/cli/validate/simulations.h"
#include "sim/scenario/quantity.h"
#include "sim/scenario/scenario.h"

/** Of the user; the others are the case's, the kind's, the split's and the seed. */
#define SETS_MAX (PCS_SIMULATION_OVERRIDES_MAX - 6)

/* The value in @p text, KEY=VALUE, if KEY is the key of @p other, KEY or KEY=VALUE, or a section
 * that holds it; otherwise NULL. */
static const char *value_of(const char *text, const char *other)
{
    const size_t length = strcspn(text, "=");

    if (!text[length] || strncmp(text, other, length) != 0 ||
        (other[length] && !strchr(".=", other[length])))
        return NULL;
    return text + length + 1;
}

/* ---- cases ------------------------------------------------------------------------------------
 */

/* The case of the plan with that time, or @p text itself. */
static const char *case_of(const struct pcs_eager_plan *plan, const char *text)
{
    double seconds, other;

    if (pcs_quantity_seconds(text, &seconds))
        return text[strcspn(text, ":{[,\n\"")] ? "set" : text;
    for (int i = 0; i < PCS_EAGER_CASES && plan->cases[i]; i++) {
        if (!pcs_quantity_seconds(plan->cases[i], &other) && other == seconds)
            return plan->cases[i];
    }
    return text;
}

void pcs_eager_cases_find(struct pcs_eager *work)
{
    const struct pcs_eager_plan *plan = work->plan;
    const char *own = NULL;

    for (int i = 0; plan->case_key && i < work->set->items_n; i++) {
        const char *value = value_of(work->set->items[i], plan->case_key);
        own = value ? value : own;
    }
    for (int i = 0; !own && i < PCS_EAGER_CASES && plan->cases[i]; i++)
        work->cases[work->cases_n++] = plan->cases[i];
    if (own)
        work->cases[work->cases_n++] = case_of(plan, own);
}

/* ---- what is refused --------------------------------------------------------------------------
 */

static bool is_of(const char *text, const struct pcs_eager_variant *variants, int n)
{
    for (int i = 0; i < n && variants[i].name; i++) {
        for (int k = 0; k < 2 && variants[i].overrides[k]; k++) {
            if (value_of(text, variants[i].overrides[k]))
                return true;
        }
    }
    return false;
}

/* A key that the experiment varies: with the user's value, its rows would not be what they say. */
static bool is_varied(const struct pcs_eager_plan *plan, const char *text)
{
    return value_of(text, "seed") || is_of(text, plan->kinds, PCS_EAGER_KINDS) ||
           is_of(text, plan->splits, PCS_EAGER_SPLITS);
}

static int check(const struct pcs_eager *work, const char *text)
{
    const size_t bytes_max = sizeof((struct pcs_simulation *)NULL)->overrides[0] - 1;

    if (strlen(text) > bytes_max) {
        fprintf(stderr, "pcollsim validate: --set %.20s...: expected at most %zu bytes\n", text,
                bytes_max);
        return -1;
    }
    if (is_varied(work->plan, text)) {
        fprintf(stderr,
                "pcollsim validate: --set %s: %s varies this key itself; expected another one\n",
                text, work->plan->name);
        return -1;
    }
    return 0;
}

int pcs_eager_set_check(const struct pcs_eager *work, const char *scenario_path)
{
    const struct pcs_option_list *set = work->set;
    struct pcs_scenario scenario;
    struct pcs_error error;

    if (set->items_n > SETS_MAX) {
        fprintf(stderr, "pcollsim validate: %d times --set; expected at most %d\n", set->items_n,
                SETS_MAX);
        return -1;
    }
    for (int i = 0; i < set->items_n; i++) {
        if (check(work, set->items[i]) < 0)
            return -1;
    }
    if (pcs_scenario_load(scenario_path, set->items, set->items_n, &scenario, &error) < 0) {
        fprintf(stderr, "%s\n", error.text);
        return -1;
    }
    pcs_scenario_fini(&scenario);
    return 0;
}
