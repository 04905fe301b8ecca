/*
 * One sweep at a time in a folder.
 */
#ifndef PCS_CLI_SWEEP_LOCK_H
#define PCS_CLI_SWEEP_LOCK_H

#include <stdbool.h>

/**
 * Take the lock of a sweep's folder; it ends with this process, however that ends.
 *
 * @param store   descriptor of the folder
 * @param folder  its name, for messages
 * @return a descriptor to hand to pcs_sweep_unlock(), or -1 after a message on stderr
 */
int pcs_sweep_lock(int store, const char *folder);
void pcs_sweep_unlock(int lock);

/** Whether nobody holds the lock of the sweep's folder, which is the current one. */
bool pcs_sweep_is_gone(void);

#endif
