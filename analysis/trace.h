/*
 * The traces of a run as rows: what stands in steps.csv and rounds.csv, one place for both sides.
 *
 * Meaning of each column: docs/result-folder.md. Times are simulated seconds and are written so
 * that they read back exactly. Numbers that are not known (the traffic of a library's own
 * collective, the loss of a run that does not train) are empty fields.
 */
#ifndef PCS_ANALYSIS_TRACE_H
#define PCS_ANALYSIS_TRACE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define PCS_TAKEN_LOST (-1)      /**< taken_round of a gradient that was lost */
#define PCS_TAKEN_LEFT_OVER (-2) /**< ... that was still in the send buffer at the end */
#define PCS_UNKNOWN (-1)         /**< traffic that was not counted: an empty field */
#define PCS_NO_INITIATOR (-1)    /**< a round that waited for all ranks */

/** A row of steps.csv: one call of one rank. */
struct pcs_step_row {
    int rank;
    uint32_t step;
    int bucket;
    double compute_s; /**< work before the call, delay included */
    double arrive_s;  /**< the call is made */
    double return_s;  /**< it returns */
    uint32_t round;   /**< newest round returned */
    bool fresh;       /**< this step's gradient was taken in round = step */
    int64_t taken_round;
    int active;            /**< fresh ranks in `round` */
    int64_t bytes_sent;    /**< that left this rank for round = step, or PCS_UNKNOWN */
    int64_t messages_sent; /**< likewise */
    double loss;           /**< NAN when the run does not train */
    int64_t lag;           /**< rounds completed at the call, less the step; or PCS_UNKNOWN */
};

/** A row of rounds.csv. */
struct pcs_round_row {
    uint32_t round;
    int bucket;
    int initiator;
    double start_s, end_s;
    int active, stale, null; /**< ranks; their sum is the number of ranks */
    int64_t bytes, messages; /**< all ranks, or PCS_UNKNOWN */
};

/** A row of model_syncs.csv: an averaging of the ranks' weights. */
struct pcs_sync_row {
    uint32_t sync, step;     /**< its number, and the step it came after */
    double start_s, end_s;   /**< the last rank's call, and the last one's return */
    int64_t bytes, messages; /**< all ranks */
};

/** Write the header line, or a row. @return 0, or -1 when writing failed (errno is set) */
int pcs_steps_csv_header(FILE *out);
int pcs_steps_csv_row(FILE *out, const struct pcs_step_row *row);
int pcs_rounds_csv_header(FILE *out);
int pcs_rounds_csv_row(FILE *out, const struct pcs_round_row *row);
int pcs_syncs_csv_header(FILE *out);
int pcs_syncs_csv_row(FILE *out, const struct pcs_sync_row *row);

#endif
