/*
 * The tables that plots are made from, against a run worked out by hand.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include "analysis/plot_tables.h"
#include "tests/unit/small_run.h"

static char *text;
static size_t size;

static void expect(FILE *out, int rc, const char *expected)
{
    cr_expect(eq(int, rc, 0));
    fclose(out);
    cr_expect(eq(str, text, (char *)expected));
    free(text);
    text = NULL;
}

Test(plot_tables, participation)
{
    const struct pcs_participation_law solo = {.ranks = 2, .candidates = 2};
    struct pcs_run *run = small_run();
    FILE *out = open_memstream(&text, &size);

    /* Round 1: one had arrived, one was fresh. Round 2: both had arrived, none was fresh. */
    cr_expect(pcs_plot_has_participation(run));
    expect(out, pcs_plot_participation(run, &solo, out),
           "low,high,closed_form,arrived,fresh\n1,1,1,0.5,0.5\n2,2,0,0.5,0\n");
    out = open_memstream(&text, &size);
    run->has_calls = false;
    expect(out, pcs_plot_participation(run, NULL, out),
           "low,high,closed_form,arrived,fresh\n1,1,,,0.5\n2,2,,,0\n");
    for (size_t i = 0; i < run->rounds_n; i++)
        run->rounds[i].row.initiator = PCS_NO_INITIATOR;
    cr_expect(not(pcs_plot_has_participation(run)));
    pcs_run_destroy(run);
}

Test(plot_tables, staleness)
{
    struct pcs_run *run = small_run();
    FILE *out = open_memstream(&text, &size);

    cr_expect(pcs_plot_has_staleness(run));
    expect(out, pcs_plot_staleness(run, out), "low,high,gradients,share\n0,0,1,0.5\n1,1,1,0.5\n");
    run->settings.warmup = 2; /* the rest is left over and lost */
    cr_expect(not(pcs_plot_has_staleness(run)));
    pcs_run_destroy(run);
}

Test(plot_tables, a_long_tail_is_put_into_bins)
{
    struct pcs_run *run = small_run();
    FILE *out = open_memstream(&text, &size);
    unsigned low = 0, high = 0, n = 0, lines = 0, sum = 0;

    run->ranks[0].calls[1].fate = 99;
    cr_expect(eq(int, pcs_plot_staleness(run, out), 0));
    fclose(out);
    for (const char *c = text; *c; c++)
        lines += *c == '\n';
    cr_expect(eq(u32, lines, 51)); /* two values a bin */
    for (const char *c = text; (c = strchr(c, '\n')) && c[1]; c++) {
        cr_assert(eq(int, sscanf(c + 1, "%u,%u,%u,", &low, &high, &n), 3));
        sum += n;
    }
    cr_expect(eq(u32, sum, 2));
    cr_expect(low == 98 && high == 99 && n == 1);
    free(text);
    pcs_run_destroy(run);
}

Test(plot_tables, times_and_traffic_by_rank)
{
    struct pcs_run *run = small_run();
    FILE *out = open_memstream(&text, &size);

    /* Measured from the start of step 1 on; traffic is that of the whole run. */
    cr_expect(pcs_plot_has_times(run) && pcs_plot_has_traffic(run));
    expect(out, pcs_plot_ranks(run, out),
           "rank,compute_s,wait_s,other_s,bytes,messages\n0,1.5,1,0,300,6\n1,3.75,0.75,0,300,9\n");
    run->ranks[1].bytes = PCS_UNKNOWN;
    cr_expect(not(pcs_plot_has_traffic(run)));
    pcs_run_destroy(run);
}

Test(plot_tables, loss_is_the_mean_over_ranks)
{
    struct pcs_run *run = small_run();
    FILE *out = open_memstream(&text, &size);
    double first[] = {4, 2, (double)NAN}, second[] = {2, (double)INFINITY, (double)NAN};

    cr_expect(not(pcs_plot_has_loss(run)));
    run->ranks[0].losses = first;
    run->ranks[1].losses = second;
    cr_expect(pcs_plot_has_loss(run));
    cr_expect(eq(int, pcs_plot_loss_header(out), 0));
    expect(out, pcs_plot_loss_rows(run, "a b,c", out),
           "series,time_s,loss\na_b_c,1,3\na_b_c,2.5,2\n");
    run->ranks[0].losses = run->ranks[1].losses = NULL;
    pcs_run_destroy(run);
}
