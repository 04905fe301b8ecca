/*
 * The page of a report: data from the runs and gnuplot, put into analysis/html/report.html.
 */
#define _GNU_SOURCE /* asprintf */
#include "sim/cli/report_html.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/html/html_text.h"
#include "analysis/html/svg_inline.h"
#include "analysis/html/template.h"
#include "analysis/html/timeline_lanes.h"
#include "sim/cli/data_files.h"
#include "sim/cli/report_page.h"
#include "sim/cli/report_plots.h"

/* Runs that get plots and a timeline on the page; each can take a megabyte. */
#define PAGE_RUNS_MAX 8
#define TEMPLATE "analysis/html/report.html"

/** What the page is put together from. */
struct page {
    const struct pcs_report *report;
    const struct pcs_run_folder *folder;
    json_t *data;
    json_t *section; /**< of the run that was read last; borrowed */
    int plots_n;
};

static int no_memory(void)
{
    fprintf(stderr, "pcollsim report: out of memory\n");
    return -1;
}

/** @return the whole text of a stream, to free(); NULL with errno */
static char *read_all(FILE *in)
{
    char *text = NULL;
    size_t size = 0;

    errno = 0;
    if (getdelim(&text, &size, '\0', in) < 0) {
        free(text);
        return errno || ferror(in) ? NULL : strdup("");
    }
    return text;
}

/* ---- plots -------------------------------------------------------------------------------- */

static const struct {
    const char *kind, *title, *caption;
} captions[] = {
    {"latency", "Latency against size",
     "Mean latency of a call against the size of the gradient. Marks are runs and, over seeds, "
     "their "
     "mean, with 95 % intervals; both axes are logarithmic."},
    {"speedup", "Speed-up over the baseline",
     "How many times lower the mean latency is than the baseline's, paired by seed, with 95 % "
     "intervals."},
    {"loss", "Training loss against simulated time", "Mean over ranks of the loss at each step."},
    {"participation", "Ranks that took part in a round",
     "How many ranks had arrived when a round began, and how many gradients it took fresh, beside "
     "the closed form of the kind. Rounds that wait for all are left out."},
    {"staleness", "Staleness of gradients when taken",
     "Rounds between the step that made a gradient and the round that took it; logarithmic."},
    {"idle", "Time of each rank",
     "What the measured steps of each rank went into: computing, waiting in calls, the rest."},
    {"traffic", "Traffic that left each rank", "Bytes and messages of the whole run, by rank."},
};

static char *read_svg(const struct page *page, const char *name, const char *title)
{
    char file[80], prefix[32];
    char *svg = NULL;

    snprintf(file, sizeof file, "%s.svg", name);
    snprintf(prefix, sizeof prefix, "plot-%d", page->plots_n);
    FILE *in = pcs_run_folder_file(page->folder, file, "r");
    char *text = in ? read_all(in) : NULL;
    if (text)
        svg = pcs_svg_inline(text, prefix, title);
    if (!svg)
        fprintf(stderr, "pcollsim report: %s: %s\n", file,
                errno == EINVAL ? "gnuplot has not written SVG" : strerror(errno));
    free(text);
    if (in)
        fclose(in);
    return svg;
}

static int add_plot(void *context, int run, const char *kind, const char *name)
{
    struct page *page = context;
    size_t i = 0;

    while (strcmp(captions[i].kind, kind) != 0)
        i++;
    page->plots_n++;
    char *svg = read_svg(page, name, captions[i].title);
    if (!svg)
        return -1;
    json_t *plot = json_pack("{s:s, s:s}", "svg", svg, "caption", captions[i].caption);
    free(svg);
    json_t *plots =
        json_object_get(run == PCS_PLOTS_ALL_RUNS ? page->data : page->section, "plots");
    return json_array_append_new(plots, plot) < 0 ? no_memory() : 0;
}

/* ---- runs --------------------------------------------------------------------------------- */

static json_t *why_no_timeline(const struct pcs_run *run)
{
    if (!run->has_calls)
        return json_string("No timeline: the run has no steps.csv.");
    return pcs_html_format("No timeline: the run is too large for a page, more than %d ranks or %d "
                           "calls. pcollsim report --timeline FILE writes it for Perfetto.",
                           PCS_LANES_RANKS_MAX, PCS_LANES_CALLS_MAX);
}

static int add_run(void *context, int run, const struct pcs_run *read)
{
    struct page *page = context;
    json_t *section = pcs_report_page_run(page->report, run);
    int rc;

    page->section = section;

    if (pcs_timeline_lanes_fit(read))
        rc = json_object_set_new(section, "timeline", pcs_timeline_lanes(read));
    else
        rc = json_array_append_new(json_object_get(section, "notes"), why_no_timeline(read));
    if (json_array_append_new(json_object_get(page->data, "runs"), section) < 0)
        rc = -1;
    return rc < 0 ? no_memory() : 0;
}

static int add_plots(struct page *page, const struct pcs_job_guard *guard)
{
    const struct pcs_report_plots plots = {
        .report = page->report,
        .folder = page->folder,
        .guard = guard,
        .formats = "svg",
        .runs_max = PAGE_RUNS_MAX,
        .context = page,
        .on_run = add_run,
        .on_plot = add_plot,
    };
    const int rc = pcs_report_plots_make(&plots);

    json_object_set_new(page->data, "has_plots",
                        json_boolean(json_array_size(json_object_get(page->data, "plots")) > 0));
    if (page->report->runs_n > PAGE_RUNS_MAX)
        json_object_set_new(page->data, "left_out",
                            pcs_html_format("Plots and timelines are those of the first %d of %d "
                                            "runs.",
                                            PAGE_RUNS_MAX, page->report->runs_n));
    return rc;
}

/* ---- the page ----------------------------------------------------------------------------- */

/** @return the text of a file of the project, to free(); NULL after a message */
static char *read_data_file(const char *name)
{
    char *path = pcs_data_file(name);
    FILE *in = path ? fopen(path, "re") : NULL;
    char *text = in ? read_all(in) : NULL;

    if (path && !text)
        fprintf(stderr, "pcollsim report: cannot read %s: %s\n", path, strerror(errno));
    if (in)
        fclose(in);
    free(path);
    return text;
}

static int render(const struct page *page, FILE *out)
{
    struct pcs_read_error error;
    char *text = read_data_file(TEMPLATE);
    char *style = text ? read_data_file("analysis/html/report.css") : NULL;
    char *script = style ? read_data_file("analysis/html/report.js") : NULL;
    int rc = -2;

    if (script && json_object_set_new(page->data, "style", json_string(style)) == 0 &&
        json_object_set_new(page->data, "script", json_string(script)) == 0) {
        rc = pcs_template_render(TEMPLATE, text, page->data, out, &error) < 0 ? -2 : 0;
        if (rc < 0)
            fprintf(stderr, "pcollsim report: %s\n", error.text);
        else if (ferror(out))
            rc = -1;
    }
    free(text);
    free(style);
    free(script);
    return rc;
}

/** A folder for gnuplot's files, which pcs_run_folder_close() removes. @return 0, or -1 */
static int open_folder(struct pcs_run_folder *folder)
{
    const char *parent = getenv("TMPDIR");

    *folder = (struct pcs_run_folder){.fd = -1};
    if (asprintf(&folder->temporary, "%s/pcollsim-report-XXXXXX",
                 parent && *parent ? parent : "/tmp") < 0) {
        folder->temporary = NULL;
        return no_memory();
    }
    if (mkdtemp(folder->temporary))
        folder->fd = open(folder->temporary, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder->fd >= 0)
        return 0;
    fprintf(stderr, "pcollsim report: cannot make %s: %s\n", folder->temporary, strerror(errno));
    return -1;
}

int pcs_report_html(const struct pcs_report *report, FILE *out)
{
    struct pcs_run_folder folder;
    struct pcs_job_guard guard;
    struct page page = {.report = report, .folder = &folder, .data = pcs_report_page(report)};
    int rc = -1;

    pcs_job_guard_begin(&guard);
    if (open_folder(&folder) == 0)
        rc = page.data ? add_plots(&page, &guard) : no_memory();
    if (rc > 0)
        fprintf(stderr, "pcollsim report: interrupted; no report\n");
    pcs_run_folder_close(&folder);
    pcs_job_guard_end(&guard);
    rc = rc == 0 ? render(&page, out) : rc < 0 ? -2 : rc;
    json_decref(page.data);
    return rc;
}
