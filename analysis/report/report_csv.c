/*
 * The tidy CSV of a report.
 */
#include "analysis/csv_writer.h"
#include "analysis/report/report.h"

/** What stands before the figure. */
struct head {
    const char *run_id, *name, *kind;
    const uint64_t *seed; /**< NULL when there is none */
    int ranks;
    uint64_t bytes;
};

/** Names come from files: what a field cannot hold becomes an underscore. */
static void put_name(struct pcs_csv_line *line, const char *name)
{
    char text[256];
    size_t n = 0;

    for (; name[n] && n + 1 < sizeof text; n++) {
        unsigned char c = (unsigned char)name[n];
        text[n] = c < 0x20 || c == 0x7f || c == ',' || c == '"' ? '_' : name[n];
    }
    text[n] = '\0';
    pcs_csv_put_text(line, text);
}

static int write_row(const struct head *head, const struct pcs_metric *metric, FILE *out)
{
    struct pcs_csv_line line;

    pcs_csv_line_init(&line);
    pcs_csv_put_text(&line, head->run_id);
    put_name(&line, head->name);
    if (head->seed)
        pcs_csv_put_unsigned(&line, *head->seed);
    else
        pcs_csv_put_empty(&line);
    if (head->ranks)
        pcs_csv_put_signed(&line, head->ranks);
    else
        pcs_csv_put_empty(&line);
    pcs_csv_put_text(&line, head->kind);
    if (head->bytes != PCS_UNKNOWN_COUNT)
        pcs_csv_put_unsigned(&line, head->bytes);
    else
        pcs_csv_put_empty(&line);
    pcs_csv_put_text(&line, metric->name);
    pcs_csv_put_number(&line, metric->value);
    pcs_csv_put_number(&line, metric->interval.low);
    pcs_csv_put_number(&line, metric->interval.high);
    pcs_csv_put_text(&line, metric->unit);
    pcs_csv_put_text(&line, metric->interval.method);
    return pcs_csv_line_write(&line, out);
}

static int write_rows(const struct head *head, const struct pcs_metrics *metrics, FILE *out)
{
    for (int i = 0; i < metrics->items_n; i++) {
        if (write_row(head, &metrics->items[i], out) < 0)
            return -1;
    }
    return 0;
}

static int write_run(const struct pcs_report_run *run, FILE *out)
{
    const struct pcs_run_settings *settings = &run->run->settings;
    const struct head head = {.run_id = settings->run_id,
                              .name = settings->name,
                              .kind = settings->kind,
                              .seed = run->run->scenario.items_n ? &settings->seed : NULL,
                              .ranks = settings->ranks,
                              .bytes = settings->bytes};

    return write_rows(&head, &run->metrics, out);
}

static int write_group(const struct pcs_report *report, const struct pcs_report_group *group,
                       FILE *out)
{
    const struct pcs_report_common common = pcs_report_common(report, group);
    const struct head head = {.run_id = "",
                              .name = *group->label ? group->label : common.name,
                              .kind = common.kind,
                              .ranks = common.ranks,
                              .bytes = common.bytes};

    if (write_rows(&head, &group->metrics, out) < 0)
        return -1;
    return write_rows(&head, &group->against, out);
}

static int write_fit(const struct pcs_report *report, const struct pcs_report_fit *fit, FILE *out)
{
    const struct pcs_run_settings *settings = &report->runs[fit->run].run->settings;
    const struct head head = {.run_id = "",
                              .name = settings->name,
                              .kind = settings->kind,
                              .ranks = settings->ranks,
                              .bytes = PCS_UNKNOWN_COUNT};

    return write_rows(&head, &fit->metrics, out);
}

int pcs_report_csv(const struct pcs_report *report, FILE *out)
{
    if (fputs("run_id,name,seed,ranks,kind,bytes,metric,value,ci_low,ci_high,unit,method\n", out) <
        0)
        return -1;
    for (int i = 0; i < report->runs_n; i++) {
        if (write_run(&report->runs[i], out) < 0)
            return -1;
    }
    for (int i = 0; i < report->groups_n; i++) {
        if (write_group(report, &report->groups[i], out) < 0)
            return -1;
    }
    for (int i = 0; i < report->fits_n; i++) {
        if (write_fit(report, &report->fits[i], out) < 0)
            return -1;
    }
    return 0;
}
