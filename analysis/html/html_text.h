/*
 * Texts for a page.
 */
#ifndef PCS_ANALYSIS_HTML_TEXT_H
#define PCS_ANALYSIS_HTML_TEXT_H

#include <jansson.h>

/**
 * Any bytes as a JSON string: what is not UTF-8, and control characters, become U+FFFD.
 *
 * @return a new reference, or NULL when there is no memory
 */
json_t *pcs_html_text(const char *text);

/** The same of a text made like printf() does. */
json_t *pcs_html_format(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
