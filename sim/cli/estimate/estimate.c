#include "sim/cli/estimate/estimate.h"

#include <math.h>
#include <stdlib.h>

#include "sim/cli/estimate/traffic.h"

/*
 * Measured with SimGrid 3.32 and mimalloc on x86-64, P = 64 to 4,096: proportional set size at the
 * end of runs, the items told apart by what they grow with.
 */
#define SIMGRID_BYTES 34e6
#define HOST_BYTES 3.6e3    /* with its links; zones and routes are small beside them */
#define RANK_BYTES 38e3     /* actor of a rank: SMPI's state and the touched part of the stack */
#define HELPER_BYTES 8e3    /* actor of a helper */
#define REQUEST_BYTES 0.6e3 /* a persistent request and the message that waits in it */
#define RECORD_BYTES 100.0  /* of a call and its round; those of the latest calls are there */
#define RECORDS_N 128       /* of them a rank */
#define LATENCY_BYTES 12.0  /* of a call, in the summary */
#define ROW_BYTES 130.0     /* of steps.csv, which waits for the end */
#define KEPT_BYTES 0.6e3    /* SMPI's object of a message, see below */
#define ENTRY_BYTES 100.0   /* an element of a sparse gradient, with its residual */
#define WORD_BYTES 4.0
#define SIGNAL_BYTES 8.0    /* token or report */
#define VECTORS_OF_ENGINE 3 /* to send, of the round, the result */
#define VECTORS_OF_CALLER 2 /* gradient and result */

/* SMPI 3.32 keeps the object of a message that one actor has started for another to the end of the
 * run, unless the message is small enough to be buffered: docs/design.md. Least and greatest of the
 * models' bounds are 8 and 16 KiB. */
#define BUFFERED_BYTES 16384

static bool has_engine(const struct pcs_scenario *s)
{
    return s->collective.kind != PCS_KIND_MPI && !pcs_kind_is_sparse(s->collective.kind);
}

static bool waits_for_all(const struct pcs_scenario *s)
{
    return s->collective.kind == PCS_KIND_SYNC || s->collective.kind == PCS_KIND_DENSE_OVLP;
}

/** A single call that waits for all carries out its rounds itself. */
static bool has_helper(const struct pcs_scenario *s)
{
    return has_engine(s) && (!waits_for_all(s) || s->collective.buckets > 1);
}

static int distances_n(int ranks)
{
    int n = 0;

    while ((INT64_C(1) << n) < ranks)
        n++;
    return n;
}

static double rounds_n(const struct pcs_scenario *s)
{
    return (double)s->steps + s->collective.flush;
}

/** Rounds that tokens start. */
static double activated_n(const struct pcs_scenario *s)
{
    const double blocking =
        s->collective.sync_period ? floor((double)s->steps / s->collective.sync_period) : 0;

    return waits_for_all(s) ? 0 : (double)s->steps - blocking;
}

/* ---- traffic ------------------------------------------------------------------------------------
 */

/* A round started by one rank alone takes a token to each other rank; when many start it at once,
 * each tells all its distances. */
static void estimate_traffic(const struct pcs_scenario *s, const struct pcs_round_traffic *round,
                             struct pcs_estimate *estimate)
{
    const double none = (double)NAN;
    const double rounds = activated_n(s) * s->collective.buckets;
    const bool reports =
        s->collective.kind == PCS_KIND_QUORUM && s->collective.trigger == PCS_TRIGGER_LAST;
    const double reports_n = reports ? rounds * (s->collective.candidates - 1) : 0;
    const double low = rounds * (s->ranks - 1) + reports_n;
    const double high = rounds * s->ranks * distances_n(s->ranks) + reports_n;

    if (!has_engine(s)) {
        estimate->messages = estimate->bytes = (struct pcs_estimate_range){none, none};
        return;
    }
    estimate->messages.low = rounds_n(s) * round->messages + low;
    estimate->messages.high = rounds_n(s) * round->messages + high;
    estimate->bytes.low = rounds_n(s) * round->bytes + low * SIGNAL_BYTES;
    estimate->bytes.high = rounds_n(s) * round->bytes + high * SIGNAL_BYTES;
}

/* ---- memory -------------------------------------------------------------------------------------
 */

/** Bytes of a gradient as it is simulated. */
static double gradient_bytes(const struct pcs_scenario *s)
{
    return (double)s->collective.bytes / fmax(1, s->platform.scale);
}

static double hosts_n(const struct pcs_scenario *s)
{
    const int hosts =
        s->platform.model == PCS_PLATFORM_FILE ? 0 : pcs_platform_hosts(&s->platform, s->ranks);

    return hosts > 0 ? hosts : s->ranks;
}

static double buffers(const struct pcs_scenario *s, const struct pcs_round_traffic *round)
{
    const double bytes = gradient_bytes(s);
    const bool is_real = s->collective.payload == PCS_PAYLOAD_REAL;

    if (pcs_kind_is_sparse(s->collective.kind))
        return s->collective.kind == PCS_KIND_DENSE ? 4 * bytes * s->ranks : 0;
    if (!is_real) /* all ranks' vectors are one and the same piece of memory */
        return bytes > 0x1p20 ? bytes : 0;
    if (s->collective.kind == PCS_KIND_MPI)
        return (VECTORS_OF_CALLER + 2) * bytes * s->ranks;
    return s->ranks *
           ((VECTORS_OF_CALLER + VECTORS_OF_ENGINE) * bytes + round->block_bytes_per_rank);
}

static double records(const struct pcs_scenario *s)
{
    const double calls = rounds_n(s) * s->collective.buckets;
    const double row = s->trace == PCS_TRACE_STEPS ? ROW_BYTES / s->sample : 0;

    return s->ranks * (calls * (LATENCY_BYTES + row) + fmin(calls, RECORDS_N) * RECORD_BYTES);
}

/** Of messages that a helper waits for and that are not buffered. */
static double kept_messages(const struct pcs_scenario *s, const struct pcs_round_traffic *round)
{
    const double rounds = waits_for_all(s) ? rounds_n(s) : activated_n(s);

    if (!has_helper(s) || round->messages <= 0 || round->bytes / round->messages < BUFFERED_BYTES)
        return 0;
    return rounds * round->messages * KEPT_BYTES;
}

/* Each rank has its weights, a gradient, a velocity with momentum, and once more its weights where
 * their distances are measured. */
static double training(const struct pcs_scenario *s)
{
    const double vectors = s->train.momentum > 0 ? 4 : 3;

    if (s->train.model == PCS_TRAIN_NONE)
        return 0;
    return pcs_train_data_bytes(&s->train) +
           s->ranks * vectors * (double)pcs_train_elements(&s->train) * sizeof(double);
}

static double gradients(const struct pcs_scenario *s)
{
    if (!pcs_kind_is_sparse(s->collective.kind) && s->sparse.partial == PCS_SPARSITY_NONE)
        return 0;
    const double elements = gradient_bytes(s) / WORD_BYTES;
    if (s->train.model != PCS_TRAIN_NONE) /* gradient, residual and sum are dense */
        return s->ranks * 3 * gradient_bytes(s);
    const double existing =
        fmin(elements, elements * s->sparse.density * fmax(1, s->gradients.support));
    return s->ranks * existing * ENTRY_BYTES;
}

static void estimate_memory(const struct pcs_scenario *s, const struct pcs_round_traffic *round,
                            struct pcs_estimate *estimate)
{
    const double tokens =
        activated_n(s) > 0 ? 2.0 * distances_n(s->ranks) * s->collective.buckets : 0;
    double *items = estimate->memory_bytes;

    items[PCS_ESTIMATE_SIMGRID] = SIMGRID_BYTES;
    items[PCS_ESTIMATE_PLATFORM] = hosts_n(s) * HOST_BYTES;
    items[PCS_ESTIMATE_ACTORS] = s->ranks * (RANK_BYTES + (has_helper(s) ? HELPER_BYTES : 0));
    items[PCS_ESTIMATE_REQUESTS] = s->ranks * (round->requests_per_rank + tokens) * REQUEST_BYTES;
    items[PCS_ESTIMATE_BUFFERS] = buffers(s, round);
    items[PCS_ESTIMATE_RECORDS] = records(s);
    items[PCS_ESTIMATE_MESSAGES] = kept_messages(s, round);
    items[PCS_ESTIMATE_GRADIENTS] = gradients(s);
    items[PCS_ESTIMATE_TRAINING] = training(s);
    estimate->memory_sum_bytes = 0;
    for (int i = 0; i < PCS_ESTIMATE_ITEMS_N; i++)
        estimate->memory_sum_bytes += items[i];
}

int pcs_estimate_run(const struct pcs_scenario *scenario, struct pcs_estimate *estimate)
{
    struct pcs_round_traffic round = {0};

    if (has_engine(scenario) && pcs_round_traffic(scenario, &round) < 0)
        return -1;
    *estimate = (struct pcs_estimate){0};
    estimate_traffic(scenario, &round, estimate);
    estimate_memory(scenario, &round, estimate);
    return 0;
}
