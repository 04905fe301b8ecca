#include "sim/pcoll/pcoll.h"

#include <stdlib.h>

#include "sim/pcoll/net/engine_internal.h"
#include "sim/pcoll/net/payload.h"

#define COLLECTIVES_LIMIT 4096

static void release_collective(struct pcoll_allreduce *c)
{
    if (!c)
        return;
    pcoll_host_slots_destroy(c->slots_memory);
    pcoll_buffers_fini(&c->buffers);
    pcoll_schedule_destroy(c->schedule);
    free(c->slots);
    free(c->core);
    free(c->tokens_out);
    free(c->token_sends);
    free(c->block_receives);
    free(c->block_sends);
    free(c->armed);
    free(c);
}

static void release_engine(struct pcoll_engine *e)
{
    for (int i = 0; i < e->collectives_n; i++)
        release_collective(e->collectives[i]);
    pcoll_host_destroy(e->host);
    free(e->collectives);
    free(e->waited);
    free(e->sources);
    free(e);
}

/* Not a duplicate of the caller's communicator: SMPI's copies the group on every rank, P^2 memory.
 */
static bool all_agree(MPI_Comm comm, int collectives_max)
{
    int of_root = collectives_max;
    MPI_Bcast(&of_root, 1, MPI_INT, 0, comm);
    return of_root == collectives_max;
}

enum pcoll_status pcoll_engine_create(MPI_Comm comm, int collectives_max,
                                      const struct pcoll_costs *costs, struct pcoll_engine **engine)
{
    if (collectives_max < 1 || collectives_max > COLLECTIVES_LIMIT)
        return PCOLL_EARGUMENT;
    struct pcoll_engine *e = calloc(1, sizeof *e);
    if (!e)
        return PCOLL_EMEMORY;
    e->costs = *costs;
    e->collectives_max = collectives_max;
    e->collectives = calloc((size_t)collectives_max, sizeof *e->collectives);
    const size_t waited = (size_t)collectives_max * PCOLL_WAITED_PER_COLLECTIVE + 1;
    e->waited = calloc(waited, sizeof *e->waited);
    e->sources = calloc(waited, sizeof *e->sources);
    e->host = pcoll_host_create();
    if (!e->collectives || !e->waited || !e->sources || !e->host) {
        release_engine(e);
        return PCOLL_EMEMORY;
    }
    if (!all_agree(comm, collectives_max)) {
        release_engine(e);
        return PCOLL_EARGUMENT;
    }
    e->comm = comm;
    MPI_Comm_rank(comm, &e->rank);
    MPI_Comm_size(comm, &e->ranks);
    pcoll_requests_wake_create(e);
    *engine = e;
    return PCOLL_OK;
}

/* Everything of a collective but its requests. */
static enum pcoll_status build(struct pcoll_allreduce *c)
{
    const struct pcoll_spec *spec = &c->spec;
    enum pcoll_status status = pcoll_schedule_create(spec->schedule, c->engine->rank,
                                                     c->engine->ranks, spec->count, &c->schedule);
    if (status != PCOLL_OK)
        return status;
    c->core = calloc(1, pcoll_core_size(c->schedule, &spec->core));
    if (!c->core)
        return PCOLL_EMEMORY;
    status = pcoll_core_init(c->core, c->schedule, &spec->core, spec->draw, spec->draw_context);
    if (status != PCOLL_OK)
        return status;
    return pcoll_buffers_init(&c->buffers, spec);
}

enum pcoll_status pcoll_engine_add(struct pcoll_engine *e, const struct pcoll_spec *spec,
                                   struct pcoll_allreduce **collective)
{
    const size_t bytes_limit = INT32_MAX - sizeof(struct pcoll_header); /* MPI counts are int */
    if (e->helper_runs || e->collectives_n == e->collectives_max ||
        spec->count > bytes_limit / pcoll_type_bytes(spec->type))
        return PCOLL_EARGUMENT;
    struct pcoll_allreduce *c = calloc(1, sizeof *c);
    if (!c)
        return PCOLL_EMEMORY;
    c->engine = e;
    c->number = e->collectives_n;
    c->spec = *spec;
    enum pcoll_status status = build(c);
    if (status == PCOLL_OK)
        status = pcoll_requests_create(c);
    if (status != PCOLL_OK) {
        release_collective(c);
        return status;
    }
    e->collectives[e->collectives_n++] = c;
    *collective = c;
    return PCOLL_OK;
}

enum pcoll_status pcoll_engine_start(struct pcoll_engine *e)
{
    pcoll_requests_start_wake(e);
    for (int i = 0; i < e->collectives_n; i++)
        pcoll_requests_start(e->collectives[i]);
    MPI_Barrier(e->comm); /* no message is sent before its receive is posted */
    enum pcoll_status status = pcoll_host_start_helper(e->host, pcoll_helper_run, e);
    e->helper_runs = status == PCOLL_OK;
    return status;
}

enum pcoll_status pcoll_engine_finish(struct pcoll_engine *e)
{
    if (!e)
        return PCOLL_OK;
    if (e->helper_runs) {
        pcoll_host_lock(e->host);
        e->stopping = true;
        pcoll_host_unlock(e->host);
        pcoll_helper_wake(e);
        pcoll_host_join_helper(e->host);
        MPI_Barrier(e->comm); /* nobody sends any more; stray tokens have left */
    }
    for (int i = 0; i < e->collectives_n; i++)
        pcoll_requests_destroy(e->collectives[i]);
    pcoll_requests_wake_destroy(e);
    enum pcoll_status status = e->error;
    release_engine(e);
    return status;
}

double pcoll_engine_busy_s(const struct pcoll_engine *engine)
{
    return engine->busy_s;
}
