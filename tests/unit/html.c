/*
 * Parts of the page: texts, SVG of gnuplot on a page with others, lanes of the timeline.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include "analysis/html/html_text.h"
#include "analysis/html/svg_inline.h"
#include "analysis/html/timeline_lanes.h"
#include "analysis/utf8.h"
#include "tests/unit/small_run.h"

static void expect_text(const char *text, const char *expected)
{
    json_t *value = pcs_html_text(text);

    cr_assert(value != NULL);
    cr_expect(eq(str, (char *)json_string_value(value), (char *)expected));
    json_decref(value);
}

Test(html, texts_are_good_utf8)
{
    expect_text("", "");
    expect_text("a<b>\"\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80",
                "a<b>\"\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80");
    expect_text("\xff\xc3", "\xef\xbf\xbd\xef\xbf\xbd");
    expect_text("a\n\x01\x7f", "a\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
}

Test(html, utf8_is_what_the_rfc_says)
{
    cr_expect(eq(int, pcs_utf8_length("a"), 1));
    cr_expect(eq(int, pcs_utf8_length(""), 0));
    cr_expect(eq(int, pcs_utf8_length("\xdf\xbf"), 2));
    cr_expect(eq(int, pcs_utf8_length("\xef\xbf\xbf"), 3));
    cr_expect(eq(int, pcs_utf8_length("\xf4\x8f\xbf\xbf"), 4));
    cr_expect(eq(int, pcs_utf8_length("\xc1\xbf"), 0), "overlong");
    cr_expect(eq(int, pcs_utf8_length("\xe0\x9f\xbf"), 0), "overlong");
    cr_expect(eq(int, pcs_utf8_length("\xf0\x8f\xbf\xbf"), 0), "overlong");
    cr_expect(eq(int, pcs_utf8_length("\xed\xa0\x80"), 0), "a surrogate");
    cr_expect(eq(int, pcs_utf8_length("\xf4\x90\x80\x80"), 0), "beyond U+10FFFF");
    cr_expect(eq(int, pcs_utf8_length("\xe2\x82"), 0), "cut off");
    cr_expect(eq(int, pcs_utf8_length("\x80"), 0), "a middle alone");
}

Test(html, ids_of_svg_get_a_prefix)
{
    char *svg =
        pcs_svg_inline("<?xml version=\"1.0\"?>\n<svg\n width=\"8\">\n<title>Gnuplot</title>\n"
                       "<desc>Produced by GNUPLOT</desc>\n<path id='a'/><g id=\"b\" width='1'>"
                       "<use xlink:href='#a' fill='url(#b)'/><title>x</title>"
                       "<text> id='a' href='#a' url(#b) > id='a'</text></g></svg>\n\n",
                       "p-1", "A < B & \"C\"");

    cr_assert(svg != NULL);
    static const char expected[] =
        "<svg role=\"img\" aria-labelledby=\"p-1-title\"\n width=\"8\">"
        "<title id=\"p-1-title\">A &lt; B &amp; \"C\"</title>\n\n\n<path id='p-1-a'/>"
        "<g id=\"p-1-b\" width='1'><use xlink:href='#p-1-a' fill='url(#p-1-b)'/>"
        "<title>x</title><text> id='a' href='#a' url(#b) > id='a'</text></g></svg>";
    cr_expect(eq(str, svg, (char *)expected));
    free(svg);
}

Test(html, what_is_no_svg_is_refused)
{
    static const char *const wrong[] = {"", "<html></html>", "<svg", "<svg>", "<svg></sv"};

    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        errno = 0;
        cr_expect(pcs_svg_inline(wrong[i], "p", "t") == NULL, "%s", wrong[i]);
        cr_expect(eq(int, errno, EINVAL));
    }
}

static void expect_string(const json_t *object, const char *key, const char *expected)
{
    const char *text = json_string_value(json_object_get(object, key));

    cr_assert(text != NULL, "%s", key);
    cr_expect(eq(str, (char *)text, (char *)expected), "%s", key);
}

Test(html, lanes_are_boxes_in_millionths_of_the_run)
{
    struct pcs_run *run = small_run(); /* from 0 to 5.5 s */
    json_t *lanes = pcs_timeline_lanes(run);
    const json_t *first = json_array_get(json_object_get(lanes, "lanes"), 0);
    const json_t *second = json_array_get(json_object_get(lanes, "lanes"), 1);

    cr_assert(first != NULL && second != NULL);
    expect_string(lanes, "begin", "0");
    expect_string(lanes, "end", "5.5");
    expect_string(lanes, "begin_text", "0.000 s");
    expect_string(lanes, "end_text", "5.500 s");
    expect_string(first, "name", "0");
    expect_string(first, "compute",
                  "M0 1h90909v8h-90909zM181818 1h181818v8h-181818zM454545 1h90910v8h-90910z");
    expect_string(first, "wait",
                  "M90909 1h90909v8h-90909zM363636 1h90909v8h-90909zM545455 1h90909v8h-90909z");
    expect_string(first, "fresh", "M90909 9h90909v4h-90909zM363636 9h90909v4h-90909z");
    expect_string(first, "null", "M909091 9h90909v4h-90909z");
    expect_string(first, "stale", "");
    expect_string(second, "stale", "M909091 23h90909v4h-90909z");
    expect_string(lanes, "rounds", "M90909 0v28M363636 0v28M909091 0v28");
    const json_t *ticks = json_object_get(lanes, "ticks");
    cr_expect(eq(sz, json_array_size(ticks), 6));
    expect_string(json_array_get(ticks, 5), "left", "90.909");
    expect_string(json_array_get(ticks, 5), "text", "5 s");
    json_decref(lanes);
    pcs_run_destroy(run);
}

Test(html, only_small_runs_get_lanes)
{
    struct pcs_run *run = small_run();

    cr_expect(pcs_timeline_lanes_fit(run));
    run->has_calls = false;
    cr_expect(not(pcs_timeline_lanes_fit(run)));
    run->has_calls = true;
    const size_t n = run->ranks[1].n;
    run->ranks[1].n = PCS_LANES_CALLS_MAX;
    cr_expect(not(pcs_timeline_lanes_fit(run)));
    run->ranks[1].n = n;
    pcs_run_destroy(run);
}

Test(html, a_run_without_time_has_lanes)
{
    struct pcs_run *run = small_run();

    for (int rank = 0; rank < 2; rank++) {
        for (size_t i = 0; i < run->ranks[rank].n; i++) {
            struct pcs_call *call = &run->ranks[rank].calls[i];
            call->compute_s = call->arrive_s = call->return_s = 0;
        }
    }
    for (size_t i = 0; i < run->rounds_n; i++)
        run->rounds[i].row.start_s = run->rounds[i].row.end_s = 0;
    json_t *lanes = pcs_timeline_lanes(run);
    cr_assert(lanes != NULL);
    expect_string(json_array_get(json_object_get(lanes, "lanes"), 0), "wait", "");
    json_decref(lanes);
    pcs_run_destroy(run);
}
