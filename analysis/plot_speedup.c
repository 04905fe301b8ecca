/*
 * Speed-ups of the groups of a report, each with its place on every axis.
 */
#include "analysis/plot_speedup.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/csv_writer.h"

typedef double group_place(const struct pcs_report *report, const struct pcs_report_group *group);

/** The value of the key that groups are made by, if it is a number: "KEY=VALUE". */
static double at_key(const struct pcs_report *report, const struct pcs_report_group *group)
{
    const char *value = strchr(group->label, '=');
    char *end = NULL;
    const double number = value ? strtod(value + 1, &end) : (double)NAN;

    (void)report;
    return value && end > value + 1 && !*end && isfinite(number) ? number : (double)NAN;
}

/** NAN when the runs of the group differ in that. */
static double at_candidates(const struct pcs_report *report, const struct pcs_report_group *group)
{
    const int first = report->runs[group->members[0]].run->settings.candidates;

    for (int i = 1; i < group->members_n; i++) {
        if (report->runs[group->members[i]].run->settings.candidates != first)
            return (double)NAN;
    }
    return first > 0 ? first : (double)NAN;
}

static double at_ranks(const struct pcs_report *report, const struct pcs_report_group *group)
{
    const int ranks = pcs_report_common(report, group).ranks;

    return ranks > 0 ? ranks : (double)NAN;
}

static double at_bytes(const struct pcs_report *report, const struct pcs_report_group *group)
{
    const uint64_t bytes = pcs_report_common(report, group).bytes;

    return bytes != PCS_UNKNOWN_COUNT && bytes > 0 ? (double)bytes : (double)NAN;
}

static const struct {
    const char *name;
    group_place *place;
    bool is_of_quorum; /**< counts only where the kind does not fix it */
} axes[] = {
    [PCS_SPEEDUP_NOTHING] = {"", NULL, false},
    [PCS_SPEEDUP_BY] = {"by", at_key, false},
    [PCS_SPEEDUP_CANDIDATES] = {"candidates", at_candidates, true},
    [PCS_SPEEDUP_RANKS] = {"ranks", at_ranks, false},
    [PCS_SPEEDUP_BYTES] = {"bytes", at_bytes, false},
};

const char *pcs_speedup_axis_name(enum pcs_speedup_axis axis)
{
    return axes[axis].name;
}

/** @return how many different places groups with a speed-up have: 0, 1, or 2 for more */
static int places_n(const struct pcs_report *report, enum pcs_speedup_axis axis)
{
    double first = (double)NAN;
    int n = 0;

    for (int i = 0; i < report->groups_n && n < 2; i++) {
        const struct pcs_report_group *group = &report->groups[i];
        const double here = axes[axis].place(report, group);

        if (isnan(here) || here == first || group->against.items_n == 0 ||
            (axes[axis].is_of_quorum &&
             strcmp(pcs_report_common(report, group).kind, "quorum") != 0))
            continue;
        first = here;
        n++;
    }
    return n;
}

enum pcs_speedup_axis pcs_speedup_axis_of(const struct pcs_report *report)
{
    enum pcs_speedup_axis axis = PCS_SPEEDUP_BY;

    if (report->options.by && places_n(report, PCS_SPEEDUP_BY) > 0)
        return PCS_SPEEDUP_BY;
    for (axis = PCS_SPEEDUP_CANDIDATES; axis <= PCS_SPEEDUP_BYTES; axis++) {
        if (places_n(report, axis) > 1)
            return axis;
    }
    for (axis = PCS_SPEEDUP_BYTES; axis > PCS_SPEEDUP_BY; axis--) {
        if (places_n(report, axis) > 0)
            return axis;
    }
    return PCS_SPEEDUP_NOTHING;
}

static int write_row(const struct pcs_report *report, const struct pcs_report_group *group,
                     const struct pcs_metric *metric, FILE *out)
{
    const char *kind = pcs_report_common(report, group).kind;
    struct pcs_csv_line line;

    pcs_csv_line_init(&line);
    pcs_csv_put_text(&line, *kind ? kind : "mixed");
    pcs_csv_put_number(&line, at_key(report, group));
    pcs_csv_put_number(&line, at_candidates(report, group));
    pcs_csv_put_number(&line, at_ranks(report, group));
    pcs_csv_put_number(&line, at_bytes(report, group));
    pcs_csv_put_text(&line, metric->name);
    pcs_csv_put_number(&line, metric->interval.low);
    pcs_csv_put_number(&line, metric->interval.high);
    pcs_csv_put_number(&line, metric->value);
    return pcs_csv_line_write(&line, out);
}

int pcs_plot_speedup(const struct pcs_report *report, FILE *out)
{
    if (fputs("kind,by,candidates,ranks,bytes,metric,ci_low,ci_high,value\n", out) < 0)
        return -1;
    for (int i = 0; i < report->groups_n; i++) {
        const struct pcs_report_group *group = &report->groups[i];
        for (int m = 0; m < group->against.items_n; m++) {
            if (write_row(report, group, &group->against.items[m], out) < 0)
                return -1;
        }
    }
    return 0;
}
