/*
 * A run's timeline for Perfetto and chrome://tracing.
 */
#include "sim/cli/report_timeline.h"

#include <errno.h>
#include <string.h>

#include "analysis/timeline_json.h"
#include "sim/cli/command.h"
#include "sim/cli/output_file.h"

static int complain(const char *output)
{
    fprintf(stderr, "pcollsim report: cannot write %s: %s\n", output,
            strerror(errno ? errno : ENOMEM));
    return PCS_EXIT_FAILED;
}

static int write_timeline(const struct pcs_run *run, const char *output)
{
    struct pcs_output_file file;
    const char *name = run->settings.name;

    errno = 0;
    if (pcs_output_file_open(output, &file) < 0)
        return complain(output);
    if (pcs_timeline_json(run, *name ? name : run->path, file.out) < 0) {
        const int code = complain(output);
        pcs_output_file_discard(&file);
        return code;
    }
    return pcs_output_file_commit(&file) < 0 ? complain(output) : PCS_EXIT_GOOD;
}

int pcs_report_timeline(const char *path, const struct pcs_run_read_options *options,
                        const char *output)
{
    struct pcs_read_error error;
    struct pcs_run *run;
    int code = PCS_EXIT_BAD;

    if (pcs_run_read(path, options, &run, &error) < 0) {
        fprintf(stderr, "pcollsim report: %s\n", error.text);
        return PCS_EXIT_BAD;
    }
    if (!run->has_calls && !run->has_rounds) {
        fprintf(stderr,
                "pcollsim report: %s: no steps.csv and no rounds.csv, so there is no timeline; "
                "expected a run with output.trace steps or rounds\n",
                path);
    } else {
        if (*run->lacks)
            fprintf(stderr, "pcollsim report: %s: %s\n", path, run->lacks);
        code = write_timeline(run, output);
    }
    pcs_run_destroy(run);
    return code;
}
