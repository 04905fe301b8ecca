/*
 * Platform files of the generated models: what is the same for all of them.
 *
 * <config> carries the whole SMPI calibration, so that a smpirun line typed by hand gives the same
 * times as the front end. It has to stand before the zones.
 */
#include <errno.h>
#include <stddef.h>

#include "platforms/model.h"

static int write_settings(const struct pcs_smpi_setting *settings, FILE *out)
{
    for (; settings->key; settings++) {
        if (fprintf(out, "    <prop id=\"%s\" value=\"%s\"/>\n", settings->key, settings->value) <
            0) {
            return -1;
        }
    }
    return 0;
}

int pcs_platform_write(const struct pcs_platform_spec *spec, int ranks, FILE *out)
{
    const struct pcs_model *model = pcs_model_find(spec);

    if (pcs_platform_hosts(spec, ranks) < 1) {
        errno = EINVAL;
        return -1;
    }
    const struct pcs_links *links = pcs_model_links(spec);
    int nodes = pcs_spec_nodes(spec, ranks);

    if (fprintf(out, "<?xml version='1.0'?>\n"
                     "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
                     "<!-- ") < 0 ||
        model->write_title(spec, nodes, out) < 0 ||
        fprintf(out,
                "\n     Written by pcollsim for %d ranks; docs/networks.md has the sources of the "
                "numbers. -->\n"
                "<platform version=\"4.1\">\n"
                "  <config id=\"smpi\">\n",
                ranks) < 0 ||
        write_settings(pcs_smpi_common(), out) < 0 || write_settings(links->smpi, out) < 0 ||
        fprintf(out, "  </config>\n") < 0 || model->write_zones(spec, links, nodes, out) < 0 ||
        fprintf(out, "</platform>\n") < 0 || fflush(out) != 0) {
        return -1;
    }
    return 0;
}
