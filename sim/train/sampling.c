#include "sim/train/sampling.h"

#include <stdlib.h>

#include <gsl/gsl_randist.h>

#include "workloads/stream.h"

int pcs_train_sampling_init(struct pcs_train_sampling *sampling, const struct pcs_train_spec *spec,
                            uint64_t seed)
{
    bool is_good = true;
    *sampling = (struct pcs_train_sampling){.spec = spec, .seed = seed};
    for (int i = 0; i < PCS_TRAIN_ORDERS; i++) {
        sampling->epochs[i] = -1;
        sampling->orders[i] = malloc(spec->points * sizeof(uint32_t));
        is_good = is_good && sampling->orders[i];
    }
    if (!is_good)
        pcs_train_sampling_fini(sampling);
    return is_good ? 0 : -1;
}

void pcs_train_sampling_fini(struct pcs_train_sampling *sampling)
{
    for (int i = 0; i < PCS_TRAIN_ORDERS; i++) {
        free(sampling->orders[i]);
        sampling->orders[i] = NULL;
    }
}

static int draw_order(const struct pcs_train_sampling *sampling, uint32_t epoch, uint32_t *order)
{
    gsl_rng *rng = pcs_stream_create(sampling->seed, PCS_PURPOSE_TRAIN_ORDER, epoch);
    if (!rng)
        return -1;
    for (uint32_t i = 0; i < sampling->spec->points; i++)
        order[i] = i;
    gsl_ran_shuffle(rng, order, sampling->spec->points, sizeof *order);
    gsl_rng_free(rng);
    return 0;
}

const uint32_t *pcs_train_sampling_batch(struct pcs_train_sampling *sampling, uint32_t step)
{
    const uint32_t steps = pcs_train_epoch_steps(sampling->spec);
    const uint32_t epoch = step / steps, slot = epoch % PCS_TRAIN_ORDERS;
    if (sampling->epochs[slot] != (int64_t)epoch) {
        sampling->epochs[slot] = -1;
        if (draw_order(sampling, epoch, sampling->orders[slot]) != 0)
            return NULL;
        sampling->epochs[slot] = epoch;
    }
    return sampling->orders[slot] + (size_t)(step % steps) * sampling->spec->batch;
}
