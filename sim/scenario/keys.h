/*
 * What the keys of a scenario file are, for `pcollsim info`.
 */
#ifndef PCS_SCENARIO_KEYS_H
#define PCS_SCENARIO_KEYS_H

/** One key, described for people. */
struct pcs_key_description {
    const char *path;     /**< such as "collective.bytes" */
    const char *standard; /**< the default as text, or how it follows from other keys; "required" */
    const char *when;     /**< when the key applies; "" for always */
    const char *help;
    char allowed[192]; /**< values and unit, such as "a whole number from 1 to 65536" */
};

/** Number of keys. */
int pcs_keys_n(void);

/** Describe key @p index, 0 to pcs_keys_n() - 1, in the order in which scenarios are printed. */
struct pcs_key_description pcs_key_describe(int index);

#endif
