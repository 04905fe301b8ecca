/*
 * A network s times slower, for messages s times shorter: platform.scale.
 *
 * Times stay the same: all bandwidths are divided by s, costs per byte are multiplied by it, and
 * where a calibration changes with the size of a message it does so at the shorter size.
 */
#ifndef PCS_PLATFORMS_SCALE_H
#define PCS_PLATFORMS_SCALE_H

#include <stdio.h>

#include "platforms/links.h"

/**
 * Write the value of a setting as it is at 1/@p scale of the size: thresholds, sections and costs
 * per byte of the keys that depend on sizes; that of another key as it stands.
 *
 * @param header  bytes of each message that are not scaled
 * @return 0, or -1 when writing failed (errno is set)
 */
int pcs_setting_write_scaled(const struct pcs_smpi_setting *setting, int scale, int header,
                             FILE *out);

#endif
