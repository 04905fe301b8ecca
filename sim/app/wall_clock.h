/*
 * Real time, for the manifest only: nothing simulated may depend on it.
 */
#ifndef PCS_APP_WALL_CLOCK_H
#define PCS_APP_WALL_CLOCK_H

/** @return seconds of real time since this process started; 0 if the system does not tell */
double pcs_wall_clock_s(void);

#endif
