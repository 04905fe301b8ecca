/*
 * Where the numbers of links.c come from, as data: `--describe` prints them, docs/networks.md has
 * the same rows, and a test holds the values against links.c.
 */
#ifndef PCS_PLATFORMS_SOURCES_H
#define PCS_PLATFORMS_SOURCES_H

struct pcs_source_row {
    const char *of; /**< a class of link, or "aries machine"; NULL ends the table */
    const char *quantity;
    const char *value;
    const char *source;
    const char *date; /**< of the source; "read 2026" where it has none */
    const char *sure; /**< measured, quoted, fitted, derived, memory, placeholder */
};

const struct pcs_source_row *pcs_sources(void);

#endif
