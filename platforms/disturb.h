/*
 * Links that are not what they should be: other jobs' traffic, and links that lost lanes.
 *
 * A run sees one state of the network: each link's share is drawn once, by the seed, and stays.
 */
#ifndef PCS_PLATFORMS_DISTURB_H
#define PCS_PLATFORMS_DISTURB_H

#include "platforms/platform.h"

/**
 * The bandwidths of all links of one kind, in an array of @p n that the caller frees.
 *
 * @param mb_per_s  of an undisturbed link
 * @return NULL with errno ENOMEM, or EINVAL when more links are to be reduced than there are
 */
int *pcs_disturbed_links(const struct pcs_platform_spec *spec, enum pcs_link_kind kind, int n,
                         int mb_per_s);

/** Whether @p name is among @p names, which have a blank between them and may be NULL. */
bool pcs_is_named(const char *names, const char *name);

/** What @p mb_per_s of the link called @p name comes to, when it is one of spec.reduced_names. */
int pcs_named_link(const struct pcs_platform_spec *spec, const char *name, int mb_per_s);

#endif
