/*
 * A run read back: its settings, and all its calls and rounds, for statistics over them.
 *
 * Memory is 40 bytes a row of steps.csv, and under 100 bytes a row of rounds.csv.
 */
#ifndef PCS_ANALYSIS_RUN_H
#define PCS_ANALYSIS_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/summary_reader.h"
#include "analysis/trace.h"
#include "analysis/yaml_keys.h"

enum pcs_run_trace { PCS_RUN_TRACE_STEPS, PCS_RUN_TRACE_ROUNDS, PCS_RUN_TRACE_SUMMARY };

/** What the files say of the run. Texts are "" and counts 0 or unknown for a bare steps.csv. */
struct pcs_run_settings {
    const char *name, *run_id, *kind;
    uint64_t seed;
    int ranks;
    uint64_t bytes;  /**< of a gradient, or PCS_UNKNOWN_COUNT */
    uint32_t steps;  /**< of each rank; rounds from this number on are closing rounds */
    uint32_t warmup; /**< the run's own */
    int buckets;
    int candidates;       /**< of a round: by the kind, or the quorum's number */
    bool is_trigger_last; /**< the last candidate starts it, not the first */
};

/** A call of a rank. */
struct pcs_call {
    double compute_s; /**< work before it */
    double arrive_s, return_s;
    uint32_t step;
    int32_t fate; /**< staleness, or PCS_TAKEN_LOST, PCS_TAKEN_LEFT_OVER */
    int32_t lag;  /**< or PCS_UNKNOWN */
};

/** Calls of a rank in the order of steps; the buckets of a step stand together. */
struct pcs_rank_calls {
    struct pcs_call *calls;
    double *losses; /**< of each call; NULL when the run does not train */
    size_t n, room;
    int64_t bytes, messages; /**< sums, or PCS_UNKNOWN */
};

/** A round, and what the calls say of it. */
struct pcs_run_round {
    struct pcs_round_row row;
    int arrived; /**< ranks whose call was made when it started */
    int fresh;   /**< ranks whose gradient of this step it took */
};

struct pcs_run {
    char *path; /**< as given */
    struct pcs_run_settings settings;
    struct pcs_yaml_keys scenario, manifest;
    bool has_summary;
    struct pcs_summary_row summary; /**< when there is one */
    enum pcs_run_trace trace;
    bool is_sampled;      /**< its traces have some of the steps and are not read */
    bool is_partial;      /**< without an end marker, or a bare steps.csv */
    bool accepts_partial; /**< asked for */
    const char *cut_file; /**< whose last line was cut off, or NULL */
    bool has_calls, has_rounds;
    struct pcs_rank_calls *ranks; /**< settings.ranks of them */
    struct pcs_run_round *rounds; /**< in the order of the file: of rounds, then buckets */
    size_t rounds_n, rounds_room;
    bool has_figures; /**< of a whole run, with its own warm-up, as checked against summary.csv */
    struct pcs_summary_figures figures;
    char lacks[256]; /**< what the folder does not hold, for a reader; "" when it is whole */
};

/** @return an empty run for pcs_run_destroy(), or NULL */
struct pcs_run *pcs_run_create(const char *path);
void pcs_run_destroy(struct pcs_run *run);

/** Release calls and rounds; what was read of the small files stays. */
void pcs_run_drop_traces(struct pcs_run *run);

/**
 * Add a row. The rank of a step row may be any for a bare steps.csv, whose ranks are counted so.
 *
 * @return 0, or -1 when there is no memory
 */
int pcs_run_add_call(struct pcs_run *run, const struct pcs_step_row *row);
int pcs_run_add_round(struct pcs_run *run, const struct pcs_round_row *row);

/** @return the index of the rank's first call of @p step or a later one */
size_t pcs_rank_find(const struct pcs_rank_calls *rank, uint32_t step);

/**
 * Figures of the run as summary.csv has them, with this warm-up.
 *
 * @return 0, or -1 when there is no memory
 */
int pcs_run_figures(const struct pcs_run *run, uint32_t warmup,
                    struct pcs_summary_figures *figures);

/** @return the round of that number and bucket, or NULL */
struct pcs_run_round *pcs_run_find_round(const struct pcs_run *run, uint32_t round, int bucket);

/** @return whether @p round waits for all ranks, and so says nothing of participation */
bool pcs_run_round_is_sync(const struct pcs_run *run, const struct pcs_run_round *round);

#endif
