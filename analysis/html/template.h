/*
 * Text from a template and data: the part of Mustache that pages need.
 *
 *   {{name}}      the text of name, with &, <, >, " and ' escaped for HTML
 *   {{{name}}}    the text as it is: markup made by ourselves
 *   {{#name}} ... {{/name}}   once for each item of an array; once for an object, true, or a text
 *                             that is not empty; otherwise not at all
 *   {{^name}} ... {{/name}}   when the other would not be there at all
 *
 * Names are looked up in the item, then in what is around it; {{.}} is the item itself. A line end
 * behind a section's tag that stands alone on its line is left out with it.
 */
#ifndef PCS_ANALYSIS_HTML_TEMPLATE_H
#define PCS_ANALYSIS_HTML_TEMPLATE_H

#include <stdio.h>

#include <jansson.h>

#include "analysis/csv_reader.h"

/**
 * Write the text. Blocks on the file.
 *
 * @param name  of the template, for messages
 * @param data  an object; borrowed
 * @return 0; -1 with @p error: the template is wrong, or asks for a text that is not in the data;
 *         failures of writing are for the caller to look for with ferror()
 */
int pcs_template_render(const char *name, const char *text, const json_t *data, FILE *out,
                        struct pcs_read_error *error);

#endif
