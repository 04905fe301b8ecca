/*
 * Reading summary.csv back.
 */
#include "analysis/summary_reader.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    NAME,
    RUN_ID,
    SEED,
    RANKS,
    KIND,
    SCHEDULE,
    BYTES,
    STEPS,
    LATENCY_MEAN,
    LATENCY_P50,
    LATENCY_P99,
    ACTIVE_MEAN,
    ACTIVE_SD,
    STALENESS_MEAN,
    STALENESS_MAX,
    LOST,
    LEFT_OVER,
    THROUGHPUT,
    THROUGHPUT_FASTEST,
    THROUGHPUT_SLOWEST,
    IDLE_FRACTION,
    BYTES_SENT,
    MESSAGES,
    SIM_TIME,
    COLUMNS
};

static const char *const columns[COLUMNS] = {
    [NAME] = "name",
    [RUN_ID] = "run_id",
    [SEED] = "seed",
    [RANKS] = "ranks",
    [KIND] = "kind",
    [SCHEDULE] = "schedule",
    [BYTES] = "bytes",
    [STEPS] = "steps",
    [LATENCY_MEAN] = "latency_mean_s",
    [LATENCY_P50] = "latency_p50_s",
    [LATENCY_P99] = "latency_p99_s",
    [ACTIVE_MEAN] = "active_mean",
    [ACTIVE_SD] = "active_sd",
    [STALENESS_MEAN] = "staleness_mean",
    [STALENESS_MAX] = "staleness_max",
    [LOST] = "lost",
    [LEFT_OVER] = "left_over",
    [THROUGHPUT] = "throughput_steps_per_s",
    [THROUGHPUT_FASTEST] = "throughput_fastest",
    [THROUGHPUT_SLOWEST] = "throughput_slowest",
    [IDLE_FRACTION] = "idle_fraction",
    [BYTES_SENT] = "bytes_sent",
    [MESSAGES] = "messages",
    [SIM_TIME] = "sim_time_s",
};

static int read_text(const struct pcs_csv_reader *csv, int column, char **text)
{
    const char *field = pcs_csv_reader_field(csv, column)->text;

    if (!*field)
        return pcs_csv_reader_refuse(csv, column, "expected a name");
    *text = strdup(field);
    return *text ? 0 : pcs_csv_reader_refuse(csv, column, "no memory to keep it");
}

static int read_settings(const struct pcs_csv_reader *csv, struct pcs_summary_row *row)
{
    int64_t ranks;
    uint64_t steps;

    if (read_text(csv, NAME, &row->name) < 0 || read_text(csv, RUN_ID, &row->run_id) < 0 ||
        pcs_csv_read_unsigned(csv, SEED, UINT64_MAX, &row->seed) < 0 ||
        pcs_csv_read_signed(csv, RANKS, 1, INT_MAX, &ranks) < 0 ||
        read_text(csv, KIND, &row->kind) < 0 || read_text(csv, SCHEDULE, &row->schedule) < 0 ||
        pcs_csv_read_unsigned(csv, BYTES, UINT64_MAX, &row->bytes) < 0 ||
        pcs_csv_read_unsigned(csv, STEPS, UINT32_MAX, &steps) < 0)
        return -1;
    row->ranks = (int)ranks;
    row->steps = (uint32_t)steps;
    return 0;
}

static int read_count(const struct pcs_csv_reader *csv, int column, uint64_t *count)
{
    *count = PCS_UNKNOWN_COUNT;
    if (pcs_csv_is_empty(csv, column))
        return 0;
    return pcs_csv_read_unsigned(csv, column, PCS_UNKNOWN_COUNT - 1, count);
}

static int read_traffic(const struct pcs_csv_reader *csv, int column, int64_t *traffic)
{
    *traffic = PCS_UNKNOWN;
    if (pcs_csv_is_empty(csv, column))
        return 0;
    return pcs_csv_read_signed(csv, column, 0, INT64_MAX, traffic);
}

static int read_figures(const struct pcs_csv_reader *csv, struct pcs_summary_figures *figures)
{
    const struct {
        int column;
        double *value;
    } numbers[] = {
        {LATENCY_MEAN, &figures->latency_mean_s},
        {LATENCY_P50, &figures->latency_p50_s},
        {LATENCY_P99, &figures->latency_p99_s},
        {ACTIVE_MEAN, &figures->active_mean},
        {ACTIVE_SD, &figures->active_sd},
        {STALENESS_MEAN, &figures->staleness_mean},
        {STALENESS_MAX, &figures->staleness_max},
        {THROUGHPUT, &figures->throughput_steps_per_s},
        {THROUGHPUT_FASTEST, &figures->throughput_fastest},
        {THROUGHPUT_SLOWEST, &figures->throughput_slowest},
        {IDLE_FRACTION, &figures->idle_fraction},
        {SIM_TIME, &figures->sim_time_s},
    };

    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        *numbers[i].value = (double)NAN;
        if (!pcs_csv_is_empty(csv, numbers[i].column) &&
            pcs_csv_read_number(csv, numbers[i].column, numbers[i].value) < 0)
            return -1;
    }
    if (read_count(csv, LOST, &figures->lost) < 0 ||
        read_count(csv, LEFT_OVER, &figures->left_over) < 0 ||
        read_traffic(csv, BYTES_SENT, &figures->bytes_sent) < 0 ||
        read_traffic(csv, MESSAGES, &figures->messages) < 0)
        return -1;
    return 0;
}

/* ---- columns that are not ours ------------------------------------------------------------ */

static int refuse_memory(const struct pcs_csv_reader *csv)
{
    return pcs_csv_reader_refuse_start(csv, "no memory to keep it");
}

/** Keep the names of the other columns. @param fields  set to the field of each */
static int read_other_names(struct pcs_csv_reader *csv, struct pcs_summary_row *row, int *fields)
{
    if (pcs_csv_reader_header(csv) < 0)
        return -1;
    row->extras = calloc((size_t)csv->fields_n + 1, sizeof *row->extras);
    if (!row->extras)
        return refuse_memory(csv);
    for (int i = 0; i < csv->fields_n; i++) {
        if (pcs_csv_reader_is_asked_for(csv, i) || strchr(csv->fields[i].text, '"'))
            continue;
        row->extras[row->extras_n].name = strdup(csv->fields[i].text);
        if (!row->extras[row->extras_n].name)
            return refuse_memory(csv);
        fields[row->extras_n++] = i;
    }
    return 0;
}

/** Give the other columns their values; drop those that hold something else than a number. */
static void read_other_values(const struct pcs_csv_reader *csv, struct pcs_summary_row *row,
                              const int *fields)
{
    int kept = 0;

    for (int i = 0; i < row->extras_n; i++) {
        const char *text = csv->fields[fields[i]].text;
        char *end;
        double value = strtod(text, &end);

        if (!*text || *end || !isfinite(value)) {
            free(row->extras[i].name);
            continue;
        }
        row->extras[kept].name = row->extras[i].name;
        row->extras[kept++].value = value;
    }
    row->extras_n = kept;
}

/** Read the row and make sure that it is the only one. */
static int read_only_row(struct pcs_csv_reader *csv, struct pcs_summary_row *row)
{
    int fields[PCS_READ_FIELDS_MAX];

    if (read_other_names(csv, row, fields) < 0)
        return -1;
    int rc = pcs_csv_reader_next(csv);

    if (rc < 0)
        return -1;
    if (rc == 0)
        return pcs_csv_reader_refuse_start(csv, "no row, expected one");
    if (read_settings(csv, row) < 0 || read_figures(csv, &row->figures) < 0)
        return -1;
    read_other_values(csv, row, fields);
    rc = pcs_csv_reader_next(csv);
    if (rc > 0)
        return pcs_csv_reader_refuse_start(csv, "a second row, expected one");
    return rc;
}

int pcs_summary_row_read(FILE *in, const char *name, struct pcs_summary_row *row,
                         struct pcs_read_error *error)
{
    struct pcs_csv_reader csv;
    struct pcs_summary_row parsed = {0};

    pcs_csv_reader_init(&csv, in, name, columns, COLUMNS, error);
    if (read_only_row(&csv, &parsed) < 0) {
        pcs_summary_row_fini(&parsed);
        return -1;
    }
    *row = parsed;
    return 0;
}

void pcs_summary_row_fini(struct pcs_summary_row *row)
{
    free(row->name);
    free(row->run_id);
    free(row->kind);
    free(row->schedule);
    for (int i = 0; i < row->extras_n; i++)
        free(row->extras[i].name);
    free(row->extras);
    *row = (struct pcs_summary_row){0};
}
