/*
 * rounds.csv into a run, each row checked against what is known.
 */
#include <inttypes.h>

#include "analysis/run_internal.h"
#include "analysis/trace_reader.h"

static int check_round(const struct pcs_run *run, struct pcs_rounds_reader *reader,
                       const struct pcs_round_row *row)
{
    const struct pcs_run_settings *settings = &run->settings;
    const struct pcs_round_row *last = run->rounds_n ? &run->rounds[run->rounds_n - 1].row : NULL;

    if (last &&
        (row->round < last->round || (row->round == last->round && row->bucket <= last->bucket)))
        return pcs_rounds_reader_refuse(reader, "round",
                                        "expected the next: this round was there, or is out of "
                                        "order");
    if (!settings->ranks) /* not known */
        return 0;
    if (row->round > settings->steps)
        return pcs_rounds_reader_refuse(reader, "round", "expected at most %" PRIu32,
                                        settings->steps);
    if (row->bucket >= settings->buckets)
        return pcs_rounds_reader_refuse(reader, "bucket", "expected 0 to %d",
                                        settings->buckets - 1);
    if (row->initiator >= settings->ranks)
        return pcs_rounds_reader_refuse(reader, "initiator", "expected -1 to %d",
                                        settings->ranks - 1);
    if ((int64_t)row->active + row->stale + row->null != settings->ranks)
        return pcs_rounds_reader_refuse(reader, "null",
                                        "expected active, stale and null to be %d ranks together",
                                        settings->ranks);
    return 0;
}

int pcs_run_read_rounds(struct pcs_run *run, FILE *in, const char *name,
                        struct pcs_read_error *error)
{
    struct pcs_rounds_reader *reader = pcs_rounds_reader_open(in, name);
    struct pcs_round_row row;
    int rc = 1;

    if (!reader)
        return pcs_run_refuse(error, "%s: out of memory", name);
    if (run->accepts_partial)
        pcs_rounds_reader_accept_cut(reader);
    while (rc > 0 && (rc = pcs_rounds_reader_next(reader, &row)) > 0) {
        if (check_round(run, reader, &row) < 0)
            rc = -1;
        else if (pcs_run_add_round(run, &row) < 0) {
            pcs_rounds_reader_close(reader);
            return pcs_run_refuse(error, "%s: out of memory", name);
        }
    }
    if (rc < 0)
        pcs_run_refuse(error, "%s", pcs_rounds_reader_error(reader));
    if (pcs_rounds_reader_is_cut(reader))
        run->cut_file = "rounds.csv";
    pcs_rounds_reader_close(reader);
    return rc;
}
