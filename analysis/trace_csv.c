/*
 * Writing steps.csv, rounds.csv and model_syncs.csv. A run calls this once a call and once a round:
 * millions of times.
 */
#include "analysis/trace.h"

#include "analysis/csv_writer.h"

int pcs_steps_csv_header(FILE *out)
{
    return fputs("rank,step,bucket,compute_s,arrive_s,return_s,round,fresh,taken_round,staleness,"
                 "active,bytes_sent,messages_sent,loss,lag\n",
                 out) < 0
               ? -1
               : 0;
}

int pcs_rounds_csv_header(FILE *out)
{
    return fputs("round,bucket,initiator,start_s,end_s,active,stale,null,bytes,messages\n", out) < 0
               ? -1
               : 0;
}

static void put_known(struct pcs_csv_line *line, int64_t value)
{
    if (value == PCS_UNKNOWN)
        pcs_csv_put_empty(line);
    else
        pcs_csv_put_signed(line, value);
}

int pcs_steps_csv_row(FILE *out, const struct pcs_step_row *row)
{
    struct pcs_csv_line line;

    pcs_csv_line_init(&line);
    pcs_csv_put_signed(&line, row->rank);
    pcs_csv_put_unsigned(&line, row->step);
    pcs_csv_put_signed(&line, row->bucket);
    pcs_csv_put_number(&line, row->compute_s);
    pcs_csv_put_number(&line, row->arrive_s);
    pcs_csv_put_number(&line, row->return_s);
    pcs_csv_put_unsigned(&line, row->round);
    pcs_csv_put_unsigned(&line, row->fresh);
    pcs_csv_put_signed(&line, row->taken_round);
    if (row->taken_round >= 0)
        pcs_csv_put_signed(&line, row->taken_round - (int64_t)row->step);
    else
        pcs_csv_put_empty(&line);
    pcs_csv_put_signed(&line, row->active);
    put_known(&line, row->bytes_sent);
    put_known(&line, row->messages_sent);
    pcs_csv_put_number(&line, row->loss);
    put_known(&line, row->lag);
    return pcs_csv_line_write(&line, out);
}

int pcs_rounds_csv_row(FILE *out, const struct pcs_round_row *row)
{
    struct pcs_csv_line line;

    pcs_csv_line_init(&line);
    pcs_csv_put_unsigned(&line, row->round);
    pcs_csv_put_signed(&line, row->bucket);
    pcs_csv_put_signed(&line, row->initiator);
    pcs_csv_put_number(&line, row->start_s);
    pcs_csv_put_number(&line, row->end_s);
    pcs_csv_put_signed(&line, row->active);
    pcs_csv_put_signed(&line, row->stale);
    pcs_csv_put_signed(&line, row->null);
    put_known(&line, row->bytes);
    put_known(&line, row->messages);
    return pcs_csv_line_write(&line, out);
}

int pcs_syncs_csv_header(FILE *out)
{
    return fputs("sync,step,start_s,end_s,bytes,messages\n", out) < 0 ? -1 : 0;
}

int pcs_syncs_csv_row(FILE *out, const struct pcs_sync_row *row)
{
    struct pcs_csv_line line;

    pcs_csv_line_init(&line);
    pcs_csv_put_unsigned(&line, row->sync);
    pcs_csv_put_unsigned(&line, row->step);
    pcs_csv_put_number(&line, row->start_s);
    pcs_csv_put_number(&line, row->end_s);
    put_known(&line, row->bytes);
    put_known(&line, row->messages);
    return pcs_csv_line_write(&line, out);
}
