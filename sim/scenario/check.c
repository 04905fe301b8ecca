/*
 * Rules between keys, each a function.
 */
#include "sim/scenario/check.h"

#include <inttypes.h>
#include <string.h>

#include "sim/scenario/delay_spec.h"
#include "sim/scenario/key.h"
#include "sim/scenario/quantity.h"
#include "sim/scenario/train.h"

typedef int check_function(const struct pcs_scenario *scenario, const struct pcs_node *root,
                           struct pcs_error *error);

/* The place of a key; if it is not in the file, of its section, or of the whole. */
static struct pcs_place place_of(const struct pcs_node *root, const char *path, const char *section)
{
    const struct pcs_node *node = pcs_node_at(root, path);

    node = node ? node : pcs_node_at(root, section);
    return node ? node->place : root->place;
}

static int check_warmup(const struct pcs_scenario *scenario, const struct pcs_node *root,
                        struct pcs_error *error)
{
    if (scenario->warmup < scenario->steps)
        return 0;
    return pcs_error_at(error, place_of(root, "warmup", ""),
                        "warmup: %" PRIu32 " of %" PRIu32 " steps; expected at most %" PRIu32
                        ", so that a step is left",
                        scenario->warmup, scenario->steps, scenario->steps - 1);
}

static int check_platform_files(const struct pcs_scenario *scenario, const struct pcs_node *root,
                                struct pcs_error *error)
{
    const struct pcs_platform_spec *platform = &scenario->platform;

    if (!platform->file == !platform->hostfile)
        return 0;
    return pcs_error_at(error, place_of(root, "platform", ""),
                        "platform.%s is missing; expected file and hostfile together",
                        platform->file ? "hostfile" : "file");
}

static int check_links(const struct pcs_scenario *scenario, const struct pcs_node *root,
                       struct pcs_error *error)
{
    if (scenario->platform.model != PCS_PLATFORM_ARIES ||
        scenario->platform.links == PCS_LINKS_ARIES)
        return 0;
    return pcs_error_at(error, place_of(root, "platform.links", "platform"),
                        "platform.links: the model aries has links of its own; expected aries");
}

/* The model's own check names the key first: "groups: ...". */
static int check_model(const struct pcs_scenario *scenario, const struct pcs_node *root,
                       struct pcs_error *error)
{
    char wrong[400];
    char path[64];

    if (scenario->platform.model == PCS_PLATFORM_FILE) {
        if (scenario->placement == PCS_PLACEMENT_BLOCK)
            return 0;
        return pcs_error_at(error, place_of(root, "placement", ""),
                            "placement: platform.hostfile places the ranks; expected block");
    }
    if (pcs_platform_check(&scenario->platform, scenario->placement, scenario->ranks, wrong,
                           sizeof wrong) == 0)
        return 0;
    snprintf(path, sizeof path, "%.*s", (int)strcspn(wrong, ":"), wrong);
    if (pcs_key_find(path)) /* ranks */
        return pcs_error_at(error, place_of(root, path, ""), "%s", wrong);
    snprintf(path, sizeof path, "platform.%.*s", (int)strcspn(wrong, ":"), wrong);
    return pcs_error_at(error, place_of(root, path, "platform"), "platform.%s", wrong);
}

static int check_candidates(const struct pcs_scenario *scenario, const struct pcs_node *root,
                            struct pcs_error *error)
{
    if (scenario->collective.candidates <= scenario->ranks)
        return 0;
    return pcs_error_at(error, place_of(root, "collective.candidates", "collective"),
                        "collective.candidates: %d candidates of %d ranks; expected at most %d",
                        scenario->collective.candidates, scenario->ranks, scenario->ranks);
}

static int check_size(const struct pcs_scenario *scenario, const struct pcs_node *root,
                      struct pcs_error *error)
{
    const struct pcs_key *bytes = pcs_key_find("collective.bytes");
    size_t size = pcs_type_size(scenario->collective.type);

    if (!pcs_node_at(root, "collective.bytes") && !pcs_node_at(root, "collective.elements") &&
        !scenario->collective.layers && scenario->train.model == PCS_TRAIN_NONE)
        return pcs_error_at(error, place_of(root, "collective", ""),
                            "collective.bytes is missing; expected bytes, elements or layers");
    if (scenario->collective.layers && scenario->collective.bytes > bytes->max)
        return pcs_error_at(error, place_of(root, "collective.layers", "collective"),
                            "collective.layers: %" PRIu64 " bytes; expected at most %" PRIu64,
                            scenario->collective.bytes, bytes->max);
    if (scenario->collective.bytes > bytes->max)
        return pcs_error_at(error, place_of(root, "collective.elements", "collective"),
                            "collective.elements: too large; expected at most %" PRIu64
                            " elements of %zu bytes",
                            bytes->max / size, size);
    if (scenario->collective.bytes % size != 0)
        return pcs_error_at(error, place_of(root, "collective.bytes", "collective"),
                            "collective.bytes: %" PRIu64
                            " bytes are no whole number of elements; expected a multiple of %zu",
                            scenario->collective.bytes, size);
    return 0;
}

static int check_staleness(const struct pcs_scenario *scenario, const struct pcs_node *root,
                           struct pcs_error *error)
{
    if (scenario->collective.max_staleness == PCS_NO_STALENESS_BOUND ||
        scenario->collective.late != PCS_LATE_DROP)
        return 0;
    return pcs_error_at(error, place_of(root, "collective.max_staleness", "collective"),
                        "collective.max_staleness: does not apply with late: drop, where nothing "
                        "is stale; expected accumulate or replace");
}

static int check_buckets(const struct pcs_scenario *scenario, const struct pcs_node *root,
                         struct pcs_error *error)
{
    const struct pcs_collective_spec *collective = &scenario->collective;
    const char *why = NULL;

    if (collective->buckets == 1)
        return 0;
    if (collective->kind == PCS_KIND_MPI)
        why = "kind mpi reduces a gradient as a whole";
    else if (scenario->sparse.partial != PCS_SPARSITY_NONE)
        why = "collective.sparse selects from a gradient as a whole";
    else if (scenario->platform.scale > 1)
        why = "platform.scale stands for a gradient as a whole";
    if (!why)
        return 0;
    return pcs_error_at(error, place_of(root, "collective.buckets", "collective"),
                        "collective.buckets: %s; expected 1", why);
}

static int check_overlap(const struct pcs_scenario *scenario, const struct pcs_node *root,
                         struct pcs_error *error)
{
    if (!scenario->collective.overlap || scenario->sparse.partial == PCS_SPARSITY_NONE)
        return 0;
    return pcs_error_at(error, place_of(root, "collective.overlap", "collective"),
                        "collective.overlap: collective.sparse selects from a whole gradient; "
                        "expected false");
}

static int check_model_sync(const struct pcs_scenario *scenario, const struct pcs_node *root,
                            struct pcs_error *error)
{
    if (scenario->collective.model_sync_period == 0)
        return 0;
    if (scenario->sparse.partial != PCS_SPARSITY_NONE)
        return pcs_error_at(error, place_of(root, "collective.model_sync_period", "collective"),
                            "collective.model_sync_period: not available with collective.sparse; "
                            "expected 0");
    if (scenario->collective.buckets < PCS_BUCKETS_MAX)
        return 0;
    return pcs_error_at(error, place_of(root, "collective.buckets", "collective"),
                        "collective.buckets: with model_sync_period; expected at most %d",
                        PCS_BUCKETS_MAX - 1);
}

static int check_flush(const struct pcs_scenario *scenario, const struct pcs_node *root,
                       struct pcs_error *error)
{
    if (!scenario->collective.flush || scenario->collective.kind != PCS_KIND_MPI)
        return 0;
    return pcs_error_at(error, place_of(root, "collective.flush", "collective"),
                        "collective.flush: kind mpi leaves nothing to flush; expected false");
}

/* SMPI's ring falls back to another algorithm when blocks are empty. */
static int check_mpi_ring(const struct pcs_scenario *scenario, const struct pcs_node *root,
                          struct pcs_error *error)
{
    const struct pcs_collective_spec *collective = &scenario->collective;
    const uint64_t elements = collective->bytes / pcs_type_size(collective->type);

    if (collective->kind != PCS_KIND_MPI || collective->schedule != PCS_SCHEDULE_RING ||
        scenario->ranks == 1 || elements >= (uint64_t)scenario->ranks)
        return 0;
    return pcs_error_at(error, place_of(root, "collective.schedule", "collective"),
                        "collective.schedule: ring with kind mpi and fewer elements than ranks: "
                        "SMPI would take another algorithm; expected at least one element for "
                        "each rank");
}

/* Shorter gradients can only be sent, not summed. */
static int check_scale(const struct pcs_scenario *scenario, const struct pcs_node *root,
                       struct pcs_error *error)
{
    const struct pcs_collective_spec *collective = &scenario->collective;
    const uint64_t scale = (uint64_t)scenario->platform.scale;

    if (scale <= 1)
        return 0;
    if (collective->payload != PCS_PAYLOAD_PHANTOM)
        return pcs_error_at(error, place_of(root, "platform.scale", "platform"),
                            "platform.scale: values cannot be left out of payload real; expected "
                            "payload phantom");
    const uint64_t elements = collective->bytes / pcs_type_size(collective->type);
    if (elements > 0 && elements / scale < (uint64_t)scenario->ranks)
        return pcs_error_at(
            error, place_of(root, "platform.scale", "platform"),
            "platform.scale: less than an element is left for each rank; expected "
            "at most %" PRIu64,
            elements / (uint64_t)scenario->ranks > 1 ? elements / (uint64_t)scenario->ranks : 1);
    return 0;
}

/* What is sent is not what a late policy could add up, and a result is not a sum of vectors. */
static int check_sparse_partial(const struct pcs_scenario *scenario, const struct pcs_node *root,
                                struct pcs_error *error)
{
    const struct pcs_collective_spec *collective = &scenario->collective;

    if (scenario->sparse.partial == PCS_SPARSITY_NONE)
        return 0;
    if (collective->late != PCS_LATE_REPLACE)
        return pcs_error_at(error, place_of(root, "collective.late", "collective"),
                            "collective.late: with collective.sparse what was late is selected "
                            "anew; expected replace");
    if (collective->result != PCS_RESULT_LATEST)
        return pcs_error_at(error, place_of(root, "collective.result", "collective"),
                            "collective.result: not available with collective.sparse; expected "
                            "latest");
    if (collective->type != PCS_FLOAT32)
        return pcs_error_at(error, place_of(root, "collective.type", "collective"),
                            "collective.type: not available with collective.sparse; expected "
                            "float32");
    if (collective->schedule != PCS_SCHEDULE_RECURSIVE_DOUBLING)
        return pcs_error_at(error, place_of(root, "collective.schedule", "collective"),
                            "collective.schedule: with collective.sparse blocks are gathered by "
                            "doubling; expected recursive-doubling");
    return 0;
}

static int refuse_number(const struct pcs_node *root, const char *path, double value,
                         const char *expected, struct pcs_error *error)
{
    return pcs_error_at(error, place_of(root, path, "gradients"), "%s: %s; expected %s", path,
                        pcs_quantity_print(value).text, expected);
}

static int check_gradients(const struct pcs_scenario *scenario, const struct pcs_node *root,
                           struct pcs_error *error)
{
    const struct pcs_gradient_spec *g = &scenario->gradients;
    const uint64_t elements = scenario->collective.bytes / pcs_type_size(scenario->collective.type);

    if (!pcs_kind_is_sparse(scenario->collective.kind) &&
        scenario->sparse.partial == PCS_SPARSITY_NONE)
        return 0;
    if (g->freedom <= 0)
        return refuse_number(root, "gradients.freedom", g->freedom, "more than 0", error);
    if (g->skew < 1)
        return refuse_number(root, "gradients.skew", g->skew, "at least 1", error);
    if (g->support < 1)
        return refuse_number(root, "gradients.support", g->support, "at least 1", error);
    if (g->clusters > scenario->ranks)
        return pcs_error_at(error, place_of(root, "gradients.clusters", "gradients"),
                            "gradients.clusters: %d groups of %d ranks; expected at most %d",
                            g->clusters, scenario->ranks, scenario->ranks);
    if (g->table && scenario->platform.scale > 1)
        return pcs_error_at(error, place_of(root, "platform.scale", "platform"),
                            "platform.scale: gradients that are replayed cannot be shortened; "
                            "expected 1");
    if (g->table && g->table->index_max >= elements)
        return pcs_error_at(error, place_of(root, "gradients.file", "gradients"),
                            "gradients.file: it has an element %" PRIu32
                            "; expected indices below elements, %" PRIu64,
                            g->table->index_max, elements);
    return 0;
}

static int check_workload(const struct pcs_scenario *scenario, const struct pcs_node *root,
                          struct pcs_error *error)
{
    const struct {
        const char *path;
        const struct pcs_delay_spec *spec;
    } models[] = {{"workload.compute", &scenario->compute}, {"workload.delay", &scenario->delay}};

    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        if (pcs_delay_spec_check_run(models[i].path, place_of(root, models[i].path, "workload"),
                                     models[i].spec, scenario->ranks, scenario->steps, error) < 0)
            return -1;
    }
    return 0;
}

int pcs_scenario_check(const struct pcs_scenario *scenario, const struct pcs_node *root,
                       struct pcs_error *error)
{
    static check_function *const checks[] = {
        pcs_train_check,  check_warmup,   check_platform_files, check_links,   check_model,
        check_candidates, check_size,     check_staleness,      check_buckets, check_overlap,
        check_model_sync, check_flush,    check_mpi_ring,       check_scale,   check_sparse_partial,
        check_gradients,  check_workload,
    };

    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
        if (checks[i](scenario, root, error) < 0)
            return -1;
    }
    return 0;
}
