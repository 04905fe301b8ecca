/*
 * The one file of the rank program that asks SimGrid for its settings.
 */
#include "sim/app/engine_settings.h"

#include <stdio.h>
#include <string.h>

#include <xbt/config.h>

/* SimGrid's C interface has no way to ask for a text: look at the command line, where words are
   separated by zeros. */
static bool command_line_has(const char *word)
{
    char line[32768];
    FILE *in = fopen("/proc/self/cmdline", "r");
    if (!in)
        return true; /* nothing can be said against it */
    const size_t n = fread(line, 1, sizeof line, in);
    fclose(in);
    return memmem(line, n, word, strlen(word) + 1) != NULL;
}

int pcs_engine_check(const struct pcs_scenario *scenario, struct pcs_error *error)
{
    if (sg_cfg_get_boolean("smpi/simulate-computation")) {
        snprintf(error->text, sizeof error->text,
                 "computation would be simulated at the speed of this machine, so results would "
                 "not repeat; give smpirun --cfg=smpi/simulate-computation:no");
        return -1;
    }
    char word[64];
    snprintf(word, sizeof word, "--cfg=smpi/allreduce:%s", pcs_smpi_allreduce(scenario));
    if (scenario->collective.kind == PCS_KIND_MPI && !command_line_has(word)) {
        snprintf(error->text, sizeof error->text,
                 "kind mpi with schedule %s is another algorithm of SMPI than it would use; give "
                 "smpirun %s",
                 pcs_schedule_name(pcs_schedule_resolve(&scenario->collective, scenario->ranks)),
                 word);
        return -1;
    }
    return 0;
}
