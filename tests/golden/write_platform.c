/*
 * write_platform MODEL LINKS RANKS platform|hosts: a generated platform or host file on stdout.
 *
 * What golden and platform tests need of the library, without the command line in between.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platforms/platform.h"

static int find(const struct pcs_name *table, const char *name)
{
    for (; table->name; table++) {
        if (strcmp(table->name, name) == 0) {
            return table->value;
        }
    }
    fprintf(stderr, "write_platform: no '%s'\n", name);
    exit(2);
}

int main(int argc, char **argv)
{
    if (argc != 5) {
        fprintf(stderr, "usage: write_platform MODEL LINKS RANKS platform|hosts\n");
        return 2;
    }
    const struct pcs_platform_spec spec = {
        .model = (enum pcs_platform_model)find(pcs_platform_models(), argv[1]),
        .links = (enum pcs_link_class)find(pcs_link_classes(), argv[2]),
    };
    int ranks = atoi(argv[3]);
    int rc = strcmp(argv[4], "hosts") == 0
                 ? pcs_platform_write_hostfile(&spec, PCS_PLACEMENT_BLOCK, ranks, stdout)
                 : pcs_platform_write(&spec, ranks, stdout);

    if (rc < 0) {
        perror("write_platform");
        return 1;
    }
    return 0;
}
