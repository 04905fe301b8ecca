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

#endif
