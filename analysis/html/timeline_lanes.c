/*
 * Lanes: computing and waiting above, the helper's parts of rounds below.
 *
 * All spans of one kind in a lane are one path of rectangles, in whole numbers: 10^6 units are the
 * whole run. A page of 64 ranks and 200 steps is about 1 MB.
 */
#include "analysis/html/timeline_lanes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "analysis/html/html_text.h"
#include "analysis/number.h"
#include "analysis/rank_parts.h"

#define WIDTH 1000000
#define LANE_HEIGHT 14
#define BAR_HEIGHT 8 /* of computing and waiting */
#define PART_HEIGHT 4
#define TICKS 6

/** The part of time that is drawn, in seconds. */
struct span {
    double begin, end;
};

static int x_of(const struct span *span, double time_s)
{
    const double share = (time_s - span->begin) / (span->end - span->begin);

    return (int)lround(WIDTH * fmin(1, fmax(0, share)));
}

/* ---- paths -------------------------------------------------------------------------------- */

/** A text that grows; `failed` tells of a lack of memory. */
struct path {
    char *text;
    size_t size;
    FILE *out;
};

static bool path_open(struct path *path)
{
    *path = (struct path){0};
    path->out = open_memstream(&path->text, &path->size);
    return path->out != NULL;
}

/** @return the path as a string, a new reference; NULL without memory */
static json_t *path_close(struct path *path)
{
    json_t *result = NULL;

    if (path->out && fclose(path->out) == 0)
        result = json_string(path->text);
    free(path->text);
    return result;
}

static void put_box(struct path *path, const struct span *span, double begin_s, double end_s, int y,
                    int height)
{
    const int x = x_of(span, begin_s), width = x_of(span, end_s) - x;

    if (width > 0 && path->out)
        fprintf(path->out, "M%d %dh%dv%dh-%dz", x, y, width, height, width);
}

/* ---- a lane ------------------------------------------------------------------------------- */

static void put_parts(const struct pcs_run *run, const struct span *span,
                      const unsigned char *parts, int y, struct path paths[3])
{
    const size_t buckets = (size_t)run->settings.buckets;

    for (size_t i = 0; i < run->rounds_n; i++) {
        const struct pcs_round_row *row = &run->rounds[i].row;
        const double free_s = i < buckets ? 0 : run->rounds[i - buckets].row.end_s;

        put_box(&paths[parts[i]], span, fmax(row->start_s, free_s), row->end_s, y, PART_HEIGHT);
    }
}

static json_t *lane_of(const struct pcs_run *run, const struct span *span, int rank,
                       unsigned char *parts)
{
    const struct pcs_rank_calls *calls = &run->ranks[rank];
    const int y = rank * LANE_HEIGHT + 1;
    struct path compute, wait, by_part[3];
    bool is_open = path_open(&compute);

    is_open &= path_open(&wait);
    for (int i = 0; i < 3; i++)
        is_open &= path_open(&by_part[i]);
    for (size_t i = 0; is_open && i < calls->n; i++) {
        const struct pcs_call *call = &calls->calls[i];
        put_box(&compute, span, call->arrive_s - call->compute_s, call->arrive_s, y, BAR_HEIGHT);
        put_box(&wait, span, call->arrive_s, call->return_s, y, BAR_HEIGHT);
    }
    if (is_open && run->has_rounds) {
        pcs_rank_parts(run, rank, parts);
        put_parts(run, span, parts, y + BAR_HEIGHT, by_part);
    }
    json_t *nothing = path_close(&by_part[PCS_PART_NULL]);
    json_t *stale = path_close(&by_part[PCS_PART_STALE]);
    json_t *fresh = path_close(&by_part[PCS_PART_FRESH]);
    json_t *waiting = path_close(&wait);
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:i}", "name", pcs_html_format("%d", rank),
                     "compute", path_close(&compute), "wait", waiting, "null", nothing, "stale",
                     stale, "fresh", fresh, "text_y", y + BAR_HEIGHT);
}

static json_t *lanes_of(const struct pcs_run *run, const struct span *span)
{
    unsigned char *parts = calloc(run->rounds_n + 1, 1);
    json_t *lanes = json_array();

    for (int rank = 0; parts && rank < run->settings.ranks; rank++) {
        if (json_array_append_new(lanes, lane_of(run, span, rank, parts)) < 0) {
            json_decref(lanes);
            lanes = NULL;
            break;
        }
    }
    free(parts);
    return lanes;
}

static json_t *round_starts(const struct pcs_run *run, const struct span *span)
{
    struct path path;

    path_open(&path);
    for (size_t i = 0; path.out && i < run->rounds_n; i++)
        fprintf(path.out, "M%d 0v%d", x_of(span, run->rounds[i].row.start_s),
                run->settings.ranks * LANE_HEIGHT);
    return path_close(&path);
}

/* ---- the axis ----------------------------------------------------------------------------- */

/** A distance of marks: 1, 2 or 5 times a power of ten, for about @p n of them. */
static double nice_step(double span, int n)
{
    const double least = span / n, power = pow(10, floor(log10(least)));

    for (int factor = 1; factor <= 5; factor += factor == 1 ? 1 : 3) {
        if (factor * power >= least * (1 - 1e-9))
            return factor * power;
    }
    return 10 * power;
}

/** A time with the digits that steps of @p step_s need, in a unit that suits @p size_s. */
static json_t *time_text(double time_s, double step_s, double size_s)
{
    static const struct {
        double seconds;
        const char *name;
    } units[] = {{1, "s"}, {1e-3, "ms"}, {1e-6, "\xc2\xb5s"}, {1e-9, "ns"}};
    int i = 0;

    while (i < 3 && size_s < units[i].seconds)
        i++;
    const double digits = ceil(-log10(step_s / units[i].seconds) - 1e-9);
    return pcs_html_format("%.*f %s", (int)fmin(12, fmax(0, digits)), time_s / units[i].seconds,
                           units[i].name);
}

static json_t *ticks_of(const struct span *span)
{
    const double length = span->end - span->begin, step = nice_step(length, TICKS);
    json_t *ticks = json_array();

    for (double i = ceil(span->begin / step - 1e-9); i * step <= span->end; i++) {
        json_t *tick = json_pack("{s:o, s:o}", "left",
                                 pcs_html_format("%.3f", 100 * (i * step - span->begin) / length),
                                 "text", time_text(i * step, step, 10 * step));
        if (json_array_append_new(ticks, tick) < 0) {
            json_decref(ticks);
            return NULL;
        }
    }
    return ticks;
}

/* ---- all of it ---------------------------------------------------------------------------- */

bool pcs_timeline_lanes_fit(const struct pcs_run *run)
{
    size_t calls = 0;

    if (!run->has_calls || run->settings.ranks > PCS_LANES_RANKS_MAX)
        return false;
    for (int rank = 0; rank < run->settings.ranks; rank++)
        calls += run->ranks[rank].n;
    return calls <= PCS_LANES_CALLS_MAX;
}

static struct span span_of(const struct pcs_run *run)
{
    struct span span = {.begin = INFINITY, .end = -INFINITY};

    for (int rank = 0; rank < run->settings.ranks; rank++) {
        const struct pcs_rank_calls *calls = &run->ranks[rank];
        for (size_t i = 0; i < calls->n; i++) {
            const struct pcs_call *call = &calls->calls[i];
            span.begin = fmin(span.begin, call->arrive_s - call->compute_s);
            span.end = fmax(span.end, call->return_s);
        }
    }
    for (size_t i = 0; i < run->rounds_n; i++)
        span.end = fmax(span.end, run->rounds[i].row.end_s);
    if (!(span.end > span.begin)) /* no time goes by at all */
        span = (struct span){.begin = 0, .end = 1};
    return span;
}

static json_t *exact(double value)
{
    char text[PCS_NUMBER_SIZE];

    pcs_number_write(text, value);
    return json_string(text);
}

json_t *pcs_timeline_lanes(const struct pcs_run *run)
{
    const struct span span = span_of(run);
    const double length = span.end - span.begin;

    return json_pack(
        "{s:o, s:o, s:o, s:o, s:i, s:i, s:i, s:o, s:o, s:o}", "begin", exact(span.begin), "end",
        exact(span.end), "begin_text", time_text(span.begin, length / 1000, length), "end_text",
        time_text(span.end, length / 1000, length), "width", WIDTH, "height",
        run->settings.ranks * LANE_HEIGHT, "lanes_n", run->settings.ranks, "lanes",
        lanes_of(run, &span), "rounds", round_starts(run, &span), "ticks", ticks_of(&span));
}
