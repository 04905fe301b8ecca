/*
 * The Trace Event format, written event by event: a run of 4,096 ranks has millions of them.
 *
 * Processes are what there are three of: the ranks, their helpers, and the rounds; threads are the
 * ranks (times the buckets), and the buckets of the rounds. Rounds, which may overlap each other,
 * are asynchronous events.
 */
#include "analysis/timeline_json.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>

#include "analysis/rank_parts.h"
#include "analysis/utf8.h"

enum { PROCESS_RANKS, PROCESS_HELPERS, PROCESS_ROUNDS };

struct writer {
    const struct pcs_run *run;
    FILE *out;
    bool has_event;
};

/**
 * Times of the format are microseconds. Rounded to nanoseconds, in whole numbers, spans that follow
 * each other still do.
 */
static long long nanoseconds(double time_s)
{
    return llround(1e9 * time_s);
}

static void put_time(FILE *out, const char *key, long long ns)
{
    fprintf(out, ",\"%s\":%s%lld.%03lld", key, ns < 0 ? "-" : "", llabs(ns) / 1000,
            llabs(ns) % 1000);
}

/** The text as the inside of a JSON string; bytes that are no UTF-8 become question marks. */
static void put_text(FILE *out, const char *text)
{
    while (*text) {
        const unsigned char c = (unsigned char)*text;
        const int length = pcs_utf8_length(text);

        if (length == 0)
            fputc('?', out);
        else if (c < 0x20)
            fprintf(out, "\\u%04x", c);
        else
            fprintf(out, "%s%.*s", c == '"' || c == '\\' ? "\\" : "", length, text);
        text += length ? length : 1;
    }
}

static void begin_event(struct writer *writer, const char *phase, int process, int thread)
{
    fprintf(writer->out, "%s{\"ph\":\"%s\",\"pid\":%d,\"tid\":%d", writer->has_event ? ",\n" : "",
            phase, process, thread);
    writer->has_event = true;
}

static void put_span(struct writer *writer, const char *name, double begin_s, double end_s)
{
    fprintf(writer->out, ",\"name\":\"%s\"", name);
    put_time(writer->out, "ts", nanoseconds(begin_s));
    put_time(writer->out, "dur", nanoseconds(end_s) - nanoseconds(begin_s));
}

static void name_process(struct writer *writer, int process, const char *name)
{
    begin_event(writer, "M", process, 0);
    fprintf(writer->out, ",\"name\":\"process_name\",\"args\":{\"name\":\"%s\"}}", name);
    begin_event(writer, "M", process, 0);
    fprintf(writer->out, ",\"name\":\"process_sort_index\",\"args\":{\"sort_index\":%d}}", process);
}

static void name_thread(struct writer *writer, int process, int thread, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static void name_thread(struct writer *writer, int process, int thread, const char *format, ...)
{
    va_list arguments;

    begin_event(writer, "M", process, thread);
    fputs(",\"name\":\"thread_name\",\"args\":{\"name\":\"", writer->out);
    va_start(arguments, format);
    vfprintf(writer->out, format, arguments);
    va_end(arguments);
    fputs("\"}}", writer->out);
}

/* ---- ranks and helpers -------------------------------------------------------------------- */

/** Calls of one bucket follow each other; those of different ones can overlap. */
static int thread_of(const struct writer *writer, int rank, int bucket)
{
    return rank * writer->run->settings.buckets + bucket;
}

static void name_threads(struct writer *writer, int process, const char *what)
{
    const struct pcs_run_settings *settings = &writer->run->settings;

    for (int rank = 0; rank < settings->ranks; rank++) {
        name_thread(writer, process, thread_of(writer, rank, 0), "%s %d", what, rank);
        for (int bucket = 1; bucket < settings->buckets; bucket++)
            name_thread(writer, process, thread_of(writer, rank, bucket), "%s %d, bucket %d", what,
                        rank, bucket);
    }
}

static void put_call(struct writer *writer, int thread, const struct pcs_call *call)
{
    if (call->compute_s > 0) {
        begin_event(writer, "X", PROCESS_RANKS, thread);
        put_span(writer, "compute", call->arrive_s - call->compute_s, call->arrive_s);
        fprintf(writer->out, ",\"args\":{\"step\":%u}}", (unsigned)call->step);
    }
    begin_event(writer, "X", PROCESS_RANKS, thread);
    put_span(writer, "wait", call->arrive_s, call->return_s);
    fprintf(writer->out, ",\"args\":{\"step\":%u,\"gradient\":", (unsigned)call->step);
    if (call->fate >= 0)
        fprintf(writer->out, "\"taken\",\"staleness\":%d}}", (int)call->fate);
    else
        fprintf(writer->out, "\"%s\"}}", call->fate == PCS_TAKEN_LOST ? "lost" : "left over");
}

static void put_calls(struct writer *writer)
{
    name_process(writer, PROCESS_RANKS, "ranks");
    name_threads(writer, PROCESS_RANKS, "rank");
    for (int rank = 0; rank < writer->run->settings.ranks; rank++) {
        const struct pcs_rank_calls *calls = &writer->run->ranks[rank];
        for (size_t i = 0; i < calls->n; i++)
            put_call(writer, thread_of(writer, rank, pcs_call_bucket(calls, i)), &calls->calls[i]);
    }
}

/**
 * The helper of a rank: windows of the rounds, named by what it gave. The windows of neighbours
 * can overlap a little, spans of a thread must not: the later begins where the earlier ends.
 */
static void put_helper(struct writer *writer, int rank, const unsigned char *parts)
{
    static const char *const names[] = {
        [PCS_PART_NULL] = "null", [PCS_PART_STALE] = "stale", [PCS_PART_FRESH] = "fresh"};
    const struct pcs_run *run = writer->run;
    const size_t buckets = (size_t)run->settings.buckets;

    for (size_t i = 0; i < run->rounds_n; i++) {
        const struct pcs_round_row *row = &run->rounds[i].row;
        const double free_s = i < buckets ? 0 : run->rounds[i - buckets].row.end_s;

        begin_event(writer, "X", PROCESS_HELPERS, thread_of(writer, rank, row->bucket));
        put_span(writer, names[parts[i]], fmin(fmax(row->start_s, free_s), row->end_s), row->end_s);
        fprintf(writer->out, ",\"args\":{\"round\":%u}}", (unsigned)row->round);
    }
}

static int put_helpers(struct writer *writer)
{
    unsigned char *parts = calloc(writer->run->rounds_n + 1, 1);

    if (!parts)
        return -1;
    name_process(writer, PROCESS_HELPERS, "helpers");
    name_threads(writer, PROCESS_HELPERS, "helper of rank");
    for (int rank = 0; rank < writer->run->settings.ranks; rank++) {
        pcs_rank_parts(writer->run, rank, parts);
        put_helper(writer, rank, parts);
    }
    free(parts);
    return 0;
}

/* ---- rounds ------------------------------------------------------------------------------- */

static void put_round(struct writer *writer, const struct pcs_round_row *row)
{
    for (int is_end = 0; is_end <= 1; is_end++) {
        begin_event(writer, is_end ? "e" : "b", PROCESS_ROUNDS, row->bucket);
        fprintf(writer->out, ",\"cat\":\"round\",\"id\":\"%d.%u\",\"name\":\"round %u\"",
                row->bucket, (unsigned)row->round, (unsigned)row->round);
        put_time(writer->out, "ts", nanoseconds(is_end ? row->end_s : row->start_s));
        fprintf(writer->out, ",\"args\":{\"initiator\":%d,\"active\":%d,\"stale\":%d,\"null\":%d}}",
                row->initiator, row->active, row->stale, row->null);
    }
}

static void put_rounds(struct writer *writer)
{
    name_process(writer, PROCESS_ROUNDS, "rounds");
    for (int bucket = 0; bucket < writer->run->settings.buckets; bucket++)
        name_thread(writer, PROCESS_ROUNDS, bucket, "bucket %d", bucket);
    for (size_t i = 0; i < writer->run->rounds_n; i++)
        put_round(writer, &writer->run->rounds[i].row);
}

int pcs_timeline_json(const struct pcs_run *run, const char *label, FILE *out)
{
    struct writer writer = {.run = run, .out = out};
    int rc = 0;

    fputs("{\"displayTimeUnit\":\"ms\",\"otherData\":{\"run\":\"", out);
    put_text(out, label);
    fputs("\",\"clock\":\"simulated time\"},\"traceEvents\":[\n", out);
    if (run->has_rounds)
        put_rounds(&writer);
    if (run->has_calls)
        put_calls(&writer);
    if (run->has_calls && run->has_rounds)
        rc = put_helpers(&writer);
    fputs("\n]}\n", out);
    return rc < 0 || fflush(out) != 0 || ferror(out) ? -1 : 0;
}
