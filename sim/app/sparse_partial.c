#include "sim/app/sparse_partial.h"

#include <stdlib.h>
#include <string.h>

#include "sim/pcoll/sparse/partial.h"
#include "workloads/gradients.h"

struct pcs_sparse_partial {
    uint32_t n;
    struct pcoll_partial *collective;
    struct pcs_gradients *gradients;
    struct pcoll_entries gradient;
};

static struct pcoll_partial_spec map_spec(const struct pcs_scenario *s,
                                          const struct pcoll_spec *spec, uint32_t n)
{
    return (struct pcoll_partial_spec){
        .core = spec->core,
        .n = n,
        .k = pcs_sparse_k(s),
        .costs = {.scan_s_per_element = s->costs.scan_s_per_element,
                  .select_s_per_element = s->costs.select_s_per_element,
                  .reduce_s_per_byte = s->costs.reduce_s_per_byte,
                  .staging_s_per_byte = s->costs.staging_s_per_byte},
        .draw = spec->draw,
        .draw_context = spec->draw_context,
        .observer = spec->observer};
}

enum pcoll_status pcs_sparse_partial_create(const struct pcs_scenario *scenario,
                                            struct pcoll_host *host, struct pcoll_engine *engine,
                                            int rank, const struct pcoll_spec *spec,
                                            struct pcs_sparse_partial **partial)
{
    struct pcs_sparse_partial *p = calloc(1, sizeof *p);
    if (!p)
        return PCOLL_EMEMORY;
    p->n = (uint32_t)(scenario->collective.bytes / sizeof(float));
    const struct pcoll_partial_spec mapped = map_spec(scenario, spec, p->n);
    p->gradients = pcs_gradients_create(&scenario->gradients, scenario->seed, rank, scenario->ranks,
                                        p->n, mapped.k);
    enum pcoll_status status = p->gradients ? PCOLL_OK : PCOLL_EMEMORY;
    if (status == PCOLL_OK)
        status = pcoll_partial_create(engine, host, rank, scenario->ranks, &mapped, &p->collective);
    if (status == PCOLL_OK)
        *partial = p;
    else
        pcs_sparse_partial_destroy(p);
    return status;
}

void pcs_sparse_partial_destroy(struct pcs_sparse_partial *p)
{
    if (!p)
        return;
    pcoll_partial_destroy(p->collective);
    pcs_gradients_destroy(p->gradients);
    pcoll_entries_fini(&p->gradient);
    free(p);
}

enum pcoll_status pcs_sparse_partial_call(struct pcs_sparse_partial *p,
                                          struct pcoll_outcome *outcome)
{
    size_t n;
    struct pcoll_sparse_view sum;
    const struct pcs_gradient_entry *entries = pcs_gradients_next(p->gradients, &n);
    enum pcoll_status status = pcoll_entries_reserve(&p->gradient, n);
    if (status != PCOLL_OK)
        return status;
    if (n)
        memcpy(p->gradient.at, entries, n * sizeof *entries);
    const struct pcoll_sparse_view gradient = pcoll_view_of_entries(p->gradient.at, n, p->n);
    return pcoll_partial_call(p->collective, &gradient, &sum, outcome);
}

enum pcoll_status pcs_sparse_partial_flush(struct pcs_sparse_partial *p,
                                           struct pcoll_outcome *outcome)
{
    struct pcoll_sparse_view sum;
    return pcoll_partial_flush(p->collective, &sum, outcome);
}
