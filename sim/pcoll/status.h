/*
 * What the functions of pcoll return: 0 done, negative failed.
 */
#ifndef PCOLL_STATUS_H
#define PCOLL_STATUS_H

enum pcoll_status {
    PCOLL_OK = 0,
    PCOLL_EMEMORY = -1,   /**< out of memory */
    PCOLL_EARGUMENT = -2, /**< an argument is out of its documented range */
    PCOLL_EPROTOCOL = -3, /**< a message that no correct peer can send: a mixed-up round or step */
    PCOLL_EMPI = -4,      /**< an MPI call failed */
    PCOLL_EHOST = -5,     /**< the host could not start the helper or map memory */
    PCOLL_EVALUE = -7,    /**< a gradient has an element that is infinite or not a number */
    PCOLL_ECLOCK = -6,    /**< the run is longer than the clock can tell (PCOLL_CLOCK_MAX_S) */
};

/** Seconds from which on a clock kept in a double is coarser than SimGrid's 1 ns: about 46 days. */
#define PCOLL_CLOCK_MAX_S 4e6

#define PCOLL_MUST_CHECK __attribute__((warn_unused_result))

/** @return a constant sentence for @p status */
const char *pcoll_status_text(enum pcoll_status status);

#endif
