/*
 * Which program this is. For --version and for manifests.
 */
#ifndef PCS_VERSION_VERSION_H
#define PCS_VERSION_VERSION_H

/** "0.1.0 (commit 8f24bc3)"; "0.1.0" when it was built outside of its git tree. Constant. */
const char *pcs_version_text(void);

/** The version of SimGrid that it was built with, such as "3.32". Constant. */
const char *pcs_version_simgrid(void);

#endif
