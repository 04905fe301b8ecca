#include "tests/helpers/smpi_world.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <simgrid/actor.h>
#include <simgrid/engine.h>
#include <smpi/smpi.h>
#include <xbt/config.h>

#include "platforms/platform.h"

/* SMPI starts a rank with argc and argv only, and actors copy strings, not pointers: what the ranks
   need is handed over here. A test's own process holds one world. */
static struct {
    void (*body)(void *);
    void *argument;
    int finished;
} world;

static void rank_body(int argc, char *argv[])
{
    MPI_Init(&argc, &argv);
    world.body(world.argument);
    MPI_Finalize();
    world.finished++;
}

static FILE *temporary(char *path)
{
    int fd = mkstemps(path, 4);
    cr_assert(fd >= 0);
    return fdopen(fd, "w");
}

void smpi_world_run(int ranks, void (*body)(void *argument), void *argument)
{
    const struct pcs_platform_spec spec = {.model = PCS_PLATFORM_ARIES, .links = PCS_LINKS_ARIES};
    char platform[] = "/tmp/pcs-platform-XXXXXX.xml", deployment[] = "/tmp/pcs-deploy-XXXXXX.xml";
    FILE *out = temporary(platform);
    cr_assert(eq(int, pcs_platform_write(&spec, ranks, out), 0));
    fclose(out);
    out = temporary(deployment);
    fputs("<?xml version='1.0'?>\n"
          "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
          "<platform version=\"4.1\">\n",
          out);
    for (int r = 0; r < ranks; r++)
        fprintf(out,
                "<actor host=\"nid%d\" function=\"app\"><prop id=\"instance_id\" value=\"app\"/>"
                "<prop id=\"rank\" value=\"%d\"/></actor>\n",
                r, r);
    fputs("</platform>\n", out);
    fclose(out);

    world.body = body;
    world.argument = argument;
    world.finished = 0;
    /* Thread contexts: the address sanitizer does not know SimGrid's own. */
    char *argv[] = {"test", "--log=root.thres:warning",
#ifdef __SANITIZE_ADDRESS__
                    "--cfg=contexts/factory:thread",
#endif
                    NULL};
    int argc = (int)(sizeof argv / sizeof *argv) - 1;
    simgrid_init(&argc, argv);
    SMPI_init();
    simgrid_load_platform(platform);
    SMPI_app_instance_register("app", rank_body, ranks);
    simgrid_load_deployment(deployment);
    simgrid_run();
    SMPI_finalize();
    unlink(platform);
    unlink(deployment);
    cr_assert(eq(int, world.finished, ranks), "only %d of %d ranks came to their end",
              world.finished, ranks);
}
