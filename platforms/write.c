/*
 * Platform files of the generated models: what is the same for all of them.
 *
 * <config> carries the whole SMPI calibration, so that a smpirun line typed by hand gives the same
 * times as the front end. It has to stand before the zones.
 */
#include <errno.h>
#include <stddef.h>

#include "platforms/model.h"
#include "platforms/scale.h"

static int write_settings(const struct pcs_smpi_setting *settings,
                          const struct pcs_platform_spec *spec, FILE *out)
{
    for (; settings->key; settings++) {
        if (fprintf(out, "    <prop id=\"%s\" value=\"", settings->key) < 0 ||
            pcs_setting_write_scaled(settings, spec->scale, spec->header_bytes, out) < 0 ||
            fprintf(out, "\"/>\n") < 0) {
            return -1;
        }
    }
    return 0;
}

/** SMPI's own value, over bandwidth, is what a link adds to a flow's weight when flows share. */
static int write_weight(const struct pcs_platform_spec *spec, FILE *out)
{
    if (spec->scale <= 1) {
        return 0;
    }
    return fprintf(out, "    <prop id=\"network/weight-S\" value=\"%.10g\"/>\n",
                   8775.0 / spec->scale) < 0
               ? -1
               : 0;
}

int pcs_platform_write(const struct pcs_platform_spec *spec, int ranks, FILE *out)
{
    const struct pcs_model *model = pcs_model_find(spec);

    if (pcs_platform_hosts(spec, ranks) < 1) {
        errno = EINVAL;
        return -1;
    }
    struct pcs_links links = *pcs_model_links(spec);
    int nodes = pcs_spec_nodes(spec, ranks);
    char slower[80];
    links.scale = spec->scale;
    snprintf(slower, sizeof(slower), "\n     %d times slower, for messages as much shorter.",
             spec->scale);

    if (fprintf(out, "<?xml version='1.0'?>\n"
                     "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
                     "<!-- ") < 0 ||
        model->write_title(spec, nodes, out) < 0 ||
        fprintf(out,
                "\n     Written by pcollsim for %d ranks; docs/networks.md has the sources of the "
                "numbers.%s -->\n"
                "<platform version=\"4.1\">\n"
                "  <config id=\"smpi\">\n",
                ranks, spec->scale > 1 ? slower : "") < 0 ||
        write_settings(pcs_smpi_common(), spec, out) < 0 ||
        write_settings(links.smpi, spec, out) < 0 || write_weight(spec, out) < 0 ||
        fprintf(out, "  </config>\n") < 0 || model->write_zones(spec, &links, nodes, out) < 0 ||
        fprintf(out, "</platform>\n") < 0 || fflush(out) != 0) {
        return -1;
    }
    return 0;
}
