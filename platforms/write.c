/*
 * Platform and host files of the generated models: what is the same for all of them.
 *
 * <config> carries the whole SMPI calibration, so that a smpirun line typed by hand gives the same
 * times as the front end. It has to stand before the zones.
 */
#include <errno.h>
#include <stddef.h>

#include "platforms/model.h"

static const struct pcs_model *find_model(enum pcs_platform_model model)
{
    switch (model) {
    case PCS_PLATFORM_ARIES:
        return &pcs_model_aries;
    case PCS_PLATFORM_FAT_TREE:
        return &pcs_model_fat_tree;
    case PCS_PLATFORM_FLAT:
        return &pcs_model_flat;
    case PCS_PLATFORM_FILE:
        break;
    }
    return NULL;
}

int pcs_platform_hosts(const struct pcs_platform_spec *spec, int ranks)
{
    const struct pcs_model *model = find_model(spec->model);

    return model && ranks > 0 ? model->hosts(ranks) : 0;
}

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
    const struct pcs_model *model = find_model(spec->model);

    if (pcs_platform_hosts(spec, ranks) < 1) {
        errno = EINVAL;
        return -1;
    }
    const struct pcs_links *links = pcs_links(model->own_links ? model->links : spec->links);

    if (fprintf(out, "<?xml version='1.0'?>\n"
                     "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
                     "<!-- ") < 0 ||
        model->write_title(ranks, out) < 0 ||
        fprintf(out,
                "\n     Written by pcollsim for %d ranks; docs/networks.md has the sources of the "
                "numbers. -->\n"
                "<platform version=\"4.1\">\n"
                "  <config id=\"smpi\">\n",
                ranks) < 0 ||
        write_settings(pcs_smpi_common(), out) < 0 || write_settings(links->smpi, out) < 0 ||
        fprintf(out, "  </config>\n") < 0 || model->write_zones(links, ranks, out) < 0 ||
        fprintf(out, "</platform>\n") < 0 || fflush(out) != 0) {
        return -1;
    }
    return 0;
}

int pcs_platform_write_hostfile(const struct pcs_platform_spec *spec, enum pcs_placement placement,
                                int ranks, FILE *out)
{
    const struct pcs_model *model = find_model(spec->model);

    if (placement != PCS_PLACEMENT_BLOCK || pcs_platform_hosts(spec, ranks) < ranks || ranks < 1) {
        errno = EINVAL;
        return -1;
    }
    for (int rank = 0; rank < ranks; rank++) {
        if (fprintf(out, "%s%d\n", model->host_prefix, rank) < 0) {
            return -1;
        }
    }
    return fflush(out) != 0 ? -1 : 0;
}
