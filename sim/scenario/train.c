#include "sim/scenario/train.h"

#include <inttypes.h>
#include <limits.h>
#include <string.h>

#include "sim/scenario/key.h"
#include "sim/scenario/quantity.h"

uint64_t pcs_training_elements(const struct pcs_scenario *scenario)
{
    return pcs_train_elements(&scenario->train) + (scenario->train.target_loss > 0 ? 1 : 0);
}

bool pcs_step_is_blocking(const struct pcs_scenario *scenario, uint32_t step)
{
    const struct pcs_collective_spec *c = &scenario->collective;

    if (c->kind == PCS_KIND_SYNC || c->kind == PCS_KIND_MPI || pcs_kind_is_sparse(c->kind))
        return true;
    return c->sync_period > 0 && (step + 1) % c->sync_period == 0;
}

static bool has_size(const struct pcs_node *root)
{
    return pcs_node_at(root, "collective.bytes") || pcs_node_at(root, "collective.elements");
}

void pcs_train_complete(struct pcs_scenario *scenario, const struct pcs_node *root)
{
    const struct pcs_train_spec *train = &scenario->train;

    if (train->model == PCS_TRAIN_NONE)
        return;
    if (!has_size(root))
        scenario->collective.bytes =
            pcs_training_elements(scenario) * pcs_type_size(scenario->collective.type);
    if (train->epochs > 0) {
        const uint64_t steps = (uint64_t)train->epochs * pcs_train_epoch_steps(train);
        scenario->steps = steps <= INT_MAX ? (uint32_t)steps : 0; /* refused below */
        if (!pcs_node_at(root, "warmup"))
            scenario->warmup = scenario->steps > 1 ? 1 : 0;
    }
}

/* ---- what is refused --------------------------------------------------------------------------
 */

static struct pcs_place place_of(const struct pcs_node *root, const char *path, const char *section)
{
    const struct pcs_node *node = pcs_node_at(root, path);

    node = node ? node : pcs_node_at(root, section);
    return node ? node->place : root->place;
}

static int check_numbers(const struct pcs_train_spec *train, const struct pcs_node *root,
                         struct pcs_error *error)
{
    const struct {
        const char *path;
        double value;
        bool is_good;
        const char *expected;
    } numbers[] = {
        {"train.noise", train->noise, train->noise >= 0, "at least 0"},
        {"train.rate", train->rate, train->rate > 0, "more than 0"},
        {"train.momentum", train->momentum, train->momentum >= 0 && train->momentum < 1,
         "0 to less than 1"},
        {"train.decay", train->decay, train->decay > 0 && train->decay <= 1,
         "more than 0, at most 1"},
        {"train.target_loss", train->target_loss, train->target_loss >= 0, "more than 0"},
    };

    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        const bool is_nothing = numbers[i].value == 0 && pcs_node_at(root, numbers[i].path) &&
                                strncmp(numbers[i].expected, "more", 4) == 0;
        if (!numbers[i].is_good || is_nothing)
            return pcs_error_at(error, place_of(root, numbers[i].path, "train"),
                                "%s: %s; expected %s", numbers[i].path,
                                pcs_quantity_print(numbers[i].value).text, numbers[i].expected);
    }
    return 0;
}

static int check_data(const struct pcs_scenario *scenario, const struct pcs_node *root,
                      struct pcs_error *error)
{
    const struct pcs_train_spec *train = &scenario->train;

    if (train->batch > train->points)
        return pcs_error_at(error, place_of(root, "train.batch", "train"),
                            "train.batch: %" PRIu32 " of %" PRIu32
                            " points; expected at most %" PRIu32,
                            train->batch, train->points, train->points);
    if (train->batch < (uint32_t)scenario->ranks)
        return pcs_error_at(error, place_of(root, "train.batch", "train"),
                            "train.batch: %" PRIu32
                            " points for %d ranks; expected at least one for each rank",
                            train->batch, scenario->ranks);
    if (scenario->steps == 0)
        return pcs_error_at(error, place_of(root, "train.epochs", "train"),
                            "train.epochs: %" PRIu32 " of %" PRIu32
                            " steps; expected at most %d steps in all",
                            train->epochs, pcs_train_epoch_steps(train), INT_MAX);
    return 0;
}

static int check_size(const struct pcs_scenario *scenario, const struct pcs_node *root,
                      struct pcs_error *error)
{
    const uint64_t elements = pcs_training_elements(scenario);
    const size_t size = pcs_type_size(scenario->collective.type);

    if (scenario->collective.type == PCS_INT64)
        return pcs_error_at(error, place_of(root, "collective.type", "collective"),
                            "collective.type: int64 cannot hold a gradient; expected float32 or "
                            "float64");
    if (elements > pcs_key_find("collective.bytes")->max / size)
        return pcs_error_at(error, place_of(root, "train", ""),
                            "train: a model of %" PRIu64 " weights; expected at most %" PRIu64,
                            elements, pcs_key_find("collective.bytes")->max / size);
    if (scenario->collective.bytes != elements * size)
        return pcs_error_at(error, place_of(root, "collective.bytes", "collective"),
                            "collective: the gradient's size comes from train.model; expected "
                            "neither bytes nor elements, or %" PRIu64 " elements of %zu bytes",
                            elements, size);
    return 0;
}

static int check_collective(const struct pcs_scenario *scenario, const struct pcs_node *root,
                            struct pcs_error *error)
{
    if (scenario->collective.payload != PCS_PAYLOAD_REAL)
        return pcs_error_at(error, place_of(root, "collective.payload", "collective"),
                            "collective.payload: nothing is learnt from phantom; expected real "
                            "with train.model");
    if (scenario->platform.scale > 1)
        return pcs_error_at(error, place_of(root, "platform.scale", "platform"),
                            "platform.scale: a gradient that is trained with cannot be shortened; "
                            "expected 1");
    if (scenario->sparse.partial != PCS_SPARSITY_NONE)
        return pcs_error_at(error, place_of(root, "collective.sparse", "collective"),
                            "collective.sparse: not available with train.model; expected none, or "
                            "one of the sparse kinds");
    return 0;
}

static int check_target(const struct pcs_scenario *scenario, const struct pcs_node *root,
                        struct pcs_error *error)
{
    if (!(scenario->train.target_loss > 0))
        return 0;
    if (pcs_kind_is_sparse(scenario->collective.kind))
        return pcs_error_at(error, place_of(root, "train.target_loss", "train"),
                            "train.target_loss: the sum of a sparse kind cannot carry the loss; "
                            "expected no target");
    if (!pcs_step_is_blocking(scenario, 0) && scenario->collective.sync_period == 0)
        return pcs_error_at(error, place_of(root, "train.target_loss", "train"),
                            "train.target_loss: is looked at only in rounds that wait for all "
                            "ranks; expected collective.sync_period, or kind sync or mpi");
    return 0;
}

int pcs_train_check(const struct pcs_scenario *scenario, const struct pcs_node *root,
                    struct pcs_error *error)
{
    if (scenario->train.model == PCS_TRAIN_NONE)
        return 0;
    return check_numbers(&scenario->train, root, error) < 0 ||
                   check_data(scenario, root, error) < 0 || check_size(scenario, root, error) < 0 ||
                   check_collective(scenario, root, error) < 0 ||
                   check_target(scenario, root, error) < 0
               ? -1
               : 0;
}
