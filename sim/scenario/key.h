/*
 * The table of keys as the loader, the overrides and the printer see it.
 *
 * A key is a row: adding one here gives it a default, a check, --set, a place in the canonical
 * form and a line in `pcollsim info`.
 */
#ifndef PCS_SCENARIO_KEY_H
#define PCS_SCENARIO_KEY_H

#include <stddef.h>

#include "sim/scenario/node.h"

enum pcs_key_type {
    PCS_KEY_NAME,     /* char *, letters and digits */
    PCS_KEY_PATH,     /* char *, an existing file, absolute once loaded */
    PCS_KEY_COUNT,    /* a whole number in an integer of 4 or 8 bytes */
    PCS_KEY_BYTES,    /* uint64_t */
    PCS_KEY_BOOLEAN,  /* bool */
    PCS_KEY_CHOICE,   /* an enum; its words are names() */
    PCS_KEY_SECONDS,  /* double */
    PCS_KEY_PER_BYTE, /* double, seconds for each byte */
    PCS_KEY_NUMBER,   /* double, without a unit */
    PCS_KEY_PART,     /* double from 0 to 1, or in percent */
    PCS_KEY_MACHINE,  /* no field: a spec file, merged before the keys are read */
    PCS_KEY_PRESET,   /* const char *costs.preset, and all numbers of costs */
    PCS_KEY_WORDS,    /* char *, words with a blank between them; a word or a list in the file */
    PCS_KEY_LAYERS,   /* char *, a built-in table of layers, or a file as PCS_KEY_PATH */
    PCS_KEY_DELAY,    /* struct pcs_delay_spec; a mapping in the file */
};

#define PCS_KEY_EXCLUDES_MAX 4
#define PCS_KEY_ALLOWED_SIZE 192

struct pcs_key {
    const char *path; /* "section.key" or "key" */
    enum pcs_key_type type;
    size_t offset; /* in struct pcs_scenario */
    size_t size;

    /* The default: a text as in a file, or a function of keys above; a required key has neither. */
    const char *standard;
    void (*derive)(struct pcs_scenario *scenario);
    const char *derived; /* the rule of derive() in words, for `info` */
    bool is_required;
    bool is_optional; /* it has no default: 0 means absent, and is not in the canonical form */

    const struct pcs_name *(*names)(void); /* choice */
    const char *later;                     /* choice: words for what does not exist yet */
    uint64_t min, max;                     /* count, bytes */

    /* Keys that depend on the value of another choice key above. */
    const char *depends_on;
    bool (*applies)(const struct pcs_scenario *scenario);
    const char *applies_to; /* the values of depends_on with which it applies, in words */

    /* Whether it is in the canonical form; NULL: whenever it applies. */
    bool (*is_printed)(const struct pcs_scenario *scenario);

    /* Keys that cannot be there beside it; an override takes them out of the file. */
    const char *excludes[PCS_KEY_EXCLUDES_MAX];
    /* Keys that may be there beside it if they agree; an override takes them out as well. */
    const char *replaces[PCS_KEY_EXCLUDES_MAX];

    const char *help;
};

/** @return the table; a row whose path is NULL ends it */
const struct pcs_key *pcs_keys(void);

/** @return the row of @p path, or NULL */
const struct pcs_key *pcs_key_find(const char *path);

/** @return whether @p path is a section, such as "collective" */
bool pcs_key_is_section(const char *path);

/** Whether @p key applies to @p scenario, in which the keys above it are set. */
bool pcs_key_applies(const struct pcs_key *key, const struct pcs_scenario *scenario);

/** What values the key allows, in words. */
void pcs_key_allowed(const struct pcs_key *key, char out[PCS_KEY_ALLOWED_SIZE]);

/**
 * Report an unknown key: the message lists the known keys of the level and the nearest of them.
 *
 * @param section  the section it stands in; "" at the top
 * @return -1
 */
int pcs_key_report_unknown(struct pcs_error *error, struct pcs_place place, const char *section,
                           const char *name);

/** Check that all keys below @p root are known and sections are mappings. @return 0, or -1 */
int pcs_keys_check_known(const struct pcs_node *root, struct pcs_error *error);

#endif
