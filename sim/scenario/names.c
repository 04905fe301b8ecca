/*
 * The words that scenario files use for the values of enums, with a sentence each for `info`, and
 * what else is a fixed property of such a value.
 */
#include "sim/scenario/names.h"

#include <string.h>

/* Below this, latency matters more than bandwidth: libraries of the MPICH family switch in this
 * range, from the fewest rounds to the fewest bytes. */
#define AUTO_BYTES_LARGE (16 * 1024)

static const struct pcs_name kinds[] = {
    {PCS_KIND_MPI, "mpi", "the blocking MPI_Allreduce of the MPI library"},
    {PCS_KIND_SYNC, "sync", "every round waits for every rank"},
    {PCS_KIND_SOLO, "solo", "the first rank that arrives starts the round"},
    {PCS_KIND_MAJORITY, "majority", "one rank, drawn for each round, starts it"},
    {PCS_KIND_QUORUM, "quorum", "the first or the last of several drawn candidates starts it"},
    {PCS_KIND_DENSE_OVLP, "dense-ovlp", "sync, with its buckets overlapped with the backward pass"},
    {PCS_KIND_DENSE, "dense", "all elements, as the sparse kinds carry it out: no helper"},
    {PCS_KIND_TOPKA, "topka", "each rank's top-k to all ranks, summed there"},
    {PCS_KIND_TOPKDSA, "topkdsa", "top-k summed by region, then gathered, sparse or dense"},
    {PCS_KIND_GTOPK, "gtopk", "top-k reduced by a tree that keeps k at each node"},
    {PCS_KIND_GAUSSIANK, "gaussiank", "as topka, with a threshold from a fitted normal law"},
    {PCS_KIND_OKTOPK, "oktopk", "top-k summed by balanced region, the global top-k gathered"},
    {0, NULL, NULL},
};

static const struct pcs_name triggers[] = {
    {PCS_TRIGGER_FIRST, "first", "the round starts when the first candidate has arrived"},
    {PCS_TRIGGER_LAST, "last", "the round starts when all candidates have arrived"},
    {0, NULL, NULL},
};

static const struct pcs_name schedules[] = {
    {PCS_SCHEDULE_RECURSIVE_DOUBLING, "recursive-doubling", "fewest messages; all bytes in each"},
    {PCS_SCHEDULE_RING, "ring", "fewest bytes; 2(P-1) rounds"},
    {PCS_SCHEDULE_RABENSEIFNER, "rabenseifner", "reduce-scatter by halving, then allgather"},
    {PCS_SCHEDULE_AUTO, "auto", "recursive-doubling below 16 KiB, rabenseifner from there on"},
    {0, NULL, NULL},
};

static const struct pcs_name types[] = {
    {PCS_FLOAT32, "float32", "4 bytes"},
    {PCS_FLOAT64, "float64", "8 bytes"},
    {PCS_INT64, "int64", "8 bytes; sums are exact"},
    {0, NULL, NULL},
};

static const struct pcs_name payloads[] = {
    {PCS_PAYLOAD_PHANTOM, "phantom", "full size on the wire, memory for its first page only"},
    {PCS_PAYLOAD_REAL, "real", "values are stored and summed"},
    {0, NULL, NULL},
};

static const struct pcs_name late_policies[] = {
    {PCS_LATE_ACCUMULATE, "accumulate", "added to what the next round sends"},
    {PCS_LATE_REPLACE, "replace", "only the newest is kept"},
    {PCS_LATE_DROP, "drop", "lost"},
    {0, NULL, NULL},
};

static const struct pcs_name results[] = {
    {PCS_RESULT_LATEST, "latest", "the newest completed round"},
    {PCS_RESULT_CUMULATIVE, "cumulative", "all rounds completed since this rank's last return"},
    {0, NULL, NULL},
};

static const struct pcs_name traces[] = {
    {PCS_TRACE_STEPS, "steps", "a row for each rank and step, and the two below"},
    {PCS_TRACE_ROUNDS, "rounds", "a row for each round, and the summary"},
    {PCS_TRACE_SUMMARY, "summary", "one row for the run"},
    {0, NULL, NULL},
};

static const struct pcs_name progress_modes[] = {
    {PCS_PROGRESS_OWN, "own", "the helper has a core of its own"},
    {PCS_PROGRESS_SHARED, "shared", "the helper takes its time from the rank's compute"},
    {0, NULL, NULL},
};

static const struct pcs_name sparsities[] = {
    {PCS_SPARSITY_NONE, "none", "all elements"},
    {PCS_SPARSITY_TOPKA, "topka", "each rank's top-k, gathered; a late rank keeps its residual"},
    {0, NULL, NULL},
};

static const struct pcs_name nudgings[] = {
    {PCS_NUDGING_NONE, "none", "thresholds stay as they were found"},
    {PCS_NUDGING_VGG, "vgg", "as the published code does for VGG-16"},
    {PCS_NUDGING_LSTM, "lstm", "as the published code does for LSTM"},
    {PCS_NUDGING_BERT, "bert", "as the published code does for BERT"},
    {0, NULL, NULL},
};

static const struct pcs_name gradient_value_models[] = {
    {PCS_GRADIENT_NORMAL, "normal", "the standard normal law"},
    {PCS_GRADIENT_LAPLACE, "laplace", "exponential to both sides"},
    {PCS_GRADIENT_STUDENT_T, "student-t", "heavy tails: gradients.freedom"},
    {0, NULL, NULL},
};

static const struct pcs_name train_models[] = {
    {PCS_TRAIN_NONE, "none", "nothing is trained"},
    {PCS_TRAIN_HYPERPLANE, "hyperplane", "linear regression, mean squared error"},
    {PCS_TRAIN_SOFTMAX, "softmax", "multinomial logistic regression, cross-entropy"},
    {PCS_TRAIN_PERCEPTRON, "perceptron", "one hidden layer, softmax, cross-entropy"},
    {0, NULL, NULL},
};

static const struct pcs_name train_activations[] = {
    {PCS_TRAIN_TANH, "tanh", "hyperbolic tangent"},
    {PCS_TRAIN_RELU, "relu", "0 below 0"},
    {0, NULL, NULL},
};

const struct pcs_name *pcs_kinds(void)
{
    return kinds;
}

const struct pcs_name *pcs_triggers(void)
{
    return triggers;
}

const struct pcs_name *pcs_schedules(void)
{
    return schedules;
}

const struct pcs_name *pcs_types(void)
{
    return types;
}

const struct pcs_name *pcs_payloads(void)
{
    return payloads;
}

const struct pcs_name *pcs_late_policies(void)
{
    return late_policies;
}

const struct pcs_name *pcs_results(void)
{
    return results;
}

const struct pcs_name *pcs_traces(void)
{
    return traces;
}

const struct pcs_name *pcs_progress_modes(void)
{
    return progress_modes;
}

const struct pcs_name *pcs_sparsities(void)
{
    return sparsities;
}

const struct pcs_name *pcs_nudgings(void)
{
    return nudgings;
}

const struct pcs_name *pcs_gradient_value_models(void)
{
    return gradient_value_models;
}

const struct pcs_name *pcs_train_models(void)
{
    return train_models;
}

const struct pcs_name *pcs_train_activations(void)
{
    return train_activations;
}

const char *pcs_name_of(const struct pcs_name *names, int value)
{
    for (; names->name; names++) {
        if (names->value == value)
            return names->name;
    }
    return NULL;
}

const struct pcs_name *pcs_name_find(const struct pcs_name *names, const char *text)
{
    for (; names->name; names++) {
        if (strcmp(names->name, text) == 0)
            return names;
    }
    return NULL;
}

const char *pcs_kind_name(enum pcs_kind kind)
{
    return pcs_name_of(kinds, (int)kind);
}

const char *pcs_schedule_name(enum pcs_schedule schedule)
{
    return pcs_name_of(schedules, (int)schedule);
}

size_t pcs_type_size(enum pcs_type type)
{
    return type == PCS_FLOAT32 ? 4 : 8;
}

uint32_t pcs_sparse_k(const struct pcs_scenario *scenario)
{
    const double elements =
        (double)(scenario->collective.bytes / pcs_type_size(scenario->collective.type));

    return (uint32_t)(scenario->sparse.density * elements + 0.5);
}

enum pcs_schedule pcs_schedule_of(const struct pcs_collective_spec *collective, int ranks,
                                  uint64_t bytes)
{
    uint64_t elements = bytes / pcs_type_size(collective->type);

    if (collective->schedule != PCS_SCHEDULE_AUTO)
        return collective->schedule;
    if (bytes < AUTO_BYTES_LARGE || elements < (uint64_t)ranks)
        return PCS_SCHEDULE_RECURSIVE_DOUBLING;
    return PCS_SCHEDULE_RABENSEIFNER;
}

enum pcs_schedule pcs_schedule_resolve(const struct pcs_collective_spec *collective, int ranks)
{
    enum pcs_schedule schedule = pcs_schedule_of(collective, ranks, collective->bytes);

    for (int i = 0; collective->buckets > 1 && i < collective->buckets; i++) {
        const uint64_t elements = pcs_bucket_of(collective, i).elements;
        const enum pcs_schedule other =
            pcs_schedule_of(collective, ranks, elements * pcs_type_size(collective->type));
        if (i > 0 && other != schedule)
            return PCS_SCHEDULE_AUTO;
        schedule = other;
    }
    return schedule;
}

/*
 * Of SMPI 3.32's algorithms with the same pattern these give the right sums for every number of
 * ranks and elements: `rab` crashes on one rank and on empty vectors, `rab1` wants a power of two,
 * `ompi_ring_segmented` divides by zero on empty vectors.
 */
const char *pcs_smpi_allreduce(const struct pcs_scenario *scenario)
{
    switch (pcs_schedule_resolve(&scenario->collective, scenario->ranks)) {
    case PCS_SCHEDULE_RING:
        return "lr";
    case PCS_SCHEDULE_RABENSEIFNER:
        return "rab_rdb";
    case PCS_SCHEDULE_RECURSIVE_DOUBLING:
    case PCS_SCHEDULE_AUTO:
        break;
    }
    return "rdb";
}
