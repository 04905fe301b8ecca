/*
 * A run as a timeline in the Trace Event format, which Perfetto and chrome://tracing open.
 *
 * Format: "Trace Event Format", a document of the Chromium project, linked from
 * https://perfetto.dev/docs/getting-started/other-formats. What becomes what: docs/plots.md.
 */
#ifndef PCS_ANALYSIS_TIMELINE_JSON_H
#define PCS_ANALYSIS_TIMELINE_JSON_H

#include <stdio.h>

#include "analysis/run.h"

/**
 * Write the timeline event by event, of what the run holds: calls, rounds, or both.
 *
 * @param label  of the run, shown beside it; any bytes
 * @return 0; -1 with errno: writing failed, or there is no memory (one byte a round is needed)
 */
int pcs_timeline_json(const struct pcs_run *run, const char *label, FILE *out);

#endif
