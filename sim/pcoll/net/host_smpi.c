/*
 * The host under SimGrid's SMPI: the only file of the library that knows SimGrid.
 *
 * The helper is an actor on the rank's own simulated host. Actors switch at simulation calls only,
 * so what application and helper share needs no lock.
 */
#include "sim/pcoll/net/host.h"

#include <stdlib.h>

#include <simgrid/actor.h>
#include <simgrid/engine.h>
#include <simgrid/host.h>
#include <simgrid/semaphore.h>
#include <smpi/smpi.h>
#include <xbt/config.h>

struct pcoll_host {
    sg_actor_t helper;
    sg_sem_t answered;
    bool waits; /* the application is in pcoll_host_wait() */
    void (*body)(void *);
    void *argument;
};

struct pcoll_host *pcoll_host_create(void)
{
    struct pcoll_host *host = calloc(1, sizeof *host);
    if (!host)
        return NULL;
    host->answered = sg_sem_init(0);
    sg_cfg_set_double("smpi/test", 0); /* a look takes what the caller charges for it */
    return host;
}

void pcoll_host_destroy(struct pcoll_host *host)
{
    if (!host)
        return;
    sg_sem_destroy(host->answered);
    free(host);
}

double pcoll_host_now(const struct pcoll_host *host)
{
    (void)host;
    return simgrid_get_clock();
}

void pcoll_host_charge(struct pcoll_host *host, double seconds)
{
    (void)host;
    if (seconds > 0)
        sg_actor_sleep_for(seconds);
}

void pcoll_host_set_local(void *pointer)
{
    sg_actor_set_data(sg_actor_self(), pointer);
}

void *pcoll_host_local(void)
{
    return sg_actor_get_data(sg_actor_self());
}

static void run_helper(int argc, char *argv[])
{
    (void)argc;
    (void)argv;
    struct pcoll_host *host = sg_actor_get_data(sg_actor_self());
    SMPI_thread_create(); /* before any MPI call: ties this actor to its rank */
    host->body(host->argument);
}

enum pcoll_status pcoll_host_start_helper(struct pcoll_host *host, void (*body)(void *),
                                          void *argument)
{
    host->body = body;
    host->argument = argument;
    host->helper = sg_actor_init("helper", sg_host_self());
    if (!host->helper)
        return PCOLL_EHOST;
    sg_actor_set_data(host->helper, host);
    sg_actor_ref(host->helper); /* joining an actor that has ended reads it */
    sg_actor_start_(host->helper, run_helper, 0, NULL);
    return PCOLL_OK;
}

void pcoll_host_join_helper(struct pcoll_host *host)
{
    sg_actor_join(host->helper, -1);
    sg_actor_unref(host->helper);
    host->helper = NULL;
}

void pcoll_host_lock(struct pcoll_host *host)
{
    (void)host;
}

void pcoll_host_unlock(struct pcoll_host *host)
{
    (void)host;
}

void pcoll_host_wait(struct pcoll_host *host)
{
    host->waits = true;
    sg_sem_acquire(host->answered);
}

void pcoll_host_notify(struct pcoll_host *host)
{
    if (!host->waits)
        return;
    host->waits = false;
    sg_sem_release(host->answered);
}

/* ---- memory for messages ----------------------------------------------------------------------
 */

/*
 * Phantom messages. SMPI copies of a message only what is private memory at both ends. All large
 * slots overlap in one area: their headers lie one after the other in its first page, each a
 * private block of its own, and all the rest is one block shared by every rank. A slot runs over
 * the headers behind it, so the slot that is sent from is the last: no header follows it, and only
 * its own is copied. Two memory maps a rank, whatever the number and size of its slots.
 *
 * Messages below the detached threshold are copied by SMPI into private memory before they travel,
 * and would arrive whole: slots for them are ordinary memory.
 */
#define HEADER_STRIDE 64
#define PAGE 4096
#define OVERLAPPING_MAX (PAGE / HEADER_STRIDE)

struct slots {
    void *area; /* overlapping slots, or NULL */
    void *own;  /* ordinary slots */
};

bool pcoll_host_sends_unasked(size_t bytes)
{
    return bytes < (size_t)sg_cfg_get_int("smpi/send-is-detached-thresh") &&
           bytes < (size_t)sg_cfg_get_int("smpi/async-small-thresh");
}

static size_t aligned(size_t bytes)
{
    return (bytes + HEADER_STRIDE - 1) / HEADER_STRIDE * HEADER_STRIDE;
}

static void *area_create(size_t bytes, size_t headers, size_t header_bytes)
{
    size_t shared[2 * OVERLAPPING_MAX];
    for (size_t i = 0; i < headers; i++) {
        shared[2 * i] = i * HEADER_STRIDE + header_bytes;
        shared[2 * i + 1] = (i + 1) * HEADER_STRIDE;
    }
    shared[2 * headers - 1] = bytes;
    return SMPI_PARTIAL_SHARED_MALLOC(bytes, shared, (int)headers);
}

static bool overlaps(const struct pcoll_slot *slot, bool is_last, bool phantom)
{
    size_t detached = (size_t)sg_cfg_get_int("smpi/send-is-detached-thresh");
    size_t least = is_last ? slot->max_bytes : slot->min_bytes;
    return phantom && slot->max_bytes > PAGE && least >= detached;
}

void *pcoll_host_slots_create(struct pcoll_slot *slots, int n, size_t header_bytes, bool phantom)
{
    size_t own_bytes = 0, area_bytes = 0, headers = 0;
    for (int i = 0; i < n; i++) {
        if (overlaps(&slots[i], i == n - 1, phantom)) {
            headers++;
            if (slots[i].max_bytes > area_bytes)
                area_bytes = slots[i].max_bytes;
        } else {
            own_bytes += aligned(slots[i].max_bytes);
        }
    }
    struct slots *handle = calloc(1, sizeof *handle);
    if (!handle || headers > OVERLAPPING_MAX) {
        free(handle);
        return NULL;
    }
    handle->own = own_bytes ? aligned_alloc(HEADER_STRIDE, own_bytes) : NULL;
    if (headers)
        handle->area = area_create(area_bytes + PAGE, headers, header_bytes);
    if (own_bytes && !handle->own) {
        pcoll_host_slots_destroy(handle);
        return NULL;
    }
    char *own = handle->own, *header = handle->area;
    for (int i = 0; i < n; i++) {
        if (overlaps(&slots[i], i == n - 1, phantom)) {
            slots[i].address = header;
            header += HEADER_STRIDE;
        } else {
            slots[i].address = own;
            own += aligned(slots[i].max_bytes);
        }
    }
    return handle;
}

void pcoll_host_slots_destroy(void *handle)
{
    struct slots *slots = handle;
    if (!slots)
        return;
    if (slots->area)
        SMPI_SHARED_FREE(slots->area);
    free(slots->own);
    free(slots);
}
