#include "sim/train/spec.h"

#include "sim/train/model.h"

uint64_t pcs_train_elements(const struct pcs_train_spec *spec)
{
    const struct pcs_train_model *model = pcs_train_model(spec->model);
    return model ? model->elements(spec) : 0;
}

uint32_t pcs_train_epoch_steps(const struct pcs_train_spec *spec)
{
    const uint32_t steps = spec->batch > 0 ? spec->points / spec->batch : 0;
    return steps > 0 ? steps : 1;
}

double pcs_train_data_bytes(const struct pcs_train_spec *spec)
{
    return ((double)spec->points + spec->eval_points) *
           ((double)spec->dimensions * sizeof(float) + sizeof(double));
}
