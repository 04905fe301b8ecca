/*
 * Reading YAML text into a tree with places.
 *
 * Only what scenario files need is accepted: one document of mappings, lists and scalars. Anchors,
 * aliases, tags, duplicate keys, tabs as indentation and deep nesting are refused with their place.
 */
#ifndef PCS_SCENARIO_DOCUMENT_H
#define PCS_SCENARIO_DOCUMENT_H

#include "sim/scenario/node.h"

#define PCS_DOCUMENT_BYTES_MAX (1024 * 1024)

/**
 * Read the file in @p path. Blocks. Relative names in it are relative to its folder.
 *
 * @param document  zeroed or uninitialised memory that stays where it is until
 *                  pcs_document_fini(), which is to be called after failure too
 * @return 0, or -1 with @p error
 */
int pcs_document_read(struct pcs_document *document, const char *path, struct pcs_error *error);

/**
 * Read @p text, which is not from a file: messages call it @p name and give no line and column.
 * Relative names in it are relative to the current folder. Otherwise as pcs_document_read().
 */
int pcs_document_parse(struct pcs_document *document, const char *name, const char *text,
                       struct pcs_error *error);

/** Release the document with all nodes that were made in it. */
void pcs_document_fini(struct pcs_document *document);

#endif
