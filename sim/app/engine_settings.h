/*
 * Settings of SimGrid under which results would not be what they claim.
 */
#ifndef PCS_APP_ENGINE_SETTINGS_H
#define PCS_APP_ENGINE_SETTINGS_H

/** @return NULL if the engine is set up as a run needs it; else a constant sentence */
const char *pcs_engine_refuses(void);

#endif
