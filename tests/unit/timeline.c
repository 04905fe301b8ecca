/*
 * The timeline in the Trace Event format: strict JSON, and every span where it belongs.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include "analysis/timeline_json.h"
#include "tests/unit/small_run.h"

/** @return the timeline, parsed strictly, for json_decref() */
static json_t *timeline_of(const struct pcs_run *run, const char *label)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    json_error_t error;

    cr_assert(out != NULL && pcs_timeline_json(run, label, out) == 0);
    fclose(out);
    json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    cr_assert(root != NULL, "line %d: %s", error.line, error.text);
    free(text);
    return root;
}

/** @return the number of spans NAME of a thread, from @p begin to @p end seconds */
static int spans(const json_t *root, int process, int thread, const char *name, double begin,
                 double end)
{
    const json_t *events = json_object_get(root, "traceEvents");
    int n = 0;

    for (size_t i = 0; i < json_array_size(events); i++) {
        const json_t *event = json_array_get(events, i);
        const double ts = json_number_value(json_object_get(event, "ts"));
        const double duration = json_number_value(json_object_get(event, "dur"));
        n += strcmp(json_string_value(json_object_get(event, "ph")), "X") == 0 &&
             json_integer_value(json_object_get(event, "pid")) == process &&
             json_integer_value(json_object_get(event, "tid")) == thread &&
             strcmp(json_string_value(json_object_get(event, "name")), name) == 0 &&
             fabs(ts - 1e6 * begin) < 1e-6 && fabs(ts + duration - 1e6 * end) < 1e-6;
    }
    return n;
}

static int events_of(const json_t *root, const char *phase)
{
    const json_t *events = json_object_get(root, "traceEvents");
    int n = 0;

    for (size_t i = 0; i < json_array_size(events); i++)
        n +=
            strcmp(json_string_value(json_object_get(json_array_get(events, i), "ph")), phase) == 0;
    return n;
}

Test(timeline, every_span_is_there_once)
{
    struct pcs_run *run = small_run();
    json_t *root = timeline_of(run, "small");

    cr_expect(eq(int, spans(root, 0, 0, "compute", 0, 0.5), 1));
    cr_expect(eq(int, spans(root, 0, 0, "compute", 1, 2), 1));
    cr_expect(eq(int, spans(root, 0, 0, "wait", 2, 2.5), 1));
    cr_expect(eq(int, spans(root, 0, 1, "compute", 1, 4), 1));
    cr_expect(eq(int, spans(root, 0, 1, "wait", 4, 4.25), 1));
    cr_expect(eq(int, spans(root, 1, 0, "fresh", 2, 2.5), 1));
    cr_expect(eq(int, spans(root, 1, 1, "null", 2, 2.5), 1));
    cr_expect(eq(int, spans(root, 1, 1, "stale", 5, 5.5), 1));
    cr_expect(eq(int, spans(root, 1, 0, "null", 5, 5.5), 1));
    cr_expect(eq(int, events_of(root, "X"), 6 + 6 + 6));
    cr_expect(eq(int, events_of(root, "b"), 3));
    cr_expect(eq(int, events_of(root, "e"), 3));
    json_decref(root);
    pcs_run_destroy(run);
}

Test(timeline, helpers_spans_do_not_overlap)
{
    struct pcs_run *run = small_run();

    run->rounds[1].row.start_s = 0.75; /* round 0 ends at 1 */
    json_t *root = timeline_of(run, "small");
    cr_expect(eq(int, spans(root, 1, 0, "fresh", 1, 2.5), 1));
    json_decref(root);
    pcs_run_destroy(run);
}

Test(timeline, any_label_is_good_json)
{
    static const char label[] = "\"q\\ <b> \n \xc3\xa4 \xff\xc3x";
    struct pcs_run *run = small_run();
    json_t *root = timeline_of(run, label);
    const json_t *other = json_object_get(root, "otherData");

    cr_expect(eq(str, (char *)json_string_value(json_object_get(other, "run")),
                 "\"q\\ <b> \n \xc3\xa4 ??x"));
    json_decref(root);
    pcs_run_destroy(run);
}

Test(timeline, runs_without_calls_or_rounds)
{
    struct pcs_run *run = small_run();

    run->has_rounds = false;
    json_t *root = timeline_of(run, "small");
    cr_expect(eq(int, events_of(root, "X"), 12));
    cr_expect(eq(int, events_of(root, "b"), 0));
    json_decref(root);
    run->has_rounds = true;
    run->has_calls = false;
    root = timeline_of(run, "small");
    cr_expect(eq(int, events_of(root, "X"), 0));
    cr_expect(eq(int, events_of(root, "b"), 3));
    json_decref(root);
    pcs_run_destroy(run);
}
