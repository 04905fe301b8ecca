/*
 * Result folders that are on the disk before they get their name.
 */
#ifndef PCS_CLI_SWEEP_DURABLE_H
#define PCS_CLI_SWEEP_DURABLE_H

/**
 * Write a folder of plain files through to the disk, then move it to @p to, in the place of a
 * folder that is there; that one is then at @p from. Names are relative to the current folder.
 *
 * @return 0, or -1 with errno
 */
int pcs_durable_move(const char *from, const char *to);

#endif
