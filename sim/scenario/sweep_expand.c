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

/** Overrides have no place of their own: give the message that of the value in the sweep file. */
static void place_error(const struct pcs_sweep *sweep, uint64_t index, const char *const *overrides,
                        int overrides_n, struct pcs_error *error)
{
    const struct pcs_error before = *error;

    if (strncmp(before.text, "--set ", 6) != 0)
        return;
    for (int i = 0; i < overrides_n; i++) {
        const size_t key_length = strcspn(overrides[i], "=") + 1;
        if (strncmp(before.text + 6, overrides[i], key_length) != 0)
            continue;
        const struct pcs_sweep_axis *axis = NULL;
        const int number =
            i < sweep->set_n ? i : value_number(sweep, index, i - sweep->set_n, &axis);
        pcs_error_at(error, axis ? axis->places[number] : sweep->set_places[number], "%s",
                     before.text + 6);
        return;
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
    const int n = sweep->set_n + pcs_sweep_keys_n(sweep);
    char **overrides = calloc((size_t)n + 1, sizeof *overrides);
    bool is_complete = overrides != NULL;
    int rc = -1;

    for (int i = 0; is_complete && i < n; i++) {
        const int key = i - sweep->set_n;
        const int length = key < 0 ? asprintf(&overrides[i], "%s", sweep->set[i])
                                   : asprintf(&overrides[i], "%s=%s", pcs_sweep_key(sweep, key),
                                              pcs_sweep_value(sweep, index, key));
        if (length < 0) {
            overrides[i] = NULL;
            is_complete = false;
        }
    }
    if (!is_complete)
        pcs_error_in(error, &sweep->document.source, "out of memory");
    else
        rc = pcs_scenario_load_base(&base, (const char *const *)overrides, n, scenario, error);
    if (rc < 0 && is_complete)
        place_error(sweep, index, (const char *const *)overrides, n, error);
    if (rc == 0) {
        /* A seed is good whatever it is, and no other key depends on it. */
        scenario->seed += index % sweep->repeat;
        scenario->platform.seed = scenario->seed;
    }
    for (int i = 0; overrides && i < n; i++)
        free(overrides[i]);
    free(overrides);
    return rc;
}
