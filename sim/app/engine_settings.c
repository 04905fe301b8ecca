/*
 * The one file of the rank program that asks SimGrid for its settings.
 */
#include "sim/app/engine_settings.h"

#include <stddef.h>

#include <xbt/config.h>

const char *pcs_engine_refuses(void)
{
    if (sg_cfg_get_boolean("smpi/simulate-computation"))
        return "computation would be simulated at the speed of this machine, so results would not "
               "repeat; give smpirun --cfg=smpi/simulate-computation:no";
    return NULL;
}
