/*
 * What processes that were killed have left in a sweep's folder.
 */
#ifndef PCS_CLI_SWEEP_LEFTOVERS_H
#define PCS_CLI_SWEEP_LEFTOVERS_H

/** Remove files under a temporary name whose process is gone. @param store  of the folder */
void pcs_sweep_remove_leftovers(int store);

#endif
