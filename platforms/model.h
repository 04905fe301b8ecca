/*
 * What a network model is to the writer: one object a model, one model a file.
 *
 * A new model is a file with such an object, a row in write.c's table and one in names.c.
 */
#ifndef PCS_PLATFORMS_MODEL_H
#define PCS_PLATFORMS_MODEL_H

#include <stdio.h>

#include "platforms/links.h"

struct pcs_model {
    const char *host_prefix; /**< host i is called prefix + i, and rank order is host order */
    bool own_links;          /**< uses the class `links` below, whatever the spec says */
    enum pcs_link_class links;
    /** Hosts for this many ranks, one rank a host; 0 when the model does not go that far. */
    int (*hosts)(int ranks);
    /** The description for the comment at the top: a phrase without a line break or "--". */
    int (*write_title)(int ranks, FILE *out);
    /** Everything after <config>. Both return 0, or -1 when writing failed, with errno. */
    int (*write_zones)(const struct pcs_links *links, int ranks, FILE *out);
};

extern const struct pcs_model pcs_model_aries;
extern const struct pcs_model pcs_model_fat_tree;
extern const struct pcs_model pcs_model_flat;

#endif
