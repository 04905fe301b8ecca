#include "sim/app/baseline.h"

#include <stdlib.h>

#include <mpi.h>

#include "sim/app/mapping.h"
#include "sim/pcoll/net/payload.h"

struct pcs_baseline {
    struct pcoll_host *host;
    double reduce_s_per_byte;
    enum pcoll_type type;
    int count;
    bool phantom;
    MPI_Op op;
    MPI_Datatype datatype;
    struct pcoll_slot in, out; /* phantom only */
    void *in_memory, *out_memory;
};

/* MPI passes no context to an operator: the rank's own is kept with the host. */
static void add_and_charge(void *in, void *inout, int *count, MPI_Datatype *datatype)
{
    (void)datatype;
    const struct pcs_baseline *b = pcoll_host_local();
    const size_t n = (size_t)*count;
    if (!b->phantom)
        pcoll_payload_add(b->type, inout, in, n);
    pcoll_host_charge(b->host, b->reduce_s_per_byte * (double)(n * pcoll_type_bytes(b->type)));
}

static MPI_Datatype datatype_of(enum pcoll_type type)
{
    switch (type) {
    case PCOLL_FLOAT32:
        return MPI_FLOAT;
    case PCOLL_FLOAT64:
        return MPI_DOUBLE;
    case PCOLL_INT64:
        return MPI_INT64_T;
    }
    return MPI_DATATYPE_NULL;
}

/* Vectors that only have a size: nobody looks into them. */
static bool create_slots(struct pcs_baseline *b, size_t bytes)
{
    b->in.min_bytes = b->in.max_bytes = bytes;
    b->out = b->in;
    b->in_memory = pcoll_host_slots_create(&b->in, 1, sizeof(struct pcoll_header), true);
    b->out_memory = pcoll_host_slots_create(&b->out, 1, sizeof(struct pcoll_header), true);
    return b->in_memory && b->out_memory;
}

struct pcs_baseline *pcs_baseline_create(const struct pcs_scenario *scenario,
                                         struct pcoll_host *host)
{
    const struct pcs_collective_spec *collective = &scenario->collective;
    struct pcs_baseline *b = calloc(1, sizeof *b);
    if (!b)
        return NULL;
    b->host = host;
    b->reduce_s_per_byte = scenario->costs.reduce_s_per_byte;
    b->type = pcs_map_type(collective->type);
    b->count = (int)(collective->bytes / pcoll_type_bytes(b->type));
    b->phantom = collective->payload == PCS_PAYLOAD_PHANTOM;
    b->datatype = datatype_of(b->type);
    if (b->phantom && !create_slots(b, collective->bytes)) {
        pcoll_host_slots_destroy(b->in_memory);
        pcoll_host_slots_destroy(b->out_memory);
        free(b);
        return NULL;
    }
    MPI_Op_create(add_and_charge, 1, &b->op);
    pcoll_host_set_local(b);
    return b;
}

void pcs_baseline_destroy(struct pcs_baseline *b)
{
    if (!b)
        return;
    MPI_Op_free(&b->op);
    pcoll_host_slots_destroy(b->in_memory);
    pcoll_host_slots_destroy(b->out_memory);
    free(b);
}

void pcs_baseline_call(struct pcs_baseline *b, const void *gradient, void *result)
{
    const void *in = b->phantom ? b->in.address : gradient;
    void *out = b->phantom ? b->out.address : result;
    MPI_Allreduce(in, out, b->count, b->datatype, b->op, MPI_COMM_WORLD);
}
