/*
 * A sweep file: one scenario and the keys that vary around it (docs/sweeps.md).
 *
 * The combinations are numbered from 0: the first axis changes slowest, seeds fastest.
 */
#ifndef PCS_SCENARIO_SWEEP_H
#define PCS_SCENARIO_SWEEP_H

#include "sim/scenario/document.h"

/** Keys that change together: one key of `vary`, or all keys of one `zip`. */
struct pcs_sweep_axis {
    const char **keys; /**< keys_n, texts of the document */
    int keys_n;
    int values_n;
    char **values;            /**< values_n for each key in turn, as YAML flow text; owned */
    struct pcs_place *places; /**< of the values, in the same order */
};

/** Values that exclude combinations: all rules' keys must have one of their values. */
struct pcs_sweep_exclusion {
    int keys_n;
    int *axes;      /**< of each key */
    int *columns;   /**< which of the axis's keys it is */
    bool **matches; /**< for each key, a flag a value of its axis; owned */
};

/** How a batch system is asked; texts of the document, NULL when not given. */
struct pcs_sweep_batch {
    const char *partition, *account, *time, *memory, *chunk, *throttle;
};

struct pcs_sweep {
    struct pcs_document document;
    char *path; /**< of the scenario, or of the sweep file when it is inline */
    bool is_inline;
    char **set; /**< "KEY=VALUE"; owned */
    struct pcs_place *set_places;
    int set_n;
    struct pcs_sweep_axis *axes;
    int axes_n;
    struct pcs_sweep_exclusion *exclusions;
    int exclusions_n;
    uint64_t repeat; /**< seeds of each combination, at least 1 */
    struct pcs_sweep_batch batch;
};

/**
 * Read a sweep file. Blocks.
 *
 * @param sweep  stays where it is until pcs_sweep_fini(), which is to be called after failure too
 * @return 0, or -1 with @p error
 */
int pcs_sweep_read(struct pcs_sweep *sweep, const char *path, struct pcs_error *error);
void pcs_sweep_fini(struct pcs_sweep *sweep);

/** Combinations before exclusion, seeds included; UINT64_MAX when there are more than that. */
uint64_t pcs_sweep_count(const struct pcs_sweep *sweep);

/** @return whether combination @p index is excluded */
bool pcs_sweep_is_excluded(const struct pcs_sweep *sweep, uint64_t index);

/** Keys that vary, over all axes. */
int pcs_sweep_keys_n(const struct pcs_sweep *sweep);
const char *pcs_sweep_key(const struct pcs_sweep *sweep, int key);
/** The value of key number @p key in combination @p index; "": it is left as in the scenario. */
const char *pcs_sweep_value(const struct pcs_sweep *sweep, uint64_t index, int key);

/** Load the scenario of a combination; released with pcs_scenario_fini(). @return 0, or -1 */
int pcs_sweep_scenario(const struct pcs_sweep *sweep, uint64_t index, struct pcs_scenario *scenario,
                       struct pcs_error *error);

/* ---- inside: parts of the reader ----------------------------------------------------------- */

/** Check that a node is of a kind. @return 0, or -1 with @p error that says @p what was expected */
int pcs_sweep_expect(const struct pcs_node *node, enum pcs_node_kind kind, const char *what,
                     struct pcs_error *error);

/** Find a key that varies: its axis, and its column there. */
bool pcs_sweep_find_key(const struct pcs_sweep *sweep, const char *key, int *axis, int *column);

/** Read `exclude`. @return 0, or -1 with @p error */
int pcs_sweep_read_exclusions(struct pcs_sweep *sweep, struct pcs_error *error);

/** A node as YAML flow text, "" for null, to free(); NULL when there is no memory. */
char *pcs_sweep_flow_text(const struct pcs_node *node);

/**
 * The values of one key: a list, or a range.
 *
 * @param values    set to texts, to free() with the array
 * @param places    set likewise
 * @return how many, or -1 with @p error
 */
int pcs_sweep_values(const struct pcs_node *node, char ***values, struct pcs_place **places,
                     struct pcs_error *error);

#endif
