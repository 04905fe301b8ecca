/*
 * The layout of an engine and its collectives, shared by the files of this folder.
 */
#ifndef PCOLL_NET_ENGINE_INTERNAL_H
#define PCOLL_NET_ENGINE_INTERNAL_H

#include "sim/pcoll/net/buffers.h"
#include "sim/pcoll/net/host.h"
#include "sim/pcoll/pcoll.h"

/** Who carries out the data part of a collective's round in progress. */
enum pcoll_driver { PCOLL_DRIVER_NONE, PCOLL_DRIVER_HELPER, PCOLL_DRIVER_APPLICATION };

struct pcoll_allreduce {
    struct pcoll_engine *engine;
    int number; /* in the engine */
    struct pcoll_spec spec;
    struct pcoll_schedule *schedule;
    struct pcoll_core *core;
    struct pcoll_buffers buffers;
    uint32_t posted; /* number of the call in progress, or the last one */
    bool initiated;  /* told to the observer, for the round in progress */
    enum pcoll_driver driver;

    struct pcoll_slot *slots; /* one a channel, and the one for sending */
    void *slots_memory;

    int distances_n; /* 0 when there are no tokens */
    struct pcoll_signal token_in, report_in, report_out;
    struct pcoll_signal *tokens_out; /* two a distance: even and odd rounds */

    /* Persistent requests; MPI_REQUEST_NULL where there is nothing to send or receive. */
    MPI_Request token_receive, report_receive;
    MPI_Request *block_receives; /* one a channel */
    MPI_Request *block_sends;    /* one a step; at most one is under way */
    bool *armed;                 /* one a channel: its receive has been started */
    bool arms_late;              /* see requests.c */
    bool departs_at_once;        /* sends are buffered: waited for only before they start again */
    MPI_Request *token_sends;    /* as tokens_out; waited for only before they start again */
    MPI_Request report_send;     /* to the parent of the newest call; made by the application */
};

/** What the completion of a request means to the helper. */
enum pcoll_source_kind {
    PCOLL_SOURCE_WAKE,      /**< the application wants its attention */
    PCOLL_SOURCE_TOKEN,     /**< a token of another rank */
    PCOLL_SOURCE_REPORT,    /**< a report of another candidate */
    PCOLL_SOURCE_BLOCK,     /**< the block that the data part waits for */
    PCOLL_SOURCE_DEPARTURE, /**< the block being sent has left */
};

struct pcoll_source {
    enum pcoll_source_kind kind;
    struct pcoll_engine *engine;
    struct pcoll_allreduce *collective; /* NULL: PCOLL_SOURCE_WAKE */
    MPI_Request *request;
    int channel; /* PCOLL_SOURCE_BLOCK */
};

struct pcoll_engine {
    MPI_Comm comm;
    int rank, ranks;
    struct pcoll_host *host;
    struct pcoll_costs costs;

    struct pcoll_allreduce **collectives;
    int collectives_n, collectives_max;

    /* What the helper waits for, laid out anew each time; handles are copies. */
    MPI_Request *waited;
    struct pcoll_source *sources;
    int waited_n;

    int wake_in, wake_out; /* bodies of the message to oneself */
    MPI_Request wake_receive, wake_send;
    bool woken; /* a wake-up is on its way: no second one is needed */
    bool helper_runs;
    bool stopping;
    enum pcoll_status error; /* first failure seen by the helper */
    double busy_s;           /* work of the helper so far */
};

/* At most this many entries a collective in `waited`, and one for the engine. */
#define PCOLL_WAITED_PER_COLLECTIVE 4

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
void pcoll_requests_start_token(struct pcoll_allreduce *c);
void pcoll_requests_start_report(struct pcoll_allreduce *c);
void pcoll_requests_start_wake(struct pcoll_engine *e);
void pcoll_requests_send_block(struct pcoll_allreduce *c, int step);
void pcoll_requests_arm(struct pcoll_allreduce *c, int channel);
void pcoll_requests_consumed(struct pcoll_allreduce *c, int channel);
void pcoll_requests_destroy(struct pcoll_allreduce *c);
void pcoll_requests_aim_report(struct pcoll_allreduce *c, int parent);
void pcoll_requests_wake_create(struct pcoll_engine *e);
void pcoll_requests_wake_destroy(struct pcoll_engine *e);
bool pcoll_requests_has_arrived(const struct pcoll_source *source);

/* actions.c: carry out what a core asks for; by the helper and by the application */
void pcoll_act_on_signals(struct pcoll_allreduce *c);
bool pcoll_act_on_data(struct pcoll_allreduce *c, enum pcoll_driver driver);
enum pcoll_status pcoll_take_in_block(struct pcoll_allreduce *c, int channel);
void pcoll_observe_initiated(struct pcoll_allreduce *c);

/* helper.c */
void pcoll_helper_run(void *engine);
void pcoll_helper_wake(struct pcoll_engine *e);

#endif
