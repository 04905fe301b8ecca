/*
 * The layout of an engine and its collectives, shared by the files of this folder.
 */
#ifndef PCOLL_NET_ENGINE_INTERNAL_H
#define PCOLL_NET_ENGINE_INTERNAL_H

#include "sim/pcoll/net/buffers.h"
#include "sim/pcoll/net/host.h"
#include "sim/pcoll/pcoll.h"

/** What the completion of a request means. */
enum pcoll_source_kind {
    PCOLL_SOURCE_WAKE,      /**< the application wants the helper's attention */
    PCOLL_SOURCE_TOKEN,     /**< index: distance */
    PCOLL_SOURCE_REPORT,    /**< a report of another candidate */
    PCOLL_SOURCE_BLOCK,     /**< index: channel */
    PCOLL_SOURCE_BLOCK_OUT, /**< the block being sent has left */
};

struct pcoll_source {
    enum pcoll_source_kind kind;
    int collective; /**< number in the engine */
    int index;
};

struct pcoll_allreduce {
    struct pcoll_engine *engine;
    int number; /* in the engine */
    struct pcoll_spec spec;
    struct pcoll_schedule *schedule;
    struct pcoll_core *core;
    struct pcoll_buffers buffers;
    uint32_t posted; /* number of the call in progress, or the last one */
    bool initiated;  /* told to the observer, for the round in progress */

    struct pcoll_slot *slots; /* one a channel, and the one for sending */
    void *slots_memory;

    int distances_n;
    struct pcoll_signal *tokens_in;  /* one a distance */
    struct pcoll_signal *tokens_out; /* two a distance: even and odd rounds */
    struct pcoll_signal report_in, report_out;

    /* Sends: started now and then, by the helper. */
    MPI_Request *token_sends; /* as tokens_out; waited for only before they are started again */
    MPI_Request report_send;  /* to the parent of the newest call; made by the application */
    MPI_Request *block_sends; /* one a step; at most one of a collective is under way */

    /* Places in the engine's table of requests; the last one holds the block send under way. */
    int token_request, report_request, block_request, block_out_request;
};

struct pcoll_engine {
    MPI_Comm comm;
    int rank, ranks;
    struct pcoll_host *host;
    struct pcoll_costs costs;

    struct pcoll_allreduce **collectives;
    int collectives_n, collectives_max;

    /* Every request the helper waits for; inactive ones are passed over by MPI. */
    MPI_Request *requests;
    struct pcoll_source *sources;
    int requests_n, requests_max;

    int wake_in, wake_out;    /* bodies of the message to oneself; never read */
    MPI_Request wake_send;    /* its other end is requests[0] */
    bool woken;               /* a wake-up is on its way: no second one is needed */
    bool helper_runs;
    bool stopping;
    enum pcoll_status error;  /* first failure seen by the helper */
    double busy_s;
};

/* Start one request, or wait for one. Not MPI_Start and MPI_Wait: SMPI's look at MPI_COMM_WORLD for
   their traces, which the helper does not have in a world that was not started by smpirun (tests in
   one process). */
static inline void pcoll_start(MPI_Request *request)
{
    MPI_Startall(1, request);
}

static inline void pcoll_wait(MPI_Request *request)
{
    int index;
    MPI_Waitany(1, request, &index, MPI_STATUS_IGNORE);
}

/* requests.c */
enum pcoll_status pcoll_requests_create(struct pcoll_allreduce *c);
void pcoll_requests_start(struct pcoll_allreduce *c);
void pcoll_requests_destroy(struct pcoll_allreduce *c);
void pcoll_requests_aim_report(struct pcoll_allreduce *c, int parent);
int pcoll_requests_wake_create(struct pcoll_engine *e);
void pcoll_requests_wake_destroy(struct pcoll_engine *e);

/* helper.c */
void pcoll_helper_run(void *engine);
void pcoll_helper_wake(struct pcoll_engine *e);

#endif
