/*
 * Scaled units of figures.
 */
#include "sim/cli/figure_text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct scale {
    double above; /**< used from this value on; 0 ends a list */
    double one;   /**< this much of the base unit is 1 */
    const char *unit;
};

static const struct scale second_scales[] = {
    {1, 1, "s"}, {1e-3, 1e-3, "ms"}, {1e-6, 1e-6, "us"}, {0, 1e-9, "ns"}};
static const struct scale byte_scales[] = {{0x1p40, 0x1p40, "TiB"},
                                           {0x1p30, 0x1p30, "GiB"},
                                           {0x1p20, 0x1p20, "MiB"},
                                           {0x1p10, 0x1p10, "KiB"},
                                           {0, 1, "B"}};

/** @return how to show @p value; its unit is "" for a plain number */
static struct scale scale_of(double value, const char *unit)
{
    const struct scale *scale;

    if (strcmp(unit, "s") == 0)
        scale = second_scales;
    else if (strcmp(unit, "bytes") == 0)
        scale = byte_scales;
    else
        return (struct scale){.one = 1, .unit = strcmp(unit, "1") == 0 ? "" : unit};
    while (scale->above > 0 && fabs(value) < scale->above)
        scale++;
    return *scale;
}

void pcs_figure_text(double value, const char *unit, char text[PCS_FIGURE_TEXT_SIZE])
{
    struct scale scale = scale_of(value, unit);

    snprintf(text, PCS_FIGURE_TEXT_SIZE, "%.4g%s%s", value / scale.one, *scale.unit ? " " : "",
             scale.unit);
}

void pcs_figure_range(double low, double high, double value, const char *unit,
                      char text[PCS_FIGURE_TEXT_SIZE])
{
    struct scale scale = scale_of(value, unit);

    snprintf(text, PCS_FIGURE_TEXT_SIZE, "%.4g to %.4g%s%s", low / scale.one, high / scale.one,
             *scale.unit ? " " : "", scale.unit);
}
