/*
 * A small run as the lanes of a timeline on a page: paths for SVG, one lane a rank.
 */
#ifndef PCS_ANALYSIS_HTML_TIMELINE_LANES_H
#define PCS_ANALYSIS_HTML_TIMELINE_LANES_H

#include <stdbool.h>

#include <jansson.h>

#include "analysis/run.h"

#define PCS_LANES_RANKS_MAX 64
#define PCS_LANES_CALLS_MAX 12800 /**< 64 ranks, 200 steps */

/** @return whether the run has calls, and few enough for a page */
bool pcs_timeline_lanes_fit(const struct pcs_run *run);

/**
 * What the template report.html calls a timeline: begin and end in seconds, width and height of the
 * drawing, lanes with paths of spans, marks of the axis.
 *
 * @return a new reference, or NULL when there is no memory
 */
json_t *pcs_timeline_lanes(const struct pcs_run *run);

#endif
