/*
 * What the tests of the traces share: files in memory, good lines, bits.
 */
#ifndef PCS_TESTS_TRACE_TEXT_H
#define PCS_TESTS_TRACE_TEXT_H

#include <stdint.h>
#include <stdio.h>

/* The header lines, and a good row of each file. */
#define STEPS_HEADER                                                                               \
    "rank,step,bucket,compute_s,arrive_s,return_s,round,fresh,taken_round,staleness,active,"       \
    "bytes_sent,messages_sent,loss\n" /* a lag is written, but need not be there */
#define STEP "0,0,0,0.25,0.25,0.5,0,1,0,0,2,80,3,\n"
#define ROUNDS_HEADER "round,bucket,initiator,start_s,end_s,active,stale,null,bytes,messages\n"
#define ROUND "0,0,1,0.25,0.5,2,1,0,160,6\n"

/** What is written to `out`; `bytes` is the test's to free() after text_close(). */
struct text {
    FILE *out;
    char *bytes;
    size_t length;
};

/** Starts a file in memory; @p text must stay where it is until text_close(). */
void text_open(struct text *text);
/** @return bytes, which end in a zero */
char *text_close(struct text *text);
/** Close, and open what was written for reading. */
FILE *text_reopen(struct text *text);
/** Open a string for reading. */
FILE *text_in(const char *text);

/** 64 bits that pass for random (Knuth's multiplier): a test needs no statistics. */
uint64_t next_bits(uint64_t *state);

#endif
