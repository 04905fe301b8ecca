#include "sim/train/optimizer.h"

#include <math.h>
#include <stdlib.h>

int pcs_train_optimizer_init(struct pcs_train_optimizer *optimizer,
                             const struct pcs_train_spec *spec)
{
    *optimizer = (struct pcs_train_optimizer){spec, (size_t)pcs_train_elements(spec), NULL};
    if (spec->momentum == 0)
        return 0;
    optimizer->velocity = calloc(optimizer->n, sizeof *optimizer->velocity);
    return optimizer->velocity ? 0 : -1;
}

void pcs_train_optimizer_fini(struct pcs_train_optimizer *optimizer)
{
    free(optimizer->velocity);
    optimizer->velocity = NULL;
}

double pcs_train_rate(const struct pcs_train_spec *spec, uint32_t step)
{
    if (spec->decay_every == 0)
        return spec->rate;
    return spec->rate * pow(spec->decay, step / spec->decay_every);
}

void pcs_train_optimizer_update(struct pcs_train_optimizer *optimizer, uint32_t step,
                                const double *gradient, double *weights)
{
    const double rate = pcs_train_rate(optimizer->spec, step);
    double *velocity = optimizer->velocity;
    for (size_t i = 0; i < optimizer->n; i++) {
        double change = gradient[i];
        if (velocity)
            change = velocity[i] = optimizer->spec->momentum * velocity[i] + change;
        weights[i] -= rate * change;
    }
}
