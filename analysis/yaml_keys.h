/*
 * A YAML file as a flat list of keys: "collective.kind" -> "solo".
 *
 * For the small files of a result folder. Items of a list are KEY[0], KEY[1], ...
 */
#ifndef PCS_ANALYSIS_YAML_KEYS_H
#define PCS_ANALYSIS_YAML_KEYS_H

#include <stdint.h>
#include <stdio.h>

#include "analysis/csv_reader.h"

struct pcs_yaml_key {
    char *path, *text;
    int line, column; /**< of the value, from 1 */
};

struct pcs_yaml_keys {
    char *file; /**< name, for messages */
    struct pcs_yaml_key *items;
    int items_n;
};

/**
 * Read a file of one mapping. Blocks on the file.
 *
 * @param in    borrowed; read to its end, not closed
 * @param name  of the file, for messages; copied
 * @param keys  for pcs_yaml_keys_fini(), whatever the result
 * @return 0, or -1 with the error filled: FILE:LINE:COLUMN: what, what was expected
 */
int pcs_yaml_keys_read(FILE *in, const char *name, struct pcs_yaml_keys *keys,
                       struct pcs_read_error *error);
void pcs_yaml_keys_fini(struct pcs_yaml_keys *keys);

/** @return the key of that path, or NULL */
const struct pcs_yaml_key *pcs_yaml_find(const struct pcs_yaml_keys *keys, const char *path);

/** @return the text of the key of that path, or @p otherwise */
const char *pcs_yaml_text(const struct pcs_yaml_keys *keys, const char *path,
                          const char *otherwise);

/**
 * A whole number from @p min to @p max; @p value keeps what it has when there is no such key.
 *
 * @return 0, or -1 with the error filled
 */
int pcs_yaml_count(const struct pcs_yaml_keys *keys, const char *path, uint64_t min, uint64_t max,
                   uint64_t *value, struct pcs_read_error *error);

#endif
