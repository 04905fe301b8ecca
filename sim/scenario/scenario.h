/*
 * A scenario: everything that a run depends on, besides the program's version.
 *
 * Loaded from YAML (design: docs/scenario-format.md), checked completely, printed canonically:
 * the same scenario always prints the same bytes, with every key written out.
 */
#ifndef PCS_SCENARIO_SCENARIO_H
#define PCS_SCENARIO_SCENARIO_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "platforms/platform.h"
#include "sim/train/spec.h"
#include "workloads/delay.h"
#include "workloads/gradients.h"
#include "workloads/layers.h"

enum pcs_kind {
    PCS_KIND_MPI,
    PCS_KIND_SYNC,
    PCS_KIND_SOLO,
    PCS_KIND_MAJORITY,
    PCS_KIND_QUORUM,
    PCS_KIND_DENSE_OVLP,
    PCS_KIND_DENSE, /* from here on: sparse allreduce and what it is compared with */
    PCS_KIND_TOPKA,
    PCS_KIND_TOPKDSA,
    PCS_KIND_GTOPK,
    PCS_KIND_GAUSSIANK,
    PCS_KIND_OKTOPK
};
enum pcs_trigger { PCS_TRIGGER_FIRST, PCS_TRIGGER_LAST };
enum pcs_schedule {
    PCS_SCHEDULE_RECURSIVE_DOUBLING,
    PCS_SCHEDULE_RING,
    PCS_SCHEDULE_RABENSEIFNER,
    PCS_SCHEDULE_AUTO
};
enum pcs_type { PCS_FLOAT32, PCS_FLOAT64, PCS_INT64 };
enum pcs_payload { PCS_PAYLOAD_PHANTOM, PCS_PAYLOAD_REAL };
enum pcs_late { PCS_LATE_ACCUMULATE, PCS_LATE_REPLACE, PCS_LATE_DROP };
enum pcs_result { PCS_RESULT_LATEST, PCS_RESULT_CUMULATIVE };
enum pcs_trace { PCS_TRACE_STEPS, PCS_TRACE_ROUNDS, PCS_TRACE_SUMMARY };
enum pcs_nudging { PCS_NUDGING_NONE, PCS_NUDGING_VGG, PCS_NUDGING_LSTM, PCS_NUDGING_BERT };
enum pcs_sparsity { PCS_SPARSITY_NONE, PCS_SPARSITY_TOPKA };
enum pcs_progress { PCS_PROGRESS_OWN, PCS_PROGRESS_SHARED };

#define PCS_RANKS_MAX 65536
#define PCS_NO_STALENESS_BOUND (-1)
/** As many collectives as an engine takes. */
#define PCS_BUCKETS_MAX 4096

struct pcs_collective_spec {
    enum pcs_kind kind;
    int candidates;           /**< quorum: m, 1..ranks; others: 0 */
    enum pcs_trigger trigger; /**< quorum only */
    enum pcs_schedule schedule;
    uint64_t bytes; /**< size of one gradient; a multiple of the type's size */
    enum pcs_type type;
    enum pcs_payload payload;
    enum pcs_late late;
    enum pcs_result result;
    uint32_t sync_period;     /**< 0 = none */
    int64_t max_staleness;    /**< rounds; PCS_NO_STALENESS_BOUND = off */
    int buckets;              /**< parts of a gradient, each with a collective of its own */
    uint64_t bucket_bytes;    /**< size of each but the last, or 0: equal parts, or layers */
    char *layers;             /**< built-in table of layers, or the name of a file; or NULL */
    struct pcs_layers *table; /**< of layers; owned */
    uint32_t
        model_sync_period; /**< steps from one averaging of the weights to the next; 0 = none */
    bool overlap;          /**< buckets are brought while the backward pass goes on */
    bool flush;            /**< one blocking round at the end that takes what is left */
};

/** Of the sparse kinds, and of partial kinds whose ranks contribute sparsely. */
struct pcs_sparse_spec {
    enum pcs_sparsity partial; /**< what ranks contribute to a partial kind */
    double density;            /**< k = density * elements, rounded */
    uint32_t tau_prime;        /**< steps from one exact threshold to the next */
    uint32_t tau;              /**< steps from one partition into regions to the next */
    bool repartition;          /**< whether regions follow the selection */
    bool balancing;            /**< whether shares are evened out before they are gathered */
    enum pcs_nudging nudging;  /**< constants by which thresholds are kept in range */
    int in_flight;             /**< ranks whose blocks are under way at once */
};

/** What the host does, in seconds; the network's time is SimGrid's. */
struct pcs_costs {
    const char *preset; /**< name of the preset the others started from; constant */
    enum pcs_progress progress;
    double call_s;              /**< overhead of one call, at its start */
    double notice_s;            /**< from an event to the helper noticing it */
    double copy_in_s_per_byte;  /**< the caller's gradient into the send buffer */
    double round_s;             /**< a round's fixed time on each rank; 0 unless given */
    double take_s_per_byte;     /**< the send buffer into the round's work buffer */
    double reduce_s_per_byte;   /**< adding a received block */
    double copy_out_s_per_byte; /**< the result into the caller's buffer */
    /* Sparse kinds. */
    double scan_s_per_element;   /**< looking once at each element */
    double select_s_per_element; /**< exact selection: n log2(n) times this */
    double staging_s_per_byte;   /**< what a rank sends or receives, through the host's memory */
};

/** Stands before each block of our own collectives, and is not scaled by platform.scale. */
#define PCS_HEADER_BYTES 16

struct pcs_scenario {
    char *name;
    int ranks;
    uint32_t steps;
    uint64_t seed;
    uint32_t warmup; /**< first steps that do not enter summary.csv */
    bool barrier;    /**< between steps */
    struct pcs_platform_spec platform;
    enum pcs_placement placement;
    struct pcs_train_spec train; /**< model none: nothing is trained */
    struct pcs_collective_spec collective;
    struct pcs_sparse_spec sparse;
    struct pcs_gradient_spec gradients; /**< synthetic ones, of the sparse kinds */
    struct pcs_delay_spec compute;      /**< base work of a step */
    struct pcs_delay_spec delay;        /**< added to it, per rank and step */
    double backward_share;              /**< part of the base work that is the backward pass */
    struct pcs_costs costs;
    enum pcs_trace trace;
    uint32_t sample; /**< traces have the rows of each such step and round, from 0 on; 1 = all */
};

/** Where and what is wrong. */
struct pcs_error {
    char text[1024]; /**< one line, no newline: "FILE:LINE:COLUMN: what, what was expected" */
};

/**
 * Load, complete with defaults, and check the scenario in @p path, after applying the overrides.
 *
 * Blocks: reads the file. The caller releases the result with pcs_scenario_fini().
 * File names in the scenario are taken relative to the scenario file's folder.
 *
 * @param overrides    "key.path=value" strings, as given to --set, applied in order
 * @param overrides_n  how many
 * @param scenario     filled on success; untouched on failure
 * @param error        filled on failure
 * @return 0; -1 for bad input
 */
int pcs_scenario_load(const char *path, const char *const *overrides, int overrides_n,
                      struct pcs_scenario *scenario, struct pcs_error *error);

/**
 * The same from @p text, which messages call @p name and give no line and column. Relative file
 * names in it are relative to the current folder.
 */
int pcs_scenario_parse(const char *name, const char *text, const char *const *overrides,
                       int overrides_n, struct pcs_scenario *scenario, struct pcs_error *error);

/** Where a scenario stands when it is not simply a file. */
struct pcs_scenario_base {
    const char *path;             /**< of the file, or the name of the text */
    const char *text;             /**< read instead of a file; NULL: the file */
    const char *section;          /**< key of the mapping in it that is the scenario; NULL: all */
    const char *overrides_folder; /**< for relative names in overrides; NULL: the current folder */
};

/** The same from a base, whose texts are borrowed for the call. */
int pcs_scenario_load_base(const struct pcs_scenario_base *base, const char *const *overrides,
                           int overrides_n, struct pcs_scenario *scenario, struct pcs_error *error);

/**
 * Read a delay model from YAML flow text such as "{distribution: exponential, mean: 1ms}".
 *
 * Blocks: reads the files it names, relative to the current folder. The caller releases the result
 * with pcs_delay_spec_fini().
 *
 * @return 0; -1 for bad input, with @p error
 */
int pcs_delay_spec_parse(const char *text, struct pcs_delay_spec *spec, struct pcs_error *error);

/** Release what pcs_scenario_load() allocated inside @p scenario. */
void pcs_scenario_fini(struct pcs_scenario *scenario);

/** Write the canonical form, which loads back to the same scenario. @return 0, or -1 with errno */
int pcs_scenario_print(const struct pcs_scenario *scenario, FILE *out);

/** Hex digits of the hash of the canonical form, and a terminating zero. */
#define PCS_RUN_ID_LENGTH 16
/** Write the run id into @p id. @return 0, or -1 when there is no memory */
int pcs_scenario_run_id(const struct pcs_scenario *scenario, char id[PCS_RUN_ID_LENGTH + 1]);

/** Names as in scenario files, for messages and CSV columns. Constants. */
const char *pcs_kind_name(enum pcs_kind kind);
/** @return whether @p kind is one of the sparse kinds, to which the dense one they are compared
 * with counts. */
static inline bool pcs_kind_is_sparse(enum pcs_kind kind)
{
    return kind >= PCS_KIND_DENSE;
}
/** @return k of a sparse kind: elements that each rank shall send, at most those of a gradient */
uint32_t pcs_sparse_k(const struct pcs_scenario *scenario);
/** @return elements of a gradient in training: the model's, and one for the loss with a target */
uint64_t pcs_training_elements(const struct pcs_scenario *scenario);
/** @return whether the round of @p step waits for every rank's call */
bool pcs_step_is_blocking(const struct pcs_scenario *scenario, uint32_t step);
const char *pcs_schedule_name(enum pcs_schedule schedule);
/**
 * SMPI's algorithm that stands for the scenario's schedule when its kind is mpi: the value of
 * --cfg=smpi/allreduce. Constant.
 */
const char *pcs_smpi_allreduce(const struct pcs_scenario *scenario);
/** Bytes of one element. */
size_t pcs_type_size(enum pcs_type type);
/** The schedule that is really used for @p bytes: resolves `auto` by size. */
enum pcs_schedule pcs_schedule_of(const struct pcs_collective_spec *collective, int ranks,
                                  uint64_t bytes);
/** The same for a whole gradient; with several buckets that differ: `auto`. */
enum pcs_schedule pcs_schedule_resolve(const struct pcs_collective_spec *collective, int ranks);

/** A part of a gradient. */
struct pcs_bucket {
    uint64_t first, elements;
};
/** @return bucket number @p bucket, 0..buckets-1; buckets lie one after the other */
struct pcs_bucket pcs_bucket_of(const struct pcs_collective_spec *collective, int bucket);
/** @return size of the largest bucket */
uint64_t pcs_bucket_bytes_max(const struct pcs_collective_spec *collective);

#endif
