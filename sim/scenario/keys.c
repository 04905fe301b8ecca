/*
 * The table of keys: all that is known about each key of a scenario file stands in its row.
 *
 * Rows are in the order of the canonical form. A row comes below all rows it depends on.
 */
#include "sim/scenario/key.h"

#include <limits.h>
#include <string.h>

#include "sim/scenario/keys.h"
#include "sim/scenario/names.h"

/* MPI counts are int; a message is a gradient and its header, for which 4 KiB are set aside. */
#define BYTES_MAX (INT_MAX - 4096)

static bool is_never(const struct pcs_scenario *scenario)
{
    (void)scenario;
    return false;
}

static bool has_model(const struct pcs_scenario *scenario)
{
    return scenario->platform.model != PCS_PLATFORM_FILE;
}

static bool has_files(const struct pcs_scenario *scenario)
{
    return scenario->platform.model == PCS_PLATFORM_FILE;
}

static bool is_fat_tree(const struct pcs_scenario *scenario)
{
    return scenario->platform.model == PCS_PLATFORM_FAT_TREE;
}

static bool is_aries(const struct pcs_scenario *scenario)
{
    return scenario->platform.model == PCS_PLATFORM_ARIES;
}

static bool is_quorum(const struct pcs_scenario *scenario)
{
    return scenario->collective.kind == PCS_KIND_QUORUM;
}

/* Kinds that the engine with its helper carries out. */
static bool is_ours(const struct pcs_scenario *scenario)
{
    return scenario->collective.kind != PCS_KIND_MPI &&
           !pcs_kind_is_sparse(scenario->collective.kind);
}

static bool is_not_sparse(const struct pcs_scenario *scenario)
{
    return !pcs_kind_is_sparse(scenario->collective.kind);
}

/* A sparse kind, or sparse contributions to another. */
static bool is_sparse(const struct pcs_scenario *scenario)
{
    return pcs_kind_is_sparse(scenario->collective.kind) ||
           scenario->sparse.partial != PCS_SPARSITY_NONE;
}

static bool is_oktopk(const struct pcs_scenario *scenario)
{
    return scenario->collective.kind == PCS_KIND_OKTOPK;
}

static bool has_regions(const struct pcs_scenario *scenario)
{
    return is_oktopk(scenario) || scenario->collective.kind == PCS_KIND_TOPKDSA;
}

static bool has_thresholds(const struct pcs_scenario *scenario)
{
    return is_oktopk(scenario) || scenario->collective.kind == PCS_KIND_GAUSSIANK;
}

static bool has_density(const struct pcs_scenario *scenario)
{
    return is_sparse(scenario) && scenario->collective.kind != PCS_KIND_DENSE;
}

static bool is_trained(const struct pcs_scenario *scenario)
{
    return scenario->train.model != PCS_TRAIN_NONE;
}

static bool has_classes(const struct pcs_scenario *scenario)
{
    return scenario->train.model == PCS_TRAIN_SOFTMAX ||
           scenario->train.model == PCS_TRAIN_PERCEPTRON;
}

static bool has_hidden_layer(const struct pcs_scenario *scenario)
{
    return scenario->train.model == PCS_TRAIN_PERCEPTRON;
}

static bool is_generated(const struct pcs_scenario *scenario)
{
    return is_sparse(scenario) && !is_trained(scenario);
}

static bool is_synthetic(const struct pcs_scenario *scenario)
{
    return is_generated(scenario) && !scenario->gradients.file;
}

static bool is_student_t(const struct pcs_scenario *scenario)
{
    return is_synthetic(scenario) && scenario->gradients.values == PCS_GRADIENT_STUDENT_T;
}

static bool has_sample(const struct pcs_scenario *scenario)
{
    return scenario->sample > 1;
}

static bool is_dense_ovlp(const struct pcs_scenario *scenario)
{
    return scenario->collective.kind == PCS_KIND_DENSE_OVLP;
}

static bool has_overlap(const struct pcs_scenario *scenario)
{
    return scenario->collective.overlap;
}

static bool says_overlap(const struct pcs_scenario *scenario)
{
    return scenario->collective.overlap || is_dense_ovlp(scenario);
}

static bool has_staleness_bound(const struct pcs_scenario *scenario)
{
    return scenario->collective.max_staleness != PCS_NO_STALENESS_BOUND;
}

static void derive_warmup(struct pcs_scenario *scenario)
{
    scenario->warmup = scenario->steps > 1 ? 1 : 0;
}

static void derive_model(struct pcs_scenario *scenario)
{
    bool has_file = scenario->platform.file || scenario->platform.hostfile;

    scenario->platform.model = has_file ? PCS_PLATFORM_FILE : PCS_PLATFORM_ARIES;
}

static void derive_links(struct pcs_scenario *scenario)
{
    bool is_tree = scenario->platform.model == PCS_PLATFORM_FAT_TREE;

    scenario->platform.links = is_tree ? PCS_LINKS_EDR : PCS_LINKS_ARIES;
}

static void derive_schedule(struct pcs_scenario *scenario)
{
    scenario->collective.schedule =
        is_dense_ovlp(scenario) ? PCS_SCHEDULE_RABENSEIFNER : PCS_SCHEDULE_RECURSIVE_DOUBLING;
}

static void derive_overlap(struct pcs_scenario *scenario)
{
    scenario->collective.overlap = is_dense_ovlp(scenario);
}

/* A layer's backward pass multiplies two matrices of the size that its forward pass multiplies
   once: for its inputs and for its weights. J. Kaplan et al., Scaling Laws for Neural Language
   Models, 2020, section 2.1. */
static void derive_backward_share(struct pcs_scenario *scenario)
{
    scenario->backward_share = 2.0 / 3;
}

/* The published experiment, and otherwise something that takes moments. */
static void derive_dimensions(struct pcs_scenario *scenario)
{
    scenario->train.dimensions = scenario->train.model == PCS_TRAIN_HYPERPLANE ? 8192 : 256;
}

static void derive_points(struct pcs_scenario *scenario)
{
    scenario->train.points = scenario->train.model == PCS_TRAIN_HYPERPLANE ? 32768 : 8192;
}

static void derive_batch(struct pcs_scenario *scenario)
{
    scenario->train.batch = scenario->train.model == PCS_TRAIN_HYPERPLANE ? 2048 : 256;
}

static void derive_noise(struct pcs_scenario *scenario)
{
    scenario->train.noise = scenario->train.model == PCS_TRAIN_HYPERPLANE ? 1 : 0.3;
}

static void derive_eval_every(struct pcs_scenario *scenario)
{
    scenario->train.eval_every = pcs_train_epoch_steps(&scenario->train);
}

static void derive_payload(struct pcs_scenario *scenario)
{
    scenario->collective.payload = is_trained(scenario) ? PCS_PAYLOAD_REAL : PCS_PAYLOAD_PHANTOM;
}

static void derive_flush(struct pcs_scenario *scenario)
{
    scenario->collective.flush = is_trained(scenario) && is_ours(scenario);
}

static void derive_max_staleness(struct pcs_scenario *scenario)
{
    scenario->collective.max_staleness = PCS_NO_STALENESS_BOUND;
}

/* The key costs.preset, above, has already set it. */
static void derive_from_preset(struct pcs_scenario *scenario)
{
    (void)scenario;
}

#define FIELD(member)                                                                              \
    .offset = offsetof(struct pcs_scenario, member),                                               \
    .size = sizeof(((struct pcs_scenario *)NULL)->member)
#define OF_PRESET .derive = derive_from_preset, .derived = "as the preset"
#define ONLY_QUORUM .depends_on = "collective.kind", .applies = is_quorum, .applies_to = "quorum"
#define OPTIONAL .is_optional = true
#define ONLY_ARIES .depends_on = "platform.model", .applies = is_aries, .applies_to = "aries"
#define ONLY_TREE .depends_on = "platform.model", .applies = is_fat_tree, .applies_to = "fat-tree"
#define ONLY_MODEL .depends_on = "platform.model", .applies = has_model, .applies_to = "a model"
#define NOT_MPI                                                                                    \
    .depends_on = "collective.kind", .applies = is_ours,                                           \
    .applies_to = "sync, solo, majority, quorum or dense-ovlp"
#define NOT_SPARSE                                                                                 \
    .depends_on = "collective.kind", .applies = is_not_sparse,                                     \
    .applies_to = "mpi, sync, solo, majority, quorum or dense-ovlp"
#define ONLY_SPARSE                                                                                \
    .depends_on = "collective.kind", .applies = is_sparse,                                         \
    .applies_to = "a sparse kind or collective.sparse"
#define SYNTHETIC                                                                                  \
    .depends_on = "collective.kind", .applies = is_synthetic,                                      \
    .applies_to = "a sparse kind or collective.sparse, without gradients.file and train.model"
#define GENERATED                                                                                  \
    .depends_on = "collective.kind", .applies = is_generated,                                      \
    .applies_to = "a sparse kind or collective.sparse, without train.model"
#define TRAINED .depends_on = "train.model", .applies = is_trained, .applies_to = "a model"
#define ONLY_CLASSES                                                                               \
    .depends_on = "train.model", .applies = has_classes, .applies_to = "softmax or perceptron"
#define ONLY_PERCEPTRON                                                                            \
    .depends_on = "train.model", .applies = has_hidden_layer, .applies_to = "perceptron"
#define ONLY_OKTOPK .depends_on = "collective.kind", .applies = is_oktopk, .applies_to = "oktopk"

/* clang-format off */
static const struct pcs_key keys[] = {
    {.path = "name", .type = PCS_KEY_NAME, FIELD(name),
     .derived = "the scenario file's name without its extension",
     .help = "name of the run in result tables"},
    {.path = "ranks", .type = PCS_KEY_COUNT, FIELD(ranks), .is_required = true,
     .min = 1, .max = PCS_RANKS_MAX,
     .help = "number of processes"},
    {.path = "steps", .type = PCS_KEY_COUNT, FIELD(steps), .standard = "64",
     .min = 1, .max = INT_MAX, .excludes = {"train.epochs"},
     .help = "calls of the collective by each rank"},
    {.path = "seed", .type = PCS_KEY_COUNT, FIELD(seed), .standard = "1",
     .min = 0, .max = UINT64_MAX,
     .help = "seed of all random streams"},
    {.path = "warmup", .type = PCS_KEY_COUNT, FIELD(warmup), .derive = derive_warmup,
     .derived = "1, or 0 when steps is 1", .min = 0, .max = INT_MAX - 1,
     .help = "first steps that do not count in the summary; fewer than steps"},
    {.path = "barrier", .type = PCS_KEY_BOOLEAN, FIELD(barrier), .standard = "true",
     .help = "whether all ranks wait for each other between steps, as micro-benchmarks do"},

    {.path = "platform.preset", .type = PCS_KEY_MACHINE, .derived = "none",
     .is_printed = is_never,
     .help = "machine whose keys are used where this file does not have them itself"},
    {.path = "platform.file", .type = PCS_KEY_PATH, FIELD(platform.file),
     .derived = "none", .is_printed = has_files,
     .excludes = {"platform.model", "platform.rendering", "platform.links", "platform.preset"},
     .help = "SimGrid platform file to use instead of a model"},
    {.path = "platform.hostfile", .type = PCS_KEY_PATH, FIELD(platform.hostfile),
     .derived = "none", .is_printed = has_files,
     .excludes = {"platform.model", "platform.rendering", "platform.links", "platform.preset"},
     .help = "host file that belongs to platform.file: one host a line, host:4 for four ranks"},
    {.path = "platform.model", .type = PCS_KEY_CHOICE, FIELD(platform.model),
     .derive = derive_model, .derived = "aries", .names = pcs_platform_models,
     .is_printed = has_model, .excludes = {"platform.file", "platform.hostfile"},
     .help = "network model"},
    {.path = "platform.rendering", .type = PCS_KEY_CHOICE, FIELD(platform.rendering),
     .standard = "spread", .names = pcs_platform_renderings,
     .depends_on = "platform.model", .applies = is_aries, .applies_to = "aries",
     .help = "how the dragonfly's groups become SimGrid zones"},
    {.path = "platform.links", .type = PCS_KEY_CHOICE, FIELD(platform.links),
     .derive = derive_links, .derived = "edr for fat-tree, otherwise aries",
     .names = pcs_link_classes,
     .depends_on = "platform.model", .applies = has_model, .applies_to = "a model",
     .help = "class of link with its SMPI calibration; the model aries takes aries only"},
    {.path = "platform.groups", .type = PCS_KEY_COUNT, FIELD(platform.groups), OPTIONAL, ONLY_ARIES,
     .derived = "as many as the ranks need", .min = 1, .max = 1000,
     .help = "groups of the machine, all of which are described"},
    {.path = "platform.chassis", .type = PCS_KEY_COUNT, FIELD(platform.chassis), OPTIONAL, ONLY_ARIES,
     .derived = "6", .min = 1, .max = 64,
     .help = "chassis in a group"},
    {.path = "platform.routers", .type = PCS_KEY_COUNT, FIELD(platform.routers), OPTIONAL, ONLY_ARIES,
     .derived = "16", .min = 1, .max = 96,
     .help = "routers in a chassis"},
    {.path = "platform.nodes", .type = PCS_KEY_COUNT, FIELD(platform.nodes), OPTIONAL, ONLY_ARIES,
     .derived = "4", .min = 1, .max = 64,
     .help = "nodes at a router"},
    {.path = "platform.blue_links", .type = PCS_KEY_COUNT, FIELD(platform.blue_links), OPTIONAL, ONLY_ARIES,
     .derived = "24, or what the ports allow", .min = 1, .max = 100000,
     .help = "optical links between two groups"},
    {.path = "platform.paths", .type = PCS_KEY_COUNT, FIELD(platform.paths), OPTIONAL, ONLY_ARIES,
     .derived = "2", .min = 1, .max = 16,
     .help = "green links that one flow uses at once; rendering minimal"},
    {.path = "platform.levels", .type = PCS_KEY_COUNT, FIELD(platform.levels), OPTIONAL, ONLY_TREE,
     .derived = "2", .min = 1, .max = 3,
     .help = "levels of switches, 2 or 3"},
    {.path = "platform.leaf_hosts", .type = PCS_KEY_COUNT, FIELD(platform.leaf_hosts), OPTIONAL, ONLY_TREE,
     .derived = "16, or more when the ranks need it", .min = 1, .max = 1024,
     .help = "hosts below a leaf switch"},
    {.path = "platform.pod_leaves", .type = PCS_KEY_COUNT, FIELD(platform.pod_leaves), OPTIONAL, ONLY_TREE,
     .derived = "half the ports of a switch", .min = 1, .max = 1024,
     .help = "leaf switches of a pod; three levels only"},
    {.path = "platform.taper", .type = PCS_KEY_COUNT, FIELD(platform.taper), OPTIONAL, ONLY_TREE,
     .derived = "1", .min = 1, .max = 64,
     .help = "hosts below a leaf for each link above it"},
    {.path = "platform.background", .type = PCS_KEY_CHOICE, FIELD(platform.background), OPTIONAL,
     ONLY_MODEL, .derived = "none", .names = pcs_link_kinds,
     .help = "links of which other jobs take a share"},
    {.path = "platform.background_share", .type = PCS_KEY_NUMBER, FIELD(platform.background_share), OPTIONAL,
     ONLY_MODEL, .derived = "0",
     .help = "share of their bandwidth that is taken, mean over the links"},
    {.path = "platform.background_spread", .type = PCS_KEY_NUMBER, FIELD(platform.background_spread), OPTIONAL,
     ONLY_MODEL, .derived = "0",
     .help = "standard deviation of that share between links"},
    {.path = "platform.reduced", .type = PCS_KEY_CHOICE, FIELD(platform.reduced), OPTIONAL,
     ONLY_MODEL, .derived = "none", .names = pcs_link_kinds,
     .help = "links of which some have lost bandwidth"},
    {.path = "platform.reduced_links", .type = PCS_KEY_COUNT, FIELD(platform.reduced_links), OPTIONAL, ONLY_MODEL,
     .derived = "0", .min = 1, .max = 1000000,
     .help = "how many of them, drawn by the seed"},
    {.path = "platform.reduced_names", .type = PCS_KEY_WORDS, FIELD(platform.reduced_names), OPTIONAL,
     ONLY_MODEL, .derived = "none",
     .help = "links that have lost bandwidth, by name; beside those drawn"},
    {.path = "platform.reduced_to", .type = PCS_KEY_NUMBER, FIELD(platform.reduced_to), OPTIONAL,
     ONLY_MODEL, .derived = "0",
     .help = "part of their bandwidth that is left"},
    {.path = "platform.slow_hosts", .type = PCS_KEY_COUNT, FIELD(platform.slow_hosts), OPTIONAL, ONLY_MODEL,
     .derived = "0", .min = 1, .max = 65536,
     .help = "hosts that compute slower, drawn by the seed"},
    {.path = "platform.slow_host_names", .type = PCS_KEY_WORDS, FIELD(platform.slow_host_names), OPTIONAL,
     ONLY_MODEL, .derived = "none",
     .help = "hosts that compute slower, by name; beside those drawn"},
    {.path = "platform.slow_factor", .type = PCS_KEY_NUMBER, FIELD(platform.slow_factor), OPTIONAL,
     ONLY_MODEL, .derived = "0",
     .help = "how many times slower they compute"},
    {.path = "platform.ranks_per_node", .type = PCS_KEY_COUNT, FIELD(platform.ranks_per_node),
     OPTIONAL, ONLY_MODEL, .derived = "1", .min = 1, .max = 4096,
     .help = "ranks on one host, one after the other"},
    {.path = "platform.placement_file", .type = PCS_KEY_PATH, FIELD(platform.placement_file),
     OPTIONAL, ONLY_MODEL, .derived = "required with placement: file",
     .help = "host file that places the ranks on the model's hosts; placement: file only"},
    {.path = "platform.scale", .type = PCS_KEY_COUNT, FIELD(platform.scale), OPTIONAL, ONLY_MODEL,
     .derived = "1", .min = 1, .max = 4096,
     .help = "messages are simulated this many times shorter, on a network as much slower"},
    {.path = "placement", .type = PCS_KEY_CHOICE, FIELD(placement), .standard = "block",
     .names = pcs_placements,
     .help = "which rank runs on which host"},

    {.path = "train.model", .type = PCS_KEY_CHOICE, FIELD(train.model), OPTIONAL,
     .derived = "none", .names = pcs_train_models,
     .help = "model that the ranks train, with real arithmetic on generated data"},
    {.path = "train.dimensions", .type = PCS_KEY_COUNT, FIELD(train.dimensions), TRAINED,
     .derive = derive_dimensions, .derived = "8192 for hyperplane, otherwise 256", .min = 1,
     .max = 1 << 24,
     .help = "coordinates of a point"},
    {.path = "train.classes", .type = PCS_KEY_COUNT, FIELD(train.classes), ONLY_CLASSES,
     .standard = "10", .min = 2, .max = 65536,
     .help = "classes of points"},
    {.path = "train.hidden", .type = PCS_KEY_COUNT, FIELD(train.hidden), ONLY_PERCEPTRON,
     .standard = "64", .min = 1, .max = 65536,
     .help = "units of the hidden layer"},
    {.path = "train.activation", .type = PCS_KEY_CHOICE, FIELD(train.activation), ONLY_PERCEPTRON,
     .standard = "tanh", .names = pcs_train_activations,
     .help = "of the hidden layer"},
    {.path = "train.points", .type = PCS_KEY_COUNT, FIELD(train.points), TRAINED,
     .derive = derive_points, .derived = "32768 for hyperplane, otherwise 8192", .min = 1,
     .max = INT_MAX,
     .help = "points to train on; all ranks share one copy"},
    {.path = "train.eval_points", .type = PCS_KEY_COUNT, FIELD(train.eval_points), TRAINED,
     .standard = "2048", .min = 1, .max = INT_MAX,
     .help = "further points, on which the loss is measured"},
    {.path = "train.batch", .type = PCS_KEY_COUNT, FIELD(train.batch), TRAINED,
     .derive = derive_batch, .derived = "2048 for hyperplane, otherwise 256", .min = 1,
     .max = INT_MAX,
     .help = "points of a step over all ranks; at least ranks, at most points"},
    {.path = "train.noise", .type = PCS_KEY_NUMBER, FIELD(train.noise), TRAINED,
     .derive = derive_noise, .derived = "1 for hyperplane, otherwise 0.3",
     .help = "standard deviation of targets about the plane, or of points about their class"},
    {.path = "train.rate", .type = PCS_KEY_NUMBER, FIELD(train.rate), TRAINED,
     .standard = "0.01",
     .help = "step length of the optimizer; more than 0"},
    {.path = "train.momentum", .type = PCS_KEY_NUMBER, FIELD(train.momentum), TRAINED,
     .standard = "0",
     .help = "part of the last change that is made again; 0 to less than 1"},
    {.path = "train.decay", .type = PCS_KEY_NUMBER, FIELD(train.decay), TRAINED, .standard = "1",
     .help = "factor of the rate every decay_every steps"},
    {.path = "train.decay_every", .type = PCS_KEY_COUNT, FIELD(train.decay_every), TRAINED,
     .standard = "0", .min = 0, .max = INT_MAX,
     .help = "steps after which the rate falls; 0 = it is constant"},
    {.path = "train.eval_every", .type = PCS_KEY_COUNT, FIELD(train.eval_every), TRAINED,
     .derive = derive_eval_every, .derived = "an epoch: points / batch", .min = 1, .max = INT_MAX,
     .help = "steps from one measurement of loss and drift to the next"},
    {.path = "train.target_loss", .type = PCS_KEY_NUMBER, FIELD(train.target_loss), OPTIONAL,
     TRAINED, .derived = "none",
     .help = "loss at which all ranks stop; looked at in rounds that wait for all"},
    {.path = "train.epochs", .type = PCS_KEY_COUNT, FIELD(train.epochs), OPTIONAL, TRAINED,
     .derived = "steps", .min = 1, .max = INT_MAX, .is_printed = is_never,
     .excludes = {"steps"},
     .help = "instead of steps: epochs of points / batch steps each"},

    {.path = "collective.kind", .type = PCS_KEY_CHOICE, FIELD(collective.kind),
     .is_required = true, .names = pcs_kinds,
     .later = "group",
     .help = "the collective that is simulated"},
    {.path = "collective.candidates", .type = PCS_KEY_COUNT, FIELD(collective.candidates),
     .is_required = true, .min = 1, .max = PCS_RANKS_MAX, ONLY_QUORUM,
     .help = "ranks drawn for each round that can start it; at most ranks"},
    {.path = "collective.trigger", .type = PCS_KEY_CHOICE, FIELD(collective.trigger),
     .standard = "first", .names = pcs_triggers, ONLY_QUORUM,
     .help = "whose arrival starts the round: the first or the last candidate's"},
    {.path = "collective.schedule", .type = PCS_KEY_CHOICE, FIELD(collective.schedule),
     .derive = derive_schedule, .derived = "recursive-doubling, or rabenseifner for dense-ovlp",
     .names = pcs_schedules, NOT_SPARSE,
     .help = "who sends which block to whom"},
    {.path = "collective.type", .type = PCS_KEY_CHOICE, FIELD(collective.type),
     .standard = "float32", .names = pcs_types, NOT_SPARSE,
     .help = "type of one element"},
    {.path = "collective.bytes", .type = PCS_KEY_BYTES, FIELD(collective.bytes),
     .derived = "required, or elements, layers or train.model", .min = 0, .max = BYTES_MAX,
     .excludes = {"collective.elements"}, .replaces = {"collective.layers"},
     .help = "size of one gradient; a multiple of the type's size"},
    {.path = "collective.elements", .type = PCS_KEY_COUNT, FIELD(collective.bytes),
     .derived = "required, or bytes, layers or train.model", .min = 0, .max = BYTES_MAX / 4, .is_printed = is_never,
     .excludes = {"collective.bytes"}, .replaces = {"collective.layers"},
     .help = "size of one gradient in elements; at most as many as bytes allows"},
    {.path = "collective.payload", .type = PCS_KEY_CHOICE, FIELD(collective.payload),
     .derive = derive_payload, .derived = "phantom; with train.model real", .names = pcs_payloads,
     NOT_SPARSE,
     .help = "whether values are summed or only sent"},
    {.path = "collective.late", .type = PCS_KEY_CHOICE, FIELD(collective.late),
     .standard = "accumulate", .names = pcs_late_policies, NOT_MPI,
     .help = "what becomes of a gradient that missed its round"},
    {.path = "collective.result", .type = PCS_KEY_CHOICE, FIELD(collective.result),
     .standard = "latest", .names = pcs_results, NOT_MPI,
     .help = "what a call returns"},
    {.path = "collective.sync_period", .type = PCS_KEY_COUNT, FIELD(collective.sync_period),
     .standard = "0", .min = 0, .max = INT_MAX, NOT_MPI,
     .help = "every so many calls one is a full blocking round; 0 = none"},
    {.path = "collective.max_staleness", .type = PCS_KEY_COUNT, FIELD(collective.max_staleness),
     .derive = derive_max_staleness, .derived = "no bound", .min = 0, .max = INT_MAX, NOT_MPI,
     .is_printed = has_staleness_bound,
     .help = "no gradient is older than this many rounds when taken; not with late: drop"},
    {.path = "collective.buckets", .type = PCS_KEY_COUNT, FIELD(collective.buckets),
     .standard = "1", .min = 1, .max = PCS_BUCKETS_MAX, NOT_SPARSE,
     .replaces = {"collective.bucket_bytes", "collective.layers"},
     .help = "equal parts of a gradient, each with a collective of its own"},
    {.path = "collective.bucket_bytes", .type = PCS_KEY_BYTES, FIELD(collective.bucket_bytes),
     OPTIONAL, .derived = "none", .min = 1, .max = BYTES_MAX, NOT_MPI,
     .excludes = {"collective.layers"}, .replaces = {"collective.buckets"},
     .help = "size of these parts instead of their number; the last may be smaller"},
    {.path = "collective.layers", .type = PCS_KEY_LAYERS, FIELD(collective.layers), OPTIONAL,
     .derived = "none", NOT_MPI, .excludes = {"collective.bucket_bytes"},
     .replaces = {"collective.bytes", "collective.elements", "collective.buckets"},
     .help = "tensors of a model, each a part; the size of a gradient follows"},
    {.path = "collective.overlap", .type = PCS_KEY_BOOLEAN, FIELD(collective.overlap),
     .derive = derive_overlap, .derived = "false, or true for dense-ovlp", NOT_MPI,
     .is_printed = says_overlap,
     .help = "whether buckets are brought while the backward pass goes on, last one first"},
    {.path = "collective.model_sync_period", .type = PCS_KEY_COUNT,
     FIELD(collective.model_sync_period), OPTIONAL, .derived = "0", .min = 0, .max = INT_MAX,
     NOT_MPI,
     .help = "every so many steps the ranks' weights are averaged, blocking; 0 = never"},
    {.path = "collective.flush", .type = PCS_KEY_BOOLEAN, FIELD(collective.flush),
     .derive = derive_flush, .derived = "false; with train.model true, but for kind mpi",
     NOT_SPARSE,
     .help = "whether a last blocking round takes what is left over; not with kind: mpi"},

    {.path = "collective.sparse", .type = PCS_KEY_CHOICE, FIELD(sparse.partial), OPTIONAL, NOT_MPI,
     .derived = "none", .names = pcs_sparsities,
     .help = "what each rank contributes; with late: replace and result: latest"},
    {.path = "collective.density", .type = PCS_KEY_PART, FIELD(sparse.density), .standard = "1%",
     .depends_on = "collective.kind", .applies = has_density, .applies_to = "a sparse kind but dense, or collective.sparse",
     .help = "part of the elements that each rank shall send"},
    {.path = "collective.tau_prime", .type = PCS_KEY_COUNT, FIELD(sparse.tau_prime),
     .standard = "128", .min = 1, .max = INT_MAX, ONLY_OKTOPK,
     .help = "steps from one exact threshold to the next"},
    {.path = "collective.tau", .type = PCS_KEY_COUNT, FIELD(sparse.tau), .standard = "64",
     .min = 1, .max = INT_MAX, ONLY_OKTOPK,
     .help = "steps from one partition into regions to the next"},
    {.path = "collective.repartition", .type = PCS_KEY_BOOLEAN, FIELD(sparse.repartition),
     .standard = "true", ONLY_OKTOPK,
     .help = "whether regions hold equal parts of the selection; otherwise of the elements"},
    {.path = "collective.balancing", .type = PCS_KEY_BOOLEAN, FIELD(sparse.balancing),
     .standard = "true", ONLY_OKTOPK,
     .help = "whether ranks even out their shares before these are gathered"},
    {.path = "collective.nudging", .type = PCS_KEY_CHOICE, FIELD(sparse.nudging),
     .standard = "none", .names = pcs_nudgings, .depends_on = "collective.kind",
     .applies = has_thresholds, .applies_to = "oktopk or gaussiank",
     .help = "constants by which thresholds follow the number of selected elements"},
    {.path = "collective.in_flight", .type = PCS_KEY_COUNT, FIELD(sparse.in_flight),
     .standard = "4", .min = 1, .max = PCS_RANKS_MAX, .depends_on = "collective.kind",
     .applies = has_regions, .applies_to = "oktopk or topkdsa",
     .help = "ranks whose blocks are under way at once while others are summed"},

    {.path = "gradients.file", .type = PCS_KEY_PATH, FIELD(gradients.file), OPTIONAL, GENERATED,
     .derived = "none",
     .help = "gradients to replay: step,rank,index,value lines"},
    {.path = "gradients.values", .type = PCS_KEY_CHOICE, FIELD(gradients.values),
     .standard = "normal", .names = pcs_gradient_value_models, SYNTHETIC,
     .help = "law of the elements of a synthetic gradient"},
    {.path = "gradients.freedom", .type = PCS_KEY_NUMBER, FIELD(gradients.freedom),
     .standard = "3", .depends_on = "gradients.values", .applies = is_student_t,
     .applies_to = "student-t",
     .help = "degrees of freedom; more than 0"},
    {.path = "gradients.support", .type = PCS_KEY_NUMBER, FIELD(gradients.support),
     .standard = "4", SYNTHETIC,
     .help = "how many times more elements than k exist; at least 1"},
    {.path = "gradients.skew", .type = PCS_KEY_NUMBER, FIELD(gradients.skew), .standard = "1",
     SYNTHETIC,
     .help = "position x of 0 to 1 becomes x to this power; 1: uniform; at least 1"},
    {.path = "gradients.clusters", .type = PCS_KEY_COUNT, FIELD(gradients.clusters),
     .standard = "1", .min = 1, .max = PCS_RANKS_MAX, SYNTHETIC,
     .help = "groups of ranks, each with its positions in a place of its own"},
    {.path = "gradients.overlap", .type = PCS_KEY_PART, FIELD(gradients.overlap), .standard = "0",
     SYNTHETIC,
     .help = "part of the elements that all ranks have in common"},
    {.path = "gradients.drift", .type = PCS_KEY_NUMBER, FIELD(gradients.drift), .standard = "0",
     SYNTHETIC,
     .help = "by which part magnitudes shrink each step"},
    {.path = "gradients.movement", .type = PCS_KEY_PART, FIELD(gradients.movement),
     .standard = "0", SYNTHETIC,
     .help = "by which part of the elements positions move each step"},

    {.path = "workload.compute", .type = PCS_KEY_DELAY, FIELD(compute),
     .standard = "{distribution: constant, value: 0s}",
     .help = "base work of a step, for each rank and step"},
    {.path = "workload.delay", .type = PCS_KEY_DELAY, FIELD(delay),
     .standard = "{distribution: constant, value: 0s}",
     .help = "what is added to it, for each rank and step"},
    {.path = "workload.backward_share", .type = PCS_KEY_PART, FIELD(backward_share),
     .derive = derive_backward_share, .derived = "2/3", .depends_on = "collective.overlap",
     .applies = has_overlap, .applies_to = "true",
     .help = "part of compute that is the backward pass, during which buckets become ready"},

    {.path = "costs.preset", .type = PCS_KEY_PRESET, FIELD(costs.preset), .standard = "default",
     .help = "where the numbers below start from"},
    {.path = "costs.progress", .type = PCS_KEY_CHOICE, FIELD(costs.progress), .standard = "own",
     .names = pcs_progress_modes,
     .help = "where the progress helper runs"},
    {.path = "costs.call", .type = PCS_KEY_SECONDS, FIELD(costs.call_s), OF_PRESET,
     .help = "overhead of one call, at its start"},
    {.path = "costs.notice", .type = PCS_KEY_SECONDS, FIELD(costs.notice_s), OF_PRESET,
     .help = "from an event until the helper notices it"},
    {.path = "costs.copy_in", .type = PCS_KEY_PER_BYTE, FIELD(costs.copy_in_s_per_byte), OF_PRESET,
     .help = "copying the caller's gradient into the send buffer"},
    {.path = "costs.round", .type = PCS_KEY_SECONDS, FIELD(costs.round_s), OPTIONAL, NOT_MPI,
     .derived = "0s",
     .help = "fixed time of each round on each rank, when it takes: what a framework does in it"},
    {.path = "costs.take", .type = PCS_KEY_PER_BYTE, FIELD(costs.take_s_per_byte), OF_PRESET,
     .help = "taking the send buffer into the round"},
    {.path = "costs.reduce", .type = PCS_KEY_PER_BYTE, FIELD(costs.reduce_s_per_byte), OF_PRESET,
     .help = "adding a received block"},
    {.path = "costs.copy_out", .type = PCS_KEY_PER_BYTE, FIELD(costs.copy_out_s_per_byte),
     OF_PRESET,
     .help = "copying the result into the caller's buffer"},
    {.path = "costs.scan", .type = PCS_KEY_PER_BYTE, FIELD(costs.scan_s_per_element), OF_PRESET,
     ONLY_SPARSE,
     .help = "for each element, not byte: looking at it once"},
    {.path = "costs.select", .type = PCS_KEY_PER_BYTE, FIELD(costs.select_s_per_element),
     OF_PRESET, ONLY_SPARSE,
     .help = "for each element, not byte, times log2 of their number: exact selection"},
    {.path = "costs.staging", .type = PCS_KEY_PER_BYTE, FIELD(costs.staging_s_per_byte), OF_PRESET,
     ONLY_SPARSE,
     .help = "through the host's memory: the larger of what a round sends and receives"},

    {.path = "output.trace", .type = PCS_KEY_CHOICE, FIELD(trace), .standard = "steps",
     .names = pcs_traces,
     .help = "how much is recorded"},
    {.path = "output.sample", .type = PCS_KEY_COUNT, FIELD(sample), .standard = "1", .min = 1,
     .max = INT_MAX, .is_printed = has_sample,
     .help = "traces have every so many steps and rounds; the summary is of all"},
    {.path = NULL},
};
/* clang-format on */

const struct pcs_key *pcs_keys(void)
{
    return keys;
}

int pcs_keys_n(void)
{
    return (int)(sizeof keys / sizeof *keys) - 1;
}

struct pcs_key_description pcs_key_describe(int index)
{
    const struct pcs_key *key = &keys[index];
    struct pcs_key_description description = {
        .path = key->path,
        .standard = key->standard  ? key->standard
                    : key->derived ? key->derived
                                   : "required",
        .when = key->applies_to ? key->applies_to : "",
        .help = key->help,
    };

    pcs_key_allowed(key, description.allowed);
    return description;
}
