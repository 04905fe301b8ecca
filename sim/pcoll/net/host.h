/*
 * What the MPI transport needs from the machine it runs on: a clock, a helper beside the
 * application, waiting for it, and memory for messages. One object a rank.
 *
 * One file implements it for each kind of machine and is chosen when the library is linked:
 * host_smpi.c (SimGrid's simulated host; the helper is an actor). A POSIX-thread version for a real
 * MPI needs nothing but this header.
 */
#ifndef PCOLL_NET_HOST_H
#define PCOLL_NET_HOST_H

#include <stdbool.h>
#include <stddef.h>

#include "sim/pcoll/status.h"

struct pcoll_host;

/** Collective: no. Blocks: no. @return the calling rank's host, to be destroyed by the caller */
struct pcoll_host *pcoll_host_create(void);
void pcoll_host_destroy(struct pcoll_host *host);

/** @return seconds since a fixed moment of the run; simulated seconds under SMPI */
double pcoll_host_now(const struct pcoll_host *host);

/**
 * Let the caller (application or helper) be busy for @p seconds >= 0 of simulated time; returns at
 * once for 0, and on a real machine, where work takes its own time. Do not hold the lock.
 */
void pcoll_host_charge(struct pcoll_host *host, double seconds);

/**
 * Keep a pointer with the calling application, for callbacks to which MPI passes none of ours
 * (reduction operators). Not for the helper.
 */
void pcoll_host_set_local(void *pointer);
void *pcoll_host_local(void);

/** Run @p body(@p argument) beside the application; it may use MPI. One at a time. */
enum pcoll_status pcoll_host_start_helper(struct pcoll_host *host, void (*body)(void *),
                                          void *argument) PCOLL_MUST_CHECK;
/** Wait until the helper's body has returned. Blocks; from the application. */
void pcoll_host_join_helper(struct pcoll_host *host);

/** Guard what application and helper share. No MPI call and no charge while it is held. */
void pcoll_host_lock(struct pcoll_host *host);
void pcoll_host_unlock(struct pcoll_host *host);
/** With the lock held by the application: wait for pcoll_host_notify(), as a condition does. */
void pcoll_host_wait(struct pcoll_host *host);
/** With the lock held by the helper: wake the application if it waits. */
void pcoll_host_notify(struct pcoll_host *host);

/** @return true when a message of @p bytes travels before its receiver asks for it, and its sender
 *  need not wait until it has left. May be false where that is not known. */
bool pcoll_host_sends_unasked(size_t bytes);

/** A place for messages of min_bytes to max_bytes. */
struct pcoll_slot {
    size_t min_bytes, max_bytes;
    void *address; /**< filled by pcoll_host_slots_create(), aligned for any element */
};

/**
 * Lay out memory for @p n messages that come in, and, in the last slot, one that goes out.
 *
 * @param phantom  only the first @p header_bytes of each message are meant; the rest may be shared
 *                 with other slots and other ranks, so that it costs no memory
 * @return a handle to release the memory, or NULL when there is none
 */
void *pcoll_host_slots_create(struct pcoll_slot *slots, int n, size_t header_bytes, bool phantom);
void pcoll_host_slots_destroy(void *handle);

#endif
