/*
 * The version, put together when the program is built.
 */
#include "sim/version/version.h"

#include "pcs_commit.h"

const char *pcs_version_text(void)
{
    return sizeof PCS_COMMIT > 1 ? PCS_VERSION " (commit " PCS_COMMIT ")" : PCS_VERSION;
}

const char *pcs_version_simgrid(void)
{
    return PCS_SIMGRID_VERSION;
}
