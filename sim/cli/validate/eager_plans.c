/*
 * What the experiments of eager-SGD run: kinds, delays, and splits of what no figure tells apart.
 */
#include "sim/cli/validate/eager.h"

#include <stddef.h>

#define SYNC                                                                                       \
    {                                                                                              \
        .name = "sync", .overrides = { "collective.kind=sync" }                                    \
    }
#define SOLO                                                                                       \
    {                                                                                              \
        .name = "solo", .overrides = { "collective.kind=solo" }                                    \
    }
#define MAJORITY                                                                                   \
    {                                                                                              \
        .name = "majority", .overrides = { "collective.kind=majority" }                            \
    }

static const struct pcs_eager_plan hyperplane = {
    .name = "hyperplane",
    .case_key = "workload.delay.value",
    .cases = {"200ms", "400ms"},
    .kinds = {SYNC, SOLO, MAJORITY},
    .about =
        "Base times: 195.3 ms of compute, an eighth of the step of one GPU; 210.6 ms of round, "
        "from the line through both synchronous steps.",
};

static const struct pcs_eager_plan resnet50 = {
    .name = "resnet50",
    .case_key = "workload.delay.value",
    .cases = {"300ms"},
    /* The baseline is an MPI library's allreduce of long vectors. */
    .kinds = {{.name = "sync",
               .overrides = {"collective.kind=sync", "collective.schedule=rabenseifner"}},
              SOLO},
    .about = "Base time: 641 ms of compute, the step of one node. The rounds of 97.5 MiB are "
             "simulated, with the costs fflib-daint and Aries.",
};

/* All of 203.8 ms is compute or round. */
static const struct pcs_eager_plan cifar10 = {
    .name = "cifar10",
    .cases = {"-"},
    .kinds = {SYNC, SOLO, MAJORITY},
    .splits = {{"0", {"workload.compute.value=203.8ms", "costs.round=0s"}},
               {"1/4", {"workload.compute.value=152.85ms", "costs.round=50.95ms"}},
               {"1/2", {"workload.compute.value=101.9ms", "costs.round=101.9ms"}},
               {"3/4", {"workload.compute.value=50.95ms", "costs.round=152.85ms"}},
               {"1", {"workload.compute.value=0s", "costs.round=203.8ms"}}},
    .about = "Base time: 203.8 ms, what the synchronous step leaves beside the greatest delay. No "
             "figure tells how it splits between compute and round: low and high are over 0, 1/4, "
             "1/2, 3/4 and all of it in the round.",
};

/* Beside the measured batch times, 162.7 ms are compute or round. */
static const struct pcs_eager_plan ucf101 = {
    .name = "ucf101",
    .cases = {"-"},
    .kinds = {SYNC, SOLO, MAJORITY},
    .splits = {{"0", {"workload.delay.value=162.7ms", "costs.round=0s"}},
               {"1/4", {"workload.delay.value=122.025ms", "costs.round=40.675ms"}},
               {"1/2", {"workload.delay.value=81.35ms", "costs.round=81.35ms"}},
               {"3/4", {"workload.delay.value=40.675ms", "costs.round=122.025ms"}},
               {"1", {"workload.delay.value=0s", "costs.round=162.7ms"}}},
    .about = "Base times: the measured run times of a batch on one GPU, drawn independently, and "
             "162.7 ms, what the synchronous step has above the longest of 8. No figure tells how "
             "these split between compute and round: low and high are over 0, 1/4, 1/2, 3/4 and "
             "all of them in the round.",
};

static int run_hyperplane(const struct pcs_validate_settings *settings)
{
    return pcs_eager_run(&hyperplane, settings);
}

static int run_resnet50(const struct pcs_validate_settings *settings)
{
    return pcs_eager_run(&resnet50, settings);
}

static int run_cifar10(const struct pcs_validate_settings *settings)
{
    return pcs_eager_run(&cifar10, settings);
}

static int run_ucf101(const struct pcs_validate_settings *settings)
{
    return pcs_eager_run(&ucf101, settings);
}

const struct pcs_experiment pcs_experiment_hyperplane = {
    .name = "hyperplane",
    .summary = "eager-SGD: hyperplane regression, one of 8 ranks delayed at each step",
    .seeds = 4,
    .takes_set = true,
    .run = run_hyperplane,
};

const struct pcs_experiment pcs_experiment_resnet50 = {
    .name = "resnet50",
    .summary = "eager-SGD: ResNet-50 on ImageNet, 4 of 64 ranks delayed at each step",
    .seeds = 4,
    .takes_set = true,
    .run = run_resnet50,
};

const struct pcs_experiment pcs_experiment_cifar10 = {
    .name = "cifar10",
    .summary = "eager-SGD: ResNet-32 on CIFAR-10, all 8 ranks delayed by shifted amounts",
    .seeds = 1, /* nothing is drawn but majority's initiators */
    .takes_set = true,
    .run = run_cifar10,
};

const struct pcs_experiment pcs_experiment_ucf101 = {
    .name = "ucf101",
    .summary = "eager-SGD: LSTM on UCF101, 8 ranks with measured batch times",
    .seeds = 4,
    .takes_set = true,
    .run = run_ucf101,
};
