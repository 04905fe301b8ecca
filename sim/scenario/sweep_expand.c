/*
 * From the number of a combination to its values and its scenario.
 */
#define _GNU_SOURCE /* asprintf */
#include <stdlib.h>
#include <string.h>

#include "sim/scenario/sweep.h"

uint64_t pcs_sweep_count(const struct pcs_sweep *sweep)
{
    uint64_t count = sweep->repeat;

    for (int i = 0; i < sweep->axes_n; i++) {
        if (__builtin_mul_overflow(count, (uint64_t)sweep->axes[i].values_n, &count))
            return UINT64_MAX;
    }
    return count;
}

/** Which value axis number @p axis has in combination @p index. */
static int position(const struct pcs_sweep *sweep, uint64_t index, int axis)
{
    index /= sweep->repeat;
    for (int i = sweep->axes_n - 1; i > axis; i--)
        index /= (uint64_t)sweep->axes[i].values_n;
    return (int)(index % (uint64_t)sweep->axes[axis].values_n);
}

bool pcs_sweep_is_excluded(const struct pcs_sweep *sweep, uint64_t index)
{
    for (int i = 0; i < sweep->exclusions_n; i++) {
        const struct pcs_sweep_exclusion *rule = &sweep->exclusions[i];
        int key = 0;
        while (key < rule->keys_n && rule->matches[key][position(sweep, index, rule->axes[key])])
            key++;
        if (key == rule->keys_n)
            return true;
    }
    return false;
}

int pcs_sweep_keys_n(const struct pcs_sweep *sweep)
{
    int n = 0;

    for (int i = 0; i < sweep->axes_n; i++)
        n += sweep->axes[i].keys_n;
    return n;
}

/** The axis of key number @p key, and its column there. */
static const struct pcs_sweep_axis *axis_of(const struct pcs_sweep *sweep, int key, int *axis,
                                            int *column)
{
    *axis = 0;
    while (key >= sweep->axes[*axis].keys_n)
        key -= sweep->axes[(*axis)++].keys_n;
    *column = key;
    return &sweep->axes[*axis];
}

const char *pcs_sweep_key(const struct pcs_sweep *sweep, int key)
{
    int axis, column;

    return axis_of(sweep, key, &axis, &column)->keys[column];
}

static int value_number(const struct pcs_sweep *sweep, uint64_t index, int key,
                        const struct pcs_sweep_axis **owner)
{
    int axis, column;

    *owner = axis_of(sweep, key, &axis, &column);
    return column * (*owner)->values_n + position(sweep, index, axis);
}

const char *pcs_sweep_value(const struct pcs_sweep *sweep, uint64_t index, int key)
{
    const struct pcs_sweep_axis *axis;
    const int number = value_number(sweep, index, key, &axis);

    return axis->values[number];
}

/** KEY=VALUE texts, and where each comes from. */
struct overrides {
    char **texts;
    struct pcs_place *places;
    int n;
};

static int add_override(struct overrides *overrides, const char *text, const char *value,
                        struct pcs_place place)
{
    char **slot = &overrides->texts[overrides->n];

    if ((value ? asprintf(slot, "%s=%s", text, value) : asprintf(slot, "%s", text)) < 0)
        return -1;
    overrides->places[overrides->n++] = place;
    return 0;
}

static int make_overrides(const struct pcs_sweep *sweep, uint64_t index,
                          struct overrides *overrides)
{
    const int keys_n = pcs_sweep_keys_n(sweep);
    const size_t n_max = (size_t)(sweep->set_n + keys_n) + 1;

    overrides->texts = calloc(n_max, sizeof *overrides->texts);
    overrides->places = calloc(n_max, sizeof *overrides->places);
    if (!overrides->texts || !overrides->places)
        return -1;
    for (int i = 0; i < sweep->set_n; i++) {
        if (add_override(overrides, sweep->set[i], NULL, sweep->set_places[i]) < 0)
            return -1;
    }
    for (int key = 0; key < keys_n; key++) {
        const struct pcs_sweep_axis *axis;
        const int number = value_number(sweep, index, key, &axis);
        if (axis->values[number][0] && add_override(overrides, pcs_sweep_key(sweep, key),
                                                    axis->values[number], axis->places[number]) < 0)
            return -1;
    }
    return 0;
}

static void free_overrides(struct overrides *overrides)
{
    for (int i = 0; i < overrides->n; i++)
        free(overrides->texts[i]);
    free(overrides->texts);
    free(overrides->places);
}

/** Overrides have no place of their own: give the message that of the value in the sweep file. */
static void place_error(const struct overrides *overrides, struct pcs_error *error)
{
    const struct pcs_error before = *error;

    if (strncmp(before.text, "--set ", 6) != 0)
        return;
    for (int i = 0; i < overrides->n; i++) {
        const size_t key_length = strcspn(overrides->texts[i], "=") + 1;
        if (strncmp(before.text + 6, overrides->texts[i], key_length) == 0) {
            pcs_error_at(error, overrides->places[i], "%s", before.text + 6);
            return;
        }
    }
}

int pcs_sweep_scenario(const struct pcs_sweep *sweep, uint64_t index, struct pcs_scenario *scenario,
                       struct pcs_error *error)
{
    const struct pcs_scenario_base base = {
        .path = sweep->path,
        .section = sweep->is_inline ? "scenario" : NULL,
        .overrides_folder = sweep->document.source.folder,
    };
    struct overrides overrides = {0};
    int rc = -1;

    if (make_overrides(sweep, index, &overrides) < 0) {
        pcs_error_in(error, &sweep->document.source, "out of memory");
    } else {
        rc = pcs_scenario_load_base(&base, (const char *const *)overrides.texts, overrides.n,
                                    scenario, error);
        if (rc < 0)
            place_error(&overrides, error);
    }
    if (rc == 0) {
        /* A seed is good whatever it is, and no other key depends on it. */
        scenario->seed += index % sweep->repeat;
        scenario->platform.seed = scenario->seed;
    }
    free_overrides(&overrides);
    return rc;
}
